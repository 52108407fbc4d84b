//! Destination health: whether the addresses that an owner typed still work.
//!
//! Checks are opt-in. A worker gathers the addresses of an owner's buttons and smart links once an hour, and checks
//! each once a day. [`Health::after`] decides when a destination is broken. [`Gathering`] finds the addresses.

pub mod checking;
mod gathering;
mod health;
pub mod ports;
mod url;

use kernel::Fingerprint;

pub use self::url::DestinationUrl;
pub use checking::{CheckDue, CheckError, Destinations, Round};
pub use gathering::{GatherStores, Gathering, MAX_DESTINATIONS, MAX_DOMAINS};
pub use health::{Failure, Health, HealthChange, HealthState, Look, Looked, Verdict};

/// State of an owner's switch for `ETag` and `If-Match`.
pub fn switch_fingerprint(enabled: bool) -> Fingerprint {
    Fingerprint::of(&enabled)
}

/// How often each destination is looked at, in seconds.
pub const LOOK_EVERY_SECONDS: i64 = 24 * 60 * 60;

/// Interval between two gatherings of an owner's destinations, in seconds.
pub const GATHER_EVERY_SECONDS: i64 = 60 * 60;
