use std::fmt;

/// A country by its two-letter code (ISO 3166-1 alpha-2 form), stored upper case.
///
/// Any two ASCII letters are taken: the list of countries changes, and a code nobody comes from does no harm.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CountryCode([u8; 2]);

impl CountryCode {
    /// Parses two ASCII letters of either case; anything else is `None`.
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            &[a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
                Some(Self([a.to_ascii_uppercase(), b.to_ascii_uppercase()]))
            }
            _ => None,
        }
    }

    /// The code in upper case.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for CountryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for CountryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_letters_of_either_case() {
        for (input, expected) in [
            ("de", Some("DE")),
            ("Us", Some("US")),
            ("", None),
            ("D", None),
            ("DEU", None),
            ("D1", None),
            ("ÄÖ", None),
            ("é", None),
        ] {
            assert_eq!(CountryCode::parse(input).as_ref().map(CountryCode::as_str), expected, "{input:?}");
        }
    }
}
