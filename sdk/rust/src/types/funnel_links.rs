//! Types of funnel links.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::types::CountryCode;
use crate::types::Offer;
use crate::words::UnknownValue;
use crate::words::words;
use serde::{Deserialize, Serialize};

/// The links that fill a domain's slots.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DomainLinks {
    /// The domain.
    pub domain: String,
    /// The paid link, then the trials by country.
    pub items: Vec<FunnelLink>,
    /// Number of buttons with a stamped address.
    pub stamped_count: i64,
    /// Paid links.
    pub tracking_count: i64,
    /// Free-trial links.
    pub trial_count: i64,
}

/// Plan of provisioning.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DryRun {
    /// Number of slots by status.
    pub counts: DryRunCounts,
    /// The domain.
    pub domain: String,
    /// One item for each slot.
    pub items: Vec<DryRunItem>,
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DryRunItem {
    /// The country of a trial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Offer.
    pub offer: Offer,
    /// State.
    pub status: SlotStatus,
}

/// A link that fills a slot of a domain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FunnelLink {
    /// Whether the link is on.
    pub active: bool,
    /// The country of a trial; null for the paid link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Number of the link.
    pub id: i64,
    /// Kind at the platform.
    pub kind: FunnelLinkKind,
    /// Name at the platform.
    pub name: String,
    /// Offer.
    pub offer: Offer,
    /// Id at the platform.
    pub provider_id: String,
    /// Length of a trial in days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial_days: Option<i64>,
    /// Address at the platform.
    pub url: String,
}

words! {
    /// Kind of a funnel link at the platform.
    FunnelLinkKind {
        TrackingLink = "tracking_link",
        FreeTrial = "free_trial",
    }
}

/// Conversions of a link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LinkConversions {
    /// Number of messages.
    pub count: i64,
    /// Net revenue of the conversions in cents.
    pub revenue_net_cents: i64,
}

/// Switch of a funnel link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LinkToggle {
    /// On or off.
    pub active: bool,
}

words! {
    /// Countries that get the paid link.
    PaidCountries {
        Rest = "rest",
        None = "none",
    }
}

/// Funnel links that a domain needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProvisionLinks {
    /// Whether buttons of the default segment get the paid link too.
    pub default_paid: bool,
    /// Countries that get the paid link.
    pub paid_countries: PaidCountries,
    /// Two-letter codes of countries with their own free trial; may be empty.
    pub trial_countries: Vec<CountryCode>,
    /// 1, 3, 7, 14, 30, 90, 180 or 360; required with trial countries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial_days: Option<i64>,
}

/// Result of provisioning.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Provisioned {
    /// Existing upstream links found by the name of their slot.
    pub adopted: i64,
    /// Links created upstream.
    pub created: i64,
    /// The domain.
    pub domain: String,
    /// The domain's links.
    pub links: DomainLinks,
    /// Links that were recorded already.
    pub reused: i64,
    /// Number of buttons whose address changed.
    pub stamped: i64,
    /// Slots without a link and buttons without an address, each with the reason.
    pub unresolved: Vec<Unresolved>,
}

words! {
    /// State of a slot in a plan.
    SlotStatus {
        New = "new",
        Exists = "exists",
        Adoptable = "adoptable",
    }
}

/// A link after it was switched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToggledLink {
    /// Whether the link is on.
    pub active: bool,
    /// The country of a trial; null for the paid link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Number of the link.
    pub id: i64,
    /// Kind at the platform.
    pub kind: FunnelLinkKind,
    /// Name at the platform.
    pub name: String,
    /// Offer.
    pub offer: Offer,
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

/// A tracked funnel link with its statistics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TrackedLink {
    /// Whether the link is on.
    pub active: bool,
    /// Average revenue per subscriber, in cents.
    pub arps_cents: i64,
    /// Conversions as the engine counts them.
    pub conversions: LinkConversions,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Domain whose slot the link fills; null without a slot.
    pub domain: Option<String>,
    /// Kind at the platform.
    pub kind: FunnelLinkKind,
    /// Number of the link in this service, for switching it on and off.
    pub link_id: i64,
    /// Name at the platform.
    pub name: String,
    /// Offer.
    pub offer: Offer,
    /// Id at the platform.
    pub provider_id: String,
    /// Address at the platform.
    pub redirect_url: String,
    /// `foreign` for a link of an account that was connected before. It serves visitors until the connected account has
    /// a link for the slot, can't be switched, and its counters are 0. Absent for a link of the connected account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<TrackedLinkState>,
    /// Counters of the platform.
    pub vendor: VendorCounters,
}

/// Tracked links, by offer and then by time of creation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TrackedLinkList {
    /// The links.
    pub items: Vec<TrackedLink>,
    /// Cursor of the next page; null on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

words! {
    /// State of a tracked link.
    TrackedLinkState {
        Foreign = "foreign",
    }
}

words! {
    /// Reason why a slot stays without a link.
    UnlinkedReason {
        EngineNotConnected = "engine_not_connected",
        EngineError = "engine_error",
        BadLink = "bad_link",
        WrongOffer = "wrong_offer",
        WrongCountry = "wrong_country",
        NotPermanent = "not_permanent",
        LinkTaken = "link_taken",
    }
}

/// A slot or button that remains unresolved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Unresolved {
    /// A slot without a link.
    UnresolvedSlot(UnresolvedSlot),
    /// A button without an address.
    UnresolvedButton(UnresolvedButton),
    /// A form that is newer than this SDK.
    Other(UnknownValue),
}

/// A button without an address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnresolvedButton {
    /// The button.
    pub button_id: String,
    /// Reason.
    pub reason: UnstampedReason,
}

/// A slot without a link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnresolvedSlot {
    /// The country of a trial.
    pub country: Option<String>,
    /// Offer.
    pub offer: Offer,
    /// Reason.
    pub reason: UnlinkedReason,
}

words! {
    /// Reason why a button stays without an address.
    UnstampedReason {
        NoCountryLink = "no_country_link",
        SeveralCountries = "several_countries",
        NotProvisioned = "not_provisioned",
        Inactive = "inactive",
    }
}

/// Counters of the platform for a link.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct VendorCounters {
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
