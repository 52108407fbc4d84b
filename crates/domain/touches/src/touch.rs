use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use kernel::{CountryCode, Entropy, Hostname, OwnerId, ParseError, SortableId, UnixTime};
use serde::{Deserialize, Serialize};

use crate::{DeviceWord, ShownArm};

kernel::text_value!(TouchId, "26 characters of a sortable id");
kernel::text_value!(Source, "qr, or qr- and a slug");

/// The name of a touch, 26 characters that sort by time. On a click it is the `aref` of the address that the visitor is
/// sent to, and comes back as the `click_ref` of a conversion.
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
    /// A new name for a touch that happens at `now`.
    pub fn generate(now: UnixTime, entropy: &dyn Entropy) -> Self {
        Self(SortableId::generate(now, entropy))
    }

    /// Reads the text form; `None` when it is not one, as with a `click_ref` of another system.
    pub fn parse(text: &str) -> Option<Self> {
        SortableId::parse(text).map(Self)
    }

    /// The id as a number, as it is stored.
    pub fn to_u128(self) -> u128 {
        self.0.to_u128()
    }

    /// The id with this stored number.
    pub fn from_u128(value: u128) -> Self {
        Self(SortableId::from_u128(value))
    }
}

impl fmt::Display for TouchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The label of the printed code by which a visitor came: `qr`, or `qr-` and a slug of `a-z`, `0-9`, `_` and `-`.
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
    /// The longest label: `qr-` and a slug of 32.
    pub const MAX: usize = 35;

    /// Reads a label; `None` when no code can have it.
    pub fn parse(text: &str) -> Option<Self> {
        let slug = text.strip_prefix("qr-");
        let fits = |slug: &str| {
            !slug.is_empty()
                && slug.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
        };
        let valid = text == "qr" || (text.len() <= Self::MAX && slug.is_some_and(fits));
        valid.then(|| Self(text.to_owned()))
    }

    /// The label.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who the visitor is, as far as it is known: a keyed digest that can't be reversed and changes daily.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VisitorDigest(pub [u8; 16]);

/// A click id that an advertising platform put on the address (`fbclid`, `ttclid`). It is kept byte for byte, because the
/// platform matches it exactly. It points at a person, so `Debug` does not print it and there is no `Display`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AdClickId(String);

impl AdClickId {
    /// The longest that is kept, in bytes; real ones have exceeded 256.
    pub const MAX: usize = 4096;

    /// Takes one as it came; `None` when it is empty, longer than any real one, or not printable ASCII.
    pub fn parse(text: &str) -> Option<Self> {
        let fits = (1..=Self::MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(text.to_owned()))
    }

    /// The id as it came.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for AdClickId {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text).ok_or(ParseError::needs("1 to 4096 visible ASCII characters"))
    }
}

impl TryFrom<String> for AdClickId {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

impl From<AdClickId> for String {
    fn from(id: AdClickId) -> Self {
        id.0
    }
}

impl fmt::Debug for AdClickId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AdClickId(..)")
    }
}

/// What the visitor did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Opened the address of a printed code.
    Scan {
        /// The number of the code.
        code: i64,
    },
    /// Was shown the landing page.
    Visit,
    /// Followed a button or a smart link.
    Click(Click),
}

/// What was clicked, and where it led.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Click {
    /// The button on the page, `btn_...` or `banner`.
    pub button: Option<String>,
    /// The number of the smart link.
    pub smart_link: Option<i64>,
    /// The number of the funnel link that the visitor was sent to; absent when it led elsewhere.
    pub link: Option<i64>,
    /// Meta's click id.
    pub fbclid: Option<AdClickId>,
    /// TikTok's click id.
    pub ttclid: Option<AdClickId>,
}

/// What else is known of how a page was seen. It says nothing that distinguishes visitors.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Context {
    /// The browser, or the app whose built-in browser it was.
    pub browser: Option<Cow<'static, str>>,
    /// The host of the page from which the visitor came, without its path: lower case, at most 253 characters. Never that of
    /// the touched domain itself; a click on a button comes from where the visit before it came from.
    pub referrer: Option<String>,
    /// The arm of an experiment that the page showed.
    pub arm: Option<ShownArm>,
}

/// A scan, visit or click.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Touch {
    /// The name that it has before it is stored, so that it is stored once.
    pub id: TouchId,
    /// The owner of the page.
    pub owner: OwnerId,
    /// The domain that was touched.
    pub domain: Hostname,
    /// When it happened.
    pub at: UnixTime,
    /// What the visitor did.
    pub act: Act,
    /// The printed code by which the visitor came.
    pub source: Option<Source>,
    /// The visitor's country, where it is known.
    pub country: Option<CountryCode>,
    /// The kind of device.
    pub device: Option<DeviceWord>,
    /// How the page was seen.
    pub context: Context,
    /// Who the visitor was.
    pub visitor: VisitorDigest,
    /// Whether the visitor was a program ([`is_bot`](crate::is_bot)). Such touches are kept and never counted.
    pub bot: bool,
}

impl Touch {
    /// The touch of a person who did not come by a printed code and whose country and device are unknown. What is known
    /// of them is set on the fields.
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

    #[test]
    fn click_ids_are_kept_as_they_came() {
        let long = "IwAR".repeat(200);
        for (text, kept) in
            [("AbC-_.~%41", true), (long.as_str(), true), ("", false), ("a b", false), ("a\r\nb", false)]
        {
            assert_eq!(AdClickId::parse(text).as_ref().map(AdClickId::as_str), kept.then_some(text));
        }
        assert_eq!(AdClickId::parse(&"x".repeat(AdClickId::MAX + 1)), None);
    }

    #[test]
    fn a_click_id_is_never_printed() {
        let click = Click { fbclid: AdClickId::parse("secret-ish"), ..Click::default() };
        assert!(!format!("{click:?}").contains("secret-ish"));
    }
}
