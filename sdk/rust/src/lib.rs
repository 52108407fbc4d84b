#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod api;
mod client;
mod deprecation;
mod download;
mod error;
mod operations;
mod pages;
mod patch;
mod progress;
mod random;
pub mod raw;
mod request;
mod response;
mod retry;
mod secret;
mod settings;
pub mod types;
mod update;
pub mod webhook;
mod words;

pub use self::client::{Builder, Client};
pub use self::deprecation::Deprecation;
pub use self::download::Download;
pub use self::error::{Error, Fault, Kind};
pub use self::pages::{Items, Pages};
pub use self::patch::Patch;
pub use self::progress::Progress;
pub use self::request::{Conditional, Keyed, Operation, Paged, Request, Response};
pub use self::secret::Secret;
pub use self::words::{UnknownValue, UnknownWord};

/// Result of a call.
pub type Result<T, E = Error> = std::result::Result<T, E>;
