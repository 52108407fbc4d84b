//! Normalization and hashing of personal data, as the platforms require. Raw data leaves this module only as a hash.

mod birthday;
mod normal;
#[cfg(feature = "phone-numbers")]
mod phone;
mod place;
mod text;

use std::fmt;

use hmac_sha256::Hash as Sha256;
use kernel::CountryCode;
use serde::{Deserialize, Serialize};

use crate::Platform;

/// Personal data field that platforms accept as a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// E-mail address.
    Email,
    /// Phone number.
    Phone,
    /// First name.
    FirstName,
    /// Last name.
    LastName,
    /// Gender: `m` or `f`.
    Gender,
    /// Birthday in the form `YYYYMMDD`.
    Birthday,
    /// Town or city.
    City,
    /// State or province; states of the USA by two letters.
    State,
    /// Postal code.
    Zip,
    /// Country by two letters.
    Country,
    /// Id that only the sender knows.
    ExternalId,
}

/// SHA-256 hash of a normalized field. Displays as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hashed([u8; 32]);

impl Hashed {
    /// Hashes a text without normalization.
    pub fn of(text: &str) -> Self {
        Self(Sha256::hash(text.as_bytes()))
    }

    /// Parses 64 hexadecimal digits of either case; otherwise `None`.
    pub fn parse(hex: &str) -> Option<Self> {
        if hex.len() != 64 || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        }
        Some(Self(bytes))
    }
}

kernel::text_value!(Hashed, "64 hexadecimal digits");

impl fmt::Display for Hashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Hashes a raw value after the normalization that `platform` requires for `field`. `None` if the value is unusable.
///
/// A value that is already a SHA-256 hash is passed on in lower case, so that nothing is hashed twice.
///
/// ```
/// use conversion_pixel::{Field, Hashed, Platform, hash};
///
/// let hashed = hash(Platform::Meta, Field::Email, " Jane@Example.com ");
/// assert_eq!(hashed, Some(Hashed::of("jane@example.com")));
/// assert_eq!(hash(Platform::Meta, Field::Email, " "), None);
/// ```
pub fn hash(platform: Platform, field: Field, raw: &str) -> Option<Hashed> {
    hash_in(platform, field, raw, None)
}

/// Hashes a raw value like [`hash`]. A telephone number without a country code is one of `country`.
///
/// ```
/// # #[cfg(feature = "phone-numbers")] {
/// use conversion_pixel::{Field, Hashed, Platform, hash_in};
/// use kernel::CountryCode;
///
/// let hashed = hash_in(Platform::Meta, Field::Phone, "020 7183 8750", CountryCode::parse("GB"));
/// assert_eq!(hashed, Some(Hashed::of("442071838750")));
/// # }
/// ```
pub fn hash_in(platform: Platform, field: Field, raw: &str, country: Option<CountryCode>) -> Option<Hashed> {
    // An id is opaque: other systems hash the same characters.
    let raw = if field == Field::ExternalId { raw.trim().to_owned() } else { text::visible(raw) };
    Hashed::parse(&raw).or_else(|| normalize(platform, field, &raw, country).as_deref().map(Hashed::of))
}

/// Loads the numbering plans of all countries, which takes about 15 ms. Until then the first telephone number waits for
/// it. A server calls this function on a thread of its own.
#[cfg(feature = "phone-numbers")]
pub fn load_numbering_plans() {
    phone::number(Platform::Meta, "+12015550123", None);
}

#[cfg(not(feature = "phone-numbers"))]
fn without_library(_: Platform, _: Option<CountryCode>) -> Option<String> {
    None
}

/// Normalizes a visible text that is not a hash.
fn normalize(platform: Platform, field: Field, raw: &str, country: Option<CountryCode>) -> Option<String> {
    let normal = match field {
        Field::Email => normal::email(raw),
        #[cfg(feature = "phone-numbers")]
        Field::Phone => phone::number(platform, raw, country),
        #[cfg(not(feature = "phone-numbers"))]
        Field::Phone => without_library(platform, country),
        Field::FirstName | Field::LastName => normal::name(raw),
        Field::Gender => normal::gender(raw),
        Field::Birthday => birthday::date(raw),
        Field::City => place::city(raw),
        Field::State => place::state(raw),
        Field::Zip => place::zip(raw),
        Field::Country => place::country(raw),
        Field::ExternalId => Some(raw.to_owned()),
    };
    // The hash of an empty text would be the same for everybody.
    normal.filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FIELDS: [Field; 11] = [
        Field::Email,
        Field::Phone,
        Field::FirstName,
        Field::LastName,
        Field::Gender,
        Field::Birthday,
        Field::City,
        Field::State,
        Field::Zip,
        Field::Country,
        Field::ExternalId,
    ];

    proptest! {
        #[test]
        fn hashing_twice_is_hashing_once(raw in "\\PC{0,40}") {
            for (platform, field) in Platform::ALL.iter().flat_map(|p| FIELDS.map(|f| (*p, f))) {
                if let Some(once) = hash(platform, field, &raw) {
                    let twice = hash(platform, field, &format!(" {once} "));
                    prop_assert_eq!(Some(once), twice);
                    prop_assert_ne!(once, Hashed::of(""));
                }
            }
        }

        #[test]
        fn a_text_and_its_decomposition_have_one_hash(raw in "\\PC{0,20}") {
            use unicode_normalization::UnicodeNormalization as _;
            for field in FIELDS.into_iter().filter(|field| *field != Field::ExternalId) {
                let apart: String = raw.nfd().collect();
                prop_assert_eq!(hash(Platform::Meta, field, &raw), hash(Platform::Meta, field, &apart));
            }
        }

        #[test]
        fn invisible_characters_change_nothing(raw in "[\\PC]{0,20}", at in 0..20_usize) {
            for field in FIELDS.into_iter().filter(|field| *field != Field::ExternalId) {
                let mut marked: Vec<char> = raw.chars().collect();
                marked.insert(at.min(marked.len()), '\u{200B}');
                let marked: String = marked.into_iter().collect();
                prop_assert_eq!(hash(Platform::TikTok, field, &raw), hash(Platform::TikTok, field, &marked));
            }
        }

        #[test]
        fn white_space_around_a_value_changes_nothing(raw in "\\PC{0,20}") {
            for field in FIELDS {
                let padded = format!("\u{a0}\t{raw}\n\u{2029}");
                prop_assert_eq!(hash(Platform::Meta, field, &raw), hash(Platform::Meta, field, &padded));
            }
        }
    }
}
