//! Touches as one line of JSON each, for what was counted elsewhere before.

use kernel::{CountryCode, Hostname, OwnerId, ParseError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::touch::{Act, Click, Source, Touch, TouchId, VisitorDigest};

/// A touch without its owner, as it is written in a file.
///
/// ```
/// use kernel::OwnerId;
/// use touches::{TouchId, TouchRecord, VisitorDigest};
///
/// let line = r#"{"at": 1795176000, "domain": "links.example.com", "act": "visit", "country": "DE"}"#;
/// let record: TouchRecord = serde_json::from_str(line).unwrap();
/// let touch = record.touch(OwnerId::new(1), TouchId::from_u128(7), VisitorDigest([0; 16])).unwrap();
/// assert_eq!(touch.domain.as_str(), "links.example.com");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TouchRecord {
    /// The name of the touch, 26 characters of a sortable id; one is made of the line if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<TouchId>,
    /// When it happened, in Unix seconds.
    pub at: i64,
    /// The domain that was touched.
    pub domain: Hostname,
    /// What the visitor did.
    pub act: ActWord,
    /// The number of the printed code; for a scan only, which needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<i64>,
    /// The button that was followed, `btn_...` or `banner`; for a click only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub button: Option<String>,
    /// The number of the smart link that was followed; for a click only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smart_link: Option<i64>,
    /// The number of the funnel link that the visitor was sent to; for a click only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<i64>,
    /// The label of the printed code by which the visitor came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The visitor's country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<CountryCode>,
    /// The kind of device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<DeviceWord>,
    /// Whatever distinguishes visitors, at most 200 bytes. Only a digest of it is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visitor: Option<String>,
}

/// What a visitor did, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActWord {
    /// Opened the address of a printed code.
    Scan,
    /// Was shown the landing page.
    Visit,
    /// Followed a button or a smart link.
    Click,
}

kernel::words! {
    /// A kind of device, in a word.
    DeviceWord {
        /// A phone.
        Mobile = "mobile",
        /// A tablet.
        Tablet = "tablet",
        /// A computer.
        Desktop = "desktop",
    }
}

/// Moments of the years 2000 to 9999.
const MOMENTS: std::ops::RangeInclusive<i64> = 946_684_800..=253_402_300_799;
const LONGEST_NAME: usize = 200;

impl TouchRecord {
    /// The touch that an owner's record describes, or which field is wrong. `id` is for records without one.
    pub fn touch(self, owner: OwnerId, id: TouchId, visitor: VisitorDigest) -> Result<Touch, ParseError> {
        if !MOMENTS.contains(&self.at) {
            return Err(ParseError::needs("a record with `at` in Unix seconds, of the years 2000 to 9999"));
        }
        if self.country.is_some_and(|country| !country.is_country()) {
            return Err(ParseError::needs(
                "a record with `country` as a code of ISO 3166-1, such as GB (not UK)",
            ));
        }
        let too_long = |text: &Option<String>| text.as_ref().is_some_and(|text| text.len() > LONGEST_NAME);
        if too_long(&self.button) || too_long(&self.visitor) {
            return Err(ParseError::needs("a record with `button` and `visitor` of at most 200 bytes"));
        }
        let of_click = self.button.is_some() || self.smart_link.is_some() || self.link.is_some();
        let act = match (self.act, self.code) {
            (ActWord::Scan, Some(code)) if !of_click => Act::Scan { code },
            (ActWord::Scan, None) => return Err(ParseError::needs("a record with `code` for a scan")),
            (ActWord::Visit, None) if !of_click => Act::Visit,
            (ActWord::Click, None) => {
                let (button, smart_link, link) = (self.button, self.smart_link, self.link);
                Act::Click(Click { button, smart_link, link, ..Click::default() })
            }
            (_, Some(_)) => {
                return Err(ParseError::needs(
                    "a record with `code` for scans alone, and nothing of a click",
                ));
            }
            _ => {
                return Err(ParseError::needs(
                    "a record with `button`, `smart_link` and `link` for clicks alone",
                ));
            }
        };
        let at = UnixTime::from_seconds(self.at);
        Ok(Touch {
            source: self.source,
            country: self.country,
            device: self.device,
            ..Touch::new(self.id.unwrap_or(id), owner, self.domain, at, visitor, act)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(fields: &str) -> Result<Touch, String> {
        let line = format!(r#"{{"domain": "links.example.com", {fields}}}"#);
        let record: TouchRecord = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        let touch = record.touch(OwnerId::new(1), TouchId::from_u128(7), VisitorDigest([1; 16]));
        touch.map_err(|error| error.to_string())
    }

    #[test]
    fn a_line_is_a_touch_or_says_which_field_is_wrong() {
        for (fields, wrong) in [
            (r#""at": 1795176000, "act": "visit""#, None),
            (r#""at": 1795176000, "act": "scan", "code": 3, "source": "qr-flyer""#, None),
            (r#""at": 1795176000, "act": "click", "button": "banner", "link": 4, "device": "tablet""#, None),
            (r#""at": 1795176000, "act": "click""#, None),
            (r#""at": 5, "act": "visit""#, Some("`at`")),
            (r#""at": 1e18, "act": "visit""#, Some("i64")),
            (r#""at": 1795176000, "act": "look""#, Some("look")),
            (r#""at": 1795176000, "act": "scan""#, Some("`code`")),
            (r#""at": 1795176000, "act": "scan", "code": 1, "link": 2"#, Some("`code`")),
            (r#""at": 1795176000, "act": "visit", "link": 2"#, Some("`link`")),
            (r#""at": 1795176000, "act": "visit", "code": 2"#, Some("`code`")),
            (r#""at": 1795176000, "act": "visit", "country": "xx1""#, Some("two letters")),
            (r#""at": 1795176000, "act": "visit", "country": "UK""#, Some("such as GB")),
            (r#""at": 1795176000, "act": "visit", "source": "mail""#, Some("qr")),
            (
                r#""at": 1795176000, "act": "visit", "device": "watch""#,
                Some("one of: mobile, tablet, desktop"),
            ),
            (r#""at": 1795176000, "act": "visit", "referrer": "x""#, Some("referrer")),
            (r#""act": "visit""#, Some("at")),
        ] {
            match (parsed(fields), wrong) {
                (Ok(_), None) => {}
                (Err(error), Some(part)) => assert!(error.contains(part), "{fields}: {error}"),
                (found, _) => panic!("{fields}: {found:?}"),
            }
        }
        let long = format!(r#""at": 1795176000, "act": "click", "button": "{}""#, "b".repeat(201));
        assert!(parsed(&long).unwrap_err().contains("`button`"));
    }

    #[test]
    fn what_a_line_says_is_in_its_touch() {
        let id = TouchId::from_u128(99);
        let line = format!(
            r#""id": "{id}", "at": 1795176000, "act": "click", "smart_link": 5, "country": "DE", "device": "mobile""#
        );
        let touch = parsed(&line).unwrap();
        assert_eq!((touch.id, touch.owner, touch.at.seconds()), (id, OwnerId::new(1), 1_795_176_000));
        assert_eq!(touch.act, Act::Click(Click { smart_link: Some(5), ..Click::default() }));
        assert_eq!((touch.country, touch.device), (CountryCode::parse("DE"), Some(DeviceWord::Mobile)));
        assert!(!touch.bot);
    }
}
