//! Clicks that are stored after the events that carry them: an edge writes a click down at once and stores it a moment
//! later, and the engine may report what a fan does in between.

use std::borrow::Cow;
use std::collections::BTreeMap;

use attribution::assign::{Basis, KnownLink, LinkId};
use attribution::event::{FanAction, FanEvent, FanFacts, Transaction, TransactionKind};
use attribution::spenders::Overflow;
use conversion_pixel::event::Fan;
use conversion_pixel::{ConversionType, Platform};
use kernel::{CountryCode, Hostname, UnixTime};
use touches::TouchId;

use super::conversion::NewConversion;
use super::daily_stats::{Counted, DailyStats};
use super::facts::{Facts, Wanted};
pub use super::hashes::{Hashed, Hashes};

/// What identifies the fan of a conversion, hashed.
fn hashes(conversion: &NewConversion<'_>) -> Hashes {
    let hashed = |platform| {
        let Fan { email, phone, first_name, last_name, .. } = conversion.fan(platform).hashed(platform);
        (platform, Hashed { email, phone, first_name, last_name })
    };
    Hashes(Platform::ALL.into_iter().map(hashed).collect())
}

/// A click that a stored conversion waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwaitedClick {
    /// The click.
    pub click: TouchId,
    /// The number of the conversion.
    pub conversion: i64,
    /// What the deliveries will say of the fan.
    pub hashes: Hashes,
}

impl AwaitedClick {
    /// The click that a conversion carries and is not attributed by.
    pub(super) fn of(conversion: &NewConversion<'_>) -> Option<Self> {
        if matches!(conversion.basis(), Some(Basis::Click(_))) {
            return None;
        }
        let click = conversion.event.click_ref.as_deref().and_then(TouchId::parse)?;
        Some(Self { click, conversion: conversion.id, hashes: hashes(conversion) })
    }
}

/// A conversion that waited for a click, as it was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Its number.
    pub id: i64,
    /// What happened.
    pub kind: ConversionType,
    /// The event that it was made of.
    pub event_id: String,
    /// Who.
    pub fan_id: String,
    /// Where the fan was.
    pub country: Option<CountryCode>,
    /// When it happened.
    pub occurred_at: UnixTime,
    /// When it was taken in.
    pub taken_at: UnixTime,
    /// The domain that it belongs to until now.
    pub domain: Option<Hostname>,
    /// The link that it belongs to until now: the one that upstream named.
    pub link: Option<LinkId>,
    /// The label of the printed code that it counts for until now.
    pub source: String,
    /// The click that it carries.
    pub click_ref: Option<String>,
    /// The money, for a transaction.
    pub paid: Option<Paid>,
    /// What is left of what identifies the fan.
    pub hashes: Hashes,
}

/// The money of a conversion that waited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    /// Its id at the content platform.
    pub transaction_id: String,
    /// What for.
    pub kind: TransactionKind,
    /// What is left for the owner, in minor units.
    pub net_cents: i64,
    /// A code of [`kernel::Currency`].
    pub currency: String,
    /// Whether it is in no sum.
    pub is_apart: bool,
}

/// What has to be looked up for [`plan_late`].
pub fn wanted(waiting: &[Waiting]) -> Wanted {
    Wanted::of_stored(waiting.iter().map(|one| (one.click_ref.as_deref(), one.link)))
}

/// What is to be changed when the clicks are stored.
#[derive(Debug, Clone, PartialEq)]
pub struct LatePlan {
    /// How money and subscribers move.
    pub stats: DailyStats,
    /// The conversions, attributed by their clicks, by when they were taken in: their deliveries begin at the moment at which
    /// they would have.
    pub moved: BTreeMap<UnixTime, Vec<NewConversion<'static>>>,
}

/// Attributes the conversions of an owner that waited for clicks, which are known now, as if they had come after them.
pub fn plan_late(facts: &Facts, waiting: Vec<Waiting>) -> Result<LatePlan, Overflow> {
    let mut plan = LatePlan { stats: DailyStats::default(), moved: BTreeMap::new() };
    for one in waiting {
        let (taken_at, before) = (one.taken_at, one.counted_for());
        let conversion = one.attributed(facts);
        if let Some(before) = before {
            plan.stats.uncount(before, &conversion)?;
        }
        plan.stats.count(&conversion)?;
        plan.moved.entry(taken_at).or_default().push(conversion);
    }
    Ok(plan)
}

impl Waiting {
    /// What it counts for until now.
    fn counted_for(&self) -> Option<Counted> {
        let domain = self.domain.as_ref()?;
        Some(Counted::without_click(domain, self.occurred_at, &self.source, self.link))
    }

    fn attributed(self, facts: &Facts) -> NewConversion<'static> {
        let named = self.link.zip(self.domain.clone()).map(|(id, domain)| KnownLink { id, domain });
        NewConversion {
            kind: self.kind,
            belongs: facts.resolve(self.click_ref.as_deref(), named.as_ref()),
            id: self.id,
            is_apart: self.paid.as_ref().is_some_and(|paid| paid.is_apart),
            event: Cow::Owned(FanEvent {
                event_id: self.event_id,
                occurred_at: self.occurred_at,
                fan: FanFacts { fan_id: self.fan_id, country: self.country, ..FanFacts::default() },
                provider_id: None,
                click_ref: self.click_ref,
                action: action(self.kind, self.paid),
            }),
            hashes: Some(self.hashes),
        }
    }
}

/// Action of the fan, as far as deliveries need it: their money, and the transaction that names them.
fn action(kind: ConversionType, paid: Option<Paid>) -> FanAction {
    match (kind, paid) {
        (_, Some(Paid { transaction_id, kind, net_cents, currency, .. })) => {
            FanAction::NewTransaction(Transaction {
                transaction_id,
                kind,
                gross_cents: net_cents,
                net_cents,
                currency,
                content_ids: Vec::new(),
                bundle_key: None,
                bundle_name: None,
                media_in_msg: 0,
            })
        }
        (ConversionType::NewSubscriber, None) => FanAction::NewSubscriber { trial: false, price_cents: 0 },
        (_, None) => FanAction::MessageReceived { message_id: None },
    }
}
