//! Types of destinations.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use crate::types::DestinationFailure;
use crate::words::words;
use serde::{Deserialize, Serialize};

/// An address that buttons or smart links lead to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Destination {
    /// Time of the first failed check, while broken.
    pub broken_since: Option<String>,
    /// Time of the last check.
    pub checked_at: Option<String>,
    /// Domains whose pages or smart links use the address, at most 20.
    pub domains: Vec<String>,
    /// Reason why the last check got no response. Null after a response, and before the first check.
    pub last_error: Option<DestinationFailure>,
    /// HTTP status of the last response, after redirects; null without a response.
    pub last_status: Option<i64>,
    /// Time of the next check.
    pub next_check_at: String,
    /// State.
    pub state: DestinationState,
    /// The address, without its fragment.
    pub url: String,
}

/// A destination to check.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DestinationCheck {
    /// The address of a destination.
    pub url: String,
}

/// The destinations of an owner.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DestinationList {
    /// Whether destinations are checked; if not, the list is empty.
    pub enabled: bool,
    /// Destinations, oldest first.
    pub items: Vec<Destination>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

words! {
    /// Health of a destination.
    DestinationState {
        Unknown = "unknown",
        Ok = "ok",
        Broken = "broken",
    }
}

/// Switch of destination health.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DestinationSwitch {
    /// True checks each destination once a day; false deletes all results.
    pub enabled: bool,
}
