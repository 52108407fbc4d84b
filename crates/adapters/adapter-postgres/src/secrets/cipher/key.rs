use std::fmt;

use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use kernel::Entropy;
use secrecy::{ExposeSecret as _, SecretSlice};

use super::SealError;

/// Length of a nonce, in bytes.
pub(crate) const NONCE: usize = 24;

const KEY: usize = 32;

/// Id of a data key; a newer key has a greater id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DataKeyId(u32);

impl DataKeyId {
    /// Id of the first key.
    pub const FIRST: Self = Self(1);

    /// Creates an id from its stored number.
    pub const fn new(id: u32) -> Self {
        Self(id)
    }

    /// Returns the number to store.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Returns the id of the next key.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for DataKeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Stored data key, encrypted under the wrapping key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WrappedKey {
    /// Id of the data key.
    pub(crate) id: DataKeyId,
    /// Nonce, followed by the encrypted key.
    pub(crate) bytes: Vec<u8>,
}

/// Error for a data key that was wrapped under another key, or was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("key {0} was wrapped under another secret key")]
pub(crate) struct UnwrapError(pub(crate) DataKeyId);

/// Key under which data keys are wrapped. It never seals values itself.
pub(crate) struct WrappingKey(XChaCha20Poly1305);

impl WrappingKey {
    /// Creates a wrapping key from 32 secret bytes.
    pub(crate) fn new(bytes: &[u8; KEY]) -> Self {
        Self(XChaCha20Poly1305::new(bytes.into()))
    }

    /// Generates a random data key, and returns it wrapped.
    pub(crate) fn generate(&self, id: DataKeyId, entropy: &dyn Entropy) -> Result<WrappedKey, SealError> {
        let mut key = vec![0; KEY];
        entropy.fill(&mut key);
        self.wrap(id, &SecretSlice::from(key), entropy)
    }

    /// Returns whether a data key was wrapped under this key.
    pub(crate) fn opens(&self, key: &WrappedKey) -> bool {
        self.reveal(key).is_ok()
    }

    /// Rewraps a data key from `old` to this key.
    pub(crate) fn rewrap(
        &self,
        key: &WrappedKey,
        old: &Self,
        entropy: &dyn Entropy,
    ) -> Result<WrappedKey, UnwrapError> {
        let bytes = old.reveal(key)?;
        self.wrap(key.id, &bytes, entropy).map_err(|_| UnwrapError(key.id))
    }

    pub(crate) fn unwrap(&self, key: &WrappedKey) -> Result<XChaCha20Poly1305, UnwrapError> {
        let bytes = self.reveal(key)?;
        XChaCha20Poly1305::new_from_slice(bytes.expose_secret()).map_err(|_| UnwrapError(key.id))
    }

    fn wrap(
        &self,
        id: DataKeyId,
        key: &SecretSlice<u8>,
        entropy: &dyn Entropy,
    ) -> Result<WrappedKey, SealError> {
        let nonce = random_nonce(entropy);
        let payload = Payload { msg: key.expose_secret(), aad: &associated_data(id) };
        let wrapped = self.0.encrypt(&XNonce::from(nonce), payload).map_err(|_| SealError::TooLong)?;
        Ok(WrappedKey { id, bytes: [nonce.as_slice(), &wrapped].concat() })
    }

    fn reveal(&self, key: &WrappedKey) -> Result<SecretSlice<u8>, UnwrapError> {
        let refused = UnwrapError(key.id);
        let (nonce, wrapped) = key.bytes.split_first_chunk::<NONCE>().ok_or(refused)?;
        let payload = Payload { msg: wrapped, aad: &associated_data(key.id) };
        let bytes = self.0.decrypt(&XNonce::from(*nonce), payload).map_err(|_| refused)?;
        Ok(SecretSlice::from(bytes))
    }
}

pub(crate) fn random_nonce(entropy: &dyn Entropy) -> [u8; NONCE] {
    let mut nonce = [0; NONCE];
    entropy.fill(&mut nonce);
    nonce
}

fn associated_data(id: DataKeyId) -> Vec<u8> {
    [b"funnel/data-key/v1".as_slice(), &id.get().to_be_bytes()].concat()
}
