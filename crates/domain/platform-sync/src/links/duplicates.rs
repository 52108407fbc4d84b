//! Links of one name.

use std::collections::BTreeMap;

use super::id::{LinkKind, PlatformLinkId};
use super::link::PlatformLink;

/// Link whose name an older link has already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duplicate {
    /// Id of the newer link.
    pub id: PlatformLinkId,
    /// Id of the oldest link of the name, which is the one to use.
    pub duplicate_of: PlatformLinkId,
}

/// Returns every link that is not the oldest of its kind and name, in order of ids. Equal ages are told apart by ids.
pub fn duplicates(links: &[PlatformLink]) -> Vec<Duplicate> {
    let mut oldest: BTreeMap<(LinkKind, &str), &PlatformLink> = BTreeMap::new();
    for link in links {
        let first = oldest.entry((link.id.kind(), &link.name)).or_insert(link);
        if age(link) < age(first) {
            *first = link;
        }
    }
    let newer = links.iter().filter_map(|link| {
        let first = oldest.get(&(link.id.kind(), link.name.as_str()))?;
        (first.id != link.id).then(|| Duplicate { id: link.id.clone(), duplicate_of: first.id.clone() })
    });
    let mut found: Vec<_> = newer.collect();
    found.sort_by(|one, other| one.id.cmp(&other.id));
    found.dedup();
    found
}

/// Sort key that puts the older link first. Numbers of the platform grow with time, its clock may not.
fn age(link: &PlatformLink) -> (u64, kernel::UnixTime, &PlatformLinkId) {
    let number = match link.id {
        PlatformLinkId::Campaign(number) | PlatformLinkId::Trial(number) => number,
        PlatformLinkId::Fanvue(_) => 0,
    };
    (number, link.created_at, &link.id)
}

/// Whether a duplicate may be deleted by itself: we made it, and nobody has ever used it.
pub fn may_delete(duplicate: &PlatformLink, made_by_us: bool) -> bool {
    made_by_us && duplicate.counters.clicks == 0 && duplicate.counters.subscribers == 0
}

#[cfg(test)]
pub(super) mod tests {
    use kernel::UnixTime;

    use super::*;
    use crate::links::link::Counters;

    pub(in crate::links) fn link(id: &str, name: &str, created: i64) -> PlatformLink {
        PlatformLink {
            id: id.parse().unwrap(),
            name: name.to_owned(),
            url: None,
            country: None,
            trial_days: None,
            permanent: true,
            alive: true,
            switched_off: false,
            created_at: UnixTime::from_seconds(created),
            counters: Counters::default(),
        }
    }

    #[test]
    fn the_oldest_link_of_a_name_is_kept_and_the_rest_is_reported() {
        let (old, new) =
            ("fv_00000000-0000-0000-0000-00000000000b", "fv_00000000-0000-0000-0000-00000000000a");
        let links = [
            link("c12", "a/paid", 5),
            link("c7", "a/paid", 9),
            link("c30", "a/paid", 1),
            link("t7", "a/paid", 1),
            link("c1", "b/paid", 1),
        ];
        let pair =
            |(id, of): (&str, &str)| Duplicate { id: id.parse().unwrap(), duplicate_of: of.parse().unwrap() };
        assert_eq!(duplicates(&links), [("c12", "c7"), ("c30", "c7")].map(pair));
        assert_eq!(duplicates(&[link(new, "x", 2), link(old, "x", 1)]), [(new, old)].map(pair));
        assert_eq!(duplicates(&[link("c1", "x", 1), link("c1", "x", 1)]), []);
    }

    #[test]
    fn only_an_unused_link_of_ours_is_deleted() {
        for (ours, clicks, subscribers, expected) in
            [(true, 0, 0, true), (false, 0, 0, false), (true, 1, 0, false), (true, 0, 1, false)]
        {
            let counters = Counters { clicks, subscribers, revenue: None };
            let link = PlatformLink { counters, ..link("c2", "a/paid", 1) };
            assert_eq!(may_delete(&link, ours), expected);
        }
    }
}
