use std::collections::BTreeMap;

use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use kernel::Entropy;
use secrecy::zeroize::Zeroize as _;
use secrecy::{ExposeSecret as _, SecretString};

use super::key::{DataKeyId, UnwrapError, WrappedKey, WrappingKey, random_nonce};
use super::place::Place;
use super::sealed::{Parts, Sealed};

/// Reason why a value can't be sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SealError {
    /// The keyring has no key with this id.
    #[error("unknown key {0}")]
    UnknownKey(DataKeyId),
    /// The value exceeds the cipher's limit of 256 GB.
    #[error("the value is too long")]
    TooLong,
}

/// Reason why a value can't be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OpenError {
    /// The value was sealed with a key that is not in the keyring, perhaps a newer one.
    #[error("unknown key {0}")]
    UnknownKey(DataKeyId),
    /// The value was changed, belongs to another place, or is not UTF-8.
    #[error("the value was encrypted for another row or column")]
    Refused,
}

/// Unwrapped data keys, wiped from memory on drop.
#[derive(Default)]
pub(crate) struct Keyring {
    keys: BTreeMap<DataKeyId, XChaCha20Poly1305>,
}

impl Keyring {
    /// Unwraps data keys, each with one of these wrapping keys.
    pub(crate) fn unwrap<'a>(
        wrapping: &[&WrappingKey],
        keys: impl IntoIterator<Item = &'a WrappedKey>,
    ) -> Result<Self, UnwrapError> {
        let unwrapped = keys.into_iter().map(|key| {
            let opened = wrapping.iter().find_map(|wrapping| wrapping.unwrap(key).ok());
            Ok((key.id, opened.ok_or(UnwrapError(key.id))?))
        });
        Ok(Self { keys: unwrapped.collect::<Result<_, _>>()? })
    }

    /// Returns whether the keyring has the key with this id.
    pub(crate) fn knows(&self, key: DataKeyId) -> bool {
        self.keys.contains_key(&key)
    }

    /// Seals a secret for one place.
    pub(crate) fn seal(
        &self,
        key: DataKeyId,
        place: &Place<'_>,
        secret: &SecretString,
        entropy: &dyn Entropy,
    ) -> Result<Sealed, SealError> {
        let cipher = self.keys.get(&key).ok_or(SealError::UnknownKey(key))?;
        let nonce = random_nonce(entropy);
        let payload = Payload { msg: secret.expose_secret().as_bytes(), aad: &place.associated_data(key) };
        let ciphertext = cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| SealError::TooLong)?;
        Ok(Sealed::assemble(&Parts { key, nonce, ciphertext: &ciphertext }))
    }

    /// Opens a value that was sealed for this place.
    pub(crate) fn open(&self, place: &Place<'_>, sealed: &Sealed) -> Result<SecretString, OpenError> {
        let Parts { key, nonce, ciphertext } = sealed.parts().ok_or(OpenError::Refused)?;
        let cipher = self.keys.get(&key).ok_or(OpenError::UnknownKey(key))?;
        let payload = Payload { msg: ciphertext, aad: &place.associated_data(key) };
        let bytes = cipher.decrypt(&XNonce::from(nonce), payload).map_err(|_| OpenError::Refused)?;
        String::from_utf8(bytes).map(SecretString::from).map_err(|error| {
            error.into_bytes().zeroize();
            OpenError::Refused
        })
    }
}

#[cfg(test)]
mod tests {
    use kernel::OwnerId;
    use kernel::fixed::SeededEntropy;
    use proptest::prelude::*;

    use super::*;

    const PLACE: Place<'_> = Place { purpose: "table.column", owner: OwnerId::new(7), row: &["a"] };
    const SECOND: DataKeyId = DataKeyId::FIRST.next();

    struct Bench {
        entropy: SeededEntropy,
        wrapping: WrappingKey,
        keys: [WrappedKey; 2],
    }

    fn bench() -> Bench {
        let (entropy, wrapping) = (SeededEntropy::new(3), WrappingKey::new(&[1; 32]));
        let keys = [DataKeyId::FIRST, SECOND].map(|id| wrapping.generate(id, &entropy).unwrap());
        Bench { entropy, wrapping, keys }
    }

    impl Bench {
        fn ring(&self) -> Keyring {
            Keyring::unwrap(&[&self.wrapping], &self.keys).unwrap()
        }

        fn sealed(&self, text: &str) -> Sealed {
            self.ring().seal(DataKeyId::FIRST, &PLACE, &text.into(), &self.entropy).unwrap()
        }
    }

    #[test]
    fn a_value_opens_at_its_place_only() {
        let bench = bench();
        let (ring, sealed) = (bench.ring(), bench.sealed("hidden"));
        assert_eq!(ring.open(&PLACE, &sealed).unwrap().expose_secret(), "hidden");
        for place in [
            Place { purpose: "table.other", ..PLACE },
            Place { owner: OwnerId::new(8), ..PLACE },
            Place { row: &["b"], ..PLACE },
            Place { row: &[], ..PLACE },
        ] {
            assert_eq!(ring.open(&place, &sealed).err(), Some(OpenError::Refused), "{place:?}");
        }
    }

    #[test]
    fn no_byte_of_a_sealed_value_can_be_changed() {
        let bench = bench();
        let (ring, sealed) = (bench.ring(), bench.sealed("hidden"));
        for at in 0..sealed.as_bytes().len() {
            let mut bytes = sealed.as_bytes().to_vec();
            bytes[at] ^= 1;
            let opened = Sealed::parse(&bytes).map(|changed| ring.open(&PLACE, &changed).is_ok());
            assert_ne!(opened, Ok(true), "byte {at}");
        }
    }

    #[test]
    fn what_is_too_short_is_no_sealed_value() {
        let sealed = bench().sealed("");
        for end in 0..sealed.as_bytes().len() {
            assert!(Sealed::parse(&sealed.as_bytes()[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn a_key_that_is_not_there_is_named() {
        let bench = bench();
        let only_first = Keyring::unwrap(&[&bench.wrapping], &bench.keys[..1]).unwrap();
        let sealed = bench.ring().seal(SECOND, &PLACE, &"x".into(), &bench.entropy).unwrap();
        assert_eq!(sealed.key(), SECOND);
        assert_eq!(only_first.open(&PLACE, &sealed).err(), Some(OpenError::UnknownKey(SECOND)));
        let refused = only_first.seal(SECOND, &PLACE, &"x".into(), &bench.entropy);
        assert_eq!(refused, Err(SealError::UnknownKey(SECOND)));
        assert!(bench.ring().knows(SECOND) && !only_first.knows(SECOND));
    }

    #[test]
    fn a_wrapped_key_opens_under_its_own_number_and_secret() {
        let bench = bench();
        let other = WrappingKey::new(&[2; 32]);
        assert_eq!(Keyring::unwrap(&[&other], &bench.keys).err(), Some(UnwrapError(DataKeyId::FIRST)));
        let renumbered = WrappedKey { id: SECOND, ..bench.keys[0].clone() };
        assert_eq!(Keyring::unwrap(&[&bench.wrapping], [&renumbered]).err(), Some(UnwrapError(SECOND)));
        let cut = WrappedKey { bytes: vec![0; 5], ..bench.keys[0].clone() };
        assert!(Keyring::unwrap(&[&bench.wrapping], [&cut]).is_err());
    }

    #[test]
    fn a_key_that_is_wrapped_anew_opens_what_it_opened() {
        let bench = bench();
        let sealed = bench.sealed("hidden");
        let (old, new) = (&bench.wrapping, WrappingKey::new(&[2; 32]));
        let rewrapped = new.rewrap(&bench.keys[0], old, &bench.entropy).unwrap();
        assert!(new.opens(&rewrapped) && !old.opens(&rewrapped) && !new.opens(&bench.keys[0]));
        assert_eq!(new.rewrap(&rewrapped, old, &bench.entropy), Err(UnwrapError(DataKeyId::FIRST)));
        // During a change of the wrapping key, some keys are wrapped under the old key and some under the new.
        let mixed = [rewrapped.clone(), bench.keys[1].clone()];
        let both = [old, &new];
        assert!(Keyring::unwrap(&both, &mixed).unwrap().knows(SECOND));
        assert_eq!(Keyring::unwrap(&[old], &mixed).err(), Some(UnwrapError(DataKeyId::FIRST)));
        let ring = Keyring::unwrap(&[&new], [&rewrapped]).unwrap();
        assert_eq!(ring.open(&PLACE, &sealed).unwrap().expose_secret(), "hidden");
    }

    #[test]
    fn the_same_secret_is_never_sealed_the_same() {
        let bench = bench();
        assert_ne!(bench.sealed("hidden"), bench.sealed("hidden"));
        assert_ne!(bench.keys[0].bytes[24..], bench.keys[1].bytes[24..]);
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in ".*") {
            let bench = bench();
            let opened = bench.ring().open(&PLACE, &bench.sealed(&text)).unwrap();
            prop_assert_eq!(opened.expose_secret(), text.as_str());
        }

        #[test]
        fn foreign_bytes_do_no_harm(bytes: Vec<u8>) {
            if let Ok(sealed) = Sealed::parse(&bytes) {
                prop_assert!(bench().ring().open(&PLACE, &sealed).is_err());
            }
        }
    }
}
