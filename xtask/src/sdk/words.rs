//! Conversion of names and descriptions of the document to Rust.

use std::fmt::Write as _;

const KEYWORDS: [&str; 12] =
    ["as", "const", "enum", "for", "from_", "in", "match", "mod", "ref", "static", "type", "use"];

/// Returns the name as a Rust identifier.
pub(crate) fn keyword(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("r#{name}") } else { name.to_string() }
}

/// Converts `smart_links_list` to `SmartLinksList`.
pub(crate) fn pascal(name: &str) -> String {
    let words = name.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut text = String::new();
    for word in words {
        let mut letters = word.chars();
        text.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        text.push_str(letters.as_str());
    }
    text
}

/// Returns the name of a word's variant. `Other` stands for the words of later releases.
pub(crate) fn variant(word: &str) -> String {
    match word {
        "" => "Empty".to_string(),
        "*" => "All".to_string(),
        "other" => "AnyOther".to_string(),
        word if word.starts_with(|first: char| first.is_ascii_digit()) => format!("Last{word}"),
        word => pascal(word),
    }
}

/// Returns the text as a doc comment. An empty text becomes "Not described."
pub(crate) fn documented(text: &str, indent: &str) -> String {
    let text = if text.trim().is_empty() { "Not described." } else { text.trim() };
    let mut comment = String::new();
    for line in text.lines() {
        let _ = match line.trim_end() {
            "" => writeln!(comment, "{indent}///"),
            line => writeln!(comment, "{indent}/// {}", escaped(line)),
        };
    }
    comment
}

/// Escapes brackets and angle brackets outside of code, because rustdoc takes them for links and HTML.
fn escaped(line: &str) -> String {
    let mut in_code = false;
    let mut text = String::new();
    for character in line.chars() {
        in_code ^= character == '`';
        if !in_code && matches!(character, '[' | ']' | '<' | '>') {
            text.push('\\');
        }
        text.push(character);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rust() {
        for (name, expected) in [
            ("domains", "Domains"),
            ("qr_codes_png_download", "QrCodesPngDownload"),
            ("in progress", "InProgress"),
        ] {
            assert_eq!(pascal(name), expected);
        }
        assert_eq!([keyword("match"), keyword("domain")], ["r#match", "domain"]);
    }

    #[test]
    fn names_of_words() {
        for (word, expected) in [
            ("domain.active", "DomainActive"),
            ("*", "All"),
            ("", "Empty"),
            ("other", "AnyOther"),
            ("24h", "Last24h"),
        ] {
            assert_eq!(variant(word), expected);
        }
    }

    #[test]
    fn comments_escape_what_rustdoc_would_read() {
        assert_eq!(
            documented("One [a]\n\n`b[0]` <c>", "  "),
            "  /// One \\[a\\]\n  ///\n  /// `b[0]` \\<c\\>\n"
        );
        assert_eq!(documented(" ", ""), "/// Not described.\n");
    }
}
