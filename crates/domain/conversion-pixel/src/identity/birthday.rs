//! Normal form of birthdays.

use super::text;

/// Years that a birthday may have. Meta's page begins with 1900.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2099;

/// Normalizes a birthday to `YYYYMMDD`, from that form or from a year, a month and a day in any order, as Meta's own
/// library does: the number above 31 is the year. The month comes first, unless it is above 12.
pub(super) fn date(raw: &str) -> Option<String> {
    let raw = text::ascii_digits(raw);
    let groups: Vec<&str> =
        raw.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty()).collect();
    let (year, month, day) = match groups[..] {
        [all] if all.len() == 8 => (number(all.get(..4)?)?, number(all.get(4..6)?)?, number(all.get(6..)?)?),
        [first, second, third, ..] => ordered(number(first)?, number(second)?, number(third)?),
        _ => return None,
    };
    let exists = YEARS.contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    exists.then(|| format!("{year:04}{month:02}{day:02}"))
}

fn number(group: &str) -> Option<u32> {
    (group.len() <= 4).then(|| group.parse().ok())?
}

/// Returns year, month and day.
fn ordered(first: u32, second: u32, third: u32) -> (u32, u32, u32) {
    match (first, second) {
        (year, second) if year > 31 => {
            if second > 12 {
                (year, third, second)
            } else {
                (year, second, third)
            }
        }
        (first, year) if year > 31 => {
            if third > 12 {
                (year, first, third)
            } else {
                (year, third, first)
            }
        }
        (first, second) => {
            if first > 12 {
                (third, second, first)
            } else {
                (third, first, second)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn birthdays() {
        for (raw, expected) in [
            ("2/16/1997", Some("19970216")),
            ("1997-02-16", Some("19970216")),
            ("1997-02-16T00:00:00Z", Some("19970216")),
            ("１９９７年２月１６日", Some("19970216")),
            ("٠٥/٠١/١٩٩٠", Some("19900501")),
            ("19971316", None),
            ("1997", None),
            ("1997021", None),
            ("199702161", None),
            ("16.02.97", None),
            ("February 16, 1997", None),
            ("0/16/1997", None),
            ("16/16/1997", None),
            ("2/16/1899", None),
            ("2/16/2197", None),
            ("99999999999/1/1990", None),
        ] {
            assert_eq!(date(raw).as_deref(), expected, "{raw}");
        }
    }
}
