//! Types of destinations.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use serde::{Deserialize, Serialize};

/// Which destination to look at.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DestinationCheck {
    /// The address of a destination.
    pub url: String,
}

/// The destinations of an owner.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DestinationList {
    /// Whether destinations are looked at; without it there are none.
    pub enabled: bool,
    /// The destinations, those that were found first at the beginning.
    pub items: Vec<DestinationOut>,
    /// Where the next part begins; null at the end.
    pub next_cursor: Option<String>,
}

/// An address that buttons or smart links lead to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DestinationOut {
    /// The first look that failed, while it is broken.
    pub broken_since: Option<String>,
    /// When it was last looked at.
    pub checked_at: Option<String>,
    /// Domains on whose pages or smart links it is used, 20 of them at most.
    pub domains: Vec<String>,
    /// Why none came: `dns`, `connection`, `tls`, `timeout`, `redirects` or `forbidden_address`; null when one did, or before the first look.
    pub last_error: Option<String>,
    /// The HTTP status of the last answer, behind its redirects; null when none came.
    pub last_status: Option<i64>,
    /// When it is looked at next.
    pub next_check_at: String,
    /// `unknown`, `ok` or `broken`.
    pub state: String,
    /// The address, without its fragment.
    pub url: String,
}

/// Whether destinations are looked at.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DestinationSwitch {
    /// True looks at each once a day; false deletes them all.
    pub enabled: bool,
}
