use std::fmt;
use std::net::IpAddr;

use kernel::{AccountId, ErrorKind, Location, ValidationErrors};
use secrecy::{ExposeSecret as _, SecretString};
use url::{Host, Url};

use crate::AddressPolicy;

kernel::text_value!(BaseUrl: ValidationErrors);

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Address of an engine: http or https, without a final slash, query, fragment or credentials.
///
/// ```
/// use engine_link::BaseUrl;
///
/// let base = BaseUrl::parse("https://engine.example.com/api/").unwrap();
/// assert_eq!(base.join(&["v1", "links"]).unwrap().as_str(), "https://engine.example.com/api/v1/links");
/// assert!(BaseUrl::parse("https://user@engine.example.com").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BaseUrl(Url);

impl BaseUrl {
    /// Parses an address; errors are located at `base_url`.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
        let wrong = || {
            let message = "must be an http or https address without query, fragment or credentials";
            ValidationErrors::one(Location::root().at("base_url"), ErrorKind::UrlInvalid, message)
        };
        let mut url = Url::parse(&kernel::pasted(text)).map_err(|_| wrong())?;
        let plain = matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        if !plain || url.as_str().len() > 2048 {
            return Err(wrong());
        }
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(&path);
        Ok(Self(url))
    }

    /// Appends path segments, with escaping so that each stays one segment. `None` if a segment is empty, `.` or `..`.
    pub fn join(&self, segments: &[&str]) -> Option<Url> {
        let mut url = self.0.clone();
        if segments.iter().any(|segment| matches!(*segment, "" | "." | "..")) {
            return None;
        }
        url.path_segments_mut().ok()?.pop_if_empty().extend(segments);
        Some(url)
    }

    /// Address as text, without a final slash.
    pub fn as_str(&self) -> &str {
        self.0.as_str().trim_end_matches('/')
    }

    /// IP address, if the host is one.
    pub fn literal_address(&self) -> Option<IpAddr> {
        match self.0.host()? {
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
            Host::Domain(_) => None,
        }
    }

    /// Name and port to resolve; `None` if the host is an IP address.
    pub fn name_and_port(&self) -> Option<(&str, u16)> {
        Some((self.0.domain()?, self.0.port_or_known_default()?))
    }

    /// Whether `policy` accepts the host. A name is accepted, because its IP addresses are checked after it is
    /// resolved.
    pub fn is_acceptable(&self, policy: AddressPolicy) -> bool {
        self.literal_address().is_none_or(|address| policy.accepts(address))
    }
}

impl fmt::Debug for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Checks the id of an account at the engine: 1 to 255 visible ASCII characters, because it is sent in a header. Errors
/// are located at `account`.
///
/// ```
/// use engine_link::account_id;
///
/// assert_eq!(account_id("acct_1").unwrap().as_str(), "acct_1");
/// assert!(account_id("two words").is_err());
/// ```
pub fn account_id(text: &str) -> Result<AccountId, ValidationErrors> {
    visible("account", text, AccountId::MAX)?;
    AccountId::parse(text)
}

/// Checks a secret of 1 to 4096 visible ASCII characters.
pub(crate) fn secret(field: &str, text: SecretString) -> Result<SecretString, ValidationErrors> {
    visible(field, text.expose_secret(), 4096).map(|()| text)
}

fn visible(field: &str, text: &str, longest: usize) -> Result<(), ValidationErrors> {
    let error = |kind, message: String| Err(ValidationErrors::one(Location::root().at(field), kind, message));
    if text.is_empty() {
        return error(ErrorKind::TooShort, "must not be empty".to_owned());
    }
    if text.len() > longest {
        return error(ErrorKind::TooLong, format!("must have at most {longest} characters"));
    }
    if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return error(ErrorKind::Pattern, "must be visible ASCII characters without spaces".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_http_addresses_are_base_addresses() {
        for (text, read) in [
            ("https://engine.example.com", Some("https://engine.example.com")),
            ("https://engine.example.com/", Some("https://engine.example.com")),
            (" http://127.0.0.1:8083// ", Some("http://127.0.0.1:8083")),
            ("https://e.example/a/b/", Some("https://e.example/a/b")),
            ("HTTPS://E.example", Some("https://e.example")),
            ("https://[::1]:9", Some("https://[::1]:9")),
            ("ftp://e.example", None),
            ("e.example", None),
            ("https://", None),
            ("https://user@e.example", None),
            ("https://:pw@e.example", None),
            ("https://e.example?x=1", None),
            ("https://e.example#x", None),
            ("", None),
        ] {
            let parsed = BaseUrl::parse(text).ok();
            assert_eq!(parsed.as_ref().map(BaseUrl::as_str), read, "{text:?}");
        }
    }

    #[test]
    fn a_segment_stays_one_segment() {
        let base = BaseUrl::parse("https://e.example/a/").unwrap();
        for (segments, joined) in [
            (&["v1", "account"][..], Some("https://e.example/a/v1/account")),
            (&["v1", "links", "x/../y?z#ü"], Some("https://e.example/a/v1/links/x%2F..%2Fy%3Fz%23%C3%BC")),
            (&["v1", "links", ".."], None),
            (&["v1", "links", "."], None),
            (&["v1", "links", ""], None),
        ] {
            assert_eq!(base.join(segments).map(String::from).as_deref(), joined, "{segments:?}");
        }
        let bare = BaseUrl::parse("https://e.example").unwrap();
        assert_eq!(bare.join(&["v1"]).map(String::from).as_deref(), Some("https://e.example/v1"));
    }

    #[test]
    fn an_address_in_place_of_a_name_is_judged_however_it_is_written() {
        for (text, acceptable) in [
            ("http://127.0.0.1", false),
            ("http://2130706433", false),
            ("http://0x7f.1", false),
            ("http://[::ffff:10.0.0.1]", false),
            ("http://169.254.169.254", false),
            ("http://1.1.1.1", true),
            ("http://localhost", true),
        ] {
            let base = BaseUrl::parse(text).unwrap();
            assert_eq!(base.is_acceptable(AddressPolicy::PublicOnly), acceptable, "{text}");
            assert!(base.is_acceptable(AddressPolicy::AllowPrivate));
        }
    }

    #[test]
    fn an_account_is_visible_ascii() {
        for (text, fits) in [
            ("acct_1", true),
            ("", false),
            ("a b", false),
            ("ä", false),
            ("a\n", false),
            (&"x".repeat(256), false),
        ] {
            assert_eq!(account_id(text).is_ok(), fits, "{text:?}");
        }
    }
}
