//! Searching, sorting and paging of lists that a store returns whole.

use std::fmt;

/// Sort key of an item.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SortKey {
    /// Sorts by number.
    Number(i64),
    /// Sorts by lower-case text.
    Text(String),
}

impl SortKey {
    /// Creates a case-insensitive text key.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.to_lowercase())
    }

    fn written(&self) -> String {
        match self {
            Self::Number(number) => format!("n{number}"),
            Self::Text(text) => format!("t{text}"),
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text.split_at_checked(1)? {
            ("n", number) => number.parse().ok().map(Self::Number),
            ("t", text) => Some(Self::Text(text.to_owned())),
            _ => None,
        }
    }
}

/// Position of an item in a list: its sort key and its unique name, which contains no colon.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(pub(crate) SortKey, pub(crate) String);

impl Place {
    /// Parses the output of [`fmt::Display`].
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (key, name) = text.rsplit_once(':')?;
        Some(Self(SortKey::read(key)?, name.to_owned()))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.0.written(), self.1)
    }
}

/// Order and page of a list.
#[derive(Debug, Clone)]
pub(crate) struct Listing {
    pub(crate) descending: bool,
    /// Maximum number of items.
    pub(crate) limit: u32,
    /// Position of the last item of the previous page.
    pub(crate) after: Option<Place>,
}

/// A page of a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part<T> {
    pub(crate) items: Vec<T>,
    /// Position of the last item, if another page follows; `None` at the end.
    pub(crate) next: Option<Place>,
}

impl Listing {
    /// Returns the page of these items. Items added or removed between two pages move no others.
    pub(crate) fn part<T>(&self, items: Vec<T>, place: impl Fn(&T) -> Place) -> Part<T> {
        let mut placed: Vec<_> = items.into_iter().map(|item| (place(&item), item)).collect();
        placed.sort_by(|(one, _), (other, _)| if self.descending { other.cmp(one) } else { one.cmp(other) });
        if let Some(after) = &self.after {
            placed.retain(|(place, _)| if self.descending { place < after } else { place > after });
        }
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let goes_on = placed.len() > limit;
        placed.truncate(limit);
        let next = placed.last().filter(|_| goes_on).map(|(place, _)| place.clone());
        Part { items: placed.into_iter().map(|(_, item)| item).collect(), next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEMS: [(&str, i64); 5] = [("b", 2), ("a", 2), ("d", 1), ("c", 3), ("e", 2)];

    fn listing(descending: bool, limit: u32, after: Option<&Place>) -> Listing {
        // As in a cursor.
        let after = after.map(|place| Place::parse(&place.to_string()).unwrap());
        Listing { descending, limit, after }
    }

    fn place(item: &(&str, i64)) -> Place {
        Place(SortKey::Number(item.1), item.0.to_owned())
    }

    #[test]
    fn parts_follow_each_other_without_gaps_and_doubles() {
        for (descending, whole) in [(false, "dabec"), (true, "cebad")] {
            for limit in 1..=6 {
                let (mut next, mut found) = (None, String::new());
                loop {
                    let part = listing(descending, limit, next.as_ref()).part(ITEMS.to_vec(), place);
                    assert!(part.items.len() <= usize::try_from(limit).unwrap());
                    found.extend(part.items.iter().map(|(name, _)| *name));
                    next = part.next;
                    if next.is_none() {
                        break;
                    }
                }
                assert_eq!(found, whole, "{limit} at a time");
            }
        }
    }

    #[test]
    fn what_comes_or_goes_between_two_parts_moves_nothing_else() {
        let first = listing(false, 2, None).part(ITEMS.to_vec(), place);
        // The last item of the first page is gone, and another was added before it.
        let changed: Vec<_> = ITEMS.into_iter().filter(|item| item.0 != "a").chain([("x", 0)]).collect();
        let second = listing(false, 9, first.next.as_ref()).part(changed, place);
        assert_eq!(second.items.iter().map(|item| item.0).collect::<String>(), "bec");
    }

    #[test]
    fn another_text_is_no_place() {
        for text in ["", "up", "n1", "x1:a", "nx:a", ":::"] {
            assert_eq!(Place::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_text_may_hold_whatever_separates() {
        let items = vec![("a", "x:y"), ("b", "x:z"), ("c", "É")];
        let place = |item: &(&str, &str)| Place(SortKey::text(item.1), item.0.to_owned());
        let first = listing(false, 1, None).part(items.clone(), place);
        let second = listing(false, 1, first.next.as_ref()).part(items, place);
        assert_eq!(second.items, [("b", "x:z")]);
    }
}
