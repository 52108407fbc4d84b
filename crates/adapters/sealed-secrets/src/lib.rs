#![doc = include_str!("../README.md")]

mod key;
mod keyring;
mod place;
mod sealed;

pub use key::{KeyId, UnwrapError, WrappedKey, WrappingKey};
pub use keyring::{Keyring, OpenError, SealError};
pub use place::Place;
pub use sealed::{Malformed, Sealed};
