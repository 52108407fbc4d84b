use crate::KeyId;
use crate::key::NONCE;

const VERSION: u8 = 1;
const TAG: usize = 16;

/// The bytes are not a sealed value of a known version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a sealed value")]
pub struct Malformed;

/// A stored sealed value. Only its key number is readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed(Vec<u8>);

/// Parts of a sealed value.
pub(crate) struct Parts<'a> {
    pub(crate) key: KeyId,
    pub(crate) nonce: [u8; NONCE],
    pub(crate) ciphertext: &'a [u8],
}

impl Sealed {
    /// Parses a stored value without opening it.
    pub fn parse(bytes: &[u8]) -> Result<Self, Malformed> {
        parts(bytes).ok_or(Malformed).map(|_| Self(bytes.to_vec()))
    }

    pub(crate) fn assemble(parts: &Parts<'_>) -> Self {
        let key = parts.key.get().to_be_bytes();
        Self([&[VERSION], key.as_slice(), &parts.nonce, parts.ciphertext].concat())
    }

    /// Returns the number of the key used for sealing.
    pub fn key(&self) -> KeyId {
        // A parsed value always has all parts.
        self.parts().map_or(KeyId::new(0), |parts| parts.key)
    }

    /// Returns the bytes to store.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn parts(&self) -> Option<Parts<'_>> {
        parts(&self.0)
    }
}

fn parts(bytes: &[u8]) -> Option<Parts<'_>> {
    let rest = bytes.strip_prefix(&[VERSION])?;
    let (key, rest) = rest.split_first_chunk::<4>()?;
    let (nonce, ciphertext) = rest.split_first_chunk::<NONCE>()?;
    let key = KeyId::new(u32::from_be_bytes(*key));
    (ciphertext.len() >= TAG).then_some(Parts { key, nonce: *nonce, ciphertext })
}
