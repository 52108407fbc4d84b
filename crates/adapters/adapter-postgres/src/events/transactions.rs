//! Payment transactions, each taken in once.

use std::collections::{BTreeMap, BTreeSet};

use application::intake::{Claim, TransactionFacts, claims, conflict, without_repeats};
use attribution::event::{EngineEvent, FanAction, FanEvent};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError};
use sha2::{Digest as _, Sha256};

use crate::database::error::failed;
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;

/// Inserts in key order, so that concurrent batches with the same transactions wait for each other and don't deadlock.
const CLAIM: &str = "
    INSERT INTO engine_transactions
        (owner_id, transaction_key, is_refund, kind, gross_cents, net_cents, currency, fan_key)
    SELECT $1, UNNEST($2), UNNEST($3), UNNEST($4), UNNEST($5), UNNEST($6), UNNEST($7), UNNEST($8)
    ON CONFLICT DO NOTHING
    RETURNING transaction_key, is_refund";

/// Selects the stored facts of transactions. A separate statement, so that a batch that waited for another one sees the
/// other's committed rows.
const FIRST_REPORTS: &str = "
    SELECT transaction_key, is_refund, kind, gross_cents, net_cents, currency, fan_key FROM engine_transactions
    WHERE owner_id = $1 AND transaction_key = ANY($2)";

#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = Text)]
    transaction_key: String,
    #[diesel(sql_type = Bool)]
    is_refund: bool,
}

#[derive(QueryableByName)]
struct FirstReport {
    #[diesel(sql_type = Text)]
    transaction_key: String,
    #[diesel(sql_type = Bool)]
    is_refund: bool,
    #[diesel(sql_type = Nullable<Text>)]
    kind: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    gross_cents: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    net_cents: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    currency: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    fan_key: Option<String>,
}

/// Key of a transaction: the digest of its id, and whether the transaction is a refund.
type Key = (String, bool);

/// Returns whether any of these events reports a transaction.
pub(super) fn are_in(events: &[&EngineEvent]) -> bool {
    let pays = |event: &&EngineEvent| {
        matches!(event, EngineEvent::Fan(FanEvent { action: FanAction::NewTransaction(_), .. }))
    };
    events.iter().any(pays)
}

/// Returns the new events without those whose transaction is already known. The primary key decides: if two concurrent
/// batches contain the same transaction, the second waits for the first.
///
/// Returns [`StoreError::Data`] if a known transaction is reported with different facts.
pub(super) async fn claim<'a>(
    transaction: &mut PgConnection,
    owner: OwnerId,
    events: Vec<&'a EngineEvent>,
) -> Result<Vec<&'a EngineEvent>, StoreError> {
    let claims = claims(&events);
    if claims.is_empty() {
        return Ok(events);
    }
    let reports: Vec<(Key, &EngineEvent)> =
        events.iter().filter_map(|event| Some((keyed(&Claim::of(event)?), *event))).collect();
    let firsts: BTreeSet<&str> = claims.values().copied().collect();
    let new: BTreeMap<&Key, &EngineEvent> = reports
        .iter()
        .filter(|(_, event)| firsts.contains(event.event_id()))
        .map(|(key, event)| (key, *event))
        .collect();
    let claimed: BTreeSet<Key> = insert(transaction, owner, &new).await.map_err(failed)?;
    let reporting: BTreeSet<String> = new
        .iter()
        .filter(|(key, _)| claimed.contains(**key))
        .map(|(_, event)| event.event_id().to_owned())
        .collect();
    let repeats: Vec<_> = reports.iter().filter(|(_, event)| !reporting.contains(event.event_id())).collect();
    refuse_conflicts(transaction, owner, &repeats).await?;
    Ok(without_repeats(events, &reporting))
}

async fn insert(
    transaction: &mut PgConnection,
    owner: OwnerId,
    new: &BTreeMap<&Key, &EngineEvent>,
) -> QueryResult<BTreeSet<Key>> {
    let facts: Vec<_> = new.iter().map(|((key, _), event)| facts(key, event)).collect();
    let claimed: Vec<Claimed> = statement(CLAIM)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(new.keys().map(|(key, _)| key.as_str()).collect::<Vec<_>>())
        .bind::<Array<Bool>, _>(new.keys().map(|(_, is_refund)| *is_refund).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(facts.iter().map(|facts| facts.kind.as_deref()).collect::<Vec<_>>())
        .bind::<Array<Nullable<BigInt>>, _>(facts.iter().map(|facts| facts.gross_cents).collect::<Vec<_>>())
        .bind::<Array<Nullable<BigInt>>, _>(facts.iter().map(|facts| facts.net_cents).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(
            facts.iter().map(|facts| facts.currency.as_deref()).collect::<Vec<_>>(),
        )
        .bind::<Array<Nullable<Text>>, _>(facts.iter().map(|facts| facts.fan.as_deref()).collect::<Vec<_>>())
        .load(transaction)
        .await?;
    Ok(claimed.into_iter().map(|row| (row.transaction_key, row.is_refund)).collect())
}

/// Returns an error if a repeated transaction has different facts than its first report.
async fn refuse_conflicts(
    transaction: &mut PgConnection,
    owner: OwnerId,
    repeats: &[&(Key, &EngineEvent)],
) -> Result<(), StoreError> {
    if repeats.is_empty() {
        return Ok(());
    }
    let found: Vec<FirstReport> = statement(FIRST_REPORTS)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(repeats.iter().map(|((key, _), _)| key.as_str()).collect::<Vec<_>>())
        .load(transaction)
        .await
        .map_err(failed)?;
    let firsts: BTreeMap<Key, TransactionFacts> = found.into_iter().map(FirstReport::facts).collect();
    let conflicts = |(key, event): &&(Key, &EngineEvent)| conflict(firsts.get(key)?, &facts(&key.0, event));
    match repeats.iter().find_map(conflicts) {
        Some(cause) => Err(StoreError::Data(cause.into())),
        None => Ok(()),
    }
}

impl FirstReport {
    fn facts(self) -> (Key, TransactionFacts) {
        let Self { transaction_key, is_refund, kind, gross_cents, net_cents, currency, fan_key } = self;
        let facts = TransactionFacts { kind, gross_cents, net_cents, currency, fan: fan_key };
        ((transaction_key, is_refund), facts)
    }
}

/// Returns the facts of the transaction that an event reports.
fn facts(key: &str, event: &EngineEvent) -> TransactionFacts {
    let EngineEvent::Fan(FanEvent { fan, action: FanAction::NewTransaction(paid), .. }) = event else {
        return TransactionFacts::default();
    };
    TransactionFacts {
        kind: Some(paid.kind.to_string()),
        gross_cents: Some(paid.gross_cents),
        net_cents: Some(paid.net_cents),
        currency: Some(paid.currency.clone()),
        fan: Some(digest(&format!("{key} {}", fan.fan_id))),
    }
}

fn keyed(claim: &Claim) -> Key {
    (digest(&claim.transaction), claim.refund)
}

/// Returns a digest of a text. Ids of transactions and fans are stored as digests, because the ids would outlive the
/// fan. The migration that filled the table computes the same digest.
fn digest(text: &str) -> String {
    let digest = Sha256::digest(text);
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
