//! Validated texts that people type.

use std::fmt;

use kernel::{ErrorKind, Location, ValidationErrors, check_line};

/// Whether a character embeds, overrides or isolates a text direction (explicit formatting characters of UAX #9), so
/// that a text may look different from its stored form.
///
/// Texts of owners are never shown with such characters. The implicit marks (U+200E, U+200F, U+061C) don't count,
/// because they reorder no letters.
pub fn is_explicit_bidi_format(character: char) -> bool {
    matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

kernel::line_of_text! {
    /// Name of a domain for its owner and on its page, 1-80 characters.
    DisplayName, 1..=80
}

kernel::line_of_text! {
    /// Name of a segment, 1-80 characters.
    SegmentName, 1..=80
}

kernel::line_of_text! {
    /// Label of a button, 1-200 characters.
    Label, 1..=200
}

/// File name of a button's icon, without a path: letters, digits, `.`, `_`, `-`; empty for no icon.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Icon(String);

impl Icon {
    /// Maximum length of the name, in characters.
    pub const MAX: usize = 128;

    /// Parses a plain file name; `..` and hidden files are rejected.
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

    /// File name of the icon; empty for none.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Icon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

kernel::text_value!(Icon: ValidationErrors);

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
            ("\u{200B}", vec!["too_short"]),
            ("\u{2060} \u{202E}", vec!["too_short"]),
            ("a\u{200B}", vec![]),
            ("👩\u{200D}💻", vec![]),
            ("a\u{0}b", vec!["pattern"]),
            ("two\nlines", vec!["pattern"]),
        ] {
            assert_eq!(kinds(Label::parse(text)), expected, "{text:?}");
        }
        let stored = serde_json::from_str::<Label>("\"\u{200B}\"");
        assert!(stored.is_ok(), "a label of an earlier release stays readable");
        assert!(serde_json::from_str::<Label>("\" \"").is_err());
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
