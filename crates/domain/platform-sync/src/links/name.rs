//! Names that we give links.

use std::borrow::Cow;

use hmac_sha256::Hash as Sha256;
use kernel::CountryCode;

use super::id::LinkKind;

/// Number of characters of the hash in a cut name.
pub const HASH_CHARACTERS: usize = 10;

/// Returns the name of a link for a platform that allows `max` characters. A name that fits stays as it is. A longer
/// one, such as `links.example.com/ftl/DE`, loses the end of its host and gets `~` with a hash of the whole name, so
/// that the same link is found again and no two hosts share a name.
///
/// ```
/// use platform_sync::fit_name;
///
/// assert_eq!(fit_name("links.example.com/paid", 64), "links.example.com/paid");
/// let cut = fit_name("links.example.com/ftl/DE", 23);
/// assert!(cut.starts_with("links~") && cut.ends_with("/ftl/DE") && cut.len() == 23);
/// ```
pub fn fit_name(name: &str, max: usize) -> Cow<'_, str> {
    if name.chars().count() <= max {
        return Cow::Borrowed(name);
    }
    let digest = Sha256::hash(name.as_bytes());
    let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let hash: String = hash.chars().take(HASH_CHARACTERS).collect();
    let (host, slot) = name.split_at(name.find('/').unwrap_or(name.len()));
    let room = max.saturating_sub(1 + HASH_CHARACTERS + slot.chars().count());
    let host: String = host.chars().take(room).collect();
    Cow::Owned(format!("{host}~{hash}{slot}").chars().take(max).collect())
}

/// Returns the kind and the country of a link by the name that we gave it, cut or not: `…/paid` or `…/ftl/DE`. `None`
/// for any other name.
pub fn slot_of_name(name: &str) -> Option<(LinkKind, Option<CountryCode>)> {
    let (host, slot) = name.split_once('/').filter(|(host, _)| !host.is_empty())?;
    match slot.split_once('/') {
        None if slot == "paid" && !host.is_empty() => Some((LinkKind::TrackingLink, None)),
        Some(("ftl", country)) => Some((LinkKind::FreeTrial, Some(CountryCode::parse(country)?))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn long_names_are_cut_and_stay_distinct_and_readable() {
        let host = format!("{}.example.com", "a".repeat(60));
        let other = format!("{}.example.org", "a".repeat(60));
        let mut names = BTreeSet::new();
        for host in [&host, &other] {
            for slot in ["paid", "ftl/DE", "ftl/US"] {
                let name = format!("{host}/{slot}");
                let cut = fit_name(&name, 64).into_owned();
                assert_eq!(cut.chars().count(), 64, "{cut}");
                assert_eq!(slot_of_name(&cut), slot_of_name(&name), "{cut}");
                assert_eq!(fit_name(&name, 64), cut, "the same again");
                assert_eq!(fit_name(&cut, 64), cut, "a cut name fits");
                assert!(names.insert(cut));
            }
        }
    }

    #[test]
    fn the_limit_holds_for_any_name() {
        for (name, max) in [
            ("links.example.com/paid", 22),
            ("links.example.com/paid", 21),
            ("ö".repeat(9).as_str(), 5),
            ("abc", 0),
        ] {
            assert!(fit_name(name, max).chars().count() <= max, "{name} {max}");
        }
        assert_eq!(fit_name("links.example.com/paid", 22), "links.example.com/paid");
    }

    #[test]
    fn only_names_of_ours_say_a_slot() {
        let german = CountryCode::parse("DE");
        for (name, expected) in [
            ("links.example.com/paid", Some((LinkKind::TrackingLink, None))),
            ("links.example.com/ftl/DE", Some((LinkKind::FreeTrial, german))),
            ("links.example.com/ftl", None),
            ("links.example.com/ftl/Germany", None),
            ("links.example.com/paid/DE", None),
            ("/paid", None),
            ("reddit spring", None),
            ("", None),
        ] {
            assert_eq!(slot_of_name(name), expected, "{name}");
        }
    }
}
