use std::fmt;

use kernel::{ErrorKind, Location, ValidationErrors};
use url::Url;

/// URL of a destination that can be checked: `https` or `http`, without credentials. The fragment is removed, because
/// browsers do not send it.
///
/// ```
/// use application::destinations::DestinationUrl;
///
/// let url = DestinationUrl::parse("https://Shop.example/sale#today")?;
/// assert_eq!(url.as_str(), "https://shop.example/sale");
/// assert!(DestinationUrl::parse("mailto:me@shop.example").is_err());
/// # Ok::<(), kernel::ValidationErrors>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DestinationUrl(Url);

kernel::text_value!(DestinationUrl: ValidationErrors);

impl DestinationUrl {
    /// Maximum length, in bytes.
    pub const MAX: usize = 2048;

    /// Parses a URL; the error is `url_invalid`.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
        Self::read(text).ok_or_else(|| {
            let message = "must be an https or http address of at most 2048 bytes, without credentials";
            ValidationErrors::one(Location::root(), ErrorKind::UrlInvalid, message)
        })
    }

    fn read(text: &str) -> Option<Self> {
        let mut url = Url::parse(text).ok()?;
        url.set_fragment(None);
        let can_be_asked = matches!(url.scheme(), "https" | "http")
            && url.host_str().is_some_and(|host| !host.is_empty())
            && url.username().is_empty()
            && url.password().is_none()
            && url.as_str().len() <= Self::MAX;
        can_be_asked.then_some(Self(url))
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    pub fn as_url(&self) -> &Url {
        &self.0
    }
}

impl fmt::Display for DestinationUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for DestinationUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_web_server_can_be_asked_for_is_a_destination() {
        let longest = format!("https://a.example/{}", "x".repeat(DestinationUrl::MAX - 18));
        for (text, expected) in [
            ("https://a.example/b?c=d#e", Some("https://a.example/b?c=d")),
            ("HTTP://A.example", Some("http://a.example/")),
            ("https://münchen.example", Some("https://xn--mnchen-3ya.example/")),
            (longest.as_str(), Some(longest.as_str())),
            (&format!("{longest}x"), None),
            ("https://u:p@a.example", None),
            ("https://u@a.example", None),
            ("mailto:a@a.example", None),
            ("tel:+491234", None),
            ("funnel:paid", None),
            ("javascript:alert(1)", None),
            ("a.example", None),
            ("https://", None),
            ("", None),
        ] {
            let read = DestinationUrl::parse(text).ok();
            assert_eq!(read.as_ref().map(DestinationUrl::as_str), expected, "{text}");
        }
    }
}
