use std::fmt;

use language_tags::LanguageTag;

use crate::CountryCode;

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
        let primary = current(&primary.to_ascii_lowercase());
        match region {
            None => Some(Self(primary)),
            Some(region) if region.len() == 2 && letters(region) => {
                Some(Self(format!("{primary}-{}", region.to_ascii_uppercase())))
            }
            Some(_) => None,
        }
    }

    /// Reads the language and the country of a language tag of BCP 47, such as a browser sends, with `-` or `_`; returns
    /// `None` if the text is no tag.
    ///
    /// ```
    /// # use kernel::Language;
    /// assert_eq!(Language::from_tag("zh-Hant-HK").unwrap().as_str(), "zh-HK");
    /// assert_eq!(Language::from_tag("es-419").unwrap().as_str(), "es");
    /// ```
    pub fn from_tag(text: &str) -> Option<Self> {
        let tag = LanguageTag::parse(&text.replace('_', "-")).ok()?;
        // A tag such as `i-klingon` has no parts. An extended language such as `zh-yue` is a kind of its primary one.
        let tag = match tag.extended_language() {
            None => tag.canonicalize().ok()?,
            Some(_) => tag,
        };
        let language = Self::parse(tag.primary_language())?;
        match tag.region().and_then(CountryCode::parse) {
            Some(region) => Self::parse(&format!("{language}-{region}")),
            None => Some(language),
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

/// Returns the current code of a language.
fn current(primary: &str) -> String {
    let canonical = LanguageTag::parse(primary).and_then(|tag| Ok(tag.canonicalize().ok()));
    canonical.ok().flatten().map_or_else(|| primary.to_owned(), |tag| tag.primary_language().to_owned())
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
    fn tags() {
        for (input, expected) in [
            ("de", Some("de")),
            ("zh-Hans-CN", Some("zh-CN")),
            ("zh-Hant", Some("zh")),
            ("zh-yue-HK", Some("zh-HK")),
            ("sr-Latn-RS", Some("sr-RS")),
            ("es-419", Some("es")),
            ("de-CH-1996", Some("de-CH")),
            ("de-DE-u-co-phonebk", Some("de-DE")),
            ("en_us", Some("en-US")),
            ("en-UK", Some("en")),
            ("iw-IL", Some("he-IL")),
            ("ji", Some("yi")),
            ("i-klingon", Some("tlh")),
            ("x-private", None),
            ("*", None),
            ("", None),
            ("de-", None),
            ("türkçe", None),
        ] {
            assert_eq!(Language::from_tag(input).as_ref().map(Language::as_str), expected, "{input:?}");
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
