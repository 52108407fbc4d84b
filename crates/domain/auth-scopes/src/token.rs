//! Token of a key: `al_live_<prefix>_<secret>`, where the secret ends with a checksum.

use std::fmt;

use kernel::Entropy;
use secrecy::{ExposeSecret, SecretString};

use crate::{Pepper, TokenHash};

const START: &str = "al_live_";
const PREFIX_LEN: usize = 10;
const RANDOM_LEN: usize = 43;
const CHECKSUM_LEN: usize = 6;

/// The first 10 characters form numbers, the first 36 form prefixes.
const BASE62: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Prefix in the middle of a token: 10 characters of `[0-9a-z]`. Identifies the key and is not secret.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyPrefix(String);

impl KeyPrefix {
    /// Parses exactly 10 characters of `[0-9a-z]`; otherwise `None`.
    pub fn parse(text: &str) -> Option<Self> {
        let allowed = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase();
        (text.len() == PREFIX_LEN && text.bytes().all(allowed)).then(|| Self(text.to_owned()))
    }

    /// Generates a random prefix. Starts with a letter, so that it can't be confused with the number of a key.
    fn generate(entropy: &dyn Entropy) -> Self {
        let mut text = String::with_capacity(PREFIX_LEN);
        draw(entropy, letters(10, 36), 1, &mut text);
        draw(entropy, letters(0, 36), PREFIX_LEN - 1, &mut text);
        Self(text)
    }

    /// Prefix as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

kernel::text_value!(KeyPrefix, "the prefix of a key");

impl fmt::Display for KeyPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for KeyPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Token presented by a caller: well-formed with a correct checksum, but not yet authenticated.
#[derive(Debug)]
pub struct PresentedToken {
    prefix: KeyPrefix,
    text: SecretString,
}

impl PresentedToken {
    /// Parses a token. `None` for a token that was mistyped or never minted, so that it needs no lookup.
    pub fn parse(text: &str) -> Option<Self> {
        let (prefix, secret) = text.strip_prefix(START)?.split_once('_')?;
        let prefix = KeyPrefix::parse(prefix)?;
        if secret.len() != RANDOM_LEN + CHECKSUM_LEN || !secret.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return None;
        }
        let (body, sum) = text.split_at_checked(text.len().checked_sub(CHECKSUM_LEN)?)?;
        (sum == checksum(body)).then(|| Self { prefix, text: text.into() })
    }

    /// Prefix that identifies the key.
    pub fn prefix(&self) -> &KeyPrefix {
        &self.prefix
    }

    /// Hash to compare with the stored hash.
    pub fn hash(&self, pepper: &Pepper) -> TokenHash {
        pepper.hash(self.text.expose_secret())
    }
}

/// Newly created token, shown once and stored nowhere.
#[derive(Debug)]
pub struct NewToken {
    prefix: KeyPrefix,
    text: SecretString,
}

impl NewToken {
    /// Generates a random token with 256 bits of entropy and uniform characters.
    pub fn generate(entropy: &dyn Entropy) -> Self {
        let prefix = KeyPrefix::generate(entropy);
        // Allocated at full size, so that growing leaves no copy of the secret in freed memory.
        let capacity = START.len() + PREFIX_LEN + 1 + RANDOM_LEN + CHECKSUM_LEN;
        let mut text = String::with_capacity(capacity);
        text.push_str(START);
        text.push_str(prefix.as_str());
        text.push('_');
        draw(entropy, BASE62, RANDOM_LEN, &mut text);
        let sum = checksum(&text);
        text.push_str(&sum);
        Self { prefix, text: text.into() }
    }

    /// Prefix that identifies the key.
    pub fn prefix(&self) -> &KeyPrefix {
        &self.prefix
    }

    /// Hash to store for the token.
    pub fn hash(&self, pepper: &Pepper) -> TokenHash {
        pepper.hash(self.text.expose_secret())
    }

    /// Whole token, for the one response that shows it.
    pub fn expose(&self) -> &str {
        self.text.expose_secret()
    }
}

fn letters(from: usize, to: usize) -> &'static [u8] {
    BASE62.get(from..to).unwrap_or_default()
}

/// Appends `count` random characters of the alphabet. Bytes beyond the last whole multiple of its size are discarded,
/// because a plain remainder would favour the first characters.
fn draw(entropy: &dyn Entropy, alphabet: &[u8], count: usize, text: &mut String) {
    let limit = 256 - 256 % alphabet.len();
    let mut missing = count;
    while missing > 0 {
        let mut bytes = [0; RANDOM_LEN];
        entropy.fill(&mut bytes);
        for value in bytes.into_iter().map(usize::from).filter(|&value| value < limit).take(missing) {
            text.push(alphabet.get(value % alphabet.len()).copied().unwrap_or_default().into());
            missing -= 1;
        }
    }
}

/// Computes the CRC-32 (IEEE) of the text as 6 characters of base 62, most significant first.
fn checksum(text: &str) -> String {
    let mut rest = crc32fast::hash(text.as_bytes());
    let mut digits = [b'0'; CHECKSUM_LEN];
    for place in digits.iter_mut().rev() {
        let digit = usize::try_from(rest % 62).unwrap_or_default();
        *place = BASE62.get(digit).copied().unwrap_or_default();
        rest /= 62;
    }
    digits.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use kernel::fixed::SeededEntropy;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn form() {
        let token = NewToken::generate(&SeededEntropy::new(1));
        let text = token.expose();
        assert_eq!(text.len(), 8 + 10 + 1 + 43 + 6);
        assert!(text.starts_with(&format!("al_live_{}_", token.prefix())));
        assert!(token.prefix().as_str().starts_with(|c: char| c.is_ascii_lowercase()));
        assert!(!format!("{token:?}").contains(&text[19..]));
        assert!(!format!("{:?}", PresentedToken::parse(text).unwrap()).contains(&text[19..]));
    }

    #[test]
    fn checksum_is_the_standard_crc() {
        // The check value of CRC-32 over "123456789" is 0xcbf43926 = 3421780262.
        let value = checksum("123456789").bytes().fold(0_u64, |value, byte| {
            value * 62 + BASE62.iter().position(|&letter| letter == byte).unwrap() as u64
        });
        assert_eq!(value, 0xcbf4_3926);
    }

    #[test]
    fn characters_are_equally_likely() {
        let mut text = String::new();
        draw(&SeededEntropy::new(3), BASE62, 62_000, &mut text);
        for &letter in BASE62 {
            let count = text.bytes().filter(|&byte| byte == letter).count();
            assert!((850..1150).contains(&count), "{} came {count} times", letter as char);
        }
    }

    #[test]
    fn what_is_no_token() {
        let good = NewToken::generate(&SeededEntropy::new(2)).expose().to_owned();
        let upper = good.to_uppercase();
        let test_mark = good.replace("live", "test");
        let spaced = format!("{good} ");
        let short = &good[..good.len() - 1];
        for text in
            ["", "al_live_", "al_live__", "Bearer", "al_live_äääää_ö", &upper, &test_mark, &spaced, short]
        {
            assert!(PresentedToken::parse(text).is_none(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_minted_is_read_back(seed: u64) {
            let token = NewToken::generate(&SeededEntropy::new(seed));
            let presented = PresentedToken::parse(token.expose());
            prop_assert!(presented.is_some());
            let pepper = Pepper::new([1; 32]);
            if let Some(presented) = presented {
                prop_assert_eq!(presented.prefix(), token.prefix());
                prop_assert_eq!(presented.hash(&pepper), token.hash(&pepper));
            }
        }

        #[test]
        fn one_changed_character_is_refused(seed: u64, place in 0_usize..68, other in proptest::char::any()) {
            let text = NewToken::generate(&SeededEntropy::new(seed)).expose().to_owned();
            let mutated: String =
                text.chars().enumerate().map(|(n, c)| if n == place { other } else { c }).collect();
            prop_assume!(mutated != text);
            prop_assert!(PresentedToken::parse(&mutated).is_none());
        }

        #[test]
        fn one_changed_letter_or_digit_is_refused(seed: u64, place in 0_usize..68, other in 0_usize..62) {
            let text = NewToken::generate(&SeededEntropy::new(seed)).expose().to_owned();
            let mut mutated = text.clone().into_bytes();
            mutated[place] = BASE62[other];
            prop_assume!(mutated != text.as_bytes());
            prop_assert!(PresentedToken::parse(std::str::from_utf8(&mutated).unwrap()).is_none());
        }
    }
}
