//! Money of one transaction, from all sources, each part once.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use super::event::{Facts, FanRef, PlatformEvent, Sale, SaleFacts};
use super::words::SaleKind;

/// Movement of money, to be counted once under its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement {
    /// Id of the event and of the movement.
    pub id: String,
    /// Fan whose money moves.
    pub fan: FanRef,
    /// Time of the movement.
    pub at: UnixTime,
    /// Kind; a reversal is a refund.
    pub kind: SaleKind,
    /// Gross amount in cents, negative for a reversal.
    pub gross_cents: i64,
    /// Net amount in cents, negative for a reversal.
    pub net_cents: i64,
    /// Currency.
    pub currency: String,
}

/// Known parts of one transaction. The store keeps one entry per transaction, and replaces it together with the events
/// that [`Entry::take`] returns.
///
/// Whatever the order and number of sightings, the sale is returned once, and its reversal once. A reversal that names
/// no amounts waits for the sale, so that nothing is deducted that was not counted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Entry {
    sale: Option<Sale>,
    reversed_at: Option<UnixTime>,
    sold: bool,
    deducted: bool,
}

impl Entry {
    /// Takes a sighting that was received at `now`, and returns the movements that it completes. Facts of other kinds
    /// return nothing.
    #[must_use]
    pub fn take(&mut self, event: &PlatformEvent, now: UnixTime) -> Vec<Movement> {
        let transaction = match &event.facts {
            Facts::Sold { transaction, sale } => {
                self.sale.get_or_insert_with(|| sale.clone());
                transaction
            }
            Facts::Reversed { transaction, sale } => {
                self.reversed_at.get_or_insert(event.at.unwrap_or(now));
                if let Some(sale) = sale {
                    self.sale.get_or_insert_with(|| sale.clone());
                }
                transaction
            }
            _ => return Vec::new(),
        };
        let Some(sale) = &self.sale else { return Vec::new() };
        let mut movements = Vec::new();
        // A reversed row is all that is left of a sale whose first event was lost: it was sold, too.
        if !self.sold {
            self.sold = true;
            movements.push(movement(transaction.clone(), sale, sale.at, 1));
        }
        if let (Some(at), false) = (self.reversed_at, self.deducted) {
            self.deducted = true;
            movements.push(movement(format!("{transaction}:reversal"), sale, at, -1));
        }
        movements
    }

    /// Whether a reversal waits for its sale, which the list of transactions has.
    pub fn lacks_sale(&self) -> bool {
        self.reversed_at.is_some() && self.sale.is_none()
    }
}

fn movement(id: String, sale: &Sale, at: UnixTime, sign: i64) -> Movement {
    let SaleFacts { fan, gross_cents, net_cents, currency } = sale.facts.clone();
    let kind = if sign < 0 { SaleKind::Refund } else { sale.kind };
    let (gross_cents, net_cents) = (gross_cents.saturating_mul(sign), net_cents.saturating_mul(sign));
    Movement { id, fan, at, kind, gross_cents, net_cents, currency }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOW: UnixTime = UnixTime::from_seconds(1_800_000_000);

    fn sale() -> Sale {
        let fan = FanRef { id: "900001".to_owned(), username: None };
        let facts = SaleFacts { fan, gross_cents: 1_250, net_cents: 1_000, currency: "USD".to_owned() };
        Sale { at: NOW, kind: SaleKind::Message, facts }
    }

    fn sighting(id: &str, facts: Facts) -> PlatformEvent {
        let at = Some(NOW.plus_seconds(60));
        PlatformEvent { natural_id: Some(id.to_owned()), at, tracking: None, facts }
    }

    fn sold() -> PlatformEvent {
        sighting("of:tx:1", Facts::Sold { transaction: "of:tx:1".to_owned(), sale: sale() })
    }

    fn status() -> PlatformEvent {
        let facts = Facts::Reversed { transaction: "of:tx:1".to_owned(), sale: Some(sale()) };
        sighting("of:tx:1:reversal", facts)
    }

    fn chargeback() -> PlatformEvent {
        sighting("of:cb:9", Facts::Reversed { transaction: "of:tx:1".to_owned(), sale: None })
    }

    #[test]
    fn sales_and_reversals_are_returned_once() {
        let (status, chargeback) = (status(), chargeback());
        for (sightings, expected) in [
            (vec![sold()], vec![1_000]),
            (vec![sold(), sold()], vec![1_000]),
            (vec![sold(), status.clone()], vec![1_000, -1_000]),
            (vec![sold(), status.clone(), chargeback.clone()], vec![1_000, -1_000]),
            (vec![sold(), chargeback.clone(), status.clone()], vec![1_000, -1_000]),
            (vec![status.clone()], vec![1_000, -1_000]),
            (vec![status.clone(), sold()], vec![1_000, -1_000]),
            (vec![chargeback.clone()], vec![]),
            (vec![chargeback.clone(), sold()], vec![1_000, -1_000]),
            (vec![sighting("x", Facts::Nothing)], vec![]),
        ] {
            let mut entry = Entry::default();
            let moved: Vec<_> = sightings.iter().flat_map(|event| entry.take(event, NOW)).collect();
            let net: Vec<_> = moved.iter().map(|movement| movement.net_cents).collect();
            assert_eq!(net, expected, "{sightings:?}");
            assert_eq!(entry.lacks_sale(), sightings == [chargeback.clone()], "{sightings:?}");
        }
    }

    proptest! {
        #[test]
        fn no_order_and_no_repeat_changes_what_moves(
            order in Just(vec![0, 0, 0, 1, 1, 2, 2]).prop_shuffle(),
            length in 1_usize..=7,
            through_inbox: bool,
        ) {
            let kinds = [sold(), status(), chargeback()];
            let mut entry = Entry::default();
            let shown = order.get(..length).unwrap();
            let mut inbox = std::collections::BTreeSet::new();
            let fresh = shown.iter().map(|kind| &kinds[*kind]);
            let fresh = fresh.filter(|event| !through_inbox || inbox.insert(event.natural_id.clone()));
            let moved: Vec<_> = fresh.flat_map(|event| entry.take(event, NOW)).collect();
            let mut ids: Vec<_> = moved.iter().map(|movement| (movement.id.as_str(), movement.net_cents, movement.kind)).collect();
            ids.sort_unstable();
            let known = shown.contains(&0) || shown.contains(&1);
            let back = known && (shown.contains(&1) || shown.contains(&2));
            let sale = known.then_some(("of:tx:1", 1_000, SaleKind::Message));
            let reversal = back.then_some(("of:tx:1:reversal", -1_000, SaleKind::Refund));
            prop_assert_eq!(ids, sale.into_iter().chain(reversal).collect::<Vec<_>>());
        }
    }
}
