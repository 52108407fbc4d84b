//! Statistics of a domain by day and source, and platform counters of a funnel link.

use serde::{Deserialize, Serialize};

/// Counts of funnel steps; money is net, in minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FunnelCounts {
    /// Number of scans of printed codes.
    pub scans: i64,
    /// Number of page visits.
    pub visits: i64,
    /// Number of clicks on buttons and smart links.
    pub clicks: i64,
    /// Number of new subscribers.
    pub subs: i64,
    /// Revenue minus refunds.
    pub revenue_cents: i64,
}

impl FunnelCounts {
    /// Whether any count is not 0. A day may have only zeros after its conversions moved to another attribution.
    pub fn is_something(&self) -> bool {
        *self != Self::default()
    }
}

/// Statistics of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FunnelStats {
    /// Sums over all days.
    pub totals: FunnelCounts,
    /// Counts per day, `YYYY-MM-DD` in UTC, oldest first. Days with only zeros are left out.
    pub days: Vec<(String, FunnelCounts)>,
    /// Counts per source label, '' for no source. Sources with only zeros are left out.
    pub sources: Vec<(String, FunnelCounts)>,
}

kernel::words! {
    /// Dimension of a statistics breakdown.
    SplitBy {
        /// Country of the visitor.
        Country = "country",
        /// Kind of device.
        Device = "device",
        /// Browser, or the app with the built-in browser.
        Browser = "browser",
        /// Clicked button.
        Button = "button",
        /// Host of the page that linked to the visited page.
        Referrer = "referrer",
        /// Experiment arm that the page showed.
        Arm = "arm",
        /// Hour in UTC.
        Hour = "hour",
    }
}

/// Counts of one breakdown item; money is net, in minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SplitCounts {
    /// Number of page visits.
    pub visits: i64,
    /// Number of clicks on buttons and smart links.
    pub clicks: i64,
    /// Number of new subscribers.
    pub subs: i64,
    /// Revenue minus refunds.
    pub revenue_cents: i64,
}

/// Statistics breakdown of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SplitStats {
    /// Counts per key, '' for an unknown value. Hours have their start as key, such as `2026-01-01T13:00:00Z`, in order
    /// of time. Other items are ordered by visits, then clicks (highest first), then key.
    pub items: Vec<(String, SplitCounts)>,
    /// Visits and clicks of bots, which no item includes.
    pub bots: SplitCounts,
}

/// Maximum number of items of a breakdown, except by hour.
pub const MOST_ITEMS: u32 = 1_000;
/// Maximum number of hours of a breakdown; the latest ones are returned.
pub const MOST_HOURS: u32 = 2_400;

/// Funnel link of a domain with the platform's counters at the last pull; 0 before the first pull.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkSummary {
    /// Number of the link.
    pub link_id: i64,
    /// Id of the link at the engine.
    pub provider_id: String,
    /// Offer: `paid` or `ftl`.
    pub offer: String,
    /// Name of the link on the platform.
    pub name: String,
    /// Address of the link on the platform.
    pub url: String,
    /// Country of a trial link.
    pub country: Option<String>,
    /// Number of clicks.
    pub clicks: i64,
    /// Number of subscribers.
    pub subscribers: i64,
    /// Revenue in minor units.
    pub revenue_cents: i64,
    /// Number of fans who spent money.
    pub spenders: i64,
}
