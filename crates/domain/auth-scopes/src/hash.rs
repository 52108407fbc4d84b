use std::fmt;

use hmac_sha256::HMAC;
use secrecy::{ExposeSecret, SecretBox};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

/// Server secret for hashing tokens. With the database alone, without the pepper, an attacker can't verify a guess. Has
/// no serde, because it is a secret.
#[derive(Debug)]
pub struct Pepper(SecretBox<[u8; 32]>);

kernel::stored_id! {
    /// Fingerprint of the pepper that made a hash. Reveals nothing about the pepper.
    PepperId
}

/// Current pepper, and the peppers that are also accepted while the secret key is changed.
#[derive(Debug)]
pub struct Peppers {
    /// Pepper for new hashes.
    pub current: Pepper,
    /// Pepper of older hashes, which are renewed when their keys are used.
    pub previous: Option<Pepper>,
    /// Pepper that other instances already use, if they switched earlier.
    pub next: Option<Pepper>,
}

/// Pepper under which a token matched its stored hash.
#[cfg(feature = "use-cases")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    Current,
    Previous,
    Next,
}

impl Peppers {
    /// Uses a single pepper.
    pub fn only(current: Pepper) -> Self {
        Self { current, previous: None, next: None }
    }

    #[cfg(feature = "use-cases")]
    pub(crate) fn fit(&self, token: &crate::PresentedToken, known: &TokenHash) -> Option<Fit> {
        let all = [
            (Some(&self.current), Fit::Current),
            (self.previous.as_ref(), Fit::Previous),
            (self.next.as_ref(), Fit::Next),
        ];
        // Every pepper is tried, so that the response time does not reveal which one fits.
        let tried =
            all.map(|(pepper, fit)| pepper.filter(|pepper| token.hash(pepper) == *known).map(|_| fit));
        tried.into_iter().flatten().next()
    }
}

impl Pepper {
    /// Creates a pepper from its bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(SecretBox::new(Box::new(bytes)))
    }

    /// Fingerprint of the pepper, stored with its hashes.
    pub fn id(&self) -> PepperId {
        let TokenHash(digest) = self.hash("funnel/pepper-id/v1");
        let first = digest.first_chunk().copied().unwrap_or_default();
        PepperId(i64::from_be_bytes(first))
    }

    /// Opaque name of an owner that reveals nothing about any owner. Changes with the pepper.
    #[cfg(feature = "use-cases")]
    pub(crate) fn workspace(&self, owner: kernel::OwnerId) -> String {
        let TokenHash(digest) = self.hash(&format!("funnel/workspace/v1/{}", owner.get()));
        digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    pub(crate) fn hash(&self, token: &str) -> TokenHash {
        TokenHash(HMAC::mac(token, self.0.expose_secret()))
    }
}

/// Stored hash of a token: HMAC-SHA-256 of the whole token under the [`Pepper`]. Compared in constant time.
///
/// Safe to store: without the pepper, which serde does not write, the hash reveals nothing about the token.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Creates a hash from its stored bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Bytes to store.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl PartialEq for TokenHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for TokenHash {}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depends_on_token_and_pepper_and_prints_neither() {
        let pepper = Pepper::new([7; 32]);
        let hash = pepper.hash("al_live_x");
        assert_eq!(hash, pepper.hash("al_live_x"));
        assert_ne!(hash, pepper.hash("al_live_y"));
        assert_ne!(hash, Pepper::new([8; 32]).hash("al_live_x"));
        assert_eq!(format!("{hash:?}"), "TokenHash(..)");
        assert!(!format!("{pepper:?}").contains('7'));
    }

    #[test]
    fn each_pepper_has_an_id_of_its_own() {
        assert_eq!(Pepper::new([7; 32]).id(), Pepper::new([7; 32]).id());
        assert_ne!(Pepper::new([7; 32]).id(), Pepper::new([8; 32]).id());
    }

    #[test]
    fn is_hmac_sha_256() {
        // RFC 4231, test case 1: 20 bytes 0x0b. A shorter key is padded with zeros, so these 32 bytes are the same.
        let mut key = [0; 32];
        key[..20].fill(0x0b);
        let hash = Pepper::new(key).hash("Hi There");
        assert_eq!(hash.as_bytes()[..4], [0xb0, 0x34, 0x4c, 0x61]);
    }
}
