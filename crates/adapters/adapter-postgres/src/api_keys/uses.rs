//! Statements that record when keys were last used.

use auth_scopes::KeyUse;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Timestamptz};
use diesel_async::RunQueryDsl;

use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::timestamp;

/// Records the latest use of each key, of any owners, in one statement.
pub(super) async fn record(connection: &mut PgConnection, uses: &[KeyUse]) -> QueryResult<()> {
    let owners: Vec<i64> = uses.iter().map(|used| used.owner.get()).collect();
    let keys: Vec<i64> = uses.iter().map(|used| used.key_id.get()).collect();
    let times: Vec<DateTime<Utc>> = uses.iter().map(|used| timestamp(used.used_at)).collect();
    // Locks rows in a fixed order, so that two processes that write the same keys can't deadlock.
    statement(
        "WITH uses AS (
             SELECT owner_id, key_id, max(used_at) AS used_at
             FROM unnest($1, $2, $3) AS u (owner_id, key_id, used_at) GROUP BY owner_id, key_id
         ), locked AS (
             SELECT k.owner_id, k.key_id, u.used_at
             FROM api_keys k JOIN uses u USING (owner_id, key_id)
             ORDER BY k.owner_id, k.key_id FOR NO KEY UPDATE OF k
         )
         UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, l.used_at)
         FROM locked l WHERE k.owner_id = l.owner_id AND k.key_id = l.key_id",
    )
    .bind::<Array<BigInt>, _>(owners)
    .bind::<Array<BigInt>, _>(keys)
    .bind::<Array<Timestamptz>, _>(times)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Records the uses of one owner's keys, because one statement can't lock rows on several nodes.
pub(super) async fn record_of_owner(connection: &mut PgConnection, uses: &[KeyUse]) -> QueryResult<()> {
    let Some(owner) = uses.first().map(|used| used.owner) else { return Ok(()) };
    statement(
        "WITH uses AS (
             SELECT key_id, max(used_at) AS used_at FROM unnest($2, $3) AS u (key_id, used_at) GROUP BY key_id
         ), locked AS MATERIALIZED (
             SELECT k.key_id, u.used_at FROM api_keys k JOIN uses u USING (key_id)
             WHERE k.owner_id = $1 ORDER BY k.key_id FOR NO KEY UPDATE OF k
         )
         UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, l.used_at)
         FROM locked l WHERE k.owner_id = $1 AND k.key_id = l.key_id",
    )
    .bind::<BigInt, _>(owner.get())
    .bind::<Array<BigInt>, _>(uses.iter().map(|used| used.key_id.get()).collect::<Vec<_>>())
    .bind::<Array<Timestamptz>, _>(uses.iter().map(|used| timestamp(used.used_at)).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(|_| ())
}
