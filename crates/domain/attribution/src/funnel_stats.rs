//! What was counted of a domain by day and by source, and of one funnel link by the platform.

/// What happened; money in minor units, net.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FunnelStats {
    /// Over all.
    pub totals: FunnelCounts,
    /// Of each day with a count that is not 0, `YYYY-MM-DD` in UTC, oldest first.
    pub days: Vec<(String, FunnelCounts)>,
    /// Of each source with a count that is not 0, by its label; '' is none.
    pub sources: Vec<(String, FunnelCounts)>,
}

/// A funnel link of a domain, with the platform's counters as they were last pulled: 0 before the first pull.
#[derive(Debug, Clone, PartialEq, Eq)]
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
