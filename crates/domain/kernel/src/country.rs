use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{ErrorKind, Location, ParseError, ValidationErrors};

/// Country code in upper case (ISO 3166-1 alpha-2).
///
/// Inputs and traffic contain only assigned codes and `XK` for Kosovo ([`CountryCode::parse`]). Older data may contain
/// any two letters. [`CountryCode::stored`] and serde accept such codes, but no visitor ever matches them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CountryCode([u8; 2]);

/// Codes that ISO 3166-1 assigns, as of 2026, sorted. ISO added the last one in 2011.
const ASSIGNED: [[u8; 2]; 249] = [
    *b"AD", *b"AE", *b"AF", *b"AG", *b"AI", *b"AL", *b"AM", *b"AO", *b"AQ", *b"AR", *b"AS", *b"AT", *b"AU",
    *b"AW", *b"AX", *b"AZ", *b"BA", *b"BB", *b"BD", *b"BE", *b"BF", *b"BG", *b"BH", *b"BI", *b"BJ", *b"BL",
    *b"BM", *b"BN", *b"BO", *b"BQ", *b"BR", *b"BS", *b"BT", *b"BV", *b"BW", *b"BY", *b"BZ", *b"CA", *b"CC",
    *b"CD", *b"CF", *b"CG", *b"CH", *b"CI", *b"CK", *b"CL", *b"CM", *b"CN", *b"CO", *b"CR", *b"CU", *b"CV",
    *b"CW", *b"CX", *b"CY", *b"CZ", *b"DE", *b"DJ", *b"DK", *b"DM", *b"DO", *b"DZ", *b"EC", *b"EE", *b"EG",
    *b"EH", *b"ER", *b"ES", *b"ET", *b"FI", *b"FJ", *b"FK", *b"FM", *b"FO", *b"FR", *b"GA", *b"GB", *b"GD",
    *b"GE", *b"GF", *b"GG", *b"GH", *b"GI", *b"GL", *b"GM", *b"GN", *b"GP", *b"GQ", *b"GR", *b"GS", *b"GT",
    *b"GU", *b"GW", *b"GY", *b"HK", *b"HM", *b"HN", *b"HR", *b"HT", *b"HU", *b"ID", *b"IE", *b"IL", *b"IM",
    *b"IN", *b"IO", *b"IQ", *b"IR", *b"IS", *b"IT", *b"JE", *b"JM", *b"JO", *b"JP", *b"KE", *b"KG", *b"KH",
    *b"KI", *b"KM", *b"KN", *b"KP", *b"KR", *b"KW", *b"KY", *b"KZ", *b"LA", *b"LB", *b"LC", *b"LI", *b"LK",
    *b"LR", *b"LS", *b"LT", *b"LU", *b"LV", *b"LY", *b"MA", *b"MC", *b"MD", *b"ME", *b"MF", *b"MG", *b"MH",
    *b"MK", *b"ML", *b"MM", *b"MN", *b"MO", *b"MP", *b"MQ", *b"MR", *b"MS", *b"MT", *b"MU", *b"MV", *b"MW",
    *b"MX", *b"MY", *b"MZ", *b"NA", *b"NC", *b"NE", *b"NF", *b"NG", *b"NI", *b"NL", *b"NO", *b"NP", *b"NR",
    *b"NU", *b"NZ", *b"OM", *b"PA", *b"PE", *b"PF", *b"PG", *b"PH", *b"PK", *b"PL", *b"PM", *b"PN", *b"PR",
    *b"PS", *b"PT", *b"PW", *b"PY", *b"QA", *b"RE", *b"RO", *b"RS", *b"RU", *b"RW", *b"SA", *b"SB", *b"SC",
    *b"SD", *b"SE", *b"SG", *b"SH", *b"SI", *b"SJ", *b"SK", *b"SL", *b"SM", *b"SN", *b"SO", *b"SR", *b"SS",
    *b"ST", *b"SV", *b"SX", *b"SY", *b"SZ", *b"TC", *b"TD", *b"TF", *b"TG", *b"TH", *b"TJ", *b"TK", *b"TL",
    *b"TM", *b"TN", *b"TO", *b"TR", *b"TT", *b"TV", *b"TW", *b"TZ", *b"UA", *b"UG", *b"UM", *b"US", *b"UY",
    *b"UZ", *b"VA", *b"VC", *b"VE", *b"VG", *b"VI", *b"VN", *b"VU", *b"WF", *b"WS", *b"YE", *b"YT", *b"ZA",
    *b"ZM", *b"ZW",
];

/// Common mistakes for a country code, each with the intended code.
const MEANT: [(&str, &str); 20] = [
    ("AUSTRALIA", "AU"),
    ("AUSTRIA", "AT"),
    ("BRAZIL", "BR"),
    ("CANADA", "CA"),
    ("EL", "GR"),
    ("EN", "GB"),
    ("ENGLAND", "GB"),
    ("FRANCE", "FR"),
    ("GERMANY", "DE"),
    ("GREAT BRITAIN", "GB"),
    ("GREECE", "GR"),
    ("ITALY", "IT"),
    ("JAPAN", "JP"),
    ("MEXICO", "MX"),
    ("SPAIN", "ES"),
    ("UK", "GB"),
    ("UNITED KINGDOM", "GB"),
    ("UNITED STATES", "US"),
    ("USA", "US"),
    ("XKX", "XK"),
];

impl CountryCode {
    /// Parses a code in either case; returns `None` unless the code names a country.
    pub fn parse(text: &str) -> Option<Self> {
        Self::stored(text).filter(|code| code.is_country())
    }

    /// Parses a stored code, which may be any two ASCII letters.
    pub fn stored(text: &str) -> Option<Self> {
        match text.as_bytes() {
            &[a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
                Some(Self([a.to_ascii_uppercase(), b.to_ascii_uppercase()]))
            }
            _ => None,
        }
    }

    /// Parses a code of an input; the error suggests the intended code where possible.
    pub fn read(text: &str) -> Result<Self, ValidationErrors> {
        Self::parse(text).ok_or_else(|| {
            ValidationErrors::one(Location::root(), ErrorKind::CountryInvalid, Self::refusal(text))
        })
    }

    /// Builds the error message for a text that is not a country code, with the intended code where a suggestion
    /// exists.
    pub fn refusal(text: &str) -> String {
        let meant = MEANT.iter().find(|(word, _)| word.eq_ignore_ascii_case(text.trim()));
        match (meant, Self::stored(text)) {
            (Some((word, code)), _) => {
                format!("{word} is not a country code of ISO 3166-1; did you mean {code}?")
            }
            (None, Some(code)) => format!("{code} is not a country code of ISO 3166-1"),
            (None, None) => "must be a two-letter country code (ISO 3166), such as DE".to_owned(),
        }
    }

    /// Whether the code names a country: ISO 3166-1 assigns it, or it is `XK`.
    pub fn is_country(self) -> bool {
        self.is_assigned() || self.0 == *b"XK"
    }

    /// Whether ISO 3166-1 assigns the code to a country or territory. User-assigned codes (`XK`, `ZZ`) and reserved
    /// codes (`UK`, `EU`) are not assigned.
    pub fn is_assigned(self) -> bool {
        ASSIGNED.binary_search(&self.0).is_ok()
    }

    /// The code in upper case.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Parses a list of country codes. Each country may appear once; the error lists every invalid entry.
    pub fn parse_list(codes: &[String]) -> Result<Vec<Self>, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let mut countries = Vec::with_capacity(codes.len());
        for (index, code) in codes.iter().enumerate() {
            let at = Location::root().at(index);
            match Self::parse(code) {
                None => errors.push(at, ErrorKind::CountryInvalid, Self::refusal(code)),
                Some(country) if countries.contains(&country) => {
                    errors.push(at, ErrorKind::Duplicate, format!("{country} appears twice"));
                }
                Some(country) => countries.push(country),
            }
        }
        errors.into_result().map(|()| countries)
    }
}

impl fmt::Display for CountryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for CountryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for CountryCode {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text).ok_or(ParseError::needs("a two-letter country code (ISO 3166), such as DE"))
    }
}

impl Serialize for CountryCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Accepts any two letters, because older documents may contain unassigned codes.
impl<'de> Deserialize<'de> for CountryCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        crate::text::deserialize_text(deserializer, <Stored as std::str::FromStr>::from_str)
            .map(|Stored(code)| code)
    }
}

struct Stored(CountryCode);

impl FromStr for Stored {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        CountryCode::stored(text).map(Self).ok_or(ParseError::needs("two letters, such as DE"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_assigned_or_not() {
        assert!(ASSIGNED.is_sorted());
        assert_eq!(ASSIGNED.into_iter().collect::<BTreeSet<_>>().len(), 249);
        for (code, assigned) in [
            ("de", true),
            ("GB", true),
            ("AD", true),
            ("ZW", true),
            ("SS", true),
            ("XK", false),
            ("ZZ", false),
            ("XX", false),
            ("UK", false),
            ("EU", false),
            ("AN", false),
            ("AA", false),
        ] {
            assert_eq!(CountryCode::stored(code).is_some_and(CountryCode::is_assigned), assigned, "{code}");
            assert_eq!(CountryCode::parse(code).is_some(), assigned || code == "XK", "{code}");
        }
    }

    #[test]
    fn what_was_stored_is_read_and_what_comes_in_is_a_country() {
        for code in ["UK", "EL", "EU", "AP", "XX", "ZZ", "QQ"] {
            assert_eq!(CountryCode::parse(code), None, "{code}");
            assert!(code.parse::<CountryCode>().is_err(), "{code}");
            let stored: CountryCode = serde_json::from_value(code.into()).unwrap();
            assert_eq!((stored.as_str(), stored.is_country()), (code, false));
        }
        for code in ["A1", "A2", "T1", "DEU", ""] {
            assert_eq!(CountryCode::stored(code), None, "{code}");
            assert!(serde_json::from_value::<CountryCode>(code.into()).is_err(), "{code}");
        }
    }

    #[test]
    fn a_refusal_names_what_was_meant() {
        let needs = "must be a two-letter country code (ISO 3166), such as DE";
        for (text, expected) in [
            ("UK", "UK is not a country code of ISO 3166-1; did you mean GB?"),
            ("el", "EL is not a country code of ISO 3166-1; did you mean GR?"),
            (" Germany ", "GERMANY is not a country code of ISO 3166-1; did you mean DE?"),
            ("qq", "QQ is not a country code of ISO 3166-1"),
            ("Nowhere", needs),
            ("", needs),
        ] {
            assert_eq!(CountryCode::read(text).unwrap_err().to_string(), expected, "{text}");
        }
        assert!(MEANT.iter().all(|(_, code)| CountryCode::parse(code).is_some()));
        assert!(MEANT.iter().all(|(word, _)| CountryCode::parse(word).is_none()));
    }

    #[test]
    fn two_letters_of_either_case() {
        for (input, expected) in [
            ("de", Some("DE")),
            ("Us", Some("US")),
            ("", None),
            ("D", None),
            ("DEU", None),
            ("D1", None),
            ("ÄÖ", None),
            ("é", None),
        ] {
            assert_eq!(CountryCode::parse(input).as_ref().map(CountryCode::as_str), expected, "{input:?}");
        }
    }
}
