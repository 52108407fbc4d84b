//! Late clicks: clicks that are stored after the events that refer to them. An edge logs a click at once and stores it
//! a moment later. The engine may report the fan's action in between.

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

/// Hashes the personal data of a conversion's fan, per platform.
fn hashes(conversion: &NewConversion<'_>) -> Hashes {
    let hashed = |platform| {
        let Fan { email, phone, first_name, last_name, .. } = conversion.fan(platform).hashed(platform);
        (platform, Hashed { email, phone, first_name, last_name })
    };
    Hashes(Platform::ALL.into_iter().map(hashed).collect())
}

/// Click that a stored conversion waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwaitedClick {
    pub click: TouchId,
    /// Number of the conversion.
    pub conversion: i64,
    /// Hashed personal data for the deliveries.
    pub hashes: Hashes,
}

impl AwaitedClick {
    /// Click that a conversion refers to but is not attributed by.
    pub(super) fn of(conversion: &NewConversion<'_>) -> Option<Self> {
        if matches!(conversion.basis(), Some(Basis::Click(_))) {
            return None;
        }
        let click = conversion.event.click_ref.as_deref().and_then(TouchId::parse)?;
        Some(Self { click, conversion: conversion.id, hashes: hashes(conversion) })
    }
}

/// Stored conversion that waited for a click.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Number of the conversion.
    pub id: i64,
    pub kind: ConversionType,
    /// Id of the event that made the conversion.
    pub event_id: String,
    pub fan_id: String,
    /// Country of the fan.
    pub country: Option<CountryCode>,
    pub occurred_at: UnixTime,
    /// Time at which the event was processed.
    pub taken_at: UnixTime,
    /// Domain of the current attribution.
    pub domain: Option<Hostname>,
    /// Link of the current attribution, which the event named.
    pub link: Option<LinkId>,
    /// Label of the printed code in the current attribution; empty without a code.
    pub source: String,
    /// Click that the event refers to.
    pub click_ref: Option<String>,
    /// Money of a transaction.
    pub paid: Option<Paid>,
    /// Hashed personal data of the fan.
    pub hashes: Hashes,
}

/// Money of a conversion that waited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    /// Id of the transaction at the content platform.
    pub transaction_id: String,
    pub kind: TransactionKind,
    /// Net income of the owner, in minor units.
    pub net_cents: i64,
    /// Code of [`kernel::Currency`].
    pub currency: String,
    /// Whether the money is excluded from sums, because its currency differs.
    pub is_apart: bool,
}

/// Collects the clicks and links to look up for [`plan_late`].
pub fn wanted(waiting: &[Waiting]) -> Wanted {
    Wanted::of_stored(waiting.iter().map(|one| (one.click_ref.as_deref(), one.link)))
}

/// Changes to store together with the clicks.
#[derive(Debug, Clone, PartialEq)]
pub struct LatePlan {
    /// Corrections of revenue and subscriber counts.
    pub stats: DailyStats,
    /// Newly attributed conversions, by the time at which their events were processed. Their deliveries start from that
    /// time.
    pub moved: BTreeMap<UnixTime, Vec<NewConversion<'static>>>,
}

/// Attributes conversions of one owner by clicks that are now stored. The result is the same as if the clicks had come
/// first.
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
    /// Statistics row that counts the conversion now.
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

/// Action of the fan, reduced to the data that deliveries use: money, and the id of the transaction.
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
