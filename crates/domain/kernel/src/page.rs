use serde::{Deserialize, Serialize};

/// One page of a list and the position of the next page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<T, I> {
    /// Entries of the page, in list order.
    pub items: Vec<T>,
    /// Number of the last item if more items follow: the next page starts after it. `None` on the last page.
    pub next: Option<I>,
}

impl<T, I> Page<T, I> {
    /// Builds a page from the first `limit` of the found items. Callers load `limit + 1` items, so that an extra
    /// item shows that the list continues.
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
