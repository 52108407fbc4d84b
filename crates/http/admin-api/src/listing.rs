//! The general form of lists that a store returns whole: searched, sorted, and returned a part at a time.

use api_contract::ErrorCode;
use http_kit::error::ApiError;

/// What an item is sorted by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SortKey {
    /// By size.
    Number(i64),
    /// As people sort: whatever the case.
    Text(String),
}

impl SortKey {
    /// A text, whatever its case.
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

/// Which part of a list, and in which order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Listing<'a> {
    /// The word for what it is sorted by.
    pub(crate) sort: &'static str,
    /// Whether the last come first.
    pub(crate) descending: bool,
    /// How many at most.
    pub(crate) limit: u32,
    /// Where the part before ended.
    pub(crate) cursor: Option<&'a str>,
}

/// A part of a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part<T> {
    /// The items.
    pub(crate) items: Vec<T>,
    /// Where the next part begins; `None` at the end.
    pub(crate) next: Option<String>,
}

impl Listing<'_> {
    /// The part of these items. `place` returns what an item is sorted by and its name, which is unique and holds no colon: an item that
    /// comes or goes between two parts moves no other.
    pub(crate) fn part<T>(
        &self,
        items: Vec<T>,
        place: impl Fn(&T) -> (SortKey, String),
    ) -> Result<Part<T>, ApiError> {
        let after = self.cursor.map(|cursor| self.read(cursor)).transpose()?;
        let mut placed: Vec<_> = items.into_iter().map(|item| (place(&item), item)).collect();
        placed.sort_by(|(one, _), (other, _)| if self.descending { other.cmp(one) } else { one.cmp(other) });
        if let Some(after) = after {
            placed.retain(|(place, _)| if self.descending { *place < after } else { *place > after });
        }
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let goes_on = placed.len() > limit;
        placed.truncate(limit);
        let next = placed.last().filter(|_| goes_on).map(|(place, _)| self.written(place));
        Ok(Part { items: placed.into_iter().map(|(_, item)| item).collect(), next })
    }

    /// What a cursor belongs to.
    fn order(&self) -> String {
        format!("{}{}", self.sort, if self.descending { "-" } else { "" })
    }

    fn written(&self, (key, name): &(SortKey, String)) -> String {
        format!("{}:{}:{name}", self.order(), key.written())
    }

    fn read(&self, cursor: &str) -> Result<(SortKey, String), ApiError> {
        let read = || {
            let (sort, place) = cursor.split_once(':')?;
            let (key, name) = place.rsplit_once(':')?;
            (sort == self.order()).then_some(())?;
            Some((SortKey::read(key)?, name.to_owned()))
        };
        read().ok_or_else(|| {
            ApiError::coded(
                ErrorCode::InvalidRequest,
                "cursor: not one that this list has returned in this order",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEMS: [(&str, i64); 5] = [("b", 2), ("a", 2), ("d", 1), ("c", 3), ("e", 2)];

    fn listing(descending: bool, limit: u32, cursor: Option<&str>) -> Listing<'_> {
        Listing { sort: "up", descending, limit, cursor }
    }

    fn place(item: &(&str, i64)) -> (SortKey, String) {
        (SortKey::Number(item.1), item.0.to_owned())
    }

    #[test]
    fn parts_follow_each_other_without_gaps_and_doubles() {
        for (descending, whole) in [(false, "dabec"), (true, "cebad")] {
            for limit in 1..=6 {
                let (mut cursor, mut found) = (None::<String>, String::new());
                loop {
                    let part =
                        listing(descending, limit, cursor.as_deref()).part(ITEMS.to_vec(), place).unwrap();
                    assert!(part.items.len() <= usize::try_from(limit).unwrap());
                    found.extend(part.items.iter().map(|(name, _)| *name));
                    cursor = part.next;
                    if cursor.is_none() {
                        break;
                    }
                }
                assert_eq!(found, whole, "{limit} at a time");
            }
        }
    }

    #[test]
    fn what_comes_or_goes_between_two_parts_moves_nothing_else() {
        let first = listing(false, 2, None).part(ITEMS.to_vec(), place).unwrap();
        let cursor = first.next.unwrap();
        // The last item of the first part is gone, and another has come before it.
        let changed: Vec<_> = ITEMS.into_iter().filter(|item| item.0 != "a").chain([("x", 0)]).collect();
        let second = listing(false, 9, Some(&cursor)).part(changed, place).unwrap();
        assert_eq!(second.items.iter().map(|item| item.0).collect::<String>(), "bec");
    }

    #[test]
    fn a_cursor_of_another_order_is_none() {
        let mut texts = vec!["", "up", "up:", "up:n1", "up:x1:a", "up:nx:a", ":::", "sideways:n1:a"];
        let cursor = listing(true, 1, None).part(ITEMS.to_vec(), place).unwrap().next.unwrap();
        texts.push(&cursor);
        for cursor in texts {
            assert!(listing(false, 1, Some(cursor)).part(ITEMS.to_vec(), place).is_err(), "{cursor:?}");
        }
    }

    #[test]
    fn a_text_may_hold_whatever_separates() {
        let items = vec![("a", "x:y"), ("b", "x:z"), ("c", "É")];
        let place = |item: &(&str, &str)| (SortKey::text(item.1), item.0.to_owned());
        let first = listing(false, 1, None).part(items.clone(), place).unwrap();
        let second = listing(false, 1, first.next.as_deref()).part(items, place).unwrap();
        assert_eq!(second.items, [("b", "x:z")]);
    }
}
