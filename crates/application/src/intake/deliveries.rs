//! Deliveries of conversions to the pixels of the attributed links.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use conversion_pixel::delivery::Progress;
use conversion_pixel::event::{ClickData, Conversion, Event};
use conversion_pixel::money::{Currency, Money};
use conversion_pixel::{EventMap, Occurrence, Platform, Switches, event_id};
use kernel::{AccountId, AccountNumber, UnixTime};
use touches::UserAgent;

use super::conversion::NewConversion;
use super::facts::Attributed;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PixelFact {
    pub platform: Platform,
    /// Conversion types sent to the platform, and their event names there.
    pub event_map: EventMap,
    /// Whether the pixel is not paused, and whether the owner agreed to send user agents.
    pub switches: Switches,
    /// Whether the platform rejected the pixel's token.
    pub refused: bool,
}

/// Pixels by the engine's id of their link.
pub type Pixels = BTreeMap<String, Vec<PixelFact>>;

/// Accounts of an owner at the content platform.
pub type Accounts = BTreeMap<AccountNumber, AccountId>;

/// Delivery to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDelivery<'c> {
    /// Id of the link at the engine.
    pub provider_id: &'c str,
    /// Number of the conversion.
    pub conversion: i64,
    /// Event as the platform receives it.
    pub event: Event,
    /// Initial state of the delivery.
    pub progress: Progress,
}

/// Engine ids of the links whose pixels [`deliveries`] needs.
pub fn providers<'c>(conversions: &'c [NewConversion<'_>]) -> BTreeSet<&'c str> {
    let belongs = conversions.iter().filter_map(|conversion| conversion.belongs.as_ref());
    belongs.filter_map(|belongs| belongs.provider_id.as_deref()).collect()
}

/// Makes a delivery for each conversion and each pixel of its link that wants it. The conversions must have their
/// numbers, and `accounts` must contain the accounts of their events.
pub fn deliveries<'c>(
    conversions: &'c [NewConversion<'_>],
    pixels: &Pixels,
    accounts: &Accounts,
    now: UnixTime,
) -> Vec<NewDelivery<'c>> {
    let mut deliveries = Vec::new();
    for conversion in conversions {
        let Some(belongs) = &conversion.belongs else { continue };
        let Some(provider_id) = belongs.provider_id.as_deref() else { continue };
        for pixel in pixels.get(provider_id).into_iter().flatten() {
            let reported = reported(conversion, belongs, accounts, pixel.platform);
            let event = Event::of(&reported, pixel.platform, &pixel.event_map, pixel.switches, now);
            if let Ok(event) = event {
                let progress = Progress::begin(&event, pixel.refused, now);
                deliveries.push(NewDelivery { provider_id, conversion: conversion.id, event, progress });
            }
        }
    }
    deliveries
}

fn reported(
    conversion: &NewConversion<'_>,
    belongs: &Attributed,
    accounts: &Accounts,
    platform: Platform,
) -> Conversion {
    let money = conversion.transaction().and_then(|transaction| {
        Some(Money { minor: transaction.net_cents, currency: Currency::parse(&transaction.currency)? })
    });
    let click = ClickData {
        fbclid: belongs.fbclid.clone(),
        ttclid: belongs.ttclid.clone(),
        user_agent: belongs.user_agent.as_ref().map(UserAgent::as_str).map(str::to_owned),
    };
    Conversion {
        id: name(conversion, accounts),
        kind: conversion.kind,
        occurred_at: conversion.occurred_at(),
        money,
        fan: conversion.fan(platform),
        source: belongs.shown.clone(),
        click,
    }
}

/// Event id of a conversion at ad platforms.
fn name(conversion: &NewConversion<'_>, accounts: &Accounts) -> String {
    let (event, number) = AccountNumber::split(&conversion.event.event_id);
    // Events come from known accounts. An unknown account still gets a name that no known account has.
    let account = match accounts.get(&number) {
        Some(account) => Cow::Borrowed(account.as_str()),
        None => Cow::Owned(format!("#{number}")),
    };
    let transaction = conversion.transaction().map(|transaction| transaction.transaction_id.as_str());
    let occurrence = match transaction.filter(|id| !id.is_empty()) {
        Some(id) => Occurrence::Transaction(id),
        None => Occurrence::Event(event),
    };
    event_id(&account, conversion.kind, occurrence)
}
