#![doc = include_str!("../README.md")]

mod account;
mod country;
mod hostname;
mod id;
mod language;
mod page;
mod ports;
mod rgb;
mod store;
mod time;
mod validation;

pub use account::AccountNumber;
pub use country::CountryCode;
pub use hostname::{Hostname, HostnameError};
pub use id::{OwnerId, SortableId};
pub use language::Language;
pub use page::Page;
pub use ports::{Clock, Entropy};
pub use rgb::Rgb;
pub use store::StoreError;
pub use time::UnixTime;
pub use validation::{ErrorKind, Location, Step, ValidationError, ValidationErrors};

#[cfg(any(test, feature = "mock"))]
pub mod fixed;
