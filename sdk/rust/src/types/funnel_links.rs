//! Types of funnel links.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// Conversions of a link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ConversionsOut {
    /// How many.
    pub count: i64,
    /// Their net revenue in cents.
    pub revenue_net_cents: i64,
}

/// The links that fill a domain's slots.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainLinksOut {
    /// The domain.
    pub domain: String,
    /// The paid link, then the trials by country.
    pub items: Vec<FunnelLinkOut>,
    /// Buttons that have a stamped address.
    pub stamped_count: i64,
    /// Paid links.
    pub tracking_count: i64,
    /// Free-trial links.
    pub trial_count: i64,
}

/// Slots by status.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DryRunCounts {
    /// Links that would be taken over.
    pub adoptable: i64,
    /// Links that are recorded.
    pub exists: i64,
    /// Links that would be made.
    pub new: i64,
}

/// One slot of a dry run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DryRunItemOut {
    /// The country of a trial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// `paid` or `ftl`.
    pub offer: String,
    /// `new`, `exists` or `adoptable`.
    pub status: String,
}

/// What provisioning would do.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DryRunOut {
    /// How many of each status.
    pub counts: DryRunCounts,
    /// The domain.
    pub domain: String,
    /// One item a slot.
    pub items: Vec<DryRunItemOut>,
}

/// A link that fills a slot of a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FunnelLinkOut {
    /// Whether it is switched on.
    pub active: bool,
    /// The country of a trial; null for the paid link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Unix seconds.
    pub created_at: i64,
    /// Its number.
    pub id: i64,
    /// `tracking_link` or `free_trial`.
    pub kind: String,
    /// What it is called there.
    pub name: String,
    /// `paid` or `ftl`.
    pub offer: String,
    /// What the platform calls it.
    pub provider_id: String,
    /// The length of a trial in days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial_days: Option<i64>,
    /// Its upstream address.
    pub url: String,
}

/// Whether a funnel link is to be on.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LinkToggle {
    /// On or off.
    pub active: bool,
}

/// Which funnel links a domain is to have.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ProvisionLinks {
    /// Whether buttons of the default segment get the paid link too.
    pub default_paid: bool,
    /// `rest` or `none`: who gets the paid link.
    pub paid_countries: String,
    /// Two-letter codes of the countries that get a free trial of their own; may be empty.
    pub trial_countries: Vec<String>,
    /// 1, 3, 7, 14, 30, 90, 180 or 360; needed where there are trial countries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial_days: Option<i64>,
}

/// What provisioning did.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProvisionedOut {
    /// Links found upstream under their slot's name.
    pub adopted: i64,
    /// Links made upstream.
    pub created: i64,
    /// The domain.
    pub domain: String,
    /// The domain's links.
    pub links: DomainLinksOut,
    /// Links that were recorded already.
    pub reused: i64,
    /// Buttons whose address changed.
    pub stamped: i64,
    /// Slots without a link and buttons without an address, each with the reason.
    pub unresolved: Vec<serde_json::Map<String, serde_json::Value>>,
}

/// A link after it was switched.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToggledOut {
    /// Whether it is switched on.
    pub active: bool,
    /// The country of a trial; null for the paid link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Unix seconds.
    pub created_at: i64,
    /// Its number.
    pub id: i64,
    /// `tracking_link` or `free_trial`.
    pub kind: String,
    /// What it is called there.
    pub name: String,
    /// `paid` or `ftl`.
    pub offer: String,
    /// What the platform calls it.
    pub provider_id: String,
    /// Buttons whose address changed.
    pub stamped: i64,
    /// The length of a trial in days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial_days: Option<i64>,
    /// Its upstream address.
    pub url: String,
}

/// Tracked links, by offer and then by time of creation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TrackedLinkList {
    /// The links.
    pub items: Vec<TrackedLinkOut>,
    /// Where the next page begins; null at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A tracked funnel link with its statistics.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TrackedLinkOut {
    /// Whether it is switched on.
    pub active: bool,
    /// Average revenue per subscriber, in cents.
    pub arps_cents: i64,
    /// The engine's count of conversions.
    pub conversions: ConversionsOut,
    /// Unix seconds.
    pub created_at: i64,
    /// The domain whose slot it fills, where it is switched on and off; null for one that is only in the account.
    pub domain: Option<String>,
    /// `tracking_link` or `free_trial`.
    pub kind: String,
    /// Our number of it, by which it is switched on and off.
    pub link_id: i64,
    /// What it is called there.
    pub name: String,
    /// `paid` or `ftl`.
    pub offer: String,
    /// What the platform calls it.
    pub provider_id: String,
    /// Its upstream address.
    pub redirect_url: String,
    /// `foreign` for a link of an account that was connected before: it serves visitors while it is switched on, can't be
    /// switched here, and its counters are 0. Absent for a link of the connected account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The platform's counters.
    pub vendor: VendorOut,
}

/// The platform's counters of a link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct VendorOut {
    /// Clicks.
    pub clicks: i64,
    /// As of which day, `YYYY-MM-DD`.
    pub day: String,
    /// Revenue in cents.
    pub revenue_cents: i64,
    /// Fans who spent.
    pub spenders: i64,
    /// Subscribers.
    pub subscribers: i64,
}
