//! Characters that people can't see.

use std::borrow::Cow;

/// Returns whether a character is invisible wherever it stands: the default-ignorable characters of Unicode 17, which
/// include all controls of text direction.
///
/// ```
/// assert!(kernel::is_invisible('\u{200B}') && kernel::is_invisible('\u{202E}'));
/// assert!(!kernel::is_invisible(' '));
/// ```
pub const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// Returns whether a text shows nothing.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|character| character.is_whitespace() || is_invisible(character))
}

/// Returns an address as its owner saw it before copying: without the white space around it, and without invisible
/// characters.
pub fn pasted(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_invisible) {
        let visible: String = text.chars().filter(|character| !is_invisible(*character)).collect();
        return visible.trim().to_owned().into();
    }
    text.trim().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_blank_if_it_shows_nothing() {
        for (text, expected) in [
            ("", true),
            (" \t\n", true),
            ("\u{200B}", true),
            ("\u{2060}", true),
            ("\u{202E}", true),
            (" \u{200B}\u{3164} \u{FE0F}", true),
            ("a\u{200B}", false),
            ("❤\u{FE0F}", false),
            ("\u{5D0}", false),
        ] {
            assert_eq!(is_blank(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_pasted_address_is_what_was_seen() {
        for (text, expected) in [
            ("https://a.example/", "https://a.example/"),
            (" https://a.example/\n", "https://a.example/"),
            ("https://a.example/\u{200B}", "https://a.example/"),
            ("\u{FEFF}https://a\u{AD}.example/ \u{202C}", "https://a.example/"),
            ("https://a.example/a b", "https://a.example/a b"),
            ("\u{2060}", ""),
        ] {
            assert_eq!(pasted(text), expected, "{text:?}");
        }
    }
}
