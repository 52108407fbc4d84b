use std::borrow::Cow;
use std::fmt;

use kernel::{CountryCode, Entropy, Hostname, OwnerId, SortableId, UnixTime};
use serde::{Deserialize, Serialize};

use crate::{AdClickIds, DeviceWord, ShownArm, UserAgent};

kernel::text_value!(TouchId, "26 characters of a sortable id");
kernel::text_value!(Source, "qr, or qr- and a slug");

/// Id of a touch: 26 characters that sort by time. The redirect of a click carries the id as `aref`, and conversions
/// return it as `click_ref`.
///
/// ```
/// use touches::TouchId;
///
/// let id = TouchId::from_u128(7);
/// assert_eq!(TouchId::parse(&id.to_string()), Some(id));
/// assert_eq!(TouchId::parse("some-other-click-reference"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TouchId(SortableId);

impl TouchId {
    /// Generates an id for a touch at `now`.
    pub fn generate(now: UnixTime, entropy: &dyn Entropy) -> Self {
        Self(SortableId::generate(now, entropy))
    }

    /// Parses the text form; `None` if the text is not an id, such as a `click_ref` of another system.
    pub fn parse(text: &str) -> Option<Self> {
        SortableId::parse(text).map(Self)
    }

    /// Returns the id as a number, as the store keeps it.
    pub fn to_u128(self) -> u128 {
        self.0.to_u128()
    }

    /// Creates the id from its stored number.
    pub fn from_u128(value: u128) -> Self {
        Self(SortableId::from_u128(value))
    }
}

impl fmt::Display for TouchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Label of the printed code that brought a visitor: `qr`, or `qr-` and a slug of `a-z`, `0-9`, `_` and `-`.
///
/// ```
/// use touches::Source;
///
/// assert!(Source::parse("qr-flyer").is_some());
/// assert!(Source::parse("newsletter").is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source(String);

impl Source {
    /// Maximum length of a label, in bytes: `qr-` and a slug of 32.
    pub const MAX: usize = 35;

    /// Parses a label; `None` if no code can have this label.
    pub fn parse(text: &str) -> Option<Self> {
        let slug = text.strip_prefix("qr-");
        let fits = |slug: &str| {
            !slug.is_empty()
                && slug.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
        };
        let valid = text == "qr" || (text.len() <= Self::MAX && slug.is_some_and(fits));
        valid.then(|| Self(text.to_owned()))
    }

    /// Text of the label.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Keyed digest that identifies a visitor for a day. The digest can't be reversed and changes daily.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VisitorDigest(pub [u8; 16]);

/// Action of a visitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// The visitor opened the URL of a printed code.
    Scan {
        /// Number of the printed code.
        code: i64,
    },
    /// The visitor saw the landing page.
    Visit,
    /// The visitor followed a button or a smart link.
    Click(Click),
}

/// Clicked element and its destination.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Click {
    /// Id of the clicked button on the page, `btn_...` or `banner`.
    pub button: Option<String>,
    /// Number of the followed smart link.
    pub smart_link: Option<i64>,
    /// Number of the funnel link that the click led to; `None` for other destinations.
    pub link: Option<i64>,
    /// Click ids that ad platforms added to the URL.
    #[serde(default, skip_serializing_if = "AdClickIds::is_empty")]
    pub ids: AdClickIds,
    /// User agent of the visitor; only if the owner agreed to send it to an ad platform, and never of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<UserAgent>,
}

/// Further circumstances of a touch. Nothing here distinguishes visitors.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Context {
    /// Browser, or the app with a built-in browser.
    pub browser: Option<Cow<'static, str>>,
    /// Host of the referring page, without the path: lower case, at most 253 characters. Never the touched domain
    /// itself: a click on a button keeps the referrer of the preceding visit.
    pub referrer: Option<String>,
    /// Experiment arm that the page showed.
    pub arm: Option<ShownArm>,
}

/// Touch of a page: a scan, visit or click.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Touch {
    /// Id, assigned before storing, so that a retry does not store the touch twice.
    pub id: TouchId,
    /// Owner of the page.
    pub owner: OwnerId,
    /// Domain of the touched page.
    pub domain: Hostname,
    /// Moment of the touch.
    pub at: UnixTime,
    /// Action of the visitor.
    pub act: Act,
    /// Label of the printed code that brought the visitor.
    pub source: Option<Source>,
    /// Country of the visitor, if known.
    pub country: Option<CountryCode>,
    /// Device type, if known.
    pub device: Option<DeviceWord>,
    /// Further circumstances: browser, referrer and experiment arm.
    pub context: Context,
    /// Digest of the visitor.
    pub visitor: VisitorDigest,
    /// Whether the visitor was a program. Touches of programs are stored but never counted.
    pub bot: bool,
}

impl Touch {
    /// Creates a touch of a person who did not scan a printed code, with unknown country and device. Set known values
    /// on the fields.
    pub fn new(
        id: TouchId,
        owner: OwnerId,
        domain: Hostname,
        at: UnixTime,
        visitor: VisitorDigest,
        act: Act,
    ) -> Self {
        let context = Context::default();
        Self {
            id,
            owner,
            domain,
            at,
            act,
            source: None,
            country: None,
            device: None,
            context,
            visitor,
            bot: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_those_of_codes() {
        for (text, valid) in [
            ("qr", true),
            ("qr-flyer_1", true),
            ("qr-12345678901234567890123456789012", true),
            ("qr-123456789012345678901234567890123", false),
            ("qr-", false),
            ("", false),
            ("QR", false),
            ("qr-Ü", false),
            ("newsletter", false),
        ] {
            assert_eq!(Source::parse(text).is_some(), valid, "{text}");
        }
    }
}
