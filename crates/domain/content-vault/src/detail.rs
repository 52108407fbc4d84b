//! Details of one item: its sales alone, its bundles, and its rank among all items.

use std::collections::BTreeMap;

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::item::{ContentId, ContentItem};
use crate::sale::{CapturedSale, Sum, SumTooLarge, Totals};

/// Maximum number of single sales in the details, newest first. Sums cover all sales.
pub const MAX_SALES: usize = 1000;
/// Maximum number of bundles in the details, most sold first.
pub const MAX_BUNDLES: usize = 1000;
/// Maximum number of covers per bundle.
pub const MAX_COVERS: usize = 4;

/// Bundle: several media sold together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    /// Bundle key from the engine, or else the sorted item numbers.
    pub key: String,
    /// Number of media in the bundle.
    pub n_media: i64,
    /// Number of sales minus refunds.
    pub times_sold: i64,
    /// Net revenue of the whole bundle minus refunds, in cents.
    pub revenue_cents: i64,
    /// Average gross price that fans paid, in cents, rounded towards zero. Refunds don't count.
    pub avg_price_cents: i64,
    /// Moment of the latest sale. If only refunds are known, the moment of the latest refund.
    pub last_sold_at: UnixTime,
    /// Latest known name of the bundle; empty if the bundle never had a name.
    pub name: String,
    /// First items of the bundle, up to [`MAX_COVERS`].
    pub cover_ids: Vec<ContentId>,
}

/// Captured statistics of one item, over all time.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ItemStats {
    /// Number of sales of the item, including bundles, and the item's share of the revenue.
    pub captured: Totals,
    /// Sales of the item alone, without bundles, and their revenue.
    pub standalone: Totals,
    /// Up to [`MAX_SALES`] sales, newest first, without refunds.
    pub sales: Vec<CapturedSale>,
    /// Up to [`MAX_BUNDLES`] bundles that contain the item, most sold first. Ties are in order of the key.
    pub bundles: Vec<Bundle>,
}

/// Details of one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Detail {
    /// Item with the counters of the engine.
    pub item: ContentItem,
    /// Rank of the item by buyers among all items, starting at 1.
    pub rank: u64,
    /// Total number of items.
    pub rank_total: u64,
    /// Captured statistics of the item.
    pub stats: ItemStats,
}

impl ItemStats {
    /// Computes the statistics of an item from transactions in any order. Transactions without the item are
    /// ignored.
    ///
    /// ```
    /// use content_vault::{CapturedSale, ContentId, ItemStats};
    /// use kernel::UnixTime;
    ///
    /// let at = UnixTime::from_seconds(1_795_176_000);
    /// let sales = vec![
    ///     CapturedSale::new([1], 625, 500, "fan_1", at),
    ///     CapturedSale::new([1, 2], 125, 101, "fan_2", at.plus_seconds(60)),
    /// ];
    /// let stats = ItemStats::of(ContentId::new(1), sales)?;
    /// assert_eq!((stats.captured.revenue_cents, stats.standalone.revenue_cents), (551, 500));
    /// assert_eq!(stats.bundles[0].key, "1-2");
    /// # Ok::<(), content_vault::SumTooLarge>(())
    /// ```
    ///
    /// # Errors
    /// [`SumTooLarge`] if a sum does not fit into 64 bits.
    pub fn of(id: ContentId, transactions: Vec<CapturedSale>) -> Result<Self, SumTooLarge> {
        let mut stats = Self::default();
        let (mut captured, mut standalone) = (ItemSums::default(), ItemSums::default());
        let mut bundles: BTreeMap<String, BundleSums> = BTreeMap::new();
        for sale in transactions {
            if !sale.content_ids.contains(&id) {
                continue;
            }
            captured.add(&sale, id);
            if sale.is_bundle() {
                bundles.entry(sale.key()).or_default().add(&sale);
            } else {
                standalone.add(&sale, id);
            }
            if !sale.is_refund {
                stats.sales.push(sale);
            }
        }
        (stats.captured, stats.standalone) = (captured.totals()?, standalone.totals()?);
        stats.sales.sort_by(|one, other| (other.sold_at, &one.fan_id).cmp(&(one.sold_at, &other.fan_id)));
        stats.sales.truncate(MAX_SALES);
        stats.bundles = bundles.into_iter().map(|(key, sums)| sums.bundle(key)).collect::<Result<_, _>>()?;
        // The sort is stable, and the bundles are in order of their keys.
        stats.bundles.sort_by_key(|bundle| std::cmp::Reverse(bundle.times_sold));
        stats.bundles.truncate(MAX_BUNDLES);
        Ok(stats)
    }
}

/// Running totals of one item.
#[derive(Debug, Default)]
struct ItemSums {
    sales: Sum,
    revenue_cents: Sum,
}

impl ItemSums {
    fn add(&mut self, sale: &CapturedSale, id: ContentId) {
        self.sales.add(sale.count());
        self.revenue_cents.add(sale.share_of(id));
    }

    fn totals(self) -> Result<Totals, SumTooLarge> {
        Ok(Totals { sales: self.sales.get()?, revenue_cents: self.revenue_cents.get()? })
    }
}

/// Running sums of one bundle.
#[derive(Debug, Default)]
struct BundleSums {
    n_media: i64,
    times_sold: Sum,
    revenue_cents: Sum,
    sold: i64,
    gross_cents: Sum,
    /// Latest sale (`true`), or the latest refund (`false`) while no sale is known.
    latest: Option<(bool, UnixTime)>,
    named_at: Option<UnixTime>,
    name: String,
    cover_ids: Vec<ContentId>,
}

impl BundleSums {
    fn add(&mut self, sale: &CapturedSale) {
        let mut items = sale.items();
        let count = i64::try_from(items.len()).unwrap_or(i64::MAX);
        self.n_media = self.n_media.max(sale.media_in_msg).max(count);
        self.times_sold.add(sale.count());
        self.revenue_cents.add(sale.net_cents);
        if !sale.is_refund {
            self.sold += 1;
            self.gross_cents.add(sale.gross_cents);
        }
        let moment = (!sale.is_refund, sale.sold_at);
        if self.latest.is_none_or(|latest| moment >= latest) {
            items.truncate(MAX_COVERS);
            self.cover_ids = items;
            self.latest = Some(moment);
        }
        if let Some(name) = sale.bundle_name.as_ref().filter(|_| self.named_at <= Some(sale.sold_at)) {
            self.name.clone_from(name);
            self.named_at = Some(sale.sold_at);
        }
    }

    fn bundle(self, key: String) -> Result<Bundle, SumTooLarge> {
        Ok(Bundle {
            key,
            n_media: self.n_media,
            times_sold: self.times_sold.get()?,
            revenue_cents: self.revenue_cents.get()?,
            avg_price_cents: self.gross_cents.average(self.sold)?,
            last_sold_at: self.latest.map_or(UnixTime::from_millis(0), |(_, at)| at),
            name: self.name,
            cover_ids: self.cover_ids,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{refund, sale};

    const ITEM: ContentId = ContentId::new(1);

    #[test]
    fn money_of_a_bundle_is_not_standalone_money() {
        let named = CapturedSale { bundle_name: Some("Summer".into()), ..sale(&[2, 1], 101, 20) };
        let stats = ItemStats::of(
            ITEM,
            vec![
                sale(&[1], 500, 10),
                named,
                sale(&[1, 2], 101, 30),
                sale(&[2, 3], 900, 40),
                sale(&[1], 500, 5),
            ],
        )
        .unwrap();
        assert_eq!(stats.standalone, Totals { sales: 2, revenue_cents: 1000 });
        assert_eq!(stats.captured, Totals { sales: 4, revenue_cents: 1000 + 50 + 51 });
        let shown: Vec<_> = stats.sales.iter().map(|sale| sale.sold_at.seconds()).collect();
        assert_eq!(shown, [30, 20, 10, 5]);
        let [bundle] = &stats.bundles[..] else { panic!("{:?}", stats.bundles) };
        assert_eq!((bundle.key.as_str(), bundle.name.as_str(), bundle.n_media), ("1-2", "Summer", 2));
        assert_eq!((bundle.times_sold, bundle.revenue_cents, bundle.avg_price_cents), (2, 202, 121));
        assert_eq!(bundle.last_sold_at.seconds(), 30);
        assert_eq!(bundle.cover_ids, [1, 2].map(ContentId::new));
    }

    #[test]
    fn a_refund_lowers_both_and_is_no_sale() {
        let stats = ItemStats::of(
            ITEM,
            vec![refund(&[1], 500, 20), sale(&[1], 500, 10), sale(&[1, 2], 100, 5), refund(&[1, 2], 100, 30)],
        )
        .unwrap();
        assert_eq!(stats.captured, Totals::default());
        assert_eq!(stats.standalone, Totals::default());
        assert_eq!(stats.sales.len(), 2);
        assert_eq!((stats.bundles[0].times_sold, stats.bundles[0].revenue_cents), (0, 0));
        assert_eq!(stats.bundles[0].last_sold_at.seconds(), 5);
    }

    #[test]
    fn bundles_are_keyed_by_the_engine_or_by_their_items() {
        let keyed = |key: &str, at| CapturedSale { bundle_key: Some(key.into()), ..sale(&[1, 2], 100, at) };
        let stats =
            ItemStats::of(ITEM, vec![keyed("b", 1), keyed("a", 2), keyed("b", 3), sale(&[2, 1], 100, 4)])
                .unwrap();
        let keys: Vec<_> =
            stats.bundles.iter().map(|bundle| (bundle.key.as_str(), bundle.times_sold)).collect();
        assert_eq!(keys, [("b", 2), ("1-2", 1), ("a", 1)]);
    }

    #[test]
    fn only_a_result_that_does_not_fit_is_an_error() {
        let (most, one) = (sale(&[1], i64::MAX / 2, 1), sale(&[1], i64::MAX / 2, 2));
        let back = refund(&[1], i64::MAX / 2, 3);
        let third = CapturedSale { sold_at: UnixTime::from_seconds(4), ..most.clone() };
        let revenue = |sales| ItemStats::of(ITEM, sales).map(|stats| stats.captured.revenue_cents);
        let three = vec![most.clone(), one.clone(), third.clone()];
        assert_eq!(revenue(three), Err(SumTooLarge));
        assert_eq!(revenue(vec![most, one, third, back]), Ok(i64::MAX / 2 * 2));
        let gross = CapturedSale { net_cents: 0, gross_cents: i64::MAX, ..sale(&[1, 2], 0, 5) };
        let twice = vec![gross.clone(), gross];
        assert_eq!(ItemStats::of(ITEM, twice).unwrap().bundles[0].avg_price_cents, i64::MAX);
    }

    proptest! {
        #[test]
        fn the_order_of_transactions_does_not_matter(
            sales in prop::collection::vec((prop::collection::vec(1_i64..4, 1..3), 1_i64..900, 0_i64..1000, any::<bool>()), 0..30),
        ) {
            // Ties at one moment may have any order, so each transaction gets its own moment.
            let made: Vec<_> = sales.iter().zip(0..).map(|((ids, cents, at, taken), n)| {
                let at = at * 100 + n;
                if *taken { refund(ids, *cents, at) } else { sale(ids, *cents, at) }
            }).collect();
            let mut turned = made.clone();
            turned.reverse();
            prop_assert_eq!(ItemStats::of(ITEM, made).unwrap(), ItemStats::of(ITEM, turned).unwrap());
        }
    }
}
