//! Texts of the dashboard: one Fluent catalogue per language, with its format of numbers, money and
//! times.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use jiff::Timestamp;
use maud::{Markup, PreEscaped, html};
use unic_langid::LanguageIdentifier;

use crate::system;

const ENGLISH: &str = include_str!("../locales/en.ftl");
const GERMAN: &str = include_str!("../locales/de.ftl");

struct Catalogue {
    code: &'static str,
    /// Name of the language in that language.
    name: &'static str,
    thousands: char,
    decimal: char,
    bundle: FluentBundle<FluentResource>,
    /// A pseudo language that brackets each message, so that tests find texts missing from the
    /// catalogues.
    pseudo: bool,
}

static CATALOGUES: LazyLock<[Catalogue; 3]> = LazyLock::new(|| {
    [
        catalogue("en", "English", ',', '.', ENGLISH, false),
        catalogue("de", "Deutsch", '.', ',', GERMAN, false),
        catalogue("en-XA", "Pseudo", ',', '.', ENGLISH, true),
    ]
});

fn catalogue(
    code: &'static str,
    name: &'static str,
    thousands: char,
    decimal: char,
    source: &str,
    pseudo: bool,
) -> Catalogue {
    // A message with a syntax error would be missing, and a test checks that none is.
    let resource = FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, _)| resource);
    let language: LanguageIdentifier = code.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![language]);
    // Isolation marks are for mixed text directions; here values have elements of their own.
    bundle.set_use_isolating(false);
    bundle.add_resource_overriding(resource);
    Catalogue { code, name, thousands, decimal, bundle, pseudo }
}

/// Language of a response, and currency of its money.
#[derive(Clone, Copy)]
pub(crate) struct Text(&'static Catalogue, Currency);

/// A currency by its ISO 4217 code.
#[derive(Clone, Copy)]
struct Currency([u8; 3]);

impl Currency {
    const USD: Self = Self(*b"USD");

    fn of(code: &str) -> Option<Self> {
        code.as_bytes().try_into().ok().filter(|code: &[u8; 3]| code.is_ascii()).map(Self)
    }

    fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Returns the number of decimal places.
    fn digits(&self) -> usize {
        match self.code() {
            "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX" | "UYI"
            | "VND" | "VUV" | "XAF" | "XOF" | "XPF" => 0,
            "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
            "CLF" | "UYW" => 4,
            _ => 2,
        }
    }

    fn sign(&self) -> &str {
        match self.code() {
            "USD" => "$",
            "EUR" => "€",
            "GBP" => "£",
            "JPY" => "¥",
            code => code,
        }
    }
}

impl Text {
    /// Returns the first available language of an `Accept-Language` header, else English.
    pub(crate) fn negotiate(accepted: &str) -> Self {
        let [english, ..] = &*CATALOGUES;
        accepted
            .split(',')
            .filter_map(|entry| entry.split(';').next())
            .find_map(|wanted| Self::by_code(wanted.trim()))
            .unwrap_or(Self(english, Currency::USD))
    }

    /// Returns the language of a code, ignoring the region if necessary.
    pub(crate) fn by_code(code: &str) -> Option<Self> {
        let exact = CATALOGUES.iter().find(|catalogue| catalogue.code.eq_ignore_ascii_case(code));
        let base = || {
            let base = code.split('-').next()?;
            CATALOGUES.iter().find(|catalogue| catalogue.code.eq_ignore_ascii_case(base))
        };
        exact.or_else(base).map(|catalogue| Self(catalogue, Currency::USD))
    }

    /// Returns the languages that a person can choose.
    pub(crate) fn languages() -> impl Iterator<Item = (&'static str, &'static str)> {
        CATALOGUES
            .iter()
            .filter(|catalogue| !catalogue.pseudo)
            .map(|catalogue| (catalogue.code, catalogue.name))
    }

    pub(crate) fn code(self) -> &'static str {
        self.0.code
    }

    /// Returns a message.
    pub(crate) fn t(self, key: &str) -> String {
        self.format(key, None).unwrap_or_else(|| key.to_owned())
    }

    /// Returns a message with values.
    pub(crate) fn with<const N: usize>(
        self,
        key: &str,
        values: [(&'static str, FluentValue<'static>); N],
    ) -> String {
        self.known_with(key, values).unwrap_or_else(|| key.to_owned())
    }

    /// Returns the message for a word of the API, or the word itself if the catalogue has none,
    /// because the API may grow.
    pub(crate) fn word(self, prefix: &str, word: impl AsRef<str>) -> String {
        let word = word.as_ref();
        let key = format!("{prefix}-{}", word.replace(['_', '.'], "-"));
        self.format(&key, None).unwrap_or_else(|| word.replace('_', " "))
    }

    /// Returns a message if the catalogue has it.
    pub(crate) fn known(self, key: &str) -> Option<String> {
        self.format(key, None)
    }

    /// Returns a message with values if the catalogue has it.
    pub(crate) fn known_with<const N: usize>(
        self,
        key: &str,
        values: [(&'static str, FluentValue<'static>); N],
    ) -> Option<String> {
        let args: FluentArgs<'_> = values.into_iter().collect();
        self.format(key, Some(&args))
    }

    /// Returns whether the reader's language is English, which the messages of the API are in.
    pub(crate) fn is_english(self) -> bool {
        self.0.code == "en"
    }

    fn format(self, key: &str, args: Option<&FluentArgs<'_>>) -> Option<String> {
        let pattern = self.0.bundle.get_message(key)?.value()?;
        let mut errors = Vec::new();
        let text = self.0.bundle.format_pattern(pattern, args, &mut errors).into_owned();
        Some(if self.0.pseudo { format!("⟦{text}⟧") } else { text })
    }

    /// Formats a whole number.
    pub(crate) fn number(self, number: impl TryInto<i64>) -> String {
        let number: i64 = number.try_into().unwrap_or(i64::MAX);
        let digits = number.unsigned_abs().to_string();
        let mut grouped = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                grouped.push(self.0.thousands);
            }
            grouped.push(digit);
        }
        if number < 0 { format!("−{grouped}") } else { grouped }
    }

    /// Switches the currency; keeps it if the code is unknown.
    pub(crate) fn in_currency(self, code: &str) -> Self {
        Self(self.0, Currency::of(code).unwrap_or(self.1))
    }

    /// Returns the currency code.
    pub(crate) fn currency(&self) -> &str {
        self.1.code()
    }

    /// Returns the number of minor units in one unit of the currency.
    pub(crate) fn minor_units(&self) -> u64 {
        10_u64.pow(u32::try_from(self.1.digits()).unwrap_or_default())
    }

    /// Formats an amount in minor units.
    pub(crate) fn money(self, minor: i64) -> String {
        let (sign, units) = (if minor < 0 { "−" } else { "" }, self.minor_units());
        let (whole, rest) = (self.number(minor.unsigned_abs() / units), minor.unsigned_abs() % units);
        let amount = match self.1.digits() {
            0 => whole,
            digits => format!("{whole}{}{rest:0digits$}", self.0.decimal),
        };
        let currency = self.1.sign();
        match self.0.code {
            "de" => format!("{sign}{amount} {currency}"),
            _ if currency.len() == 3 && currency.is_ascii() => format!("{sign}{currency} {amount}"),
            _ => format!("{sign}{currency}{amount}"),
        }
    }

    /// Formats a percentage.
    pub(crate) fn percent(self, percent: f64) -> String {
        let text = format!("{percent:.1}");
        let text = text.strip_suffix(".0").unwrap_or(&text).replace('.', &self.0.decimal.to_string());
        if self.0.code == "de" { format!("{text} %") } else { format!("{text}%") }
    }

    /// Renders a time in UTC; the script converts it to the reader's zone.
    pub(crate) fn moment(self, seconds: i64) -> Markup {
        let Ok(moment) = Timestamp::from_second(seconds) else { return PreEscaped("–".to_owned()) };
        let shown = moment.strftime("%Y-%m-%d %H:%M").to_string();
        html! { time datetime=(moment.to_string()) title={ (shown) " UTC" } translate="no" { (shown) " UTC" } }
    }

    /// Renders an hour of the UTC day; the script converts it with today's offset of the reader's
    /// zone.
    pub(crate) fn hour(self, hour: i8) -> Markup {
        let today =
            Timestamp::from_second(system::now()).unwrap_or_default().strftime("%Y-%m-%d").to_string();
        let shown = format!("{hour:02}:00");
        html! { time datetime={ (today) "T" (shown) ":00Z" } data-style="hour" title={ (shown) " UTC" } translate="no" { (shown) " UTC" } }
    }

    /// Renders a time such as `2026-11-23T07:31:21Z`.
    pub(crate) fn moment_of(self, text: &str) -> Markup {
        match text.parse::<Timestamp>() {
            Ok(moment) => self.moment(moment.as_second()),
            Err(_) => html! { span translate="no" { (text) } },
        }
    }

    /// Renders an optional time.
    pub(crate) fn moment_or_never(self, seconds: Option<i64>) -> Markup {
        seconds.map_or_else(|| html! { (self.t("never")) }, |seconds| self.moment(seconds))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn keys(source: &str) -> BTreeSet<String> {
        let is_key =
            |line: &&str| line.contains(" =") && line.starts_with(|first: char| first.is_ascii_lowercase());
        source.lines().filter(is_key).filter_map(|line| line.split(" =").next()).map(str::to_owned).collect()
    }

    #[test]
    fn the_language_follows_the_browser() {
        let table =
            [("de-AT,en;q=0.5", "de"), ("fr,de;q=0.4", "de"), ("fr", "en"), ("", "en"), ("en-XA", "en-XA")];
        for (accepted, expected) in table {
            assert_eq!(Text::negotiate(accepted).code(), expected, "{accepted}");
        }
    }

    #[test]
    fn numbers_are_written_as_the_language_writes_them() {
        let [english, german] = ["en", "de"].map(|code| Text::by_code(code).unwrap());
        assert_eq!(english.number(1_234_567), "1,234,567");
        assert_eq!(german.number(-1_234), "−1.234");
        assert_eq!(english.money(123_456), "$1,234.56");
        assert_eq!(german.money(5), "0,05 $");
        for (code, minor, in_english, in_german) in [
            ("EUR", -123_456, "−€1,234.56", "−1.234,56 €"),
            ("JPY", 100_000, "¥100,000", "100.000 ¥"),
            ("KWD", 5, "KWD 0.005", "0,005 KWD"),
            ("nonsense", 5, "$0.05", "0,05 $"),
        ] {
            let money = [english, german].map(|text| text.in_currency(code).money(minor));
            assert_eq!(money, [in_english, in_german], "{code}");
        }
        assert_eq!(german.percent(12.5), "12,5 %");
        assert_eq!(english.percent(50.0), "50%");
    }

    #[test]
    fn both_languages_have_the_same_messages_and_all_parse() {
        assert_eq!(keys(ENGLISH), keys(GERMAN));
        for (code, source) in [("en", ENGLISH), ("de", GERMAN)] {
            assert!(FluentResource::try_new(source.to_owned()).is_ok(), "{code} does not parse");
            let text = Text::by_code(code).unwrap();
            for key in keys(source) {
                assert!(text.0.bundle.get_message(&key).is_some(), "{code}: {key}");
            }
        }
    }

    #[test]
    fn every_key_that_a_screen_names_is_in_the_catalogue() {
        let known = keys(ENGLISH);
        let mut missing = BTreeSet::new();
        for file in source_files("src".as_ref()) {
            let source = std::fs::read_to_string(file).unwrap();
            for marker in [".t(\"", ".with(\"", "key: \""] {
                for rest in source.split(marker).skip(1) {
                    let key = rest.split('"').next().unwrap();
                    if !known.contains(key) {
                        missing.insert(key.to_owned());
                    }
                }
            }
        }
        assert_eq!(missing, BTreeSet::new());
    }

    fn source_files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries
            .filter(|path| !path.ends_with("text.rs"))
            .flat_map(|path| if path.is_dir() { source_files(&path) } else { vec![path] })
            .collect()
    }
}
