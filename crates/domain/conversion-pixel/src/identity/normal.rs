//! Normal forms of personal data other than places.

use crate::Platform;

/// Normalizes an e-mail address to lower case. `None` without exactly one `@`, without a dot inside the domain, or with
/// characters that only a mail header may contain.
pub(super) fn email(raw: &str) -> Option<String> {
    let (local, domain) = raw.split_once('@')?;
    let odd = |c: char| c.is_whitespace() || c.is_control() || "\"<>()[]\\,;:".contains(c);
    let well_formed = |part: &str| {
        !part.is_empty() && !part.starts_with('.') && !part.ends_with('.') && !part.contains("..")
    };
    let taken = well_formed(local)
        && well_formed(domain)
        && domain.contains('.')
        && !domain.contains('@')
        && !raw.contains(odd);
    taken.then(|| raw.to_lowercase())
}

/// Normalizes a phone number to 7-15 ASCII digits without leading zeros, for TikTok with a leading `+`; else `None`.
///
/// National numbers (one leading 0, neither `+` nor `00`) are not sent to TikTok. Without the 0 they would look like a
/// number of another country.
pub(super) fn phone(platform: Platform, raw: &str) -> Option<String> {
    let all: String = raw.chars().filter(char::is_ascii_digit).collect();
    let digits = all.trim_start_matches('0');
    if !(7..=15).contains(&digits.len()) {
        return None;
    }
    if platform == Platform::Meta {
        return Some(digits.to_owned());
    }
    let international = raw.chars().take_while(|c| !c.is_ascii_digit()).any(|c| c == '+');
    let national = !international && all.starts_with('0') && !all.starts_with("00");
    (!national).then(|| format!("+{digits}"))
}

/// Normalizes a name to lower case without punctuation and white space. Letters of any script and digits stay.
pub(super) fn name(raw: &str) -> String {
    raw.replace(is_filler, "").to_lowercase()
}

/// Whether a character is ASCII punctuation, white space or a control character.
pub(super) fn is_filler(c: char) -> bool {
    c.is_ascii_punctuation() || c.is_whitespace() || c.is_control()
}

/// Normalizes a gender to `m` or `f`, from the letter or the English word.
pub(super) fn gender(raw: &str) -> Option<String> {
    let word = raw.to_lowercase();
    let letter = match word.as_str() {
        "m" | "male" => "m",
        "f" | "female" => "f",
        _ => return None,
    };
    Some(letter.to_owned())
}

/// Normalizes a birthday to `YYYYMMDD`, from that form, `YYYY-MM-DD` or `MM/DD/YYYY`.
pub(super) fn birthday(raw: &str) -> Option<String> {
    let parts: Vec<&str> = raw.split(['/', '-', '.']).collect();
    let (year, month, day) = match parts[..] {
        [all] if all.len() == 8 => (all.get(..4)?, all.get(4..6)?, all.get(6..)?),
        [year, month, day] if year.len() == 4 => (year, month, day),
        [month, day, year] if year.len() == 4 => (year, month, day),
        _ => return None,
    };
    let number = |text: &str| -> Option<u32> {
        (text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
    };
    let (year, month, day) = (number(year)?, number(month)?, number(day)?);
    let real = (1..=12).contains(&month) && (1..=31).contains(&day);
    real.then(|| format!("{year:04}{month:02}{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_the_reference_cases_leave_out() {
        for (raw, meta, tiktok) in [
            ("020 7183 8750", Some("2071838750"), None),
            ("(020) 7183 8750", Some("2071838750"), None),
            ("0020 7183 8750", Some("2071838750"), Some("+2071838750")),
            ("+0 20 7183 8750", Some("2071838750"), Some("+2071838750")),
            ("+1234567890123456", None, None),
            ("+123456789012345", Some("123456789012345"), Some("+123456789012345")),
            ("+123456", None, None),
            ("٠١٢٣٤٥٦٧٨٩", None, None),
        ] {
            assert_eq!(phone(Platform::Meta, raw).as_deref(), meta, "{raw}");
            assert_eq!(phone(Platform::TikTok, raw).as_deref(), tiktok, "{raw}");
        }
    }

    #[test]
    fn addresses_that_the_reference_cases_leave_out() {
        for (raw, expected) in [
            ("a@b@c.de", None),
            ("a@b.de.", None),
            (".a@b.de", None),
            ("\"a b\"@c.de", None),
            ("a<a@b.de>", None),
            ("a@[10.0.0.1]", None),
            ("@b.de", None),
            ("a@", None),
            ("O'Brien@Example.IE", Some("o'brien@example.ie")),
        ] {
            assert_eq!(email(raw).as_deref(), expected, "{raw}");
        }
    }

    #[test]
    fn birthdays() {
        for (raw, expected) in [
            ("2/16/1997", Some("19970216")),
            ("1997-02-16", Some("19970216")),
            ("19971316", None),
            ("1997", None),
            ("1997021", None),
            ("199702161", None),
            ("16.02.97", None),
            ("a997-02-16", None),
        ] {
            assert_eq!(birthday(raw).as_deref(), expected, "{raw}");
        }
    }
}
