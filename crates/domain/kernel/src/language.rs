use std::fmt;

/// Language as browsers name it: `de`, or with a region `pt-BR`. Old codes are replaced by the current ones: `iw` is `he`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(String);

impl Language {
    /// Parses `xx`, `xxx`, `xx-YY` or `xxx-YY` in any case; returns `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let (primary, region) = match text.split_once('-') {
            Some((primary, region)) => (primary, Some(region)),
            None => (text, None),
        };
        let letters = |text: &str| text.bytes().all(|b| b.is_ascii_alphabetic());
        if !matches!(primary.len(), 2 | 3) || !letters(primary) {
            return None;
        }
        let primary = current(primary.to_ascii_lowercase());
        match region {
            None => Some(Self(primary)),
            Some(region) if region.len() == 2 && letters(region) => {
                Some(Self(format!("{primary}-{}", region.to_ascii_uppercase())))
            }
            Some(_) => None,
        }
    }

    /// Canonical text of the language code.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Language code without the region.
    pub fn primary(&self) -> &str {
        self.0.split('-').next().unwrap_or_default()
    }

    /// Whether content in this language serves a visitor who asks for `asked`: `pt` covers `pt-BR`, but
    /// `pt-BR` does not cover `pt`.
    pub fn covers(&self, asked: &Language) -> bool {
        self == asked || self.0 == asked.primary()
    }
}

/// Returns the current code of a language whose code was withdrawn from ISO 639. Some phones still send the old ones.
fn current(primary: String) -> String {
    match primary.as_str() {
        "in" => "id".to_owned(),
        "iw" => "he".to_owned(),
        "ji" => "yi".to_owned(),
        "jw" => "jv".to_owned(),
        "mo" => "ro".to_owned(),
        _ => primary,
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

crate::text_value!(Language, "a language code, such as de or pt-BR");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for (input, expected) in [
            ("de", Some("de")),
            ("PT-br", Some("pt-BR")),
            ("fil", Some("fil")),
            ("iw", Some("he")),
            ("in-ID", Some("id-ID")),
            ("", None),
            ("d", None),
            ("deutsch", None),
            ("de-", None),
            ("de_DE", None),
            ("zh-Hant", None),
        ] {
            assert_eq!(Language::parse(input).as_ref().map(Language::as_str), expected, "{input:?}");
        }
    }

    #[test]
    fn a_language_covers_its_regions() {
        let parse = |text| Language::parse(text).unwrap_or_else(|| panic!("{text}"));
        assert!(parse("pt").covers(&parse("pt-BR")));
        assert!(!parse("pt-BR").covers(&parse("pt")));
        assert!(!parse("pt-BR").covers(&parse("pt-PT")));
    }
}
