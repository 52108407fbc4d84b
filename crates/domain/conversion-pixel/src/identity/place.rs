//! Normal forms of places.

use kernel::CountryCode;

use super::{normal, text};

/// Normalizes a city to lower case without digits, punctuation, symbols and white space.
pub(super) fn city(raw: &str) -> Option<String> {
    normal::word(raw, |c| text::is_filler(c) || c.is_numeric())
}

/// Normalizes a state: two letters for a state of the USA, otherwise the letters of the name.
pub(super) fn state(raw: &str) -> Option<String> {
    let name = city(raw)?;
    let known = US_STATES.iter().find(|(full, _)| *full == name);
    Some(known.map_or(name, |(_, short)| (*short).to_owned()))
}

/// Normalizes a postal code to lower case without white space and punctuation, with at least two characters. A
/// nine-digit code of the USA keeps its first five digits.
pub(super) fn zip(raw: &str) -> Option<String> {
    let code: String = text::ascii_digits(raw).chars().filter(|c| !c.is_whitespace()).collect();
    let area = match code.split_once(text::is_dash) {
        Some((area, block)) if digits(area, 5) && digits(block, 4) => area,
        _ => &code,
    };
    normal::word(area, text::is_filler).filter(|code| code.chars().count() >= 2)
}

fn digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Normalizes a country code or one of the few known names to the code in lower case. Codes that are not assigned
/// (`zz`, `xk`) have no value for a platform and give `None`.
pub(super) fn country(raw: &str) -> Option<String> {
    let known = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(raw));
    let code = known.map_or(raw, |(_, code)| code);
    CountryCode::parse(code).filter(|code| code.is_assigned()).map(|code| code.as_str().to_ascii_lowercase())
}

/// Names in the examples of the platforms, and `UK`, which people write for `GB`.
const NAMES: [(&str, &str); 5] = [
    ("uk", "gb"),
    ("united kingdom", "gb"),
    ("united states", "us"),
    ("united states of america", "us"),
    ("usa", "us"),
];

/// States by their ANSI code, with the capital and the territories.
#[rustfmt::skip]
const US_STATES: [(&str, &str); 58] = [
    ("alabama", "al"), ("alaska", "ak"), ("arizona", "az"), ("arkansas", "ar"), ("california", "ca"),
    ("colorado", "co"), ("connecticut", "ct"), ("delaware", "de"), ("districtofcolumbia", "dc"), ("florida", "fl"),
    ("georgia", "ga"), ("hawaii", "hi"), ("idaho", "id"), ("illinois", "il"), ("indiana", "in"), ("iowa", "ia"),
    ("kansas", "ks"), ("kentucky", "ky"), ("louisiana", "la"), ("maine", "me"), ("maryland", "md"),
    ("massachusetts", "ma"), ("michigan", "mi"), ("minnesota", "mn"), ("mississippi", "ms"), ("missouri", "mo"),
    ("montana", "mt"), ("nebraska", "ne"), ("nevada", "nv"), ("newhampshire", "nh"), ("newjersey", "nj"),
    ("newmexico", "nm"), ("newyork", "ny"), ("northcarolina", "nc"), ("northdakota", "nd"), ("ohio", "oh"),
    ("oklahoma", "ok"), ("oregon", "or"), ("pennsylvania", "pa"), ("rhodeisland", "ri"), ("southcarolina", "sc"),
    ("southdakota", "sd"), ("tennessee", "tn"), ("texas", "tx"), ("utah", "ut"), ("vermont", "vt"),
    ("virginia", "va"), ("washington", "wa"), ("westvirginia", "wv"), ("wisconsin", "wi"), ("wyoming", "wy"),
    ("americansamoa", "as"), ("guam", "gu"), ("northernmarianaislands", "mp"), ("puertorico", "pr"),
    ("usvirginislands", "vi"), ("virginislands", "vi"), ("washingtondc", "dc"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_those_of_the_standard() {
        for (raw, expected) in [
            ("DE", Some("de")),
            ("UK", Some("gb")),
            ("United States", Some("us")),
            ("ZZ", None),
            ("xk", None),
            ("XX", None),
            ("EU", None),
            ("D1", None),
            ("deu", None),
            ("é", None),
        ] {
            assert_eq!(country(raw).as_deref(), expected, "{raw}");
        }
    }

    #[test]
    fn cities_and_states_are_letters() {
        for (raw, expected) in [
            ("Saint‐Étienne", "saintétienne"),
            ("L’Aquila", "laquila"),
            ("'s-Hertogenbosch", "shertogenbosch"),
            ("Frankfurt (Oder) 15230", "frankfurtoder"),
            ("İstanbul", "i̇stanbul"),
            ("Київ", "київ"),
            ("नई दिल्ली", "नईदिल्ली"),
            ("東京 １００", "東京"),
            ("القاهرة ١", "القاهرة"),
        ] {
            assert_eq!(city(raw).as_deref(), Some(expected), "{raw}");
        }
        for (raw, expected) in [
            ("New  York", "ny"),
            ("NORTH-CAROLINA", "nc"),
            ("Washington, D.C.", "dc"),
            ("Puerto Rico", "pr"),
            ("Nordrhein‑Westfalen", "nordrheinwestfalen"),
            ("Provence-Alpes-Côte d’Azur", "provencealpescôtedazur"),
            ("Ontario", "ontario"),
            ("東京都", "東京都"),
        ] {
            assert_eq!(state(raw).as_deref(), Some(expected), "{raw}");
        }
    }

    #[test]
    fn postal_codes() {
        for (raw, expected) in [
            ("98121–4892", Some("98121")),
            ("〒100-0001", Some("1000001")),
            ("〒１００−０００１", Some("1000001")),
            ("L-1234", Some("l1234")),
            ("1000-001", Some("1000001")),
            ("SW1A 1AA", Some("sw1a1aa")),
            ("K1A 0B1", Some("k1a0b1")),
            ("D02 AF30", Some("d02af30")),
            ("1012 AB", Some("1012ab")),
            ("7", None),
            ("––", None),
        ] {
            assert_eq!(zip(raw).as_deref(), expected, "{raw}");
        }
    }
}
