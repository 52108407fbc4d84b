//! Names of things: what people type, and what the engine calls its own.

use std::fmt;
use std::str::FromStr;

use kernel::{ErrorKind, Location, ValidationErrors};
use sha2::{Digest as _, Sha256};

/// Checks a text of 1 to `max` characters (not bytes); `allowed` tells which control characters it may hold.
fn check(text: &str, max: usize, allowed: &[char]) -> Result<(), ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let here = Location::root();
    if text.trim().is_empty() {
        errors.push(here.clone(), ErrorKind::TooShort, "needs at least 1 visible character");
    }
    if text.chars().count() > max {
        errors.push(here.clone(), ErrorKind::TooLong, format!("has more than {max} characters"));
    }
    if text.chars().any(|c| c.is_control() && !allowed.contains(&c)) {
        errors.push(here, ErrorKind::Pattern, "must not contain control characters");
    }
    errors.into_result()
}

macro_rules! text {
    ($(#[$doc:meta])* $name:ident, $max:literal, $allowed:expr) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// The longest allowed text, in characters.
            pub const MAX: usize = $max;

            /// Takes the text as it is, if it is allowed; errors are located at the root.
            pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
                check(text, $max, $allowed)?;
                Ok(Self(text.to_owned()))
            }

            /// The text as given.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = ValidationErrors;

            fn from_str(text: &str) -> Result<Self, ValidationErrors> {
                Self::parse(text)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:?}", self.0)
            }
        }
    };
}

text! {
    /// What a campaign is called by its owner, one line of 1-200 characters.
    Title, 200, &[]
}

text! {
    /// The id of a fan at the engine, 1-255 characters.
    FanId, 255, &[]
}

text! {
    /// The id of a picture, film or sound in the engine's vault, 1-128 characters.
    MediaId, 128, &[]
}

text! {
    /// The id of the connected account at the upstream platform, 1-255 characters.
    AccountId, 255, &[]
}

text! {
    /// What a message says, 1-10,000 characters, in lines.
    Text, 10_000, &['\n', '\t']
}

/// A fingerprint of a message's text, for finding the same text again without keeping it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextDigest([u8; 32]);

impl TextDigest {
    /// The digest of a text; blanks at its ends and the length of blanks inside do not matter.
    pub fn of(text: &Text) -> Self {
        let mut hash = Sha256::new();
        for word in text.as_str().split_whitespace() {
            hash.update(word.as_bytes());
            hash.update(b" ");
        }
        Self(hash.finalize().into())
    }

    /// A stored digest.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes of the digest.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// The stored number of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CampaignId(i64);

impl CampaignId {
    /// The campaign with this stored number.
    pub const fn new(id: i64) -> Self {
        Self(id)
    }

    /// The stored number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// What makes a message to a fan the same message however often it is submitted: one value per (campaign, fan).
///
/// The engine answers a repeated key with the first answer, so a message whose outcome is unknown is resolved by
/// submitting it again under the same key. 1-64 characters of `[a-z0-9_]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MessageKey(String);

impl MessageKey {
    /// The key of a campaign's message to a fan. The fan's id goes in as a digest, because it may hold characters that
    /// a header can't.
    pub fn of(campaign: CampaignId, fan: &FanId) -> Self {
        let digest = Sha256::digest(fan.as_str().as_bytes());
        let hex: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Self(format!("bc_{}_{hex}", campaign.get()))
    }

    /// The key as it is sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MessageKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_tell_every_error() {
        for (text, expected) in [
            ("Summer".to_owned(), vec![]),
            ("é".repeat(200), vec![]),
            (String::new(), vec!["too_short"]),
            (" \n".to_owned(), vec!["too_short", "pattern"]),
            ("é".repeat(201), vec!["too_long"]),
            ("a\u{0}".to_owned(), vec!["pattern"]),
        ] {
            let errors = Title::parse(&text).err().unwrap_or_default();
            assert_eq!(
                errors.iter().map(|error| error.kind.as_str()).collect::<Vec<_>>(),
                expected,
                "{text:?}"
            );
        }
    }

    #[test]
    fn keys_differ_by_campaign_and_fan_and_fit_into_a_header() {
        let fan = |id| FanId::parse(id).unwrap();
        let key = MessageKey::of(CampaignId::new(7), &fan("ünï cödé"));
        assert_eq!(key, MessageKey::of(CampaignId::new(7), &fan("ünï cödé")));
        assert_ne!(key, MessageKey::of(CampaignId::new(8), &fan("ünï cödé")));
        assert_ne!(key, MessageKey::of(CampaignId::new(7), &fan("other")));
        assert!(key.as_str().len() <= 64);
        assert!(key.as_str().bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'));
    }

    #[test]
    fn blanks_do_not_make_another_text() {
        let digest = |text| TextDigest::of(&Text::parse(text).unwrap());
        assert_eq!(digest("Hi  there\n"), digest("Hi there"));
        assert_ne!(digest("Hi there"), digest("Hithere"));
    }
}
