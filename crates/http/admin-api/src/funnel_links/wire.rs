//! Funnel links: tracked links of a platform, and their provisioning.

use crate::words;
use deserr::Deserr;
use http_kit::extract::Faults;
use http_kit::wire::Int;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// Filters of the list of tracked links.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct TrackedLinkQuery {
    /// Part of the name or provider id, ignoring case.
    #[deserr(default)]
    #[param(max_length = 100)]
    #[validate(length(max = 100))]
    pub search: Option<String>,
    /// Maximum number of items.
    #[deserr(default = 1000, from(Int<u32, 1, 1000>) = Int::get)]
    #[param(minimum = 1, maximum = 1000, default = 1000, required = false)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[deserr(default)]
    pub cursor: Option<String>,
}

/// A tracked funnel link with its statistics.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = TrackedLink)]
pub struct TrackedLinkOut {
    /// Number of the link in this service, for switching it on and off.
    pub link_id: i64,
    /// Domain whose slot the link fills; null without a slot.
    #[schema(required)]
    pub domain: Option<String>,
    /// Id at the platform.
    pub provider_id: String,
    /// Offer.
    #[schema(value_type = words::Offer)]
    pub offer: String,
    /// Kind at the platform.
    #[schema(value_type = words::FunnelLinkKind)]
    pub kind: String,
    /// Name at the platform.
    pub name: String,
    /// Address at the platform.
    pub redirect_url: String,
    /// Whether the link is on.
    pub active: bool,
    /// `foreign` for a link of an account that was connected before. It serves visitors until the connected account has
    /// a link for the slot, can't be switched, and its counters are 0. Absent for a link of the connected account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<words::TrackedLinkState>)]
    pub state: Option<String>,
    /// Time in Unix seconds.
    pub created_at: i64,
    /// Counters of the platform.
    pub vendor: VendorOut,
    /// Conversions as the engine counts them.
    pub conversions: ConversionsOut,
    /// Average revenue per subscriber, in cents.
    pub arps_cents: i64,
}

/// Counters of the platform for a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = VendorCounters)]
pub struct VendorOut {
    /// Day of the counters, `YYYY-MM-DD`.
    pub day: String,
    /// Clicks.
    pub clicks: i64,
    /// Subscribers.
    pub subscribers: i64,
    /// Revenue in cents.
    pub revenue_cents: i64,
    /// Fans who bought.
    pub spenders: i64,
}

/// Conversions of a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = LinkConversions)]
pub struct ConversionsOut {
    /// Number of messages.
    pub count: i64,
    /// Net revenue of the conversions in cents.
    pub revenue_net_cents: i64,
}

/// Tracked links, by offer and then by time of creation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TrackedLinkList {
    /// The links.
    pub items: Vec<TrackedLinkOut>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// Funnel links that a domain needs.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[validate(schema(function = crate::rules::provisioning, skip_on_field_errors = false))]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"trial_countries": ["DE", "US"], "paid_countries": "rest", "default_paid": true, "trial_days": 7}))]
pub struct ProvisionLinks {
    /// Two-letter codes of countries with their own free trial; may be empty.
    #[schema(value_type = Vec<words::CountryCode>)]
    #[validate(custom(function = crate::rules::trial_countries))]
    pub trial_countries: Vec<String>,
    /// Countries that get the paid link.
    #[schema(value_type = words::PaidCountries)]
    #[validate(custom(function = crate::rules::paid_countries))]
    pub paid_countries: String,
    /// Whether buttons of the default segment get the paid link too.
    pub default_paid: bool,
    /// 1, 3, 7, 14, 30, 90, 180 or 360; required with trial countries.
    #[deserr(default)]
    pub trial_days: Option<i64>,
}

/// Result of provisioning.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Provisioned)]
pub struct ProvisionedOut {
    /// The domain.
    pub domain: String,
    /// Links created upstream.
    pub created: u32,
    /// Existing upstream links found by the name of their slot.
    pub adopted: u32,
    /// Links that were recorded already.
    pub reused: u32,
    /// Number of buttons whose address changed.
    pub stamped: u32,
    /// Slots without a link and buttons without an address, each with the reason.
    pub unresolved: Vec<UnresolvedOut>,
    /// The domain's links.
    pub links: DomainLinksOut,
}

/// A slot or button that remains unresolved.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Unresolved)]
pub enum UnresolvedOut {
    /// A slot without a link.
    Slot(UnresolvedSlot),
    /// A button without an address.
    Button(UnresolvedButton),
}

/// A slot without a link.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UnresolvedSlot {
    /// Offer.
    #[schema(value_type = words::Offer)]
    pub offer: String,
    /// The country of a trial.
    #[schema(required)]
    pub country: Option<String>,
    /// Reason.
    #[schema(value_type = words::UnlinkedReason)]
    pub reason: String,
}

/// A button without an address.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UnresolvedButton {
    /// The button.
    pub button_id: String,
    /// Reason.
    #[schema(value_type = words::UnstampedReason)]
    pub reason: String,
}

/// The links that fill a domain's slots.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = DomainLinks)]
pub struct DomainLinksOut {
    /// The domain.
    pub domain: String,
    /// Free-trial links.
    pub trial_count: usize,
    /// Paid links.
    pub tracking_count: usize,
    /// Number of buttons with a stamped address.
    pub stamped_count: u32,
    /// The paid link, then the trials by country.
    pub items: Vec<FunnelLinkOut>,
}

/// A link that fills a slot of a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = FunnelLink)]
pub struct FunnelLinkOut {
    /// Number of the link.
    pub id: i64,
    /// Offer.
    #[schema(value_type = words::Offer)]
    pub offer: String,
    /// Kind at the platform.
    #[schema(value_type = words::FunnelLinkKind)]
    pub kind: String,
    /// The country of a trial; null for the paid link.
    pub country: Option<String>,
    /// Id at the platform.
    pub provider_id: String,
    /// Name at the platform.
    pub name: String,
    /// Address at the platform.
    pub url: String,
    /// Length of a trial in days.
    pub trial_days: Option<u16>,
    /// Whether the link is on.
    pub active: bool,
    /// Time in Unix seconds.
    pub created_at: i64,
}

/// Plan of provisioning.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = DryRun)]
pub struct DryRunOut {
    /// The domain.
    pub domain: String,
    /// One item for each slot.
    pub items: Vec<DryRunItemOut>,
    /// Number of slots by status.
    pub counts: DryRunCounts,
}

/// One slot of a dry run.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = DryRunItem)]
pub struct DryRunItemOut {
    /// Offer.
    #[schema(value_type = words::Offer)]
    pub offer: String,
    /// The country of a trial.
    pub country: Option<String>,
    /// State.
    #[schema(value_type = words::SlotStatus)]
    pub status: String,
}

/// Slots by status.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DryRunCounts {
    /// Links that would be created.
    pub new: usize,
    /// Links that are recorded.
    pub exists: usize,
    /// Existing upstream links that would be reused.
    pub adoptable: usize,
}

/// Switch of a funnel link.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"active": false}))]
pub struct LinkToggle {
    /// On or off.
    pub active: bool,
}

/// A link after it was switched.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ToggledLink)]
pub struct ToggledOut {
    /// The link.
    #[serde(flatten)]
    pub link: FunnelLinkOut,
    /// Number of buttons whose address changed.
    pub stamped: u32,
}
