use std::fmt;
use std::net::IpAddr;

use kernel::{AddressPolicy, ErrorKind, Location, ValidationErrors};
use url::{Host, Url};

kernel::text_value!(EndpointUrl: ValidationErrors);

/// Address of an endpoint: https, without credentials and fragment. Plain http is allowed only to this machine, for
/// development.
///
/// ```
/// use webhooks::EndpointUrl;
///
/// assert!(EndpointUrl::parse("https://crm.example.com/hooks?tenant=7").is_ok());
/// assert!(EndpointUrl::parse("http://crm.example.com/hooks").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct EndpointUrl(Url);

impl EndpointUrl {
    /// Maximum length, in bytes.
    pub const MAX: usize = 2048;

    /// Parses an address.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
        let wrong =
            |message: &str| Err(ValidationErrors::one(Location::root(), ErrorKind::UrlInvalid, message));
        let Ok(url) = Url::parse(&kernel::pasted(text)) else { return wrong("must be an https address") };
        let plain = url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none()
            && url.as_str().len() <= Self::MAX;
        match url.scheme() {
            "https" | "http" if !plain => {
                wrong("must be an https address of at most 2048 bytes, without credentials and fragment")
            }
            "https" => Ok(Self(url)),
            "http" if is_this_machine(&url) => Ok(Self(url)),
            _ => wrong("must be an https address; http is for this machine only"),
        }
    }

    /// Address as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Host of the address, without parts that may be secret.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// Whether `policy` accepts the host. A name is accepted, because its IP addresses are checked at each connection.
    /// With plain http, the name must belong to this machine.
    pub fn is_acceptable(&self, policy: AddressPolicy) -> bool {
        let loopback = || policy.accepts(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));
        match self.0.host() {
            Some(Host::Ipv4(address)) => policy.accepts(address.into()),
            Some(Host::Ipv6(address)) => policy.accepts(address.into()),
            Some(Host::Domain(_)) => self.0.scheme() == "https" || loopback(),
            None => false,
        }
    }
}

fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

impl fmt::Display for EndpointUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for EndpointUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_is_https_or_on_this_machine() {
        for (text, fits) in [
            ("https://a.example/x", true),
            (" https://a.example:8443/x?y=1 ", true),
            ("https://1.1.1.1/", true),
            ("http://127.0.0.1:9/x", true),
            ("http://localhost:9", true),
            ("http://[::1]:9", true),
            ("http://a.example", false),
            ("http://10.0.0.1", false),
            ("http://localhost.a.example", false),
            ("https://u@a.example", false),
            ("https://u:p@a.example", false),
            ("https://a.example/#x", false),
            ("ftp://a.example", false),
            ("a.example", false),
            ("https://", false),
            ("", false),
        ] {
            assert_eq!(EndpointUrl::parse(text).is_ok(), fits, "{text}");
        }
        assert!(EndpointUrl::parse(&format!("https://a.example/{}", "x".repeat(2048))).is_err());
    }

    #[test]
    fn addresses_are_judged_by_the_policy() {
        use AddressPolicy::{AllowLoopback, AllowPrivate, PublicOnly};
        for (text, allowed) in [
            ("https://a.example", [true, true, true]),
            ("https://1.1.1.1", [true, true, true]),
            ("https://10.0.0.1", [true, false, false]),
            ("https://169.254.169.254", [true, false, false]),
            ("https://[::ffff:10.0.0.1]", [true, false, false]),
            ("https://2130706433", [true, true, false]),
            ("http://127.0.0.1", [true, true, false]),
            ("http://localhost", [true, true, false]),
        ] {
            let url = EndpointUrl::parse(text).unwrap();
            let found = [AllowPrivate, AllowLoopback, PublicOnly].map(|policy| url.is_acceptable(policy));
            assert_eq!(found, allowed, "{text}");
        }
    }
}
