//! Captured sales, and the split of their revenue between items.

use kernel::{Currency, UnixTime};
use serde::{Deserialize, Serialize};

use crate::item::ContentId;

/// Transaction over items of the vault: a sale by message or post, or a refund.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CapturedSale {
    /// Items in the order of the engine. A repeated item counts once.
    pub content_ids: Vec<ContentId>,
    /// Gross amount that the fan paid, in cents; negative for a refund.
    pub gross_cents: i64,
    /// Currency of the amount, if it differs from the currency of the sums. The sums exclude such amounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// Net amount for the owner, in cents; negative for a refund.
    pub net_cents: i64,
    /// Whether the transaction refunds a sale.
    pub is_refund: bool,
    /// Id of the fan at the engine.
    pub fan_id: String,
    /// Username of the fan; empty if unknown.
    pub fan_username: String,
    /// Number of media in the message.
    pub media_in_msg: i64,
    /// Key of the bundle at the engine, if any.
    pub bundle_key: Option<String>,
    /// Name of the bundle, if any.
    pub bundle_name: Option<String>,
    /// Moment of the transaction.
    pub sold_at: UnixTime,
}

impl CapturedSale {
    /// Creates a sale of these items by a fan with an unknown username. The message has one medium per item, and no
    /// bundle key. Set known values on the fields.
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

    /// Returns the items in their order, without repetitions.
    pub fn items(&self) -> Vec<ContentId> {
        let mut items: Vec<ContentId> = Vec::with_capacity(self.content_ids.len());
        for id in &self.content_ids {
            if !items.contains(id) {
                items.push(*id);
            }
        }
        items
    }

    /// Whether several media were sold together. Bundle revenue is not standalone revenue of any item.
    pub fn is_bundle(&self) -> bool {
        self.bundle_key.is_some() || self.media_in_msg > 1 || self.items().len() > 1
    }

    /// Returns the key of the bundle: the engine's key, or else the sorted item numbers joined by `-`.
    pub fn key(&self) -> String {
        self.bundle_key.clone().unwrap_or_else(|| {
            let mut items = self.items();
            items.sort_unstable();
            items.iter().map(|id| id.get().to_string()).collect::<Vec<_>>().join("-")
        })
    }

    /// Returns the change to the number of sales: 1 for a sale, -1 for a refund.
    pub fn count(&self) -> i64 {
        if self.is_refund { -1 } else { 1 }
    }

    /// Returns an item's share of the net amount, in cents; 0 for an item that was not sold here.
    pub fn share_of(&self, id: ContentId) -> i64 {
        let items = self.items();
        let Some(place) = items.iter().position(|item| *item == id) else { return 0 };
        share(self.net_cents, items.len(), place)
    }
}

/// Returns the share of `cents` for the item at index `place` of `count` items. Shares are equal, and the first item
/// gets the remainder. A refund reverses exactly the shares of its sale.
///
/// ```
/// use content_vault::share;
///
/// assert_eq!([0, 1, 2].map(|place| share(-100, 3, place)), [-34, -33, -33]);
/// ```
pub fn share(cents: i64, count: usize, place: usize) -> i64 {
    let Some(count) = i64::try_from(count).ok().filter(|count| *count > 0) else { return 0 };
    // Division and remainder round towards zero, so the shares of -n are the negated shares of n.
    cents / count + if place == 0 { cents % count } else { 0 }
}

/// Error for a sum of sales or money that does not fit into 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a sum of sales or of money is too large")]
#[non_exhaustive]
pub struct SumTooLarge;

/// Number of sales of an item within a period, and the revenue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Totals {
    /// Number of sales minus refunds. Negative if the period contains a refund but not the refunded sale.
    pub sales: i64,
    /// Net revenue minus refunds, in cents.
    pub revenue_cents: i64,
}

impl Totals {
    /// Adds an item's share of a sale.
    ///
    /// # Errors
    /// [`SumTooLarge`] if a sum does not fit; the totals stay unchanged.
    pub fn add(&mut self, sale: &CapturedSale, id: ContentId) -> Result<(), SumTooLarge> {
        let sales = self.sales.checked_add(sale.count()).ok_or(SumTooLarge)?;
        let revenue_cents = self.revenue_cents.checked_add(sale.share_of(id)).ok_or(SumTooLarge)?;
        *self = Self { sales, revenue_cents };
        Ok(())
    }
}

/// Running sum, wide enough for any number of sales, so that the order of the summands does not matter.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sum(i128);

impl Sum {
    pub(crate) fn add(&mut self, value: i64) {
        // Overflow would need 2^64 summands.
        self.0 = self.0.wrapping_add(i128::from(value));
    }

    pub(crate) fn get(self) -> Result<i64, SumTooLarge> {
        i64::try_from(self.0).map_err(|_| SumTooLarge)
    }

    /// Returns the average over `count`, rounded towards zero; 0 if `count` is 0.
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
