//! Languages that a browser asks for.

use kernel::{CountryCode, Language};
use language_tags::LanguageTag;

/// Reads the value of `Accept-Language` (RFC 9110); returns the accepted languages, most preferred first. Entries that
/// are no language are left out.
pub(super) fn languages(accepted: &str) -> Vec<Language> {
    let mut ranked: Vec<(Language, f32)> = accepted.split(',').filter_map(entry).collect();
    ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    ranked.into_iter().map(|(language, _)| language).collect()
}

fn entry(text: &str) -> Option<(Language, f32)> {
    let (tag, parameters) = text.split_once(';').unwrap_or((text, ""));
    let quality = match parameters.trim().split_once('=') {
        Some((name, value)) if name.trim().eq_ignore_ascii_case("q") => value.trim().parse().ok()?,
        _ => 1.0,
    };
    let is_wanted = quality > 0.0 && quality <= 1.0;
    language_of(tag.trim()).filter(|_| is_wanted).map(|language| (language, quality))
}

/// Reads the language and the country of a tag of BCP 47, with `-` or `_` between its parts.
fn language_of(text: &str) -> Option<Language> {
    let tag = LanguageTag::parse(&text.replace('_', "-")).ok()?;
    // A tag such as `i-klingon` has no parts. An extended language such as `zh-yue` is a kind of its primary one.
    let tag = match tag.extended_language() {
        None => tag.canonicalize().ok()?,
        Some(_) => tag,
    };
    let language = Language::parse(tag.primary_language())?;
    match tag.region().and_then(CountryCode::parse) {
        Some(region) => Language::parse(&format!("{language}-{region}")),
        None => Some(language),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_ranked_and_refused_ones_left_out() {
        for (accepted, expected) in [
            ("en;q=0.5, pt-BR, *", "pt-BR en"),
            ("de, en", "de en"),
            ("zh-Hant-HK, zh-Hant;q=0.8, en-US;q=0.6", "zh-HK zh en-US"),
            ("zh-Hans-CN", "zh-CN"),
            ("iw-IL", "he-IL"),
            ("de;q=0", ""),
            ("de;q=0.000, fr;q=0.1", "fr"),
            ("de;Q=0.3,fr ; q=0.7", "fr de"),
            ("en_US", "en-US"),
            ("de;q=x, fr", "fr"),
            ("de;q=2, de;q=NaN, fr", "fr"),
            ("deutsch sprache, de", "de"),
            ("", ""),
        ] {
            let found: Vec<_> = languages(accepted).iter().map(Language::to_string).collect();
            assert_eq!(found.join(" "), expected, "{accepted}");
        }
    }

    #[test]
    fn a_tag_is_read_by_its_language_and_country() {
        for (tag, expected) in [
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
            assert_eq!(language_of(tag).as_ref().map(Language::as_str), expected, "{tag:?}");
        }
    }
}
