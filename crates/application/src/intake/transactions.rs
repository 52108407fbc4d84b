//! Deduplication of transactions: each counts once, whatever the ids of the events that report it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use attribution::event::{EngineEvent, FanAction, FanEvent, TransactionKind};
use kernel::AccountNumber;

/// Identity of a transaction. A refund may have the id of its payment, so the kind is part of the identity.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// Id of the transaction at the engine, qualified by the account.
    pub transaction: String,
    pub refund: bool,
}

impl Claim {
    /// Claim of an event; `None` for an event without a transaction.
    pub fn of(event: &EngineEvent) -> Option<Self> {
        let EngineEvent::Fan(FanEvent { event_id, action: FanAction::NewTransaction(paid), .. }) = event
        else {
            return None;
        };
        let (_, account) = AccountNumber::split(event_id);
        let transaction = account.key(&paid.transaction_id).into_owned();
        Some(Self { transaction, refund: paid.kind == TransactionKind::Refund })
    }
}

/// Distinct transactions of the events in sorted order, each with the id of the first event that reports it.
pub fn claims<'a>(events: &[&'a EngineEvent]) -> BTreeMap<Claim, &'a str> {
    let mut claims = BTreeMap::new();
    for event in events {
        if let Some(claim) = Claim::of(event) {
            claims.entry(claim).or_insert(event.event_id());
        }
    }
    claims
}

/// Drops events that repeat a transaction. `reporting` contains the event ids of new transactions.
pub fn without_repeats<'a>(
    events: Vec<&'a EngineEvent>,
    reporting: &BTreeSet<String>,
) -> Vec<&'a EngineEvent> {
    let counts = |event: &&EngineEvent| Claim::of(event).is_none() || reporting.contains(event.event_id());
    events.into_iter().filter(counts).collect()
}

/// Facts that every report of a transaction must repeat. An unknown fact (`None`) equals any value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TransactionFacts {
    /// Word of the [`TransactionKind`].
    pub kind: Option<String>,
    /// Amount that the fan pays, in minor units.
    pub gross_cents: Option<i64>,
    /// Amount that the owner gets, in minor units.
    pub net_cents: Option<i64>,
    /// Currency code (ISO 4217).
    pub currency: Option<String>,
    /// Digest of the fan's id.
    pub fan: Option<String>,
}

/// Names the facts in which a repeat of a transaction differs from the first report; `None` for a plain repeat.
pub fn conflict(first: &TransactionFacts, repeat: &TransactionFacts) -> Option<String> {
    fn differs<T: PartialEq + Display>(name: &str, first: Option<&T>, repeat: Option<&T>) -> Option<String> {
        let (first, repeat) = first.zip(repeat).filter(|(first, repeat)| first != repeat)?;
        Some(format!("{name} was {first} and is {repeat}"))
    }
    // Digests of fans mean nothing to a reader.
    let fan = first.fan.as_ref().zip(repeat.fan.as_ref()).filter(|(first, repeat)| first != repeat);
    let differences: Vec<_> = [
        differs("kind", first.kind.as_ref(), repeat.kind.as_ref()),
        differs("gross_cents", first.gross_cents.as_ref(), repeat.gross_cents.as_ref()),
        differs("net_cents", first.net_cents.as_ref(), repeat.net_cents.as_ref()),
        differs("currency", first.currency.as_ref(), repeat.currency.as_ref()),
        fan.map(|_| "fan_id is another one".to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect();
    let named = differences.join(", ");
    (!named.is_empty()).then(|| format!("conflict with the first report of this transaction: {named}"))
}

#[cfg(test)]
mod tests {
    use attribution::event::Transaction;
    use kernel::UnixTime;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn event(id: &str, action: FanAction) -> EngineEvent {
        FanEvent::new(id, "f", UnixTime::from_seconds(0), action).into()
    }

    fn paid(id: &str, transaction: &str, kind: TransactionKind) -> EngineEvent {
        event(id, FanAction::NewTransaction(Transaction { kind, ..Transaction::tip(transaction, 0, "USD") }))
    }

    #[test]
    fn a_transaction_of_an_account_is_claimed_once_and_its_refund_apart() {
        let events = [
            paid("e1", "t1", TransactionKind::Tip),
            paid("e2", "t1", TransactionKind::Post),
            paid("e3", "t1", TransactionKind::Refund),
            paid("e4", "t2", TransactionKind::Tip),
            paid("e5", "t1", TransactionKind::Tip).of_account(AccountNumber::new(1)),
            event("e6", FanAction::FanOnline),
        ];
        let events: Vec<_> = events.iter().collect();
        let claimed = claims(&events);
        let found: Vec<_> = claimed.values().map(|id| AccountNumber::split(id).0).collect();
        assert_eq!(found, ["e1", "e3", "e5", "e4"]);
        let reporting = claimed.into_values().map(str::to_owned).filter(|id| id != "e4").collect();
        let left = without_repeats(events, &reporting);
        let left: Vec<_> = left.iter().map(|event| AccountNumber::split(event.event_id()).0).collect();
        assert_eq!(left, ["e1", "e3", "e5", "e6"]);
    }

    #[test]
    fn a_repeat_conflicts_by_each_known_fact_that_differs() {
        let first = TransactionFacts {
            kind: Some("tip".to_owned()),
            gross_cents: Some(500),
            net_cents: Some(400),
            currency: Some("USD".to_owned()),
            fan: Some("1".to_owned()),
        };
        let of = |change: fn(&mut TransactionFacts)| {
            let mut repeat = first.clone();
            change(&mut repeat);
            repeat
        };
        for (repeat, named) in [
            (first.clone(), None),
            (TransactionFacts::default(), None),
            (of(|facts| facts.kind = Some("post".to_owned())), Some("kind was tip and is post")),
            (of(|facts| facts.gross_cents = Some(501)), Some("gross_cents was 500 and is 501")),
            (of(|facts| facts.net_cents = Some(0)), Some("net_cents was 400 and is 0")),
            (of(|facts| facts.currency = Some("EUR".to_owned())), Some("currency was USD and is EUR")),
            (of(|facts| facts.fan = Some("2".to_owned())), Some("fan_id is another one")),
            (
                of(|facts| (facts.net_cents, facts.fan) = (Some(1), Some("2".to_owned()))),
                Some("net_cents was 400 and is 1, fan_id is another one"),
            ),
        ] {
            let expected =
                named.map(|named| format!("conflict with the first report of this transaction: {named}"));
            assert_eq!(conflict(&first, &repeat), expected);
            assert_eq!(conflict(&repeat, &first).is_some(), expected.is_some(), "{repeat:?}");
            assert_eq!(conflict(&TransactionFacts::default(), &repeat), None);
        }
    }

    /// Returns the total of events stored in several batches, as the store does it.
    fn totals(parts: &[&[EngineEvent]]) -> i64 {
        let (mut known_events, mut known) = (BTreeSet::new(), BTreeMap::new());
        let mut sum = 0;
        for part in parts {
            let new = crate::intake::distinct(part);
            let new: Vec<_> = new.into_iter().filter(|event| known_events.insert(event.event_id())).collect();
            let fresh = claims(&new).into_iter().filter(|(claim, _)| !known.contains_key(claim));
            let fresh: BTreeMap<_, _> = fresh.map(|(claim, id)| (claim, id.to_owned())).collect();
            let reporting = fresh.values().cloned().collect();
            known.extend(fresh);
            for event in without_repeats(new, &reporting) {
                let EngineEvent::Fan(FanEvent { action: FanAction::NewTransaction(paid), .. }) = event else {
                    continue;
                };
                sum += paid.net_cents;
            }
        }
        sum
    }

    proptest! {
        /// Events may repeat payments and refunds under other event ids, in any order and in any batch.
        #[test]
        fn totals_are_sums_over_distinct_transactions(
            reports in vec((0_usize..6, any::<bool>(), 0_usize..4, 0_i64..2), 0..40),
            size in 1_usize..9,
        ) {
            let mut distinct = BTreeMap::new();
            let events: Vec<_> = reports
                .iter()
                .map(|(number, refund, report, account)| {
                    let cents = (1_i64 << number) * if *refund { -1 } else { 1_000 } * (account + 1);
                    distinct.insert((number, refund, account), cents);
                    let kind = if *refund { TransactionKind::Refund } else { TransactionKind::Tip };
                    let paid = Transaction { kind, ..Transaction::tip(format!("t{number}"), cents, "USD") };
                    let id = format!("{number} {refund} {report}");
                    event(&id, FanAction::NewTransaction(paid)).of_account(AccountNumber::new(*account))
                })
                .collect();
            let parts: Vec<_> = events.chunks(size).collect();
            prop_assert_eq!(totals(&parts), distinct.values().sum::<i64>());
        }
    }
}
