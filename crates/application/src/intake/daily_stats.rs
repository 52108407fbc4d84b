//! Increments of the domains' statistics.

use std::collections::BTreeMap;

use attribution::assign::LinkId;
use attribution::spenders::Overflow;
use conversion_pixel::ConversionType;
use kernel::{Hostname, UnixTime};
use touches::{Split, Traits};

use super::conversion::NewConversion;

/// Key of one row in the daily statistics.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct StatsKey {
    pub domain: Hostname,
    /// Midnight in UTC at the start of the conversion's day.
    pub day: UnixTime,
    /// Label of the printed code; empty without a code.
    pub source: String,
    pub link: Option<LinkId>,
}

impl StatsKey {
    /// Key of the row that counts a conversion at this time.
    pub(super) fn new(domain: &Hostname, at: UnixTime, source: &str, link: Option<LinkId>) -> Self {
        const DAY: i64 = 86_400;
        let day = UnixTime::from_seconds(at.seconds().div_euclid(DAY) * DAY);
        Self { domain: domain.clone(), day, source: source.to_owned(), link }
    }
}

/// Increments of one statistics row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Number of subscribers.
    pub subs: i64,
    /// Revenue, in minor units.
    pub revenue_cents: i64,
}

/// Key of one row in a statistics breakdown ([`Split`]).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SplitKey {
    pub domain: Hostname,
    /// Midnight in UTC at the start of the conversion's day.
    pub day: UnixTime,
    /// Dimension of the breakdown.
    pub split: Split,
    /// Value of the dimension.
    pub key: String,
}

/// Statistics rows that count a conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Counted {
    key: StatsKey,
    at: UnixTime,
    traits: Traits,
}

impl Counted {
    /// Rows that count a conversion without a known click.
    pub(super) fn without_click(domain: &Hostname, at: UnixTime, source: &str, link: Option<LinkId>) -> Self {
        Self { key: StatsKey::new(domain, at, source, link), at, traits: Traits::default() }
    }

    /// Rows that count a conversion; `None` without an attributed domain.
    fn of(conversion: &NewConversion<'_>) -> Option<Self> {
        let belongs = conversion.belongs.as_ref()?;
        let at = conversion.occurred_at();
        let key = StatsKey::new(&belongs.attribution.domain, at, &belongs.source, belongs.attribution.link);
        Some(Self { key, at, traits: belongs.traits.clone() })
    }
}

/// Increments of one owner's statistics. Unchanged rows may be missing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DailyStats {
    /// Increments by day, source and link.
    pub days: BTreeMap<StatsKey, Stats>,
    /// Increments of the breakdowns.
    pub splits: BTreeMap<SplitKey, Stats>,
}

impl DailyStats {
    /// Sums the increments of these conversions.
    pub(super) fn of(conversions: &[NewConversion<'_>]) -> Result<Self, Overflow> {
        let mut stats = Self::default();
        for conversion in conversions {
            stats.count(conversion)?;
        }
        Ok(stats)
    }

    /// Adds a conversion to its rows.
    pub(super) fn count(&mut self, conversion: &NewConversion<'_>) -> Result<(), Overflow> {
        Counted::of(conversion).map_or(Ok(()), |counted| self.add(counted, conversion, 1))
    }

    /// Subtracts a conversion from the rows that counted it.
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
