//! Lines of keys: a key, and the keys that replaced it one after the other by rotation.

use std::collections::BTreeMap;

use auth_scopes::{KeyId, OldKey, Rotation, StoredKey};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError};

use super::{KeyRow, MemberColumns, holds_key, key_columns, stored_key};
use crate::database::error::{Abort, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::schema::auth::{api_keys, members};

/// Finds the first key by creation time, because on a distributed database a later id may be lower.
const IS_FIRST: &str = "
    SELECT COALESCE(key.line_id, key.key_id) = (
        SELECT oldest.key_id FROM api_keys oldest
        WHERE oldest.owner_id = $1 AND oldest.member_id IS NULL ORDER BY oldest.created_at, oldest.key_id LIMIT 1
    ) AS is_first
    FROM api_keys key WHERE key.owner_id = $1 AND key.key_id = $2 AND key.member_id IS NULL";

#[derive(QueryableByName)]
struct FirstRow {
    #[diesel(sql_type = Nullable<Bool>)]
    is_first: Option<bool>,
}

/// Returns whether a key belongs to the line of the owner's first key.
pub(super) async fn is_first(connection: &mut PgConnection, owner: OwnerId, key: KeyId) -> QueryResult<bool> {
    let query = statement(IS_FIRST).bind::<BigInt, _>(owner.get()).bind::<BigInt, _>(key.get());
    let found: Option<FirstRow> = query.get_result(connection).await.optional()?;
    Ok(found.and_then(|row| row.is_first).unwrap_or_default())
}

/// Returns the newest unrevoked key of each key's line.
pub(super) async fn successors(
    connection: &mut PgConnection,
    owner: OwnerId,
    keys: &[KeyId],
) -> Result<Vec<(KeyId, StoredKey)>, StoreError> {
    let numbers: Vec<i64> = keys.iter().copied().map(KeyId::get).collect();
    let lines: Vec<(i64, Option<i64>)> = api_keys::table
        .filter(api_keys::owner_id.eq(owner.get()).and(api_keys::key_id.eq_any(&numbers)))
        .select((api_keys::key_id, api_keys::line_id))
        .load(connection)
        .await
        .map_err(failed)?;
    // The line of a key that no rotation created is its own id.
    let lines: Vec<(i64, i64)> = lines.into_iter().map(|(key, line)| (key, line.unwrap_or(key))).collect();
    let asked: Vec<i64> = lines.iter().map(|(_, line)| *line).collect();
    let standing: Vec<(Option<i64>, (KeyRow, MemberColumns))> = api_keys::table
        .left_join(members::table.on(holds_key()))
        .filter(api_keys::owner_id.eq(owner.get()).and(api_keys::revoked_at.is_null()))
        .filter(api_keys::key_id.eq_any(&asked).or(api_keys::line_id.eq_any(&asked)))
        .order((api_keys::created_at, api_keys::key_id))
        .select((api_keys::line_id, key_columns()))
        .load(connection)
        .await
        .map_err(failed)?;
    // A later row replaces an earlier row of the same line.
    let newest: BTreeMap<i64, _> =
        standing.into_iter().map(|(line, row)| (line.unwrap_or(row.0.key_id), row)).collect();
    let found = lines.into_iter().filter_map(|(key, line)| Some((key, newest.get(&line)?.clone())));
    found.map(|(key, row)| Ok((KeyId::new(key), stored_key(row)?))).collect()
}

/// Revokes the old key of a rotation or sets its end, if the key has not changed since the read. Returns the line of
/// the new key.
pub(super) async fn retire(
    connection: &mut PgConnection,
    owner: OwnerId,
    rotation: &Rotation,
) -> Result<i64, Abort<()>> {
    let expected_end = rotation.expected_end.map(timestamp);
    let (revoked_at, expires_at) = match rotation.old {
        OldKey::Revoked => (Some(timestamp(rotation.new.created_at)), expected_end),
        OldKey::LivesUntil(end) => (None, Some(timestamp(end))),
    };
    let as_found = api_keys::table
        .find((owner.get(), rotation.old_key.get()))
        .filter(api_keys::revoked_at.is_null())
        .filter(api_keys::expires_at.is_not_distinct_from(expected_end));
    let retired: Option<Option<i64>> = diesel::update(as_found)
        .set((api_keys::revoked_at.eq(revoked_at), api_keys::expires_at.eq(expires_at)))
        .returning(api_keys::line_id)
        .prepared()
        .get_result(connection)
        .await
        .optional()?;
    let line = retired.ok_or(Abort::Rule(()))?;
    Ok(line.unwrap_or(rotation.old_key.get()))
}
