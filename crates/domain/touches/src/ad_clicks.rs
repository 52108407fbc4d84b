//! Click ids of ad platforms: the parameters that carry them, and their values.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::str::FromStr;

use kernel::{ParseError, words};
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};

words! {
    /// Query parameter in which an ad platform passes its click id.
    AdParameter {
        /// Meta.
        Fbclid = "fbclid",
        /// TikTok.
        Ttclid = "ttclid",
        /// Google Ads.
        Gclid = "gclid",
        /// Google Ads, from an app to the web.
        Gbraid = "gbraid",
        /// Google Ads, from the web to an app.
        Wbraid = "wbraid",
        /// Snapchat, which writes `ScCid`.
        Sccid = "sccid",
        /// Reddit.
        RdtCid = "rdt_cid",
        /// X.
        Twclid = "twclid",
        /// Microsoft Advertising.
        Msclkid = "msclkid",
        /// Pinterest.
        Epik = "epik",
    }
}

impl AdParameter {
    /// Finds the parameter with this name in a query, percent-escaped or not. The case of letters does not matter:
    /// mail programs and redirects change it.
    fn named(name: &str) -> Option<Self> {
        let name: Cow<'_, str> =
            if name.contains('%') { percent_decode_str(name).decode_utf8_lossy() } else { name.into() };
        Self::ALL.into_iter().find(|parameter| parameter.as_str().eq_ignore_ascii_case(&name))
    }
}

/// Click id that an ad platform added to the URL. Kept byte for byte, because the platform needs an exact match.
///
/// The id points to a person, so `Debug` hides the id and there is no `Display`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AdClickId(String);

impl AdClickId {
    /// Maximum length of an accepted id, in bytes; real ids have exceeded 256.
    pub const MAX: usize = 4096;

    /// Accepts an id unchanged; `None` if the text is empty, too long, or not printable ASCII.
    pub fn parse(text: &str) -> Option<Self> {
        let fits = (1..=Self::MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(text.to_owned()))
    }

    /// Parses the value of a query parameter. A plus stays a plus: platforms append their ids without form encoding.
    fn of_value(value: &str) -> Option<Self> {
        if value.len() > 3 * Self::MAX {
            return None;
        }
        Self::parse(&percent_decode_str(value).decode_utf8().ok()?)
    }

    /// Id exactly as received.
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

/// Click ids of one click, at most one of each parameter.
///
/// ```
/// use touches::{AdClickIds, AdParameter};
///
/// let ids = AdClickIds::of_query("utm_source=ig&fbclid=IwAR0%2Bx&ScCid=a");
/// assert_eq!(ids.get(AdParameter::Fbclid), Some("IwAR0+x"));
/// assert_eq!(ids.get(AdParameter::Sccid), Some("a"));
/// assert_eq!(ids.get(AdParameter::Gclid), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AdClickIds(BTreeMap<AdParameter, AdClickId>);

impl AdClickIds {
    /// Reads the ids in the query of a request. Of a repeated parameter the first valid id counts.
    pub fn of_query(query: &str) -> Self {
        let mut ids = BTreeMap::new();
        for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            let Some(parameter) = AdParameter::named(name) else { continue };
            if let Entry::Vacant(place) = ids.entry(parameter)
                && let Some(id) = AdClickId::of_value(value)
            {
                place.insert(id);
            }
        }
        Self(ids)
    }

    /// Id of a parameter.
    pub fn get(&self, parameter: AdParameter) -> Option<&str> {
        self.0.get(&parameter).map(AdClickId::as_str)
    }

    /// Ids with their parameters, in the order of [`AdParameter::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (AdParameter, &AdClickId)> {
        self.0.iter().map(|(parameter, id)| (*parameter, id))
    }

    /// Whether there are no ids.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(AdParameter, AdClickId)> for AdClickIds {
    fn from_iter<I: IntoIterator<Item = (AdParameter, AdClickId)>>(ids: I) -> Self {
        Self(ids.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Vec<(&'static str, String)> {
        AdClickIds::of_query(query)
            .iter()
            .map(|(parameter, id)| (parameter.as_str(), id.as_str().to_owned()))
            .collect()
    }

    #[test]
    fn ids_are_read_from_a_query_as_the_platform_wrote_them() {
        let long = "x".repeat(AdClickId::MAX);
        for (query, expected) in [
            ("", vec![]),
            ("a=b&fbclid=IwAR0_x-y&ttclid=E.C.P.x", vec![("fbclid", "IwAR0_x-y"), ("ttclid", "E.C.P.x")]),
            ("fbclid=one&fbclid=two", vec![("fbclid", "one")]),
            ("fbclid=&fbclid=two", vec![("fbclid", "two")]),
            ("fbclid=a%20b&FBCLID=two", vec![("fbclid", "two")]),
            ("fbclid=&ttclid", vec![]),
            ("FBCLID=x&ScCid=y&sccid=z", vec![("fbclid", "x"), ("sccid", "y")]),
            ("fb%63lid=x", vec![("fbclid", "x")]),
            ("fbclid=a%3Db", vec![("fbclid", "a=b")]),
            ("fbclid=a=b;c", vec![("fbclid", "a=b;c")]),
            ("fbclid=a+b_c-d.e", vec![("fbclid", "a+b_c-d.e")]),
            ("fbclid=a%2Bb", vec![("fbclid", "a+b")]),
            ("fbclid=a%", vec![("fbclid", "a%")]),
            ("fbclid=a%20b", vec![]),
            ("fbclid=größe", vec![]),
            ("fbclid=gr%F6%DFe", vec![]),
            ("xfbclid=1&fbclidx=2&amp;fbclid=3", vec![]),
            (
                "gclid=1&gbraid=2&wbraid=3&sccid=4&rdt_cid=5&twclid=6&msclkid=7&epik=8",
                vec![
                    ("gclid", "1"),
                    ("gbraid", "2"),
                    ("wbraid", "3"),
                    ("sccid", "4"),
                    ("rdt_cid", "5"),
                    ("twclid", "6"),
                    ("msclkid", "7"),
                    ("epik", "8"),
                ],
            ),
            (&format!("fbclid={long}"), vec![("fbclid", &long)]),
            (&format!("fbclid={long}y&ttclid=1"), vec![("ttclid", "1")]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(|(name, id)| (name, id.to_owned())).collect();
            assert_eq!(read(query), expected, "{query}");
        }
    }

    #[test]
    fn an_id_is_visible_ascii() {
        let long = "IwAR".repeat(200);
        for (text, kept) in
            [("AbC-_.~%41", true), (long.as_str(), true), ("", false), ("a b", false), ("a\r\nb", false)]
        {
            assert_eq!(AdClickId::parse(text).as_ref().map(AdClickId::as_str), kept.then_some(text));
        }
        assert_eq!(AdClickId::parse(&"x".repeat(AdClickId::MAX + 1)), None);
    }

    #[test]
    fn an_id_is_never_printed() {
        assert!(!format!("{:?}", AdClickIds::of_query("fbclid=secret-ish")).contains("secret-ish"));
    }
}
