//! Deliveries of conversions to the pixels of their links.

use std::collections::{BTreeMap, BTreeSet};

use conversion_pixel::delivery::Progress;
use conversion_pixel::event::{ClickIds, Conversion, Event};
use conversion_pixel::money::{Currency, Money};
use conversion_pixel::{EventMap, Platform};
use kernel::UnixTime;

use super::conversion::NewConversion;
use super::facts::Attributed;

/// A pixel of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PixelFact {
    /// Of which platform.
    pub platform: Platform,
    /// Which events are sent to the platform, and by which names.
    pub event_map: EventMap,
    /// Whether it is not paused.
    pub active: bool,
    /// Whether its token was refused.
    pub refused: bool,
}

/// Pixels by the key of their link at the engine.
pub type Pixels = BTreeMap<String, Vec<PixelFact>>;

/// A delivery that is to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDelivery<'c> {
    /// The key of the link at the engine.
    pub provider_id: &'c str,
    /// What is sent to the platform.
    pub event: Event,
    /// Where the delivery begins.
    pub progress: Progress,
}

/// The links whose pixels are to be looked up for [`deliveries`], by their keys at the engine.
pub fn providers<'c>(conversions: &'c [NewConversion<'_>]) -> BTreeSet<&'c str> {
    let belongs = conversions.iter().filter_map(|conversion| conversion.belongs.as_ref());
    belongs.filter_map(|belongs| belongs.provider_id.as_deref()).collect()
}

/// The delivery of each conversion for each pixel of its link that gets it. The conversions have their numbers.
pub fn deliveries<'c>(
    conversions: &'c [NewConversion<'_>],
    pixels: &Pixels,
    now: UnixTime,
) -> Vec<NewDelivery<'c>> {
    let mut deliveries = Vec::new();
    for conversion in conversions {
        let Some(belongs) = &conversion.belongs else { continue };
        let Some(provider_id) = belongs.provider_id.as_deref() else { continue };
        for pixel in pixels.get(provider_id).into_iter().flatten() {
            let reported = reported(conversion, belongs, pixel.platform);
            let event = Event::of(&reported, pixel.platform, &pixel.event_map, pixel.active, now);
            if let Ok(event) = event {
                let progress = Progress::begin(&event, pixel.refused, now);
                deliveries.push(NewDelivery { provider_id, event, progress });
            }
        }
    }
    deliveries
}

fn reported(conversion: &NewConversion<'_>, belongs: &Attributed, platform: Platform) -> Conversion {
    let money = conversion.transaction().and_then(|transaction| {
        Some(Money { minor: transaction.net_cents, currency: Currency::parse(&transaction.currency)? })
    });
    Conversion {
        id: conversion.id.to_string(),
        kind: conversion.kind,
        occurred_at: conversion.occurred_at(),
        money,
        fan: conversion.fan(platform),
        source: belongs.shown.clone(),
        click: ClickIds { fbclid: belongs.fbclid.clone(), ttclid: belongs.ttclid.clone() },
    }
}
