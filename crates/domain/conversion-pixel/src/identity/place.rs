//! The normal forms of what names a place.

use kernel::CountryCode;

use super::normal::is_filler;

/// Lower-case letters of any script.
pub(super) fn letters(raw: &str) -> String {
    raw.replace(|c: char| is_filler(c) || c.is_numeric(), "").to_lowercase()
}

/// Two letters for a state of the United States, else its letters.
pub(super) fn state(raw: &str) -> String {
    let name = letters(raw);
    let known = US_STATES.iter().find(|(full, _)| *full == name);
    known.map_or(name, |(_, short)| (*short).to_owned())
}

/// Lower case without white space and dashes, of a nine-digit American code the first five; at least two characters.
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

/// The code of a country in lower case. `uk` is what people write for `gb`. What is no country's code (`zz`, `xk`) gives a platform
/// nothing, and is left out.
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
