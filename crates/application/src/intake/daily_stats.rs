//! What conversions add to the statistics of their domains.

use std::collections::BTreeMap;

use attribution::assign::LinkId;
use attribution::spenders::Overflow;
use conversion_pixel::ConversionType;
use kernel::{Hostname, UnixTime};
use touches::{Split, Traits};

use super::conversion::NewConversion;

/// What a number is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct StatsKey {
    /// The domain.
    pub domain: Hostname,
    /// Midnight, in UTC, before the conversion.
    pub day: UnixTime,
    /// The label of the printed code; '' without one.
    pub source: String,
    /// The link.
    pub link: Option<LinkId>,
}

impl StatsKey {
    /// What a conversion of this moment counts for.
    pub(super) fn new(domain: &Hostname, at: UnixTime, source: &str, link: Option<LinkId>) -> Self {
        const DAY: i64 = 86_400;
        let day = UnixTime::from_seconds(at.seconds().div_euclid(DAY) * DAY);
        Self { domain: domain.clone(), day, source: source.to_owned(), link }
    }
}

/// By how much numbers change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Subscribers.
    pub subs: i64,
    /// Money, in minor units.
    pub revenue_cents: i64,
}

/// What a number is about that a split of the statistics shows ([`Split`]).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SplitKey {
    /// The domain.
    pub domain: Hostname,
    /// Midnight, in UTC, before the conversion.
    pub day: UnixTime,
    /// By what the statistics are split.
    pub split: Split,
    /// Which of them.
    pub key: String,
}

/// Where a conversion counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Counted {
    key: StatsKey,
    at: UnixTime,
    traits: Traits,
}

impl Counted {
    /// What a conversion of this moment counts for that no click is known of.
    pub(super) fn without_click(domain: &Hostname, at: UnixTime, source: &str, link: Option<LinkId>) -> Self {
        Self { key: StatsKey::new(domain, at, source, link), at, traits: Traits::default() }
    }

    /// What a conversion counts for; `None` where it belongs to no domain.
    fn of(conversion: &NewConversion<'_>) -> Option<Self> {
        let belongs = conversion.belongs.as_ref()?;
        let at = conversion.occurred_at();
        let key = StatsKey::new(&belongs.attribution.domain, at, &belongs.source, belongs.attribution.link);
        Some(Self { key, at, traits: belongs.traits.clone() })
    }
}

/// By how much the statistics of an owner change. What stays as it is may be left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DailyStats {
    /// Of days, sources and links.
    pub days: BTreeMap<StatsKey, Stats>,
    /// Of all splits.
    pub splits: BTreeMap<SplitKey, Stats>,
}

impl DailyStats {
    /// What these conversions add.
    pub(super) fn of(conversions: &[NewConversion<'_>]) -> Result<Self, Overflow> {
        let mut stats = Self::default();
        for conversion in conversions {
            stats.count(conversion)?;
        }
        Ok(stats)
    }

    /// Counts a conversion where it belongs.
    pub(super) fn count(&mut self, conversion: &NewConversion<'_>) -> Result<(), Overflow> {
        Counted::of(conversion).map_or(Ok(()), |counted| self.add(counted, conversion, 1))
    }

    /// Takes a conversion away from where it was counted.
    pub(super) fn uncount(
        &mut self,
        counted: Counted,
        conversion: &NewConversion<'_>,
    ) -> Result<(), Overflow> {
        self.add(counted, conversion, -1)
    }

    fn add(&mut self, counted: Counted, conversion: &NewConversion<'_>, times: i64) -> Result<(), Overflow> {
        let change = Stats {
            subs: i64::from(conversion.kind == ConversionType::NewSubscriber) * times,
            revenue_cents: conversion.counted_cents().checked_mul(times).ok_or(Overflow)?,
        };
        if change == Stats::default() {
            return Ok(());
        }
        let Counted { key, at, traits } = counted;
        for (split, value) in traits.keys(at) {
            let key = SplitKey { domain: key.domain.clone(), day: key.day, split, key: value };
            self.splits.entry(key).or_default().raise(change)?;
        }
        self.days.entry(key).or_default().raise(change)
    }
}

impl Stats {
    fn raise(&mut self, change: Self) -> Result<(), Overflow> {
        self.subs += change.subs;
        self.revenue_cents = self.revenue_cents.checked_add(change.revenue_cents).ok_or(Overflow)?;
        Ok(())
    }
}
