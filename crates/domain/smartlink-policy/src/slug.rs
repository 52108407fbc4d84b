//! Slugs and names of smart links.

use std::borrow::Borrow;
use std::fmt;

use arrayvec::ArrayString;
use kernel::{Location, ValidationErrors};

use crate::text::line_error;

/// Last part of `https://<domain>/r/<slug>`: 1-32 characters of `[a-z0-9_-]`, except the reserved words.
///
/// ```
/// use smartlink_policy::{Slug, SlugError};
///
/// assert_eq!(Slug::parse("vip").unwrap().as_str(), "vip");
/// assert_eq!(Slug::parse("paid"), Err(SlugError::Reserved));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug(ArrayString<{ Slug::MAX }>);

/// Reason why a text is not a [`Slug`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SlugError {
    /// Empty, too long, or with forbidden characters.
    #[error("a slug has 1 to 32 characters of a-z, 0-9, _ and -")]
    Invalid,
    /// Word in [`Slug::RESERVED`].
    #[error("this slug is reserved")]
    Reserved,
}

impl Slug {
    /// Maximum length of a slug, in characters.
    pub const MAX: usize = 32;

    /// Words that can't be slugs.
    pub const RESERVED: [&'static str; 2] = ["paid", "ftl"];

    /// Parses a slug exactly as in the URL, without normalization.
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

    /// Text of the slug.
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

/// Name of a smart link for its owner: 1-80 characters, without surrounding whitespace and control characters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkName(String);

impl LinkName {
    /// Maximum length of a name, in characters.
    pub const MAX: usize = 80;

    /// Trims and validates a name; the error is `too_short`, `too_long` or `pattern`.
    pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
        let text = text.trim();
        kernel::check_line(text, 1, Self::MAX).map(|()| Self(text.to_owned()))
    }

    /// Reads a stored name, which an earlier release may have accepted although it shows nothing.
    pub fn restore(text: &str) -> Result<Self, ValidationErrors> {
        let text = text.trim();
        match line_error(text, 1, Self::MAX) {
            Some((kind, message)) => Err(ValidationErrors::one(Location::root(), kind, message)),
            None => Ok(Self(text.to_owned())),
        }
    }

    /// Text of the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Uses the slug as the name of a link without a name.
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

kernel::text_value!(LinkName: ValidationErrors, stored: LinkName::restore);

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
            ("\u{200B}\u{202E}", Err("too_short")),
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
