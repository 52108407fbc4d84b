//! One item in full: its sales alone, its bundles, its place among all (specification 'Vault content item').

use std::collections::BTreeMap;

use kernel::UnixTime;

use crate::item::{ContentId, ContentItem};
use crate::sale::{CapturedSale, Totals};

/// Most sales that are shown one by one, the newest; the figures are of all.
pub const MAX_SALES: usize = 1000;
/// Most bundles that are shown, the most sold.
pub const MAX_BUNDLES: usize = 1000;
/// Most covers that a bundle shows.
pub const MAX_COVERS: usize = 4;

/// Several media that were sold together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// The engine's key, else the sorted numbers of the items.
    pub key: String,
    /// How many media are in it.
    pub n_media: i64,
    /// Sales less refunds.
    pub times_sold: i64,
    /// Net money of the whole bundle less refunds, in cents.
    pub revenue_cents: i64,
    /// What fans paid on average, gross, in cents, rounded down; refunds left out.
    pub avg_price_cents: i64,
    /// When it was last sold; that of its refund where only the refund is known.
    pub last_sold_at: UnixTime,
    /// What it was last called; empty when it never was.
    pub name: String,
    /// Its first items.
    pub cover_ids: Vec<ContentId>,
}

/// Our figures of one item, of all time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Figures {
    /// All sales of the item, bundles among them, and its part of their money.
    pub captured: Totals,
    /// Sales of the item alone, and their money.
    pub standalone: Totals,
    /// Up to [`MAX_SALES`] sales, newest first, without refunds.
    pub sales: Vec<CapturedSale>,
    /// Up to [`MAX_BUNDLES`] bundles that it is in, most sold first, ties by key.
    pub bundles: Vec<Bundle>,
}

/// One item in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// The item with the engine's counters.
    pub item: ContentItem,
    /// Its place by buyers among all items, from 1.
    pub rank: u64,
    /// How many items there are.
    pub rank_total: u64,
    /// Our figures.
    pub figures: Figures,
}

impl Figures {
    /// The figures of an item by its transactions, in whichever order they come. Transactions without the item count
    /// nothing.
    pub fn of(id: ContentId, transactions: Vec<CapturedSale>) -> Self {
        let mut figures = Self::default();
        let mut bundles: BTreeMap<String, Gathered> = BTreeMap::new();
        for sale in transactions {
            if !sale.content_ids.contains(&id) {
                continue;
            }
            figures.captured.add(&sale, id);
            if sale.is_bundle() {
                bundles.entry(sale.key()).or_default().add(&sale);
            } else {
                figures.standalone.add(&sale, id);
            }
            if !sale.is_refund {
                figures.sales.push(sale);
            }
        }
        figures.sales.sort_by(|one, other| (other.sold_at, &one.fan_id).cmp(&(one.sold_at, &other.fan_id)));
        figures.sales.truncate(MAX_SALES);
        figures.bundles = bundles.into_iter().map(|(key, gathered)| gathered.bundle(key)).collect();
        // The sort is stable, and the bundles came in the order of their keys.
        figures.bundles.sort_by_key(|bundle| std::cmp::Reverse(bundle.times_sold));
        figures.bundles.truncate(MAX_BUNDLES);
        figures
    }
}

/// A bundle while its transactions are counted.
#[derive(Debug, Default)]
struct Gathered {
    n_media: i64,
    times_sold: i64,
    revenue_cents: i64,
    sold: i64,
    gross_cents: i64,
    /// The latest sale, or the latest refund while there is no sale.
    latest: Option<(bool, UnixTime)>,
    named_at: Option<UnixTime>,
    name: String,
    cover_ids: Vec<ContentId>,
}

impl Gathered {
    fn add(&mut self, sale: &CapturedSale) {
        let mut items = sale.items();
        let count = i64::try_from(items.len()).unwrap_or(i64::MAX);
        self.n_media = self.n_media.max(sale.media_in_msg).max(count);
        self.times_sold = self.times_sold.saturating_add(sale.count());
        self.revenue_cents = self.revenue_cents.saturating_add(sale.net_cents);
        if !sale.is_refund {
            self.sold += 1;
            self.gross_cents = self.gross_cents.saturating_add(sale.gross_cents);
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

    fn bundle(self, key: String) -> Bundle {
        Bundle {
            key,
            n_media: self.n_media,
            times_sold: self.times_sold,
            revenue_cents: self.revenue_cents,
            avg_price_cents: self.gross_cents.checked_div(self.sold).unwrap_or(0),
            last_sold_at: self.latest.map_or(UnixTime::from_millis(0), |(_, at)| at),
            name: self.name,
            cover_ids: self.cover_ids,
        }
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
        let figures = Figures::of(
            ITEM,
            vec![
                sale(&[1], 500, 10),
                named,
                sale(&[1, 2], 101, 30),
                sale(&[2, 3], 900, 40),
                sale(&[1], 500, 5),
            ],
        );
        assert_eq!(figures.standalone, Totals { sales: 2, revenue_cents: 1000 });
        assert_eq!(figures.captured, Totals { sales: 4, revenue_cents: 1000 + 50 + 51 });
        let shown: Vec<_> = figures.sales.iter().map(|sale| sale.sold_at.seconds()).collect();
        assert_eq!(shown, [30, 20, 10, 5]);
        let [bundle] = &figures.bundles[..] else { panic!("{:?}", figures.bundles) };
        assert_eq!((bundle.key.as_str(), bundle.name.as_str(), bundle.n_media), ("1-2", "Summer", 2));
        assert_eq!((bundle.times_sold, bundle.revenue_cents, bundle.avg_price_cents), (2, 202, 121));
        assert_eq!(bundle.last_sold_at.seconds(), 30);
        assert_eq!(bundle.cover_ids, [1, 2].map(ContentId::new));
    }

    #[test]
    fn a_refund_lowers_both_and_is_no_sale() {
        let figures = Figures::of(
            ITEM,
            vec![refund(&[1], 500, 20), sale(&[1], 500, 10), sale(&[1, 2], 100, 5), refund(&[1, 2], 100, 30)],
        );
        assert_eq!(figures.captured, Totals::default());
        assert_eq!(figures.standalone, Totals::default());
        assert_eq!(figures.sales.len(), 2);
        assert_eq!((figures.bundles[0].times_sold, figures.bundles[0].revenue_cents), (0, 0));
        assert_eq!(figures.bundles[0].last_sold_at.seconds(), 5);
    }

    #[test]
    fn bundles_are_keyed_by_the_engine_or_by_their_items() {
        let keyed = |key: &str, at| CapturedSale { bundle_key: Some(key.into()), ..sale(&[1, 2], 100, at) };
        let figures =
            Figures::of(ITEM, vec![keyed("b", 1), keyed("a", 2), keyed("b", 3), sale(&[2, 1], 100, 4)]);
        let keys: Vec<_> =
            figures.bundles.iter().map(|bundle| (bundle.key.as_str(), bundle.times_sold)).collect();
        assert_eq!(keys, [("b", 2), ("1-2", 1), ("a", 1)]);
    }

    proptest! {
        #[test]
        fn the_order_of_transactions_does_not_matter(
            sales in prop::collection::vec((prop::collection::vec(1_i64..4, 1..3), 1_i64..900, 0_i64..1000, any::<bool>()), 0..30),
        ) {
            // Two transactions of one moment may come in either order, so each has a moment of its own.
            let made: Vec<_> = sales.iter().zip(0..).map(|((ids, cents, at, taken), n)| {
                let at = at * 100 + n;
                if *taken { refund(ids, *cents, at) } else { sale(ids, *cents, at) }
            }).collect();
            let mut turned = made.clone();
            turned.reverse();
            prop_assert_eq!(Figures::of(ITEM, made), Figures::of(ITEM, turned));
        }
    }
}
