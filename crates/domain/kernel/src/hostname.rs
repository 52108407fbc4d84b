use std::borrow::{Borrow, Cow};
use std::fmt;

use crate::pasted;

/// Public hostname in canonical form: lower-case ASCII (IDNA), no trailing dot, at least two labels, at most
/// 253 characters, not an IP address.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hostname(String);

/// Reason why a text is not a [`Hostname`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HostnameError {
    /// Not a domain name: forbidden characters, empty or too long labels, a port, a path or a scheme.
    #[error("is not a domain name")]
    Malformed,
    /// Name without a dot, such as `localhost`.
    #[error("must have at least two labels, such as links.example.com")]
    TooFewLabels,
    /// An IP address.
    #[error("is an IP address, not a domain name")]
    IpAddress,
}

impl Hostname {
    /// Parses a hostname that a person typed or pasted. The address of a whole site, such as
    /// `https://links.example.com/`, is taken as its host.
    pub fn typed(text: &str) -> Result<Self, HostnameError> {
        let text = pasted(text);
        Self::parse(of_site(&text).unwrap_or(&text))
    }

    /// Parses a hostname, or a `Host` header without its port.
    pub fn parse(text: &str) -> Result<Self, HostnameError> {
        let text = text.strip_suffix('.').unwrap_or(text);
        if text.parse::<std::net::IpAddr>().is_ok() || text.starts_with('[') {
            return Err(HostnameError::IpAddress);
        }
        let ascii = idna::domain_to_ascii_strict(text).map_err(|_| HostnameError::Malformed)?;
        if ascii.is_empty() || ascii.len() > 253 {
            return Err(HostnameError::Malformed);
        }
        let Some((_, last)) = ascii.rsplit_once('.') else {
            return Err(HostnameError::TooFewLabels);
        };
        if looks_numeric(last) {
            return Err(HostnameError::IpAddress);
        }
        Ok(Self(ascii))
    }

    /// Canonical text of the hostname.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Hostname for people, in their own script: `münchen.example` instead of `xn--mnchen-3ya.example`. A label that is
    /// no valid international name stays as it is.
    pub fn to_unicode(&self) -> Cow<'_, str> {
        if !self.0.contains("xn--") {
            return self.as_str().into();
        }
        match idna::domain_to_unicode(&self.0) {
            (unicode, Ok(())) => unicode.into(),
            (_, Err(_)) => self.as_str().into(),
        }
    }
}

/// Returns the host in the address of a whole site.
fn of_site(text: &str) -> Option<&str> {
    let (scheme, host) = text.split_once("://")?;
    let is_web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    is_web.then_some(host.strip_suffix('/').unwrap_or(host))
}

/// Whether browsers treat a host with this last label as an IPv4 address (WHATWG URL, "ends in a number").
fn looks_numeric(label: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits(label) || label.strip_prefix("0x").is_some_and(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Allows map lookups by a canonical text without parsing it first.
impl Borrow<str> for Hostname {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Hostname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Hostname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

crate::text_value!(Hostname: HostnameError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_form() {
        for (input, expected) in [
            ("links.example.com", "links.example.com"),
            ("Links.EXAMPLE.com.", "links.example.com"),
            ("münchen.example", "xn--mnchen-3ya.example"),
            ("demo.localhost", "demo.localhost"),
            ("a-b.co", "a-b.co"),
        ] {
            assert_eq!(Hostname::parse(input).map(|h| h.0), Ok(expected.to_owned()), "{input:?}");
        }
    }

    #[test]
    fn a_pasted_site_is_its_host() {
        use HostnameError::{IpAddress, Malformed};
        for (input, expected) in [
            ("links.example.com", Ok("links.example.com")),
            ("https://links.example.com/", Ok("links.example.com")),
            ("HTTP://links.example.com", Ok("links.example.com")),
            ("https://münchen.example./", Ok("xn--mnchen-3ya.example")),
            (" links.example.com\n", Ok("links.example.com")),
            ("links\u{200B}.example.com\u{202E}", Ok("links.example.com")),
            ("https://example.com/a", Err(Malformed)),
            ("https://example.com//", Err(Malformed)),
            ("https://example.com/?a", Err(Malformed)),
            ("https://example.com:443/", Err(Malformed)),
            ("https://user@example.com/", Err(Malformed)),
            ("ftp://example.com/", Err(Malformed)),
            ("//example.com/", Err(Malformed)),
            ("example.com/", Err(Malformed)),
            ("https://", Err(Malformed)),
            ("https://127.0.0.1/", Err(IpAddress)),
            ("\u{200B}", Err(Malformed)),
        ] {
            let found = Hostname::typed(input);
            assert_eq!(found.as_ref().map(Hostname::as_str).map_err(|error| *error), expected, "{input:?}");
        }
    }

    #[test]
    fn people_read_their_own_script() {
        for (input, expected) in [
            ("links.example.com", "links.example.com"),
            ("xn--mnchen-3ya.example", "münchen.example"),
            ("a.xn--mnchen-3ya.example", "a.münchen.example"),
            ("例え.example", "例え.example"),
        ] {
            assert_eq!(Hostname::parse(input).unwrap().to_unicode(), expected, "{input:?}");
        }
    }

    #[test]
    fn what_is_not_a_hostname() {
        use HostnameError::{IpAddress, Malformed, TooFewLabels};
        let long_label = format!("{}.com", "a".repeat(64));
        let long_name = format!("{}com", "abcdefgh.".repeat(29));
        for (input, expected) in [
            ("", Malformed),
            (".", Malformed),
            ("localhost", TooFewLabels),
            ("localhost.", TooFewLabels),
            ("127.0.0.1", IpAddress),
            ("127.1", IpAddress),
            ("example.0x7f", IpAddress),
            ("::1", IpAddress),
            ("[::1]", IpAddress),
            ("example.com:80", Malformed),
            ("https://example.com", Malformed),
            ("example.com/path", Malformed),
            ("exa mple.com", Malformed),
            ("exa_mple.com", Malformed),
            ("-example.com", Malformed),
            ("example-.com", Malformed),
            ("a..b", Malformed),
            (".example.com", Malformed),
            ("example.com..", Malformed),
            ("exam\0ple.com", Malformed),
            ("*.example.com", Malformed),
            ("user@example.com", Malformed),
            (&long_label, Malformed),
            (&long_name, Malformed),
        ] {
            assert_eq!(Hostname::parse(input), Err(expected), "{input:?}");
        }
    }
}
