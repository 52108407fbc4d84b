//! What was counted of a domain by day and by source, and of one funnel link by the platform.

use serde::{Deserialize, Serialize};

/// What happened; money in minor units, net.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FunnelCounts {
    /// Scans of printed codes.
    pub scans: i64,
    /// Visits of pages.
    pub visits: i64,
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// New subscribers.
    pub subs: i64,
    /// Money, refunds taken off.
    pub revenue_cents: i64,
}

impl FunnelCounts {
    /// Whether any of them is not 0. All of a day may be 0 when what was counted there turned out to belong elsewhere.
    pub fn is_something(&self) -> bool {
        *self != Self::default()
    }
}

/// What was counted of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FunnelStats {
    /// Over all.
    pub totals: FunnelCounts,
    /// Of each day with a count that is not 0, `YYYY-MM-DD` in UTC, oldest first.
    pub days: Vec<(String, FunnelCounts)>,
    /// Of each source with a count that is not 0, by its label; '' is none.
    pub sources: Vec<(String, FunnelCounts)>,
}

kernel::words! {
    /// By what the statistics of a domain are split.
    SplitBy {
        /// The visitor's country.
        Country = "country",
        /// The kind of device.
        Device = "device",
        /// The browser, or the app whose built-in browser it was.
        Browser = "browser",
        /// The button that was clicked.
        Button = "button",
        /// The host of the page from which the visitor came.
        Referrer = "referrer",
        /// The arm of an experiment that the page showed.
        Arm = "arm",
        /// The hour, in UTC.
        Hour = "hour",
    }
}

/// What happened to those with one trait; money in minor units, net.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SplitCounts {
    /// Visits of pages.
    pub visits: i64,
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// New subscribers.
    pub subs: i64,
    /// Money, refunds taken off.
    pub revenue_cents: i64,
}

/// The statistics of a domain, split.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SplitStats {
    /// By key: the trait, '' where it is unknown; of an hour its beginning, `2026-01-01T13:00:00Z`. Hours are in their order,
    /// all else with most visits first, then most clicks, then by key.
    pub items: Vec<(String, SplitCounts)>,
    /// What programs did, which is in no item: visits and clicks.
    pub bots: SplitCounts,
}

/// The most items of a split, hours aside.
pub const MOST_ITEMS: u32 = 1_000;
/// The most hours of a split; the last ones are returned.
pub const MOST_HOURS: u32 = 2_400;

/// A funnel link of a domain, with the platform's counters as they were last pulled: 0 before the first pull.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkSummary {
    /// Its number.
    pub link_id: i64,
    /// What the platform calls it.
    pub provider_id: String,
    /// `paid` or `ftl`.
    pub offer: String,
    /// What it is called there.
    pub name: String,
    /// Its upstream address.
    pub url: String,
    /// The country of a trial.
    pub country: Option<String>,
    /// Clicks.
    pub clicks: i64,
    /// Subscribers.
    pub subscribers: i64,
    /// Revenue in minor units.
    pub revenue_cents: i64,
    /// Fans who spent.
    pub spenders: i64,
}
