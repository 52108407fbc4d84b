//! Search text for lists.

use std::fmt;

/// Search text that matches case-insensitively anywhere in a name; never empty.
///
/// ```
/// use kernel::Search;
///
/// let search = Search::parse(" vip ").unwrap();
/// assert!(search.is_in(&["The VIP link", "x"]));
/// assert_eq!(Search::parse("  "), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search(String);

crate::text_value!(Search, "a text that is not blank");

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Search {
    /// Parses a search text; `None` if the text is blank. NUL becomes U+FFFD: no stored text contains NUL, so the
    /// search finds nothing.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().replace('\0', "\u{fffd}");
        (!text.is_empty()).then_some(Self(text))
    }

    /// Search text as typed, trimmed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether any of `texts` contains the search text.
    pub fn is_in(&self, texts: &[&str]) -> bool {
        let wanted = self.0.to_lowercase();
        texts.iter().any(|text| text.to_lowercase().contains(&wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_looks_at_every_text_whatever_the_case() {
        for (search, found) in
            [("SHOP", true), (" page ", true), ("é", true), ("nothing", false), ("\0", false)]
        {
            let search = Search::parse(search).unwrap();
            assert_eq!(search.is_in(&["shop.example", "My Page É"]), found, "{search:?}");
        }
        assert_eq!(Search::parse(" \t"), None, "nothing is looked for");
    }
}
