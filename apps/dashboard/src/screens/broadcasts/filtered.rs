//! Parts of a message that the content platform filters: names of payment services, and contact
//! details.

/// Names of payment services, in lower case.
const PAYMENT: [&str; 12] = [
    "paypal",
    "venmo",
    "cashapp",
    "cash app",
    "zelle",
    "revolut",
    "klarna",
    "alipay",
    "western union",
    "wire transfer",
    "bitcoin",
    "iban",
];

/// Digits that make a number a telephone number. With fewer it may be a price or a date.
const DIGITS: usize = 9;

/// Digits of a telephone number that begins with `+`.
const DIGITS_ABROAD: usize = 7;

/// Returns the parts of a text that the platform may filter, in their order.
pub(super) fn filtered(text: &str) -> Vec<String> {
    let mut found: Vec<(usize, String)> = names(text).chain(addresses(text)).chain(numbers(text)).collect();
    found.sort();
    let mut parts: Vec<String> = found.into_iter().map(|(_, part)| part).collect();
    parts.dedup();
    parts
}

/// Returns the names of payment services, as they are written.
fn names(text: &str) -> impl Iterator<Item = (usize, String)> {
    // Lower case of ASCII alone keeps the places of all letters.
    let lower = text.to_ascii_lowercase();
    PAYMENT.into_iter().filter_map(move |name| {
        let (at, _) = lower.match_indices(name).find(|(at, _)| is_word(&lower, *at, name.len()))?;
        Some((at, text.get(at..at + name.len())?.to_owned()))
    })
}

fn is_word(text: &str, at: usize, length: usize) -> bool {
    let before = text.get(..at).and_then(|text| text.chars().next_back());
    let after = text.get(at + length..).and_then(|text| text.chars().next());
    [before, after].into_iter().flatten().all(|letter| !letter.is_alphanumeric())
}

/// Returns the words that look like e-mail addresses.
fn addresses(text: &str) -> impl Iterator<Item = (usize, String)> {
    text.split_whitespace().filter_map(move |word| {
        let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let (name, host) = word.split_once('@')?;
        let at = text.find(word)?;
        (!name.is_empty() && host.contains('.')).then(|| (at, word.to_owned()))
    })
}

/// Returns the telephone numbers.
fn numbers(text: &str) -> impl Iterator<Item = (usize, String)> {
    let is_part = |letter: char| letter.is_ascii_digit() || "+-()/. \u{a0}".contains(letter);
    text.split(move |letter: char| !is_part(letter)).filter_map(move |run| {
        let number = run.trim_matches(|letter: char| !letter.is_ascii_digit() && letter != '+');
        let digits = number.chars().filter(char::is_ascii_digit).count();
        let enough = if number.starts_with('+') { DIGITS_ABROAD } else { DIGITS };
        let at = text.find(number)?;
        (digits >= enough).then(|| (at, number.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payment_services_and_contact_details_are_found() {
        for (text, expected) in [
            ("Hi, how are you today?", &[][..]),
            ("Pay me by PayPal or Cash App.", &["PayPal", "Cash App"]),
            ("Call +49 170 1234567 tonight", &["+49 170 1234567"]),
            ("0170/1234567", &["0170/1234567"]),
            ("(555) 123-45678", &["555) 123-45678"]),
            ("Write to me@example.com!", &["me@example.com"]),
            ("It was on 2026-11-23, for 12.50", &[]),
            ("paypalish", &[]),
            ("Größe 38, paypal", &["paypal"]),
        ] {
            assert_eq!(filtered(text), expected, "{text}");
        }
    }
}
