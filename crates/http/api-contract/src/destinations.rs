//! Destination health.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// How a destination is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DestinationState {
    /// Nobody knows yet.
    Unknown,
    /// It was reachable, and is not known to be broken since.
    Ok,
    /// It is broken.
    Broken,
}

/// Which destinations to list.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DestinationQuery {
    /// Only those in this state.
    #[serde(default)]
    #[param(inline)]
    pub state: Option<DestinationState>,
    /// How many at most.
    #[serde(default = "hundred")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    #[param(minimum = 1, maximum = 1000, default = 100)]
    pub limit: u32,
    /// Where the part before ended.
    #[serde(default)]
    pub cursor: Option<String>,
}

fn hundred() -> u32 {
    100
}

/// The destinations of an owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DestinationList {
    /// Whether destinations are looked at; without it there are none.
    pub enabled: bool,
    /// The destinations, those that were found first at the beginning.
    pub items: Vec<DestinationOut>,
    /// Where the next part begins; null at the end.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// An address that buttons or smart links lead to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DestinationOut {
    /// The address, without its fragment.
    pub url: String,
    /// Domains on whose pages or smart links it is used, 20 of them at most.
    pub domains: Vec<String>,
    /// `unknown`, `ok` or `broken`.
    pub state: String,
    /// The first look that failed, while it is broken.
    #[schema(required, format = DateTime)]
    pub broken_since: Option<String>,
    /// The HTTP status of the last answer, behind its redirects; null when none came.
    #[schema(required)]
    pub last_status: Option<u16>,
    /// Reason why none came: `dns`, `refused`, `connection`, `tls`, `timeout`, `redirects` or `forbidden_address`; null when one did, or before
    /// the first look.
    #[schema(required)]
    pub last_error: Option<String>,
    /// When it was last looked at.
    #[schema(required, format = DateTime)]
    pub checked_at: Option<String>,
    /// When it is looked at next.
    #[schema(format = DateTime)]
    pub next_check_at: String,
}

/// Whether destinations are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"enabled": true}))]
pub struct DestinationSwitch {
    /// True looks at each once a day; false deletes them all.
    pub enabled: bool,
}

/// Which destination to look at.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"url": "https://shop.example.com/sale"}))]
pub struct DestinationCheck {
    /// The address of a destination.
    #[schema(min_length = 1, max_length = 2048)]
    pub url: String,
}
