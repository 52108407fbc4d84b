//! Names of things: what people type, and what the engine calls its own.

use std::fmt;

use hmac_sha256::Hash as Sha256;
pub use kernel::AccountId;
use kernel::{ValidationErrors, check_line};
use serde::{Deserialize, Serialize};

kernel::line_of_text! {
    /// What a campaign is called by its owner, one line of 1-200 characters.
    Title, 1..=200
}

kernel::line_of_text! {
    /// The id of a fan at the engine, 1-255 characters.
    FanId, 1..=255
}

kernel::line_of_text! {
    /// The id of a picture, film or sound in the engine's vault, 1-128 characters.
    MediaId, 1..=128
}

/// serde of a value that is written as its input, and read by the rules for it.
macro_rules! by_input {
    ($value:ident: $input:ident) => {
        impl TryFrom<$input> for $value {
            type Error = kernel::ValidationErrors;

            fn try_from(input: $input) -> Result<Self, Self::Error> {
                Self::parse(&input)
            }
        }

        impl From<$value> for $input {
            fn from(value: $value) -> Self {
                value.to_input()
            }
        }
    };
}
pub(crate) use by_input;

/// What a message says, 1-10,000 characters, in lines.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(String);

impl Text {
    /// The longest allowed text, in characters.
    pub const MAX: usize = 10_000;

    /// Takes the text as it is, if it is allowed; errors are located at the root.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
        let lines = text.replace(['\n', '\t'], " ");
        check_line(&lines, 1, Self::MAX).map(|()| Self(text.to_owned()))
    }

    /// The text as given.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

kernel::text_value!(Text: ValidationErrors);

/// A fingerprint of a message's text, for finding the same text again without keeping it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TextDigest([u8; 32]);

impl TextDigest {
    /// The digest of a text; blanks at its ends and the length of blanks inside do not matter.
    pub fn of(text: &Text) -> Self {
        let mut hash = Sha256::new();
        for word in text.as_str().split_whitespace() {
            hash.update(word.as_bytes());
            hash.update(b" ");
        }
        Self(hash.finalize())
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

kernel::stored_id! {
    /// The stored number of a campaign.
    CampaignId
}

/// What makes a message to a fan the same message however often it is submitted: one value per (campaign, fan).
///
/// The engine answers a repeated key with the first answer, so a message whose outcome is unknown is resolved by
/// submitting it again under the same key. 1-64 characters of `[a-z0-9_]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MessageKey(String);

kernel::text_value!(MessageKey, "1 to 64 characters of a-z, 0-9 and _");

impl MessageKey {
    /// The most characters of a key.
    pub const MAX: usize = 64;

    /// A key that was stored or sent; `None` for what is none.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
        (plain && (1..=Self::MAX).contains(&text.len())).then(|| Self(text.to_owned()))
    }

    /// The key of a campaign's message to a fan. The fan's id goes in as a digest, because it may hold characters that
    /// a header can't.
    ///
    /// No other campaign has the number, in no installation ([`CampaignStore::create`](crate::ports::CampaignStore::create)).
    /// So no other message has the key.
    pub fn of(campaign: CampaignId, fan: &FanId) -> Self {
        let digest = Sha256::hash(fan.as_str().as_bytes());
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
    fn titles_report_every_error() {
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
