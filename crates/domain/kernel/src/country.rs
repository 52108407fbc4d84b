use std::fmt;

use crate::{ErrorKind, Location, ValidationErrors};

/// A country by its two-letter code (ISO 3166-1 alpha-2 form), stored upper case.
///
/// Any two ASCII letters are taken: the list of countries changes, and a code nobody comes from does no harm.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CountryCode([u8; 2]);

/// The codes that ISO 3166-1 assigns, as of 2026. The last one was added in 2011.
const ASSIGNED: &str = "\
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR \
    BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ \
    EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW \
    GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY \
    KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV \
    MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY \
    QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG \
    TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM \
    ZW";

impl CountryCode {
    /// Parses two ASCII letters of either case; anything else is `None`.
    pub fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            &[a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
                Some(Self([a.to_ascii_uppercase(), b.to_ascii_uppercase()]))
            }
            _ => None,
        }
    }

    /// Whether ISO 3166-1 assigns the code to a country or territory. Codes that users assign (`XK`, `ZZ`) and reserved ones (`UK`, `EU`)
    /// are not.
    pub fn is_assigned(self) -> bool {
        ASSIGNED.split(' ').any(|code| code == self.as_str())
    }

    /// The code in upper case.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// A list of countries, each of which may be in it once.
    pub fn parse_list(codes: &[String]) -> Result<Vec<Self>, ValidationErrors> {
        let mut errors = ValidationErrors::none();
        let mut countries = Vec::with_capacity(codes.len());
        for (index, code) in codes.iter().enumerate() {
            let at = Location::root().at(index);
            match Self::parse(code) {
                None => errors.push(at, ErrorKind::CountryInvalid, "needs two letters"),
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

crate::text_value!(CountryCode, "two letters, such as DE");

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_assigned_or_not() {
        assert_eq!(ASSIGNED.split(' ').filter_map(CountryCode::parse).collect::<BTreeSet<_>>().len(), 249);
        assert!(ASSIGNED.split(' ').is_sorted());
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
            assert_eq!(CountryCode::parse(code).is_some_and(CountryCode::is_assigned), assigned, "{code}");
        }
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
