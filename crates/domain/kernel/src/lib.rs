#![doc = include_str!("../README.md")]

mod account;
mod country;
mod fault;
mod hostname;
mod id;
mod language;
mod node;
mod page;
mod ports;
mod rgb;
mod store;
mod time;

pub use account::AccountNumber;
pub use country::CountryCode;
pub use fault::{Fault, FaultKind, Faults, Location, Step};
pub use hostname::{Hostname, HostnameError};
pub use id::{OwnerId, SortableId};
pub use language::Language;
pub use node::Node;
pub use page::Page;
pub use ports::{Clock, Entropy};
pub use rgb::Rgb;
pub use store::StoreError;
pub use time::UnixTime;

#[cfg(any(test, feature = "mock"))]
pub mod fixed;
