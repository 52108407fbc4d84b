//! Encryption of secrets at rest. Values are sealed with random, numbered data keys. Data keys are stored wrapped under a
//! key derived from the configuration. Nothing here reads or writes the database.
//!
//! - The cipher is XChaCha20-Poly1305. Its nonces are long enough to be random for any number of values; AES-GCM's are
//!   not, beyond 2³² values under one key. It is also constant-time on processors without AES instructions.
//! - A sealed value is a version byte (1), the number of its key (4 bytes, big-endian), a nonce (24 bytes), and the
//!   ciphertext with its tag. The tag covers purpose, owner and row, so a value that was moved or changed does not open.
//! - A wrapped key is a nonce and the encrypted key; the tag covers its number.
//! - No `Debug` shows a secret, and dropped keys are wiped from memory.

mod key;
mod keyring;
mod place;
mod sealed;

pub use key::DataKeyId;
pub(crate) use key::{UnwrapError, WrappedKey, WrappingKey};
pub(crate) use keyring::{Keyring, OpenError, SealError};
pub(crate) use place::Place;
pub(crate) use sealed::Sealed;
