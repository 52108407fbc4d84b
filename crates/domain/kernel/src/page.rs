use serde::{Deserialize, Serialize};

/// One page of a list, and where the next one begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<T, I> {
    /// The entries of the page.
    pub items: Vec<T>,
    /// The number of the last item, behind which the next page begins; `None` at the end.
    pub next: Option<I>,
}

impl<T, I> Page<T, I> {
    /// The first `limit` of what was found. Whoever looks for one more than that knows whether the list goes on.
    pub fn of(mut found: Vec<T>, limit: u32, number: impl FnOnce(&T) -> I) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let goes_on = found.len() > limit;
        found.truncate(limit);
        let next = found.last().filter(|_| goes_on).map(number);
        Self { items: found, next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_page_says_that_it_is_the_last() {
        for (found, limit, items, next) in [
            (vec![], 2, vec![], None),
            (vec![3, 5], 2, vec![3, 5], None),
            (vec![3, 5, 8], 2, vec![3, 5], Some(5)),
            (vec![3], u32::MAX, vec![3], None),
        ] {
            assert_eq!(Page::of(found, limit, |number| *number), Page { items, next });
        }
    }
}
