//! Normal form of telephone numbers.

use kernel::CountryCode;

use self::library::{national, possible, valid};
use super::text;
use crate::Platform;

/// Normalizes a telephone number to E.164: 7-15 digits with the country code, for TikTok with a leading `+`.
///
/// A national number is one of `country`. Without a country, Meta receives its digits without leading zeros. TikTok
/// does not: without the zero the number would look like one of another country.
pub(super) fn number(platform: Platform, raw: &str, country: Option<CountryCode>) -> Option<String> {
    let country = country.filter(|country| library::region(*country).is_some());
    let dialled = Dialled::read(&text::ascii_digits(raw));
    let digits = dialled.complete(country).or_else(|| match country {
        Some(_) => None,
        None => dialled.unplaced(platform),
    })?;
    let is_number = (7..=15).contains(&digits.len());
    is_number.then(|| if platform == Platform::Meta { digits } else { format!("+{digits}") })
}

/// Digits of a number, as they are dialled.
struct Dialled {
    /// Whether a plus precedes the first digit.
    has_plus: bool,
    digits: String,
}

impl Dialled {
    fn read(raw: &str) -> Self {
        let lead = raw.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
        let digits = without_extension(raw).chars().filter(char::is_ascii_digit).collect();
        Self { has_plus: lead.contains(['+', '\u{FF0B}']), digits }
    }

    /// Digits with the country code; `None` if the number is none of any country.
    fn complete(&self, country: Option<CountryCode>) -> Option<String> {
        if self.has_plus {
            return possible(&self.digits);
        }
        let national = country.and_then(|country| national(&self.digits, country));
        if let Some(Found { digits, is_valid: true }) = national {
            return Some(digits);
        }
        // People leave out the plus, and dial 00 in most countries.
        match self.digits.strip_prefix("00") {
            Some(rest) => possible(rest).or_else(|| national.map(|found| found.digits)),
            None => valid(&self.digits).or_else(|| national.map(|found| found.digits)),
        }
    }

    /// Digits of a number that can be of any country.
    fn unplaced(&self, platform: Platform) -> Option<String> {
        let is_international = self.has_plus || self.digits.starts_with("00");
        let is_national = self.digits.starts_with('0');
        if is_international || (is_national && platform == Platform::TikTok) {
            return None;
        }
        Some(self.digits.trim_start_matches('0').to_owned())
    }
}

/// Number that the library found.
struct Found {
    /// Country code and number.
    digits: String,
    /// Whether the number is in a range that is in use. Otherwise only its length fits.
    is_valid: bool,
}

/// Words and signs before an extension, in lower case.
const MARKERS: [&str; 12] =
    ["extension", "extensión", "ext", "extn", "xtn", "anexo", "int", "доб", "x", "#", "~", "～"];

/// Cuts off an extension, such as `ext. 12`, `x12`, `#12`, `;ext=12`, `,,12` or `- 12#`.
fn without_extension(raw: &str) -> &str {
    // A separator inside a number comes before most of its digits.
    let has_most = |text: &str| text.bytes().filter(u8::is_ascii_digit).count() >= 7;
    if let Some((number, _)) = raw.split_once([',', ';']).filter(|(number, _)| has_most(number)) {
        return without_extension(number);
    }
    let body = raw.trim_end_matches(|c: char| c.is_whitespace() || c == '.');
    let is_marked_after = body.ends_with('#');
    let body = body.trim_end_matches('#');
    let before = body.trim_end_matches(|c: char| c.is_ascii_digit());
    let gapless =
        before.trim_end_matches(|c: char| c.is_whitespace() || ".:=".contains(c) || text::is_dash(c));
    let marked = MARKERS.iter().filter_map(|marker| strip(gapless, marker)).min_by_key(|rest| rest.len());
    let is_dashed = is_marked_after && gapless.len() < before.len() && has_most(gapless);
    let number = marked.or(is_dashed.then_some(gapless));
    number
        .filter(|number| number.contains(|c: char| c.is_ascii_digit()))
        .filter(|_| before.len() < body.len())
        .unwrap_or(raw)
}

/// Removes a marker of either case from the end of a text.
fn strip<'a>(text: &'a str, marker: &str) -> Option<&'a str> {
    let (at, _) = text.char_indices().rev().nth(marker.chars().count().checked_sub(1)?)?;
    let (rest, end) = text.split_at_checked(at)?;
    (end.to_lowercase() == marker).then_some(rest)
}

mod library {
    use kernel::CountryCode;
    use rlibphonenumber::{NumberLengthType, PHONE_NUMBER_UTIL, PhoneNumberFormat, Region};

    use super::Found;

    /// Number of a country by the digits dialled there.
    pub(super) fn national(digits: &str, country: CountryCode) -> Option<Found> {
        found(digits, Some(region(country)?))
    }

    /// Country as the library names it; `None` for the few without telephone numbers of their own.
    pub(super) fn region(country: CountryCode) -> Option<Region> {
        let region = country.as_str().parse().ok()?;
        PHONE_NUMBER_UTIL.get_country_code_for_region(region).map(|_| region)
    }

    /// Number by its country code and the digits after it, of a length that exists there.
    pub(super) fn possible(digits: &str) -> Option<String> {
        Some(found(&format!("+{digits}"), None)?.digits)
    }

    /// Number like [`possible`], in a range that is in use.
    pub(super) fn valid(digits: &str) -> Option<String> {
        let found = found(&format!("+{digits}"), None)?;
        found.is_valid.then_some(found.digits)
    }

    fn found(dialled: &str, region: Option<Region>) -> Option<Found> {
        let number = PHONE_NUMBER_UTIL.parse(dialled, region).ok()?;
        let length = PHONE_NUMBER_UTIL.is_possible_number_with_reason(&number).ok()?;
        // A local number lacks its area code.
        if length != NumberLengthType::IsPossible {
            return None;
        }
        let e164 = PHONE_NUMBER_UTIL.format(&number, PhoneNumberFormat::E164);
        let digits = e164.strip_prefix('+')?.to_owned();
        Some(Found { digits, is_valid: PHONE_NUMBER_UTIL.is_valid_number(&number) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(country: &str, raw: &str) -> Option<String> {
        let country = (!country.is_empty()).then(|| CountryCode::parse(country).unwrap());
        let meta = number(Platform::Meta, raw, country);
        let tiktok = number(Platform::TikTok, raw, country);
        let plus = meta.as_ref().map(|digits| format!("+{digits}"));
        assert!(tiktok == plus || country.is_none(), "{raw}: {tiktok:?}");
        meta
    }

    #[test]
    fn national_numbers_are_completed() {
        for (country, raw, expected) in [
            ("GB", "020 7183 8750", "442071838750"),
            ("US", "(650) 555-1212", "16505551212"),
            ("US", "1 650 555 1212", "16505551212"),
            ("CA", "416.555.0123", "14165550123"),
            ("DE", "0151 12345678", "4915112345678"),
            ("DE", "030/901820", "4930901820"),
            ("FR", "06 12 34 56 78", "33612345678"),
            ("IT", "06 6982 1234", "390669821234"),
            ("ES", "612 34 56 78", "34612345678"),
            ("RU", "8 (999) 123-45-67", "79991234567"),
            ("LT", "8 612 34567", "37061234567"),
            ("HU", "06 20 123 4567", "36201234567"),
            ("AR", "011 15-1234-5678", "5491112345678"),
            ("BR", "011 98765-4321", "5511987654321"),
            ("IN", "098765 43210", "919876543210"),
            ("CN", "138 1234 5678", "8613812345678"),
            ("JP", "090-1234-5678", "819012345678"),
            ("JP", "０９０−１２３４−５６７８", "819012345678"),
            ("EG", "٠١٠١٢٣٤٥٦٧٨", "201012345678"),
            ("NG", "0803 123 4567", "2348031234567"),
            ("AU", "0412 345 678", "61412345678"),
            ("AD", "312 345 ext. 12", "376312345"),
            ("XK", "044 123 456", "38344123456"),
            // Also with the code of another country, however it is dialled.
            ("DE", "+1 650 555 1212", "16505551212"),
            ("DE", "0044 20 7183 8750", "442071838750"),
            ("US", "011 44 20 7183 8750", "442071838750"),
            ("US", "0044 20 7183 8750", "442071838750"),
            ("US", "442071838750", "442071838750"),
        ] {
            assert_eq!(of(country, raw).as_deref(), Some(expected), "{country} {raw}");
        }
    }

    #[test]
    fn the_trunk_prefix_of_an_international_number_is_dropped_where_there_is_one() {
        for (raw, expected) in [
            ("+44 (0)20 7183 8750", "442071838750"),
            ("+49 (0)151 12345678", "4915112345678"),
            ("+33 (0) 6 12 34 56 78", "33612345678"),
            ("+41 (0)44 668 18 00", "41446681800"),
            ("+7 8 (999) 123-45-67", "79991234567"),
            ("+81 (03) 1234 5678", "81312345678"),
            ("+55 (0xx11) 98765-4321", "5511987654321"),
            ("+39 06 69821234", "390669821234"),
            ("+225 07 12 34 56 78", "2250712345678"),
            ("＋44 20 7183 8750", "442071838750"),
            ("(+1) 650-555-1212", "16505551212"),
            ("4402071838750", "442071838750"),
        ] {
            assert_eq!(of("", raw).as_deref(), Some(expected), "{raw}");
        }
    }

    #[test]
    fn extensions_are_dropped() {
        for raw in [
            "+44 20 7183 8750 x123",
            "+44 20 7183 8750 ext. 123",
            "+44 20 7183 8750 EXT:123",
            "+44 20 7183 8750ext123",
            "+44 20 7183 8750 extension 123",
            "+44 20 7183 8750 #123",
            "+44 20 7183 8750 - 123#",
            "+44 20 7183 8750 доб. 123",
            "+442071838750,,123#",
            "tel:+44-20-7183-8750;ext=123",
            "tel:+44-20-7183-8750;isub=1;ext=123",
        ] {
            assert_eq!(of("", raw).as_deref(), Some("442071838750"), "{raw}");
        }
    }

    #[test]
    fn other_texts_are_no_numbers() {
        for (country, raw) in [
            ("US", "123"),
            ("US", "555-1212"),
            ("GB", "12345"),
            ("DE", "110"),
            ("US", "1-800-FLOWERS"),
            ("", "+1 650"),
            ("", "+44 12345"),
            ("", "+999 123 4567"),
            ("", "+0 20 7183 8750"),
            ("", "+1234567890123456"),
            ("", "+12345678901234567"),
            ("", "00 44"),
            ("", "12345"),
            ("", "no number"),
            ("", "#"),
            ("", ""),
        ] {
            assert_eq!(of(country, raw), None, "{country} {raw}");
        }
    }

    #[test]
    fn without_a_country_tiktok_gets_no_national_number() {
        for (raw, meta, tiktok) in [
            ("020 7183 8750", Some("2071838750"), None),
            ("(020) 7183 8750", Some("2071838750"), None),
            ("650 555 1212", Some("6505551212"), Some("+6505551212")),
        ] {
            assert_eq!(number(Platform::Meta, raw, None).as_deref(), meta, "{raw}");
            assert_eq!(number(Platform::TikTok, raw, None).as_deref(), tiktok, "{raw}");
        }
        let antarctica = CountryCode::parse("AQ");
        assert_eq!(number(Platform::Meta, "+44 20 7183 8750", antarctica).as_deref(), Some("442071838750"));
        assert_eq!(number(Platform::Meta, "650 555 1212", antarctica).as_deref(), Some("6505551212"));
    }
}
