use landing_draft::text::is_explicit_bidi_format;

/// Cleans the text of a label for drawing, screen readers and live text. Each run of spaces and
/// line breaks becomes one space; leading and trailing spaces and control characters are removed.
/// Characters that embed, override or isolate a direction are removed too (U+202A to U+202E, U+2066
/// to U+2069): an override would show other words than are stored. The marks U+200E, U+200F and
/// U+061C stay; they do not reorder letters.
pub fn clean_text(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut blank = false;
    for character in text.chars() {
        if is_blank(character) {
            blank = true;
        } else if !(character.is_control() || is_explicit_bidi_format(character)) {
            if blank && !cleaned.is_empty() {
                cleaned.push(' ');
            }
            blank = false;
            cleaned.push(character);
        }
    }
    cleaned
}

/// Returns whether a page would show a character as a breaking space. The no-break space (U+00A0)
/// is kept.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Writes text into an XML attribute.
pub(super) fn push_escaped(target: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => target.push_str("&amp;"),
            '<' => target.push_str("&lt;"),
            '>' => target.push_str("&gt;"),
            '"' => target.push_str("&quot;"),
            '\'' => target.push_str("&#39;"),
            // Not allowed in XML, even as a character reference.
            '\u{FFFE}' | '\u{FFFF}' => target.push('\u{FFFD}'),
            other => target.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_what_turns_text_are_cleaned() {
        for (text, cleaned) in [
            ("  Join\tmy \r\n club\u{2028}", "Join my club"),
            ("", ""),
            (" \n\t", ""),
            ("ab\u{202E}cd\u{202C}ef", "abcdef"),
            ("\u{2067}ab\u{2069}", "ab"),
            ("a\u{0}b\u{1b}[1m", "ab[1m"),
            ("a\u{a0}b", "a\u{a0}b"),
            ("a \u{7} b", "a b"),
        ] {
            assert_eq!(clean_text(text), cleaned, "{text:?}");
        }
    }

    #[test]
    fn an_attribute_is_escaped() {
        let mut target = String::new();
        push_escaped(&mut target, "<a href=\"x\">'&\u{FFFF}");
        assert_eq!(target, "&lt;a href=&quot;x&quot;&gt;&#39;&amp;\u{FFFD}");
    }
}
