#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod account;
mod acting;
mod address;
mod country;
mod currency;
mod file_name;
mod font;
mod hostname;
mod id;
mod invisible;
mod language;
mod page;
mod patch;
mod ports;
mod precondition;
mod rgb;
mod search;
pub mod shared;
mod store;
mod text;
mod time;
mod validation;
mod visitor;
mod window;

pub use account::{AccountId, AccountNumber};
pub use acting::{Acting, ActingKey, Actor};
pub use address::{AddressPolicy, is_public};
pub use country::CountryCode;
pub use currency::Currency;
pub use file_name::FileName;
pub use font::Font;
pub use hostname::{Hostname, HostnameError};
pub use id::{OwnerId, SortableId};
pub use invisible::{is_blank, is_invisible, pasted};
pub use language::Language;
pub use page::Page;
pub use patch::named;
pub use ports::{Clock, Entropy};
pub use precondition::{Fingerprint, Precondition};
pub use rgb::Rgb;
pub use search::Search;
pub use store::StoreError;
pub use text::{ParseError, check_line};
#[doc(hidden)]
pub use text::{check_stored_line, deserialize_text};
pub use time::UnixTime;
pub use validation::{ErrorKind, Location, Step, ValidationError, ValidationErrors};
pub use visitor::{Browser, Device, InApp, Os};
pub use window::Window;

// The macros of this crate expand to these paths.
#[doc(hidden)]
pub use {serde, serde_json};

#[cfg(any(test, feature = "_mock"))]
pub mod fixed;
