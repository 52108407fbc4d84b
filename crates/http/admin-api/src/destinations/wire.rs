//! Destination health.

use crate::words;
use deserr::Deserr;
use http_kit::extract::Faults;
use http_kit::wire::Int;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// Health of a destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserr)]
#[deserr(error = Faults, rename_all = lowercase)]
pub enum DestinationState {
    /// Not checked yet.
    Unknown,
    /// Reachable at the last successful check, and not broken since.
    Ok,
    /// Broken.
    Broken,
}

/// Filters of the list of destinations.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[into_params(parameter_in = Query)]
pub struct DestinationQuery {
    /// Only items in this state.
    #[deserr(default)]
    #[param(value_type = Option<words::DestinationState>)]
    pub state: Option<DestinationState>,
    /// Maximum number of items.
    #[deserr(default = 100, from(Int<u32, 1, 1000>) = Int::get)]
    #[param(minimum = 1, maximum = 1000, default = 100, required = false)]
    pub limit: u32,
    /// `next_cursor` of the previous page.
    #[deserr(default)]
    pub cursor: Option<String>,
}

/// The destinations of an owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DestinationList {
    /// Whether destinations are checked; if not, the list is empty.
    pub enabled: bool,
    /// Destinations, oldest first.
    pub items: Vec<DestinationOut>,
    /// Cursor of the next page; null on the last page.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// An address that buttons or smart links lead to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Destination)]
pub struct DestinationOut {
    /// The address, without its fragment.
    pub url: String,
    /// Domains whose pages or smart links use the address, at most 20.
    pub domains: Vec<String>,
    /// State.
    #[schema(value_type = words::DestinationState)]
    pub state: String,
    /// Time of the first failed check, while broken.
    #[schema(required, format = DateTime)]
    pub broken_since: Option<String>,
    /// HTTP status of the last response, after redirects; null without a response.
    #[schema(required)]
    pub last_status: Option<u16>,
    /// Reason why the last check got no response. Null after a response, and before the first check.
    #[schema(value_type = Option<words::DestinationFailure>, required)]
    pub last_error: Option<String>,
    /// Time of the last check.
    #[schema(required, format = DateTime)]
    pub checked_at: Option<String>,
    /// Time of the next check.
    #[schema(format = DateTime)]
    pub next_check_at: String,
}

/// Switch of destination health.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"enabled": true}))]
pub struct DestinationSwitch {
    /// True checks each destination once a day; false deletes all results.
    pub enabled: bool,
}

/// A destination to check.
#[derive(Debug, Clone, Deserr, ToSchema, Validate)]
#[deserr(error = Faults, deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"url": "https://shop.example.com/sale"}))]
pub struct DestinationCheck {
    /// The address of a destination.
    #[schema(min_length = 1, max_length = 2048)]
    #[validate(length(min = 1, max = 2048), custom(function = crate::rules::destination_url))]
    pub url: String,
}
