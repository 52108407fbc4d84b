//! Exact amounts in major units, as platforms expect.

use serde::{Deserialize, Serialize};

pub use kernel::Currency;

use crate::Platform;

impl Platform {
    /// Whether the platform accepts amounts in this currency. Meta accepts all, TikTok a list.
    pub fn takes(self, currency: Currency) -> bool {
        self == Self::Meta || TIKTOK.contains(&currency.as_str())
    }
}

/// Amount in minor units of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Money {
    /// Minor units; negative for a refund.
    pub minor: i64,
    /// Currency of the amount.
    pub currency: Currency,
}

impl Money {
    /// Formats the amount in major units as an exact JSON number: 4999 USD is `49.99`, 1200 JPY is `1200`.
    ///
    /// ```
    /// use conversion_pixel::{Currency, Money};
    ///
    /// let currency = Currency::parse("usd").unwrap();
    /// assert_eq!(Money { minor: 4999, currency }.major(), "49.99");
    /// ```
    pub fn major(&self) -> String {
        let places = self.currency.digits();
        let digits = format!("{:0>width$}", self.minor.unsigned_abs(), width = places + 1);
        let sign = if self.minor < 0 { "-" } else { "" };
        match digits.split_at_checked(digits.len().saturating_sub(places)) {
            Some((whole, fraction)) if places > 0 => format!("{sign}{whole}.{fraction}"),
            _ => format!("{sign}{digits}"),
        }
    }
}

#[rustfmt::skip]
const TIKTOK: [&str; 62] = [
    "AED", "ARS", "AUD", "BDT", "BHD", "BIF", "BOB", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CRC", "CZK", "DKK",
    "DZD", "EGP", "EUR", "GBP", "GTQ", "HKD", "HNL", "HUF", "IDR", "ILS", "INR", "ISK", "JPY", "KES", "KHR", "KRW",
    "KWD", "KZT", "MAD", "MOP", "MXN", "MYR", "NGN", "NIO", "NOK", "NZD", "OMR", "PEN", "PHP", "PKR", "PLN", "PYG",
    "QAR", "RON", "RUB", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "USD", "VES", "VND", "ZAR",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_keep_every_digit() {
        for (minor, currency, expected) in [
            (4999, "USD", "49.99"),
            (1, "usd", "0.01"),
            (0, "USD", "0.00"),
            (-5, "USD", "-0.05"),
            (i64::MAX, "USD", "92233720368547758.07"),
            (i64::MIN, "JPY", "-9223372036854775808"),
            (5, "KWD", "0.005"),
            (12345, "CLF", "1.2345"),
        ] {
            let currency = Currency::parse(currency).unwrap();
            assert_eq!(Money { minor, currency }.major(), expected);
        }
    }
}
