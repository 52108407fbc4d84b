//! Where a button leads.

use std::fmt;

use kernel::{ErrorKind, Location, ValidationErrors};
use url::Url;

kernel::words! {
    /// Which funnel link a button asks for, instead of an address of its own.
    FunnelSlot {
        /// The domain's paid link.
        Paid = "paid",
        /// The free-trial link of the visitor's country.
        Ftl = "ftl",
    }
}

/// A button's destination as its owner typed it: an `https`, `http`, `mailto` or `tel` address, or `funnel:paid` or
/// `funnel:ftl`. Nothing that a browser would run (`javascript:`, `data:` ...) ever becomes a value of this type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    typed: String,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// The address in the ASCII form that a `Location` header takes.
    Address(String),
    Funnel(FunnelSlot),
}

impl Target {
    /// The longest allowed address, in bytes.
    pub const MAX: usize = 2048;

    /// Parses an address; the error is `too_long` or `url_invalid`.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
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

    /// The address exactly as typed.
    pub fn as_typed(&self) -> &str {
        &self.typed
    }

    /// The address in the form that a `Location` header takes; `None` for a funnel slot.
    pub fn address(&self) -> Option<&str> {
        match &self.kind {
            Kind::Address(address) => Some(address),
            Kind::Funnel(_) => None,
        }
    }

    /// The funnel slot that is asked for, if one is.
    pub fn funnel_slot(&self) -> Option<FunnelSlot> {
        match self.kind {
            Kind::Funnel(slot) => Some(slot),
            Kind::Address(_) => None,
        }
    }
}

fn address(text: &str) -> Option<String> {
    // Parsers skip blanks and control characters where people would not see them; such text is not an address.
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

/// As typed.
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
