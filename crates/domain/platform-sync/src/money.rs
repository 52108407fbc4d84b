//! Money of the platforms: dollars as the text of a number, kept as exact cents.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde_json::value::RawValue;

/// Maximum absolute amount, in cents, as in events of an engine.
pub const MAX_CENTS: i64 = 1_000_000_000_000;

/// Number of decimals behind the cents that tell a fraction of a cent from the noise of a sum of floats.
const NOISE_DECIMALS: usize = 4;

/// Reason why a text is no amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum MoneyError {
    /// The text is not a number of JSON.
    #[error("must be a number")]
    NotANumber,
    /// The amount has a fraction of a cent.
    #[error("must not have a fraction of a cent")]
    FractionOfCent,
    /// The amount is beyond [`MAX_CENTS`].
    #[error("must be between -{MAX_CENTS} and {MAX_CENTS} cents")]
    TooLarge,
}

/// Returns the cents of an amount in dollars, written as a number of JSON. The conversion is exact and uses no float.
///
/// ```
/// use platform_sync::{MoneyError, cents};
///
/// assert_eq!(cents("20.55"), Ok(2055));
/// assert_eq!(cents("1e2"), Ok(10_000));
/// assert_eq!(cents("0.005"), Err(MoneyError::FractionOfCent));
/// ```
///
/// # Errors
/// The text is not a number, has a fraction of a cent, or is beyond [`MAX_CENTS`].
pub fn cents(dollars: &str) -> Result<i64, MoneyError> {
    Decimal::parse(dollars)?.cents(Fraction::Refused)
}

/// Returns the cents of an amount that a vendor computed with floats, such as `0.30000000000000004`. Less than a
/// thousandth of a cent beside a whole cent is noise; anything else is refused like in [`cents`].
///
/// # Errors
/// The same as of [`cents`].
pub fn computed_cents(dollars: &str) -> Result<i64, MoneyError> {
    Decimal::parse(dollars)?.cents(Fraction::NoiseDropped)
}

/// Returns the cents of a price for people, such as `$4.00` or `$1,250.00`.
///
/// # Errors
/// The same as of [`cents`].
pub fn shown_cents(price: &str) -> Result<i64, MoneyError> {
    let price = price.trim();
    cents(&price.strip_prefix('$').unwrap_or(price).replace(',', ""))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fraction {
    Refused,
    NoiseDropped,
}

/// Number as its digits without leading and trailing zeros, times a power of ten.
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    fn parse(text: &str) -> Result<Self, MoneyError> {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
        let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
        let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let padded = whole.len() > 1 && whole.starts_with('0');
        if !are_digits(whole) || padded || fraction.is_some_and(|fraction| !are_digits(fraction)) {
            return Err(MoneyError::NotANumber);
        }
        let fraction = fraction.unwrap_or_default();
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|byte| byte - b'0').collect();
        let mut exponent = exponent.map_or(Ok(0), power)?;
        exponent = exponent.saturating_sub(i64::try_from(fraction.len()).unwrap_or(i64::MAX));
        while digits.pop_if(|digit| *digit == 0).is_some() {
            exponent = exponent.saturating_add(1);
        }
        let zeros = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..zeros);
        Ok(Self { negative, digits, exponent })
    }

    fn cents(&self, fraction: Fraction) -> Result<i64, MoneyError> {
        let length = i64::try_from(self.digits.len()).map_err(|_| MoneyError::TooLarge)?;
        // Position of the point that separates the cents, counted from the first digit.
        let point = length.saturating_add(self.exponent).saturating_add(2);
        if self.digits.is_empty() {
            return Ok(0);
        }
        if point > 14 {
            return Err(MoneyError::TooLarge);
        }
        let digit =
            |at: i64| usize::try_from(at).ok().and_then(|at| self.digits.get(at)).copied().unwrap_or(0);
        let mut cents = (0..point).fold(0_i64, |sum, at| sum * 10 + i64::from(digit(at)));
        if point < length {
            let decimals: Vec<u8> = (point..).take(NOISE_DECIMALS).map(digit).collect();
            let all = |wanted: u8| decimals.iter().all(|decimal| *decimal == wanted);
            match fraction {
                Fraction::NoiseDropped if all(0) => {}
                Fraction::NoiseDropped if all(9) => cents += 1,
                Fraction::NoiseDropped | Fraction::Refused => return Err(MoneyError::FractionOfCent),
            }
        }
        let cents = if self.negative { -cents } else { cents };
        (-MAX_CENTS..=MAX_CENTS).contains(&cents).then_some(cents).ok_or(MoneyError::TooLarge)
    }
}

/// Parses the exponent of a number; saturates, because any such number is too large or too small anyway.
fn power(text: &str) -> Result<i64, MoneyError> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(MoneyError::NotANumber);
    }
    Ok(sign * digits.parse::<i64>().unwrap_or(i64::MAX / 4).min(i64::MAX / 4))
}

/// Amount of a vendor's body, read with [`computed_cents`] from the text of a number or from a number in quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Dollars {
    /// Amount in cents.
    pub cents: i64,
}

impl<'de> Deserialize<'de> for Dollars {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text = raw.get();
        let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
        computed_cents(text).map(|cents| Self { cents }).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn dollars_become_exact_cents() {
        use MoneyError::{FractionOfCent, NotANumber, TooLarge};
        for (text, expected) in [
            ("0", Ok(0)),
            ("-0.00", Ok(0)),
            ("12.5", Ok(1_250)),
            ("20.55", Ok(2_055)),
            ("0.29", Ok(29)),
            ("1.10", Ok(110)),
            ("1.1000000000000000000000000000000000000000000", Ok(110)),
            ("-3.07", Ok(-307)),
            ("1e2", Ok(10_000)),
            ("1.5E+1", Ok(1_500)),
            ("1250e-2", Ok(1_250)),
            ("1e-2", Ok(1)),
            ("0e999999999999999999999", Ok(0)),
            ("10000000000", Ok(MAX_CENTS)),
            ("-10000000000.00", Ok(-MAX_CENTS)),
            ("10000000000.01", Err(TooLarge)),
            ("99999999999999999999999999999999999999999999", Err(TooLarge)),
            ("1e999999999999999999999", Err(TooLarge)),
            ("1e-3", Err(FractionOfCent)),
            ("1e-999999999999999999999", Err(FractionOfCent)),
            ("20.555", Err(FractionOfCent)),
            ("0.30000000000000004", Err(FractionOfCent)),
            ("", Err(NotANumber)),
            ("-", Err(NotANumber)),
            ("+1", Err(NotANumber)),
            (".5", Err(NotANumber)),
            ("5.", Err(NotANumber)),
            ("007", Err(NotANumber)),
            ("1e", Err(NotANumber)),
            ("1e+", Err(NotANumber)),
            ("1,5", Err(NotANumber)),
            (" 1", Err(NotANumber)),
            ("NaN", Err(NotANumber)),
            ("null", Err(NotANumber)),
        ] {
            assert_eq!(cents(text), expected, "{text:?}");
        }
    }

    #[test]
    fn noise_of_floats_is_dropped_only_where_it_was_computed() {
        for (text, expected) in [
            ("0.30000000000000004", Ok(30)),
            ("16.439999999999998", Ok(1_644)),
            ("-16.439999999999998", Ok(-1_644)),
            ("9.99999999999", Ok(1_000)),
            ("1e-17", Ok(0)),
            ("20.555", Err(MoneyError::FractionOfCent)),
            ("20.5501", Err(MoneyError::FractionOfCent)),
            ("20.55", Ok(2_055)),
        ] {
            assert_eq!(computed_cents(text), expected, "{text:?}");
        }
    }

    #[test]
    fn prices_for_people_are_read() {
        for (text, expected) in [
            ("$4.00", Ok(400)),
            ("$1,250.5", Ok(125_050)),
            (" 3 ", Ok(300)),
            ("FREE", Err(MoneyError::NotANumber)),
            ("", Err(MoneyError::NotANumber)),
        ] {
            assert_eq!(shown_cents(text), expected, "{text:?}");
        }
    }

    #[test]
    fn amounts_in_bodies_keep_the_text_of_their_numbers() {
        for (json, expected) in [
            ("20.55", Some(2_055)),
            ("\"20.55\"", Some(2_055)),
            ("90071992547.41", None),
            ("9007199254.37", Some(900_719_925_437)),
            ("true", None),
            ("null", None),
            ("\"\"", None),
        ] {
            let read = serde_json::from_str::<Dollars>(json).ok().map(|dollars| dollars.cents);
            assert_eq!(read, expected, "{json}");
        }
        assert_eq!(serde_json::from_str::<Option<Dollars>>("null").ok(), Some(None));
    }

    proptest! {
        #[test]
        fn every_amount_is_read_back(amount in -MAX_CENTS..=MAX_CENTS, exponent in -3_i64..3) {
            let sign = if amount < 0 { "-" } else { "" };
            let plain = format!("{sign}{}.{:02}", amount.abs() / 100, amount.abs() % 100);
            prop_assert_eq!(cents(&plain), Ok(amount));
            let shifted = format!("{sign}{}e{}", i128::from(amount.abs()) * 1_000, -5);
            prop_assert_eq!(cents(&shifted), Ok(amount));
            prop_assert_eq!(computed_cents(&format!("{plain}e{}", exponent)).is_ok(), cents(&format!("{plain}e{}", exponent)).is_ok());
        }

        #[test]
        fn no_text_panics(text in ".{0,40}") {
            let _ = (cents(&text), computed_cents(&text), shown_cents(&text));
        }
    }
}
