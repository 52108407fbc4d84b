//! What conversions add to the statistics of their domains.

use std::collections::BTreeMap;

use attribution::assign::LinkId;
use attribution::spenders::Overflow;
use conversion_pixel::ConversionType;
use kernel::{Hostname, UnixTime};

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

    /// What a conversion counts for; `None` where it belongs to no domain.
    fn of(conversion: &NewConversion<'_>) -> Option<Self> {
        let domain = conversion.domain()?;
        Some(Self::new(domain, conversion.occurred_at(), conversion.source(), conversion.link()))
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

/// By how much the statistics of an owner change. What stays as it is may be left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DailyStats(pub BTreeMap<StatsKey, Stats>);

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
        StatsKey::of(conversion).map_or(Ok(()), |key| self.add(key, conversion, 1))
    }

    /// Takes a conversion away from where it was counted.
    pub(super) fn uncount(&mut self, key: StatsKey, conversion: &NewConversion<'_>) -> Result<(), Overflow> {
        self.add(key, conversion, -1)
    }

    fn add(&mut self, key: StatsKey, conversion: &NewConversion<'_>, times: i64) -> Result<(), Overflow> {
        let subs = i64::from(conversion.kind == ConversionType::NewSubscriber) * times;
        let revenue_cents = conversion.net_cents().checked_mul(times).ok_or(Overflow)?;
        if subs == 0 && revenue_cents == 0 {
            return Ok(());
        }
        let stats = self.0.entry(key).or_default();
        stats.subs += subs;
        stats.revenue_cents = stats.revenue_cents.checked_add(revenue_cents).ok_or(Overflow)?;
        Ok(())
    }
}
