//! Clicks that are stored after the events that refer to them. An edge journals a click at once and stores it a moment
//! later; the engine may report a fan's action in between.
//!
//! A transaction that stores clicks of an owner holds a shared lock on the owner's clicks. A transaction that finds a
//! click missing holds an exclusive lock. So either the event sees the click, or the click sees the waiting event.

mod moved;

use std::collections::BTreeSet;

use application::intake::AwaitedClick;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Jsonb, Timestamptz, Uuid as UuidType};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError, UnixTime};
use serde_json::Value;

use super::facts::click_id;
use crate::database::error::{corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::timestamp;
pub(crate) use moved::attribute_late;

/// Clicks by owner and id.
pub(crate) type Clicks = BTreeSet<(OwnerId, u128)>;

const HOLD_CLICKS: &str = "SELECT pg_advisory_xact_lock(hashtextextended('funnel clicks', $1))";

/// Takes the exclusive lock on the owner's clicks: waits for running inserts, and blocks others until the transaction
/// ends.
pub(crate) async fn lock_clicks(transaction: &mut PgConnection, owner: OwnerId) -> QueryResult<()> {
    statement(HOLD_CLICKS).bind::<BigInt, _>(owner.get()).execute(transaction).await.map(|_| ())
}

const WAIT: &str = "
    INSERT INTO awaited_clicks (owner_id, click_id, conversion_id, hashes, taken_at)
    SELECT $1, click_id, conversion_id, hashes, $2
    FROM UNNEST($3, $4, $5) AS new (click_id, conversion_id, hashes)";

/// Makes stored conversions wait for missing clicks. The transaction must hold the exclusive lock on the owner's
/// clicks.
pub(super) async fn wait(
    transaction: &mut PgConnection,
    owner: OwnerId,
    awaited: &[AwaitedClick],
    now: UnixTime,
) -> Result<(), StoreError> {
    if awaited.is_empty() {
        return Ok(());
    }
    let hashes = awaited.iter().map(|one| serde_json::to_value(&one.hashes).map_err(corrupt));
    statement(WAIT)
        .bind::<BigInt, _>(owner.get())
        .bind::<Timestamptz, _>(timestamp(now))
        .bind::<Array<UuidType>, _>(awaited.iter().map(|one| click_id(one.click)).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(awaited.iter().map(|one| one.conversion).collect::<Vec<_>>())
        .bind::<Array<Jsonb>, _>(hashes.collect::<Result<Vec<Value>, _>>()?)
        .execute(transaction)
        .await
        .map(|_| ())
        .map_err(failed)
}
