//! Sales that we captured ourselves, and how their money is shared between items.

use kernel::{Currency, UnixTime};
use serde::{Deserialize, Serialize};

use crate::item::ContentId;

/// A transaction over items of the vault: a sale by message or post, or its refund.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CapturedSale {
    /// The items, in the order in which the engine names them; an item that is named twice counts once.
    pub content_ids: Vec<ContentId>,
    /// What the fan paid, in cents; negative for a refund.
    pub gross_cents: i64,
    /// The currency of that, where it is another than that of the sums: they hold nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// What the owner gets, in cents; negative for a refund.
    pub net_cents: i64,
    /// Whether it takes a sale back.
    pub is_refund: bool,
    /// The engine's id of the fan.
    pub fan_id: String,
    /// What the fan is called; empty when that is not known.
    pub fan_username: String,
    /// How many media the message held.
    pub media_in_msg: i64,
    /// The engine's key of a bundle.
    pub bundle_key: Option<String>,
    /// What the bundle is called.
    pub bundle_name: Option<String>,
    /// When it happened.
    pub sold_at: UnixTime,
}

impl CapturedSale {
    /// A sale of these items by a fan whose username is not known, in a message with one medium for each item and without
    /// an engine's key of a bundle. What is known of those is set on the fields.
    ///
    /// ```
    /// use content_vault::CapturedSale;
    /// use kernel::UnixTime;
    ///
    /// let sale = CapturedSale::new([7, 3, 5], 1250, 1000, "fan_1", UnixTime::from_seconds(1_795_176_000));
    /// assert!(sale.is_bundle());
    /// assert_eq!(sale.key(), "3-5-7");
    /// assert_eq!(sale.share_of(7.into()), 334);
    /// ```
    pub fn new(
        items: impl IntoIterator<Item = impl Into<ContentId>>,
        gross_cents: i64,
        net_cents: i64,
        fan_id: impl Into<String>,
        sold_at: UnixTime,
    ) -> Self {
        let content_ids: Vec<ContentId> = items.into_iter().map(Into::into).collect();
        Self {
            media_in_msg: i64::try_from(content_ids.len()).unwrap_or(i64::MAX),
            content_ids,
            gross_cents,
            currency: None,
            net_cents,
            is_refund: false,
            fan_id: fan_id.into(),
            fan_username: String::new(),
            bundle_key: None,
            bundle_name: None,
            sold_at,
        }
    }

    /// The items, each once, in their order.
    pub fn items(&self) -> Vec<ContentId> {
        let mut items: Vec<ContentId> = Vec::with_capacity(self.content_ids.len());
        for id in &self.content_ids {
            if !items.contains(id) {
                items.push(*id);
            }
        }
        items
    }

    /// Whether several media were sold together: its money is not standalone money of any of them.
    pub fn is_bundle(&self) -> bool {
        self.bundle_key.is_some() || self.media_in_msg > 1 || self.items().len() > 1
    }

    /// The key of the bundle: the engine's, else the sorted numbers of its items, joined by `-`.
    pub fn key(&self) -> String {
        self.bundle_key.clone().unwrap_or_else(|| {
            let mut items = self.items();
            items.sort_unstable();
            items.iter().map(|id| id.get().to_string()).collect::<Vec<_>>().join("-")
        })
    }

    /// By how much it changes a number of sales: a sale adds one, a refund takes one away.
    pub fn count(&self) -> i64 {
        if self.is_refund { -1 } else { 1 }
    }

    /// The net money of an item in it, in cents; 0 for an item that is not in it.
    pub fn share_of(&self, id: ContentId) -> i64 {
        let items = self.items();
        let Some(place) = items.iter().position(|item| *item == id) else { return 0 };
        share(self.net_cents, items.len(), place)
    }
}

/// The part of `cents` that the item at `place` of `count` gets: equal parts, and the remainder goes to the first. A refund
/// takes back exactly the parts that its sale gave.
///
/// ```
/// use content_vault::share;
///
/// assert_eq!([0, 1, 2].map(|place| share(-100, 3, place)), [-34, -33, -33]);
/// ```
pub fn share(cents: i64, count: usize, place: usize) -> i64 {
    let Some(count) = i64::try_from(count).ok().filter(|count| *count > 0) else { return 0 };
    // Division and remainder round towards zero, so the parts of -n are those of n with the sign turned.
    cents / count + if place == 0 { cents % count } else { 0 }
}

/// A sum of sales or of money does not fit into 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a sum of sales or of money is too large")]
#[non_exhaustive]
pub struct SumTooLarge;

/// How often an item was sold in some time, and for how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Totals {
    /// Sales less refunds. It can be below zero where a refund falls into the time and its sale does not.
    pub sales: i64,
    /// Net money less that of refunds, in cents.
    pub revenue_cents: i64,
}

impl Totals {
    /// Adds the part of a sale that belongs to an item.
    ///
    /// # Errors
    /// [`SumTooLarge`] when a sum does not fit; nothing is added then.
    pub fn add(&mut self, sale: &CapturedSale, id: ContentId) -> Result<(), SumTooLarge> {
        let sales = self.sales.checked_add(sale.count()).ok_or(SumTooLarge)?;
        let revenue_cents = self.revenue_cents.checked_add(sale.share_of(id)).ok_or(SumTooLarge)?;
        *self = Self { sales, revenue_cents };
        Ok(())
    }
}

/// A sum while it is added up: wide enough for any number of sales, so that the order in which they come does not matter.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sum(i128);

impl Sum {
    pub(crate) fn add(&mut self, value: i64) {
        // 2^64 summands would be needed to overflow.
        self.0 = self.0.wrapping_add(i128::from(value));
    }

    pub(crate) fn get(self) -> Result<i64, SumTooLarge> {
        i64::try_from(self.0).map_err(|_| SumTooLarge)
    }

    /// The average over `count`, rounded towards zero; 0 for none.
    pub(crate) fn average(self, count: i64) -> Result<i64, SumTooLarge> {
        Self(self.0.checked_div(i128::from(count)).unwrap_or(0)).get()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{refund, sale};

    #[test]
    fn the_remainder_goes_to_the_first() {
        for (cents, count, expected) in [
            (100, 1, vec![100]),
            (100, 3, vec![34, 33, 33]),
            (-100, 3, vec![-34, -33, -33]),
            (2, 3, vec![2, 0, 0]),
            (0, 2, vec![0, 0]),
        ] {
            let parts: Vec<_> = (0..count).map(|place| share(cents, count, place)).collect();
            assert_eq!(parts, expected, "{cents} {count}");
        }
        assert_eq!(share(100, 0, 0), 0);
    }

    proptest! {
        #[test]
        fn shares_add_up_and_refunds_take_back_what_was_given(cents in any::<i32>(), count in 1_usize..50) {
            let cents = i64::from(cents);
            let parts = |cents| (0..count).map(move |place| share(cents, count, place));
            prop_assert_eq!(parts(cents).sum::<i64>(), cents);
            prop_assert!(parts(cents).zip(parts(-cents)).all(|(given, taken)| given == -taken));
        }
    }

    #[test]
    fn a_sum_that_does_not_fit_is_an_error_and_changes_nothing() {
        let most = Totals { sales: 1, revenue_cents: i64::MAX };
        let mut totals = most;
        assert_eq!(totals.add(&sale(&[1], 1, 0), ContentId::new(1)), Err(SumTooLarge));
        assert_eq!(totals, most);
        totals.add(&refund(&[1], 1, 0), ContentId::new(1)).unwrap();
        assert_eq!(totals, Totals { sales: 0, revenue_cents: i64::MAX - 1 });
    }

    #[test]
    fn several_media_make_a_bundle() {
        let keyed = CapturedSale { bundle_key: Some("summer".into()), ..sale(&[1], 100, 0) };
        let larger = CapturedSale { media_in_msg: 2, ..sale(&[1], 100, 0) };
        for (sale, bundle, key) in [
            (sale(&[1], 100, 0), false, "1"),
            (sale(&[1, 1], 100, 0), false, "1"),
            (sale(&[10, 9], 100, 0), true, "9-10"),
            (keyed, true, "summer"),
            (larger, true, "1"),
        ] {
            assert_eq!((sale.is_bundle(), sale.key().as_str()), (bundle, key), "{sale:?}");
        }
    }
}
