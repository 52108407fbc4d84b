use std::fmt;

use crate::{Entropy, UnixTime};

crate::stored_id! {
    /// Number of a tenant: a creator or an agency. Every port method takes the owner first, or an [`Acting`](crate::Acting) for
    /// the owner.
    OwnerId
}

/// UUID version 7, written as 26 characters of lower-case Crockford base 32. Text order equals creation
/// order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortableId(u128);

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl SortableId {
    /// Length of the text form, in characters.
    pub const TEXT_LEN: usize = 26;

    /// Generates an id for the moment `now`.
    pub fn generate(now: UnixTime, entropy: &dyn Entropy) -> Self {
        let mut random = [0; 16];
        entropy.fill(&mut random);
        let random = u128::from_be_bytes(random);
        let millis = u128::try_from(now.millis()).unwrap_or(0) & ((1 << 48) - 1);
        // RFC 9562, 5.7: 48 bits of milliseconds, version 7, 12 random bits, variant 10, 62 random bits.
        let high = (millis << 80) | (0x7 << 76) | (((random >> 64) & 0xfff) << 64);
        let low = (0b10 << 62) | (random & ((1 << 62) - 1));
        Self(high | low)
    }

    /// Returns the id as a number; numbers sort like texts.
    pub const fn to_u128(self) -> u128 {
        self.0
    }

    /// Creates the id with this number.
    pub const fn from_u128(value: u128) -> Self {
        Self(value)
    }

    /// Returns the text form in ASCII.
    pub fn to_text(self) -> [u8; Self::TEXT_LEN] {
        let (mut text, mut left) = ([0; Self::TEXT_LEN], self.0);
        for byte in text.iter_mut().rev() {
            // The index is five bits, so the alphabet always has the entry.
            *byte = ALPHABET.get((left & 31) as usize).copied().unwrap_or_default();
            left >>= 5;
        }
        text
    }

    /// Parses the text form; `None` if the text is not an id.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != Self::TEXT_LEN {
            return None;
        }
        text.bytes()
            .try_fold(0_u128, |value, byte| {
                // Shifting in five bits overflows unless the top five bits are 0.
                (value >> 123 == 0).then_some((value << 5) | u128::from(digit(byte)?))
            })
            .map(Self)
    }
}

/// Index of a letter in [`ALPHABET`], which lacks `i`, `l`, `o` and `u`.
fn digit(letter: u8) -> Option<u8> {
    Some(match letter {
        b'0'..=b'9' => letter - b'0',
        b'a'..=b'h' => letter - b'a' + 10,
        b'j'..=b'k' => letter - b'j' + 18,
        b'm'..=b'n' => letter - b'm' + 20,
        b'p'..=b't' => letter - b'p' + 22,
        b'v'..=b'z' => letter - b'v' + 27,
        _ => return None,
    })
}

impl fmt::Display for SortableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.to_text()).unwrap_or_default())
    }
}

impl fmt::Debug for SortableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

crate::text_value!(SortableId, "26 characters of Crockford's base 32");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixed::SeededEntropy;

    #[test]
    fn text_round_trips_and_sorts_by_time() {
        let entropy = SeededEntropy::new(7);
        let earlier = SortableId::generate(UnixTime::from_millis(1_800_000_000_000), &entropy);
        let later = SortableId::generate(UnixTime::from_millis(1_800_000_000_001), &entropy);
        assert!(earlier.to_string() < later.to_string());
        assert_eq!(earlier.to_string().len(), SortableId::TEXT_LEN);
        assert_eq!(SortableId::parse(&earlier.to_string()), Some(earlier));
    }

    #[test]
    fn carries_version_and_variant_of_a_v7_uuid() {
        let id = SortableId::generate(UnixTime::from_millis(1), &SeededEntropy::new(1));
        assert_eq!((id.0 >> 76) & 0xf, 7);
        assert_eq!((id.0 >> 62) & 0b11, 0b10);
    }

    #[test]
    fn each_letter_is_its_place_in_the_alphabet() {
        for letter in 0..=u8::MAX {
            let place = ALPHABET.iter().position(|&known| known == letter);
            assert_eq!(digit(letter).map(usize::from), place, "{letter}");
        }
        let highest = SortableId::from_u128(u128::MAX);
        assert_eq!(highest.to_string(), "7zzzzzzzzzzzzzzzzzzzzzzzzz");
        assert_eq!(SortableId::parse(&highest.to_string()), Some(highest));
    }

    #[test]
    fn foreign_text_is_refused() {
        for text in [
            "",
            "short",
            "0123456789012345678901234u",
            "80000000000000000000000000",
            "zzzzzzzzzzzzzzzzzzzzzzzzzz",
            "ÄÄÄÄÄÄÄÄÄÄÄÄÄ",
        ] {
            assert_eq!(SortableId::parse(text), None, "{text:?}");
        }
    }
}
