//! Languages that a browser asks for.

use kernel::Language;

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
    Language::from_tag(tag.trim()).filter(|_| is_wanted).map(|language| (language, quality))
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
}
