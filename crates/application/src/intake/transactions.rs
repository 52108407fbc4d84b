//! Deduplication of transactions: each counts once, whatever the ids of the events that report it.

use std::collections::{BTreeMap, BTreeSet};

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
    fn of(event: &EngineEvent) -> Option<Self> {
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

#[cfg(test)]
mod tests {
    use attribution::event::Transaction;
    use kernel::UnixTime;

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
}
