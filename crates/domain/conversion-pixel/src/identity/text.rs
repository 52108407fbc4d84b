//! Characters of personal data.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};

/// Returns a text as people see it: composed (Unicode NFC), and without invisible characters and outer white space.
pub(super) fn visible(raw: &str) -> String {
    // Composed last: an invisible character may separate a letter from its accent.
    let composed: String = raw.chars().filter(|c| !kernel::is_invisible(*c)).nfc().collect();
    composed.trim().to_owned()
}

/// Converts a text to lower case. Lower-case letters may compose where their capitals do not.
pub(super) fn lower(text: &str) -> String {
    text.to_lowercase().nfc().collect()
}

/// Whether a character is punctuation, a symbol such as an emoji, white space, or a control character.
pub(super) fn is_filler(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_alphanumeric();
    }
    match c.general_category() {
        GeneralCategory::Control | GeneralCategory::Format | GeneralCategory::EnclosingMark => true,
        _ => matches!(
            c.general_category_group(),
            GeneralCategoryGroup::Punctuation
                | GeneralCategoryGroup::Symbol
                | GeneralCategoryGroup::Separator
        ),
    }
}

/// Whether a character is a dash, or the minus sign, which looks like one.
pub(super) fn is_dash(c: char) -> bool {
    c == '\u{2212}' || c.general_category() == GeneralCategory::DashPunctuation
}

/// Converts the digits of other scripts to ASCII digits.
pub(super) fn ascii_digits(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { text.into() } else { text.chars().map(ascii_digit).collect::<String>().into() }
}

/// First digits of the scripts whose digits are in daily use; nine more follow each of them.
const ZEROS: [char; 20] = [
    '\u{660}', '\u{6F0}', '\u{7C0}', '\u{966}', '\u{9E6}', '\u{A66}', '\u{AE6}', '\u{B66}', '\u{BE6}',
    '\u{C66}', '\u{CE6}', '\u{D66}', '\u{E50}', '\u{ED0}', '\u{F20}', '\u{1040}', '\u{17E0}', '\u{1810}',
    '\u{1946}', '\u{FF10}',
];

fn ascii_digit(c: char) -> char {
    let value = ZEROS.iter().find_map(|zero| u32::from(c).checked_sub(u32::from(*zero)).filter(|n| *n < 10));
    value.and_then(|value| char::from_digit(value, 10)).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_every_script_are_read() {
        for (text, expected) in [
            ("0123456789", "0123456789"),
            ("٠١٢٣٤٥٦٧٨٩", "0123456789"),
            ("۰۱۲۳۴۵۶۷۸۹", "0123456789"),
            ("०१२३४५६७८९", "0123456789"),
            ("๐๑๒๓๔๕๖๗๘๙", "0123456789"),
            ("０１２３４５６７８９", "0123456789"),
            ("二〇二六 x", "二〇二六 x"),
        ] {
            assert_eq!(ascii_digits(text), expected);
        }
        assert!(ZEROS.is_sorted());
        for zero in ZEROS {
            let digits = (0..10).filter_map(|n| char::from_u32(u32::from(zero) + n));
            assert!(digits.map(|c| c.general_category()).all(|kind| kind == GeneralCategory::DecimalNumber));
        }
    }
}
