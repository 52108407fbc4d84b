//! Payment transactions, each taken in once.

use std::collections::{BTreeMap, BTreeSet};

use application::intake::{claims, without_repeats};
use attribution::event::{EngineEvent, FanAction, FanEvent};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::OwnerId;
use sha2::{Digest as _, Sha256};

use crate::statement::statement;

/// Inserts in key order, so that concurrent batches with the same transactions wait for each other and don't deadlock.
const CLAIM: &str = "
    INSERT INTO engine_transactions (owner_id, transaction_key, is_refund)
    SELECT $1, UNNEST($2), UNNEST($3)
    ON CONFLICT DO NOTHING
    RETURNING transaction_key, is_refund";

#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = Text)]
    transaction_key: String,
    #[diesel(sql_type = Bool)]
    is_refund: bool,
}

/// Returns whether any of these events reports a transaction.
pub(super) fn are_in(events: &[&EngineEvent]) -> bool {
    let pays = |event: &&EngineEvent| {
        matches!(event, EngineEvent::Fan(FanEvent { action: FanAction::NewTransaction(_), .. }))
    };
    events.iter().any(pays)
}

/// Returns the new events without those whose transaction is already known. The primary key decides: if two concurrent
/// batches contain the same transaction, the second waits for the first.
pub(super) async fn claim<'a>(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    events: Vec<&'a EngineEvent>,
) -> QueryResult<Vec<&'a EngineEvent>> {
    let claims = claims(&events);
    if claims.is_empty() {
        return Ok(events);
    }
    let keyed: BTreeMap<_, _> = claims
        .iter()
        .map(|(claim, event_id)| ((key(&claim.transaction), claim.refund), (*event_id).to_owned()))
        .collect();
    let claimed: Vec<Claimed> = statement(CLAIM)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(keyed.keys().map(|(key, _)| key.as_str()).collect::<Vec<_>>())
        .bind::<Array<Bool>, _>(keyed.keys().map(|(_, is_refund)| *is_refund).collect::<Vec<_>>())
        .load(transaction)
        .await?;
    let new = claimed.into_iter().map(|row| (row.transaction_key, row.is_refund));
    let reporting: BTreeSet<String> = new.filter_map(|claimed| keyed.get(&claimed).cloned()).collect();
    Ok(without_repeats(events, &reporting))
}

/// Returns a digest of the transaction id, because the id itself would outlive its fan. The migration that filled the
/// table computes the same digest.
fn key(transaction: &str) -> String {
    let digest = Sha256::digest(transaction);
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
