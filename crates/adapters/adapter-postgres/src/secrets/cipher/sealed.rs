use super::key::{DataKeyId, NONCE};

const VERSION: u8 = 1;
const TAG: usize = 16;

/// Error for bytes that are not a sealed value of a known version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a sealed value")]
pub(crate) struct Malformed;

/// Sealed value in its stored form, which reveals only the id of its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sealed(Vec<u8>);

/// Parts of a sealed value.
pub(crate) struct Parts<'a> {
    pub(crate) key: DataKeyId,
    pub(crate) nonce: [u8; NONCE],
    pub(crate) ciphertext: &'a [u8],
}

impl Sealed {
    /// Parses a stored value without opening it.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, Malformed> {
        parts(bytes).ok_or(Malformed).map(|_| Self(bytes.to_vec()))
    }

    pub(crate) fn assemble(parts: &Parts<'_>) -> Self {
        let key = parts.key.get().to_be_bytes();
        Self([&[VERSION], key.as_slice(), &parts.nonce, parts.ciphertext].concat())
    }

    /// Returns the id of the key that sealed the value.
    pub(crate) fn key(&self) -> DataKeyId {
        // The constructors guarantee that all parts exist.
        self.parts().map_or(DataKeyId::new(0), |parts| parts.key)
    }

    /// Returns the bytes to store.
    pub(crate) fn as_bytes(&self) -> &[u8] {
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
    let key = DataKeyId::new(u32::from_be_bytes(*key));
    (ciphertext.len() >= TAG).then_some(Parts { key, nonce: *nonce, ciphertext })
}

#[cfg(test)]
mod tests {
    use dev_kit::hostile::Outcome::{Refused, Taken};
    use dev_kit::hostile::{fuzz, mangled};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn damaged_values_are_refused_or_kept_as_they_are() {
        let valid = [&[1_u8][..], &7_u64.to_be_bytes(), &[2; 24], &[3; 48]].concat();
        let check = |bytes: Vec<u8>| {
            let Ok(sealed) = Sealed::parse(&bytes) else { return Ok(Refused) };
            prop_assert_eq!(sealed.as_bytes(), &bytes[..]);
            let _ = sealed.key();
            Ok(Taken)
        };
        fuzz("sealed", 1, mangled(vec![valid]), check).unwrap();
    }
}
