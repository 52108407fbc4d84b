//! Values of a link, and which links are permanent.

use kernel::{CountryCode, UnixTime};
use serde::{Deserialize, Serialize};

use super::id::PlatformLinkId;

/// Limits of a trial link on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TrialLimits {
    /// End of the offer.
    pub expires_at: Option<UnixTime>,
    /// Maximum number of claims; `None` and 0 mean no limit.
    pub claim_limit: Option<u64>,
    /// Whether the offer has ended.
    pub finished: bool,
}

/// Whether a trial link works for ever: no end, no claim limit, not finished.
pub fn is_permanent(limits: TrialLimits) -> bool {
    limits.expires_at.is_none() && limits.claim_limit.unwrap_or(0) == 0 && !limits.finished
}

/// Revenue of a link as the platform computed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkRevenue {
    /// Net revenue in cents, after refunds and chargebacks.
    pub net_cents: i64,
    /// Number of fans who spent money.
    pub spenders: u64,
}

/// Cumulative counters of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counters {
    /// Number of clicks.
    pub clicks: u64,
    /// Number of subscribers, or of claims of a trial link.
    pub subscribers: u64,
    /// Revenue; `None` while the platform computes it, which is unknown and not zero.
    pub revenue: Option<LinkRevenue>,
}

impl Counters {
    /// Returns the counters after a reading. An unknown revenue keeps the known one.
    #[must_use]
    pub fn updated(self, read: Self) -> Self {
        Self { revenue: read.revenue.or(self.revenue), ..read }
    }
}

/// Link of a platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlatformLink {
    /// Id of the link.
    pub id: PlatformLinkId,
    /// Name on the platform.
    pub name: String,
    /// Public address; `None` until the platform tells it.
    pub url: Option<String>,
    /// Country, read from a name of ours.
    pub country: Option<CountryCode>,
    /// Length of the trial, in days.
    pub trial_days: Option<u16>,
    /// Whether the link has no end and no claim limit.
    pub permanent: bool,
    /// Whether the platform still serves the link.
    pub alive: bool,
    /// Whether the owner switched the link off here.
    pub switched_off: bool,
    /// Time of the creation.
    pub created_at: UnixTime,
    /// Counters.
    pub counters: Counters,
}

impl PlatformLink {
    /// Whether visitors are sent to the link: the platform serves it, and the owner did not switch it off.
    pub fn is_active(&self) -> bool {
        self.alive && !self.switched_off
    }
}

/// Returns the address of a campaign of OnlyFans, which contains the creator's user name.
pub fn campaign_url(username: &str, campaign_code: u64) -> String {
    format!("https://onlyfans.com/{username}/c{campaign_code}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permanent_trial_has_no_end_and_no_limit() {
        let end = Some(UnixTime::from_seconds(1_800_000_000));
        for (expires_at, claim_limit, finished, expected) in [
            (None, None, false, true),
            (None, Some(0), false, true),
            (None, Some(10), false, false),
            (end, None, false, false),
            (None, None, true, false),
        ] {
            let limits = TrialLimits { expires_at, claim_limit, finished };
            assert_eq!(is_permanent(limits), expected, "{limits:?}");
        }
    }

    #[test]
    fn unknown_revenue_keeps_the_known_one() {
        let revenue = Some(LinkRevenue { net_cents: 1_000, spenders: 2 });
        let known = Counters { clicks: 5, subscribers: 1, revenue };
        let read = Counters { clicks: 9, subscribers: 3, revenue: None };
        assert_eq!(known.updated(read), Counters { clicks: 9, subscribers: 3, revenue });
    }

    #[test]
    fn addresses_of_campaigns_are_composed() {
        assert_eq!(campaign_url("maya", 17), "https://onlyfans.com/maya/c17");
    }
}
