//! Ids and texts, both typed by people and assigned by the engine.

use std::fmt;

use hmac_sha256::Hash as Sha256;
pub use kernel::AccountId;
use kernel::{ValidationErrors, check_line};
use serde::{Deserialize, Serialize};

kernel::line_of_text! {
    /// Title of a campaign for its owner, one line of 1-200 characters.
    Title, 1..=200
}

kernel::line_of_text! {
    /// Id of a fan at the engine, 1-255 characters.
    FanId, 1..=255
}

kernel::line_of_text! {
    /// Id of a photo, video or audio file in the engine's vault, 1-128 characters.
    MediaId, 1..=128
}

/// Implements the conversions for serde: the value is serialized as its input, and deserialization validates the input.
macro_rules! by_input {
    ($value:ident: $input:ident) => {
        $crate::text::by_input!($value: $input, parse);
    };
    ($value:ident: $input:ident, $read:ident) => {
        impl TryFrom<$input> for $value {
            type Error = kernel::ValidationErrors;

            fn try_from(input: $input) -> Result<Self, Self::Error> {
                Self::$read(&input)
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

/// Text of a message, 1-10,000 characters; may have several lines.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(String);

impl Text {
    /// Maximum length, in characters.
    pub const MAX: usize = 10_000;

    /// Validates a text and keeps it unchanged; errors are located at the root.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
        let lines = text.replace(['\n', '\t'], " ");
        check_line(&lines, 1, Self::MAX).map(|()| Self(text.to_owned()))
    }

    /// Text as given.
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

/// Digest of a message's text, which detects equal texts without storing them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TextDigest([u8; 32]);

impl TextDigest {
    /// Computes the digest of a text. Surrounding whitespace and the length of inner whitespace don't matter.
    pub fn of(text: &Text) -> Self {
        let mut hash = Sha256::new();
        for word in text.as_str().split_whitespace() {
            hash.update(word.as_bytes());
            hash.update(b" ");
        }
        Self(hash.finalize())
    }

    /// Creates the digest from its stored bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the 32 bytes of the digest.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

kernel::stored_id! {
    /// Number of a campaign.
    CampaignId
}

/// Idempotency key of a message: one value per (campaign, fan), 1-64 characters of `[a-z0-9_]`.
///
/// The engine returns its first response again for a repeated key. A message with an unknown outcome is therefore
/// resolved by a retry under the same key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MessageKey(String);

kernel::text_value!(MessageKey, "1 to 64 characters of a-z, 0-9 and _");

impl MessageKey {
    /// Maximum length of a key, in characters.
    pub const MAX: usize = 64;

    /// Parses a key that was stored or sent; `None` if the text is not a key.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
        (plain && (1..=Self::MAX).contains(&text.len())).then(|| Self(text.to_owned()))
    }

    /// Creates the key of a campaign's message to a fan. The key contains a digest of the fan's id, because the id may
    /// contain characters that headers don't allow.
    ///
    /// Campaign numbers are unique across all installations
    /// ([`CampaignStore::create`](crate::ports::CampaignStore::create)), so keys are unique too.
    pub fn of(campaign: CampaignId, fan: &FanId) -> Self {
        let digest = Sha256::hash(fan.as_str().as_bytes());
        let hex: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Self(format!("bc_{}_{hex}", campaign.get()))
    }

    /// Text of the key, as sent to the engine.
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
