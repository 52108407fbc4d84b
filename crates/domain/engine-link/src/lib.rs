#![doc = include_str!("../README.md")]

mod address;
mod connection;
mod ports;
mod text;

pub use address::{AddressPolicy, is_public};
pub use connection::{
    EngineConnection, EventSecrets, LinkState, NewConnection, NewConnectionText, OVERLAP_SECONDS, Revision,
};
pub use ports::{ConnectError, ConnectionRegistry, EngineConnections, EventSource};
#[cfg(any(test, feature = "mock"))]
pub use ports::{MockConnectionRegistry, MockEngineConnections};
pub use text::{AccountId, BaseUrl};
