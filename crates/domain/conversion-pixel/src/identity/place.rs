//! Normal forms of places.

use kernel::CountryCode;

use super::normal::is_filler;

/// Keeps the letters of any script, in lower case.
pub(super) fn letters(raw: &str) -> String {
    raw.replace(|c: char| is_filler(c) || c.is_numeric(), "").to_lowercase()
}

/// Normalizes a state: two letters for a state of the USA, otherwise the letters of the name.
pub(super) fn state(raw: &str) -> String {
    let name = letters(raw);
    let known = US_STATES.iter().find(|(full, _)| *full == name);
    known.map_or(name, |(_, short)| (*short).to_owned())
}

/// Normalizes a postal code to lower case without white space and dashes, with at least two characters. A nine-digit
/// code of the USA keeps its first five digits.
pub(super) fn zip(raw: &str) -> Option<String> {
    let code: String = raw.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
    let code = match code.split_once('-') {
        Some((area, block)) if digits(area, 5) && digits(block, 4) => area.to_owned(),
        _ => code.replace('-', ""),
    };
    (code.chars().count() >= 2).then_some(code)
}

fn digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Normalizes a country code to lower case, with `uk` as an alias of `gb`. Codes that are not assigned (`zz`, `xk`)
/// have no value for a platform and give `None`.
pub(super) fn country(raw: &str) -> Option<String> {
    let code = if raw.eq_ignore_ascii_case("uk") { "gb" } else { raw };
    CountryCode::parse(code).filter(|code| code.is_assigned()).map(|code| code.as_str().to_ascii_lowercase())
}

#[rustfmt::skip]
const US_STATES: [(&str, &str); 51] = [
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
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_those_of_the_standard() {
        for (raw, expected) in [
            ("DE", Some("de")),
            ("UK", Some("gb")),
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
}
