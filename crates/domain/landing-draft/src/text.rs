//! Texts that people type: bounded, without control characters.

use std::fmt;

use kernel::{ErrorKind, Location, ValidationErrors};

/// Checks one line of text: `min` to `max` characters (not bytes), no control characters, not only blanks.
pub(crate) fn check_line(text: &str, min: usize, max: usize) -> Result<(), ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let length = text.chars().count();
    if length < min || (min > 0 && text.trim().is_empty()) {
        errors.push(
            Location::root(),
            ErrorKind::TooShort,
            format!("needs at least {min} visible character(s)"),
        );
    }
    if length > max {
        errors.push(Location::root(), ErrorKind::TooLong, format!("has more than {max} characters"));
    }
    if text.chars().any(char::is_control) {
        errors.push(Location::root(), ErrorKind::Pattern, "must not contain control characters");
    }
    errors.into_result()
}

/// Whether a character embeds, overrides or isolates a direction (the explicit formatting characters of UAX #9), so that a text
/// may read otherwise than it is stored. No text of an owner is shown with one. The weak marks (U+200E, U+200F, U+061C) are not
/// among them: they reorder no letters.
pub fn is_explicit_bidi_format(character: char) -> bool {
    matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

macro_rules! line_of_text {
    ($(#[$doc:meta])* $name:ident, $min:literal..=$max:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// The longest allowed text, in characters.
            pub const MAX: usize = $max;

            /// Takes the text as it is typed, if it is within bounds and free of control characters.
            pub fn parse(text: &str) -> Result<Self, ValidationErrors> {
                check_line(text, $min, $max)?;
                Ok(Self(text.to_owned()))
            }

            /// The text as typed.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:?}", self.0)
            }
        }
    };
}

line_of_text! {
    /// What a domain is called by its owner and on its page, 1-80 characters.
    DisplayName, 1..=80
}

line_of_text! {
    /// What a segment is called, 1-80 characters.
    SegmentName, 1..=80
}

line_of_text! {
    /// What a button says, 1-200 characters.
    Label, 1..=200
}

/// The name of a button's icon file, without a path: letters, digits, `.`, `_`, `-`; empty for none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Icon(String);

impl Icon {
    /// The longest allowed name, in characters.
    pub const MAX: usize = 128;

    /// Takes a plain file name; `..` and hidden files are refused.
    pub fn parse(name: &str) -> Result<Self, ValidationErrors> {
        let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'));
        if !plain || name.starts_with('.') {
            return Err(ValidationErrors::one(
                Location::root(),
                ErrorKind::Pattern,
                "is not a plain file name",
            ));
        }
        check_line(name, 0, Self::MAX)?;
        Ok(Self(name.to_owned()))
    }

    /// The file name, empty for none.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(result: Result<Label, ValidationErrors>) -> Vec<&'static str> {
        result.err().unwrap_or_default().iter().map(|error| error.kind.as_str()).collect()
    }

    #[test]
    fn labels() {
        for (text, expected) in [
            ("Join me", vec![]),
            ("<b>bold</b>", vec![]),
            ("ü", vec![]),
            ("", vec!["too_short"]),
            ("  ", vec!["too_short"]),
            ("a\u{0}b", vec!["pattern"]),
            ("two\nlines", vec!["pattern"]),
        ] {
            assert_eq!(kinds(Label::parse(text)), expected, "{text:?}");
        }
        assert_eq!(kinds(Label::parse(&"é".repeat(200))), Vec::<&str>::new());
        assert_eq!(kinds(Label::parse(&"é".repeat(201))), vec!["too_long"]);
    }

    #[test]
    fn icons_are_plain_file_names() {
        for (name, ok) in [("", true), ("star.svg", true), ("../x", false), (".env", false), ("a b", false)] {
            assert_eq!(Icon::parse(name).is_ok(), ok, "{name:?}");
        }
    }
}
