//! List of items: order, time window, and contents of each entry.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::future::poll_fn;
use std::ops::Range;
use std::task::Poll;

pub use kernel::Window;
use kernel::{ErrorKind, Location, ValidationErrors};
use serde::{Deserialize, Serialize};

use crate::item::{ContentId, ContentItem};
use crate::sale::Totals;

kernel::words! {
    /// Sort order of a list, always descending.
    #[derive(Default)]
    Sort {
        /// Number of fans who bought the item, over all time.
        #[default]
        Buyers = "buyers",
        /// Tips for the item, over all time.
        Tips = "tips",
        /// Captured sales within the window.
        Sales = "sales",
    }
}

impl Sort {
    /// Returns the window in which sales count: the requested one for [`Sort::Sales`], else all time.
    pub fn window(self, requested: Window) -> Window {
        if self == Self::Sales { requested } else { Window::default() }
    }
}

/// Builds the window in which sales count, from Unix seconds. Both bounds are inclusive. An end before the start is an
/// error at `to_ts`.
pub fn window(from_ts: Option<i64>, to_ts: Option<i64>) -> Result<Window, ValidationErrors> {
    Window::of_seconds(from_ts, to_ts).ok_or_else(|| {
        let at = Location::root().at("to_ts");
        ValidationErrors::one(at, ErrorKind::GreaterThanEqual, "is before from_ts")
    })
}

/// Maximum number of items in a list, 1 to 200.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct Limit(u32);

impl Default for Limit {
    /// Returns the default of 60 items.
    fn default() -> Self {
        Self(60)
    }
}

impl TryFrom<i64> for Limit {
    type Error = ValidationErrors;

    fn try_from(limit: i64) -> Result<Self, ValidationErrors> {
        Self::parse(Some(limit))
    }
}

impl From<Limit> for i64 {
    fn from(limit: Limit) -> Self {
        limit.0.into()
    }
}

impl Limit {
    /// Upper bound of a limit.
    pub const MAX: u32 = 200;

    /// Checks a limit of 1 to 200. `None` gives the default; anything else is an error at `limit`.
    pub fn parse(limit: Option<i64>) -> Result<Self, ValidationErrors> {
        let Some(limit) = limit else { return Ok(Self::default()) };
        let at = Location::root().at("limit");
        match u32::try_from(limit) {
            Ok(limit @ 1..=Self::MAX) => Ok(Self(limit)),
            _ if limit > 0 => Err(ValidationErrors::one(at, ErrorKind::LessThanEqual, "must be at most 200")),
            _ => Err(ValidationErrors::one(at, ErrorKind::GreaterThanEqual, "must be at least 1")),
        }
    }

    /// Returns the limit as a number.
    pub fn get(self) -> u32 {
        self.0
    }
}

/// Entry of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Item with the counters of the engine.
    pub item: ContentItem,
    /// Captured sales of the item within the window.
    pub period: Totals,
}

/// Sort key of an item; the largest key comes first. Ties go to the smaller item number.
fn place(sort: Sort, item: &ContentItem, period: Totals) -> (i64, i64, Reverse<ContentId>) {
    let id = Reverse(item.content_id);
    match sort {
        Sort::Buyers => (item.buyers_count, 0, id),
        Sort::Tips => (item.tips_cents, 0, id),
        Sort::Sales => (period.sales, period.revenue_cents, id),
    }
}

/// Returns the first `limit` items in sort order, each with its captured sales. Items without sales have 0 sales.
///
/// The function makes one pass over the items and keeps at most `limit` items in memory.
///
/// ```
/// use std::collections::HashMap;
///
/// use content_vault::{ContentId, ContentItem, Limit, MediaType, Sort, Totals, list};
/// use kernel::UnixTime;
///
/// let items = [1_i64, 2].map(|id| ContentItem::new(id, MediaType::Video, UnixTime::from_seconds(0)));
/// let totals = HashMap::from([(ContentId::new(2), Totals { sales: 1, revenue_cents: 800 })]);
/// let listed = list(&items, &totals, Sort::Sales, Limit::default());
/// assert_eq!(listed[0].item.content_id, ContentId::new(2));
/// ```
pub fn list(
    items: &[ContentItem],
    totals: &HashMap<ContentId, Totals>,
    sort: Sort,
    limit: Limit,
) -> Vec<Listed> {
    let mut best = Best { items, totals, sort, limit, first: BinaryHeap::new() };
    best.look_at(0..items.len());
    best.listed()
}

/// Number of items between two yields; a slice takes some hundreds of microseconds.
const SLICE: usize = 2_000;

/// Works like [`list`], but yields to other tasks regularly, because a vault may have many items.
pub async fn list_by_turns(
    items: &[ContentItem],
    totals: &HashMap<ContentId, Totals>,
    sort: Sort,
    limit: Limit,
) -> Vec<Listed> {
    let mut best = Best { items, totals, sort, limit, first: BinaryHeap::new() };
    for start in (0..items.len()).step_by(SLICE) {
        if start > 0 {
            yield_once().await;
        }
        best.look_at(start..items.len().min(start + SLICE));
    }
    best.listed()
}

/// Yields to the executor once: the future is ready at its second poll.
async fn yield_once() {
    let mut asked = false;
    poll_fn(|context| {
        if std::mem::replace(&mut asked, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Rank of an item: whether the item has sales, its sort key, and its index. The top of the heap is the lowest rank.
type Ranked = Reverse<(bool, (i64, i64, Reverse<ContentId>), usize)>;

/// Best items among those already seen.
struct Best<'a> {
    items: &'a [ContentItem],
    totals: &'a HashMap<ContentId, Totals>,
    sort: Sort,
    limit: Limit,
    first: BinaryHeap<Ranked>,
}

impl Best<'_> {
    fn look_at(&mut self, range: Range<usize>) {
        let limit = usize::try_from(self.limit.get()).unwrap_or(usize::MAX);
        for (index, item) in self.items.iter().enumerate().take(range.end).skip(range.start) {
            let sales = self.totals.get(&item.content_id);
            // Items without sales come last, even after items whose refunds exceed their sales.
            let sold = self.sort != Sort::Sales || sales.is_some();
            let place = place(self.sort, item, sales.copied().unwrap_or_default());
            self.first.push(Reverse((sold, place, index)));
            if self.first.len() > limit {
                self.first.pop();
            }
        }
    }

    fn listed(self) -> Vec<Listed> {
        let Self { items, totals, first, .. } = self;
        let in_order = first.into_sorted_vec().into_iter();
        in_order
            .filter_map(|Reverse((_, _, index))| items.get(index))
            .map(|item| Listed {
                item: item.clone(),
                period: totals.get(&item.content_id).copied().unwrap_or_default(),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use kernel::UnixTime;
    use proptest::prelude::*;

    use super::*;
    use crate::testing::item;

    fn ids(listed: &[Listed]) -> Vec<i64> {
        listed.iter().map(|one| one.item.content_id.get()).collect()
    }

    fn totals(of: &[(i64, i64, i64)]) -> HashMap<ContentId, Totals> {
        of.iter()
            .map(|&(id, sales, revenue_cents)| (ContentId::new(id), Totals { sales, revenue_cents }))
            .collect()
    }

    #[test]
    fn orders() {
        let items = [item(1, 5, 10), item(2, 9, 0), item(3, 5, 70), item(4, 0, 0), item(5, 0, 0)];
        let totals = totals(&[(4, 3, 100), (1, 3, 200), (3, -1, -50)]);
        for (sort, limit, expected) in [
            (Sort::Buyers, 5, vec![2, 1, 3, 4, 5]),
            (Sort::Tips, 5, vec![3, 1, 2, 4, 5]),
            (Sort::Sales, 5, vec![1, 4, 3, 2, 5]),
            (Sort::Sales, 2, vec![1, 4]),
            (Sort::Buyers, 1, vec![2]),
        ] {
            let listed = list(&items, &totals, sort, Limit::parse(Some(limit)).unwrap());
            assert_eq!(ids(&listed), expected, "{sort:?} {limit}");
        }
        let listed = list(&items, &totals, Sort::Buyers, Limit::default());
        assert_eq!(listed[1].period, Totals { sales: 3, revenue_cents: 200 });
        assert_eq!(listed[0].period, Totals::default());
    }

    #[tokio::test]
    async fn a_long_list_yields_to_other_tasks() {
        let count = i64::try_from(2 * SLICE + 1).unwrap();
        let items: Vec<_> = (0..count).map(|id| item(id, id % 97, 0)).collect();
        let mut others = 0;
        let totals = totals(&[(7, 2, 100)]);
        for sort in [Sort::Buyers, Sort::Tips, Sort::Sales] {
            let limit = Limit::parse(Some(50)).unwrap();
            let mut listing = std::pin::pin!(list_by_turns(&items, &totals, sort, limit));
            let listed = poll_fn(|context| {
                others += 1;
                listing.as_mut().poll(context)
            });
            assert_eq!(listed.await, list(&items, &totals, sort, limit));
        }
        assert_eq!(others, 3 * 3, "each list yields twice");
    }

    #[test]
    fn limits_and_windows() {
        for (limit, expected) in [
            (None, Ok(60)),
            (Some(1), Ok(1)),
            (Some(200), Ok(200)),
            (Some(0), Err("limit: must be at least 1")),
            (Some(-5), Err("limit: must be at least 1")),
            (Some(201), Err("limit: must be at most 200")),
            (Some(i64::MAX), Err("limit: must be at most 200")),
        ] {
            let found = Limit::parse(limit).map(Limit::get).map_err(|errors| errors.to_string());
            assert_eq!(found, expected.map_err(str::to_owned), "{limit:?}");
        }
        assert!(window(Some(5), Some(4)).is_err());
        let window = window(Some(5), Some(5)).unwrap();
        for (millis, expected) in [(4999, false), (5000, true), (5999, true), (6000, false)] {
            assert_eq!(window.contains(UnixTime::from_millis(millis)), expected, "{millis}");
        }
        assert!(Window::default().contains(UnixTime::from_seconds(0)));
    }

    proptest! {
        #[test]
        fn a_shorter_list_is_the_beginning_of_a_longer_one(
            counters in prop::collection::vec((0_i64..5, 0_i64..5, 0_i64..5), 1..60),
            limit in 1_i64..60,
        ) {
            let items: Vec<_> =
                counters.iter().zip(1..).map(|((buyers, tips, _), id)| item(id, *buyers, *tips)).collect();
            let totals = totals(&counters.iter().zip(1..).map(|((_, _, n), id)| (id, *n, *n)).collect::<Vec<_>>());
            for sort in [Sort::Buyers, Sort::Tips, Sort::Sales] {
                let all = list(&items, &totals, sort, Limit::parse(Some(200)).unwrap());
                let some = list(&items, &totals, sort, Limit::parse(Some(limit)).unwrap());
                prop_assert_eq!(&all[..some.len()], &some[..]);
                prop_assert_eq!(all.len(), items.len());
            }
        }
    }
}
