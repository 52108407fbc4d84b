//! What a smart link is called: in its address, and by its owner.

use std::borrow::Borrow;
use std::fmt;

use arrayvec::ArrayString;
use kernel::{Location, ValidationErrors};

use crate::text::line_error;

/// The last part of `https://<domain>/r/<slug>`: 1-32 of `[a-z0-9_-]`, and none of the reserved words.
///
/// ```
/// use smartlink_policy::{Slug, SlugError};
///
/// assert_eq!(Slug::parse("vip").unwrap().as_str(), "vip");
/// assert_eq!(Slug::parse("paid"), Err(SlugError::Reserved));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug(ArrayString<{ Slug::MAX }>);

/// Why a text is not a [`Slug`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SlugError {
    /// Empty, too long, or with other characters.
    #[error("a slug has 1 to 32 characters of a-z, 0-9, _ and -")]
    Invalid,
    /// One of [`Slug::RESERVED`].
    #[error("this slug is reserved")]
    Reserved,
}

impl Slug {
    /// The longest slug, in characters.
    pub const MAX: usize = 32;

    /// The words that no smart link is called.
    pub const RESERVED: [&'static str; 2] = ["paid", "ftl"];

    /// Parses a slug exactly as it is in the address; nothing is cleaned.
    pub fn parse(text: &str) -> Result<Self, SlugError> {
        let plain =
            text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-'));
        if !plain || text.is_empty() {
            return Err(SlugError::Invalid);
        }
        if Self::RESERVED.contains(&text) {
            return Err(SlugError::Reserved);
        }
        ArrayString::from(text).map(Self).map_err(|_| SlugError::Invalid)
    }

    /// The slug.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Slug {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

kernel::text_value!(Slug: SlugError);

impl fmt::Debug for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a smart link is called by its owner: 1-80 characters, without blanks around them and control characters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkName(String);

impl LinkName {
    /// The longest name, in characters.
    pub const MAX: usize = 80;

    /// Takes a name without the blanks around it; the error is `too_short`, `too_long` or `pattern`.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
        let text = text.trim();
        match line_error(text, 1, Self::MAX) {
            Some((kind, message)) => Err(ValidationErrors::one(Location::root(), kind, message)),
            None => Ok(Self(text.to_owned())),
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A link without a name is called by its slug.
impl From<&Slug> for LinkName {
    fn from(slug: &Slug) -> Self {
        Self(slug.as_str().to_owned())
    }
}

impl fmt::Display for LinkName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

kernel::text_value!(LinkName: ValidationErrors);

impl fmt::Debug for LinkName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs() {
        for (text, expected) in [
            ("a", Ok(())),
            ("summer_2026-x", Ok(())),
            ("0", Ok(())),
            ("-", Ok(())),
            ("abcdefghijklmnopqrstuvwxyz012345", Ok(())),
            ("abcdefghijklmnopqrstuvwxyz0123456", Err(SlugError::Invalid)),
            ("", Err(SlugError::Invalid)),
            ("Summer", Err(SlugError::Invalid)),
            ("a b", Err(SlugError::Invalid)),
            ("a/b", Err(SlugError::Invalid)),
            ("ä", Err(SlugError::Invalid)),
            ("a\n", Err(SlugError::Invalid)),
            ("PAID", Err(SlugError::Invalid)),
            ("paid", Err(SlugError::Reserved)),
            ("ftl", Err(SlugError::Reserved)),
            ("paid2", Ok(())),
        ] {
            assert_eq!(Slug::parse(text).map(|slug| assert_eq!(slug.as_str(), text)), expected, "{text:?}");
        }
    }

    #[test]
    fn names() {
        for (text, expected) in [
            ("Summer", Ok("Summer")),
            ("  Summer sale ", Ok("Summer sale")),
            ("", Err("too_short")),
            ("   ", Err("too_short")),
            ("a\u{0}b", Err("pattern")),
            ("two\nlines", Err("pattern")),
        ] {
            let name = LinkName::parse(text);
            let found = name.as_ref().map(LinkName::as_str).map_err(first_word);
            assert_eq!(found, expected, "{text:?}");
        }
        assert!(LinkName::parse(&"é".repeat(80)).is_ok());
        assert_eq!(LinkName::parse(&"é".repeat(81)).as_ref().map_err(first_word), Err("too_long"));
        assert_eq!(LinkName::from(&Slug::parse("vip").unwrap()).as_str(), "vip");
    }

    fn first_word(errors: &ValidationErrors) -> &'static str {
        errors.iter().next().map_or("", |error| error.kind.as_str())
    }
}
