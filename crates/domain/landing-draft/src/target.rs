//! Destination of a button.

use std::fmt;

use kernel::{ErrorKind, Location, ValidationErrors, pasted};
use url::Url;

kernel::words! {
    /// Funnel link that a button asks for instead of its own URL.
    FunnelSlot {
        /// Paid link of the domain.
        Paid = "paid",
        /// Free-trial link of the visitor's country.
        Ftl = "ftl",
    }
}

/// Destination of a button as typed by its owner: an `https`, `http`, `mailto` or `tel` URL, or `funnel:paid` or
/// `funnel:ftl`. URLs that browsers would execute (`javascript:`, `data:` ...) are rejected. White space around the
/// destination and invisible characters are removed, because copied text often has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    typed: String,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// URL in the ASCII form of a `Location` header.
    Address(String),
    Funnel(FunnelSlot),
}

impl Target {
    /// Maximum length of a destination, in bytes.
    pub const MAX: usize = 2048;

    /// Parses a destination; the error is `too_long` or `url_invalid`.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
        let text = &*pasted(text);
        if text.len() > Self::MAX {
            let message = format!("is longer than {} bytes", Self::MAX);
            return Err(ValidationErrors::one(Location::root(), ErrorKind::TooLong, message));
        }
        let kind = match text {
            "funnel:paid" => Kind::Funnel(FunnelSlot::Paid),
            "funnel:ftl" => Kind::Funnel(FunnelSlot::Ftl),
            _ => Kind::Address(address(text).ok_or_else(|| {
                let message = "must be an https, http, mailto or tel address, or funnel:paid or funnel:ftl";
                ValidationErrors::one(Location::root(), ErrorKind::UrlInvalid, message)
            })?),
        };
        Ok(Self { typed: text.to_owned(), kind })
    }

    /// Destination as typed, without what people can't see.
    pub fn as_typed(&self) -> &str {
        &self.typed
    }

    /// URL in the ASCII form of a `Location` header; `None` for a funnel link.
    pub fn address(&self) -> Option<&str> {
        match &self.kind {
            Kind::Address(address) => Some(address),
            Kind::Funnel(_) => None,
        }
    }

    /// Requested funnel link, if any.
    pub fn funnel_slot(&self) -> Option<FunnelSlot> {
        match self.kind {
            Kind::Funnel(slot) => Some(slot),
            Kind::Address(_) => None,
        }
    }
}

fn address(text: &str) -> Option<String> {
    // URL parsers skip whitespace and control characters that people can't see, so such text is rejected.
    if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return None;
    }
    let url = Url::parse(text).ok()?;
    let complete = match url.scheme() {
        "https" | "http" => url.host_str().is_some_and(|host| !host.is_empty()),
        "mailto" => {
            url.path().split_once('@').is_some_and(|(user, host)| !user.is_empty() && !host.is_empty())
        }
        "tel" => url.path().bytes().any(|b| b.is_ascii_digit()),
        _ => false,
    };
    complete.then(|| url.into())
}

/// Writes the destination as typed.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.typed)
    }
}

kernel::text_value!(Target: ValidationErrors);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (text, expected) in [
            ("https://example.com/a?b=c#d", Some("https://example.com/a?b=c#d")),
            ("HTTPS://EXAMPLE.com", Some("https://example.com/")),
            ("http://münchen.example/ü", Some("http://xn--mnchen-3ya.example/%C3%BC")),
            ("mailto:me@example.com", Some("mailto:me@example.com")),
            ("tel:+4930123456", Some("tel:+4930123456")),
            (" https://example.com/\r\n", Some("https://example.com/")),
            ("https://example.com/\u{200B}", Some("https://example.com/")),
            ("\u{2060}https://exam\u{AD}ple.com/a\u{202E}b", Some("https://example.com/ab")),
            ("\u{200B}", None),
            ("java\u{200B}script:alert(1)", None),
            ("https://example.com/a b", None),
            ("", None),
            ("example.com", None),
            ("//example.com", None),
            ("https://", None),
            ("mailto:", None),
            ("mailto:@", None),
            ("tel:", None),
            ("javascript:alert(1)", None),
            ("JavaScript:alert(1)", None),
            ("java\tscript:alert(1)", None),
            (" javascript:alert(1)", None),
            ("data:text/html,<script>", None),
            ("vbscript:x", None),
            ("file:///etc/passwd", None),
            ("https://example.com/\r\nSet-Cookie: a=b", None),
            ("funnel:gold", None),
            ("funnel:", None),
        ] {
            let parsed = Target::parse(text).ok();
            assert_eq!(parsed.as_ref().and_then(Target::address), expected, "{text:?}");
        }
    }

    #[test]
    fn funnel_slots_keep_what_was_typed() {
        let target = Target::parse("funnel:ftl").unwrap();
        assert_eq!((target.funnel_slot(), target.address()), (Some(FunnelSlot::Ftl), None));
        assert_eq!(target.as_typed(), "funnel:ftl");
    }

    #[test]
    fn an_address_has_a_longest_length() {
        let longest = format!("https://example.com/{}", "a".repeat(Target::MAX - 20));
        assert!(Target::parse(&longest).is_ok());
        assert!(Target::parse(&format!("{longest}a")).is_err());
    }
}
