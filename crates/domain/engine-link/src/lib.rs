#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod connection;
#[cfg(feature = "use-cases")]
mod ports;
mod text;

pub use connection::{
    EngineConnection, EventSecrets, LinkState, NewConnection, NewConnectionText, OVERLAP_SECONDS, Revision,
    owners_with_shared_secrets,
};
pub use kernel::{AccountId, AddressPolicy, is_public};
#[cfg(feature = "use-cases")]
pub use ports::{ConnectError, ConnectionRegistry, EngineConnections, EngineProbe, EventSource, ProbeError};
#[cfg(all(feature = "use-cases", any(test, feature = "_mock")))]
#[doc(hidden)]
pub use ports::{MockConnectionRegistry, MockEngineConnections, MockEngineProbe};
pub use secrecy::SecretString;
pub use text::{BaseUrl, account_id};
pub use url::Url;

#[cfg(test)]
mod serde_tests;
