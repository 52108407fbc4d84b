//! Destination health: whether the addresses that an owner typed still lead somewhere.
//!
//! An owner opts in. Then a worker gathers the addresses of their buttons and smart links once an hour, and looks at each once a
//! day. When a destination counts as broken is decided by [`Health::after`]; where the addresses come from by [`Gathering`].

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

/// How often it is gathered anew which destinations there are, in seconds.
pub const GATHER_EVERY_SECONDS: i64 = 60 * 60;
