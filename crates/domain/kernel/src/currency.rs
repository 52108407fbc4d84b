use std::fmt;

/// Currency by its ISO 4217 code, stored in upper case.
///
/// ```
/// use kernel::Currency;
///
/// let yen = Currency::parse("jpy").unwrap();
/// assert_eq!((yen.as_str(), yen.digits()), ("JPY", 0));
/// assert_eq!(Currency::parse("ZZZ"), None);
/// assert_eq!(Currency::default(), Currency::USD);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency([u8; 3]);

/// ISO 4217 codes with a minor unit, as of 2026, grouped by the number of decimal digits.
///
/// Metals, units of account and test codes have no minor unit, so no amount uses them. `ANG` and `BGN` were withdrawn
/// in 2025 or later; earlier payments still report them.
const CODES: [(usize, &str); 4] = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (
        2,
        "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD \
         CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS \
         GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL \
         MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK \
         PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS \
         TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG",
    ),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (4, "CLF UYW"),
];

impl Currency {
    /// Currency of an account that declares none.
    pub const USD: Self = Self(*b"USD");

    /// Parses a code in either case; returns `None` for a currency that ISO 4217 lacks.
    pub fn parse(text: &str) -> Option<Self> {
        let code: [u8; 3] = text.as_bytes().try_into().ok()?;
        let currency = Self(code.map(|letter| letter.to_ascii_uppercase()));
        currency.listed().map(|_| currency)
    }

    /// Code in upper case.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Number of decimal digits of the minor unit: 2 for most currencies.
    pub fn digits(&self) -> usize {
        self.listed().unwrap_or(2)
    }

    fn listed(&self) -> Option<usize> {
        let lists = |(digits, codes): &(usize, &str)| {
            codes.split(' ').any(|code| code == self.as_str()).then_some(*digits)
        };
        CODES.iter().find_map(lists)
    }
}

impl Default for Currency {
    /// Returns [`Currency::USD`].
    fn default() -> Self {
        Self::USD
    }
}

crate::text_value!(Currency, "a currency of ISO 4217, such as USD");

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_those_of_iso_4217() {
        for (text, digits) in [
            ("USD", Some(2)),
            ("eur", Some(2)),
            ("JPY", Some(0)),
            ("KWD", Some(3)),
            ("CLF", Some(4)),
            ("ZZZ", None),
            ("ABC", None),
            // Gold, the test code, and "no currency".
            ("XAU", None),
            ("XTS", None),
            ("XXX", None),
            // Withdrawn long ago: German mark.
            ("DEM", None),
            ("", None),
            ("EU", None),
            ("EURO", None),
            ("E R", None),
            ("€", None),
        ] {
            assert_eq!(Currency::parse(text).map(|currency| currency.digits()), digits, "{text:?}");
        }
    }

    #[test]
    fn no_code_is_listed_twice() {
        let all: Vec<_> = CODES.iter().flat_map(|(_, codes)| codes.split(' ')).collect();
        assert!(all.iter().all(|code| code.len() == 3));
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    }
}
