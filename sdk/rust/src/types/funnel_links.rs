//! Types of funnel links.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// Conversions of a link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ConversionsOut {
    /// Number of messages.
    pub count: i64,
    /// Net revenue of the conversions in cents.
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
    /// Number of buttons with a stamped address.
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
    /// Existing upstream links that would be reused.
    pub adoptable: i64,
    /// Links that are recorded.
    pub exists: i64,
    /// Links that would be created.
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

/// Plan of provisioning.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DryRunOut {
    /// Number of slots by status.
    pub counts: DryRunCounts,
    /// The domain.
    pub domain: String,
    /// One item for each slot.
    pub items: Vec<DryRunItemOut>,
}

/// A link that fills a slot of a domain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FunnelLinkOut {
    /// Whether the link is on.
    pub active: bool,
    /// The country of a trial; null for the paid link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Number of the link.
    pub id: i64,
    /// `tracking_link` or `free_trial`.
    pub kind: String,
    /// Name at the platform.
    pub name: String,
    /// `paid` or `ftl`.
    pub offer: String,
    /// Id at the platform.
    pub provider_id: String,
    /// Length of a trial in days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial_days: Option<i64>,
    /// Address at the platform.
    pub url: String,
}

/// Switch of a funnel link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LinkToggle {
    /// On or off.
    pub active: bool,
}

/// Funnel links that a domain needs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ProvisionLinks {
    /// Whether buttons of the default segment get the paid link too.
    pub default_paid: bool,
    /// Countries that get the paid link: `rest` or `none`.
    pub paid_countries: String,
    /// Two-letter codes of countries with their own free trial; may be empty.
    pub trial_countries: Vec<String>,
    /// 1, 3, 7, 14, 30, 90, 180 or 360; required with trial countries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial_days: Option<i64>,
}

/// Result of provisioning.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProvisionedOut {
    /// Existing upstream links found by the name of their slot.
    pub adopted: i64,
    /// Links created upstream.
    pub created: i64,
    /// The domain.
    pub domain: String,
    /// The domain's links.
    pub links: DomainLinksOut,
    /// Links that were recorded already.
    pub reused: i64,
    /// Number of buttons whose address changed.
    pub stamped: i64,
    /// Slots without a link and buttons without an address, each with the reason.
    pub unresolved: Vec<serde_json::Map<String, serde_json::Value>>,
}

/// A link after it was switched.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToggledOut {
    /// Whether the link is on.
    pub active: bool,
    /// The country of a trial; null for the paid link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Number of the link.
    pub id: i64,
    /// `tracking_link` or `free_trial`.
    pub kind: String,
    /// Name at the platform.
    pub name: String,
    /// `paid` or `ftl`.
    pub offer: String,
    /// Id at the platform.
    pub provider_id: String,
    /// Number of buttons whose address changed.
    pub stamped: i64,
    /// Length of a trial in days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial_days: Option<i64>,
    /// Address at the platform.
    pub url: String,
}

/// Tracked links, by offer and then by time of creation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TrackedLinkList {
    /// The links.
    pub items: Vec<TrackedLinkOut>,
    /// Cursor of the next page; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A tracked funnel link with its statistics.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TrackedLinkOut {
    /// Whether the link is on.
    pub active: bool,
    /// Average revenue per subscriber, in cents.
    pub arps_cents: i64,
    /// Conversions as the engine counts them.
    pub conversions: ConversionsOut,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Domain whose slot the link fills; null without a slot.
    pub domain: Option<String>,
    /// `tracking_link` or `free_trial`.
    pub kind: String,
    /// Number of the link in this service, for switching it on and off.
    pub link_id: i64,
    /// Name at the platform.
    pub name: String,
    /// `paid` or `ftl`.
    pub offer: String,
    /// Id at the platform.
    pub provider_id: String,
    /// Address at the platform.
    pub redirect_url: String,
    /// `foreign` for a link of an account that was connected before. It serves visitors until the connected account has
    /// a link for the slot, can't be switched, and its counters are 0. Absent for a link of the connected account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Counters of the platform.
    pub vendor: VendorOut,
}

/// Counters of the platform for a link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct VendorOut {
    /// Clicks.
    pub clicks: i64,
    /// Day of the counters, `YYYY-MM-DD`.
    pub day: String,
    /// Revenue in cents.
    pub revenue_cents: i64,
    /// Fans who bought.
    pub spenders: i64,
    /// Subscribers.
    pub subscribers: i64,
}
