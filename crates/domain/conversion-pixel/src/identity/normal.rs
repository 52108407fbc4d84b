//! Normal forms of personal data other than places.

use super::text;

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
    taken.then(|| text::lower(raw))
}

/// Normalizes a name to lower case without punctuation, symbols and white space. Letters of any script and digits stay.
pub(super) fn name(raw: &str) -> Option<String> {
    word(raw, text::is_filler)
}

/// Lower-case rest of a text without the characters that `is_left_out` selects. `None` if neither letter nor digit is
/// left.
pub(super) fn word(raw: &str, is_left_out: impl Fn(char) -> bool) -> Option<String> {
    let kept: String = raw.chars().filter(|c| !is_left_out(*c)).collect();
    kept.contains(char::is_alphanumeric).then(|| text::lower(&kept))
}

/// Normalizes a gender to `m` or `f`, from the letter or an English word that Meta's own library knows.
pub(super) fn gender(raw: &str) -> Option<String> {
    let letter = match raw.to_lowercase().as_str() {
        "m" | "male" | "man" | "boy" | "gentleman" | "sir" | "mister" | "mr" | "he" | "him" | "his" => "m",
        "f" | "female" | "woman" | "girl" | "lady" | "madam" | "miss" | "ms" | "mrs" | "she" | "her"
        | "hers" => "f",
        _ => return None,
    };
    Some(letter.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("Jane\u{A0}Doe@b.de", None),
            ("Jane.Doe+News@Mail.Example.CO.UK", Some("jane.doe+news@mail.example.co.uk")),
            ("ΣΊΣΥΦΟΣ@παράδειγμα.ελ", Some("σίσυφος@παράδειγμα.ελ")),
            ("用户@例子.广告", Some("用户@例子.广告")),
            ("O'Brien@Example.IE", Some("o'brien@example.ie")),
        ] {
            assert_eq!(email(raw).as_deref(), expected, "{raw}");
        }
    }

    #[test]
    fn names_keep_the_letters_of_every_script() {
        for (raw, expected) in [
            ("O'Brien", Some("obrien")),
            ("O’Brien", Some("obrien")),
            ("O´Brien", Some("obrien")),
            ("Smith‐Jones", Some("smithjones")),
            ("Smith–Jones", Some("smithjones")),
            ("Mary Jane", Some("maryjane")),
            ("Mary\u{3000}Jane", Some("maryjane")),
            ("D'Angelo, Jr.", Some("dangelojr")),
            ("Jane 💋❤", Some("jane")),
            ("¡Ángel!", Some("ángel")),
            ("Nuñez", Some("nuñez")),
            ("STRAẞE", Some("straße")),
            ("Ωμέγας", Some("ωμέγας")),
            ("ΟΔΥΣΣΕΎΣ", Some("οδυσσεύς")),
            ("Соловʼїна-Ґалаґан", Some("соловʼїнаґалаґан")),
            ("محمد", Some("محمد")),
            ("עו״ד כהן־לוי", Some("עודכהןלוי")),
            ("राम सिंह", Some("रामसिंह")),
            ("สมชาย", Some("สมชาย")),
            ("ジョン・スミス", Some("ジョンスミス")),
            ("김 철수", Some("김철수")),
            ("王小明", Some("王小明")),
            ("ნინო", Some("ნინო")),
            ("Նարեկ", Some("նարեկ")),
            ("?!…", None),
            ("💋", None),
            ("\u{301}", None),
        ] {
            assert_eq!(name(raw).as_deref(), expected, "{raw}");
        }
    }

    #[test]
    fn genders() {
        for (raw, expected) in [
            ("Boy", Some("m")),
            ("WOMAN", Some("f")),
            ("Mrs", Some("f")),
            ("x", None),
            ("diverse", None),
            ("", None),
        ] {
            assert_eq!(gender(raw).as_deref(), expected, "{raw}");
        }
    }
}
