//! Import format of touches: one JSON object per line, for history from other systems.

use kernel::{CountryCode, Hostname, OwnerId, ParseError, UnixTime};
use serde::{Deserialize, Serialize};

use crate::touch::{Act, Click, Source, Touch, TouchId, VisitorDigest};

/// Touch in an import file, without its owner.
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
    /// Id of the touch, 26 characters of a sortable id. Without an id, the import derives one from the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<TouchId>,
    /// Moment of the touch, in Unix seconds.
    pub at: i64,
    /// Domain of the touched page.
    pub domain: Hostname,
    /// Action of the visitor.
    pub act: ActWord,
    /// Number of the printed code; required for a scan, and not allowed otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<i64>,
    /// Id of the clicked button, `btn_...` or `banner`; for a click only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub button: Option<String>,
    /// Number of the followed smart link; for a click only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smart_link: Option<i64>,
    /// Number of the funnel link that the click led to; for a click only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<i64>,
    /// Label of the printed code that brought the visitor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// Country of the visitor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<CountryCode>,
    /// Device type of the visitor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<DeviceWord>,
    /// Any text that distinguishes visitors, at most 200 bytes. Only a digest of the text is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visitor: Option<String>,
}

/// Action of a visitor, as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActWord {
    /// The visitor opened the URL of a printed code.
    Scan,
    /// The visitor saw the landing page.
    Visit,
    /// The visitor followed a button or a smart link.
    Click,
}

kernel::words! {
    /// Device type, as a word.
    DeviceWord {
        /// Phone.
        Mobile = "mobile",
        /// Tablet computer.
        Tablet = "tablet",
        /// Desktop or laptop computer.
        Desktop = "desktop",
    }
}

/// Allowed moments: the years 2000 to 9999, in Unix seconds.
const MOMENTS: std::ops::RangeInclusive<i64> = 946_684_800..=253_402_300_799;
const LONGEST_NAME: usize = 200;

impl TouchRecord {
    /// Converts the record to a touch of `owner`; the error names the wrong field. `id` applies to a record
    /// without an id.
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
