//! How far the events of each engine were pulled.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError, UnixTime};

use crate::Pool;
use crate::error::{connection, failed};
use crate::statement::statement;
use crate::time::timestamp;

/// The places in the logs of engines, on PostgreSQL.
#[derive(Clone)]
pub struct PgEventCursors {
    pool: Pool,
}

/// One owner's log, held by a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventPull {
    /// Whose it is.
    pub owner: OwnerId,
    /// After which place it goes on; `None` for its beginning.
    pub cursor: Option<String>,
    /// How many pulls failed since the last that did not.
    pub failures: u32,
    lease: i64,
}

/// Owners who are connected since the last claim, or to another account, begin at the beginning.
const BEGIN: &str = "
    INSERT INTO event_cursors (owner_id, platform_account_id, due_at, updated_at)
    SELECT connection.owner_id, connection.platform_account_id, $1, $1
    FROM engine_connections connection LEFT JOIN event_cursors known USING (owner_id)
    WHERE known.platform_account_id IS DISTINCT FROM connection.platform_account_id
    ORDER BY connection.owner_id
    ON CONFLICT (owner_id) DO UPDATE SET platform_account_id = excluded.platform_account_id, cursor = NULL,
        due_at = excluded.due_at, failures = 0, lease = 0, locked_until = NULL, updated_at = excluded.updated_at
    WHERE event_cursors.platform_account_id <> excluded.platform_account_id";

/// Who was connected again does not sit out the wait that his failures earned.
const CLAIM: &str = "
    UPDATE event_cursors SET lease = hashtextextended(gen_random_uuid()::text, 0), locked_until = $2
    FROM (
        SELECT owner_id FROM event_cursors JOIN engine_connections USING (owner_id, platform_account_id)
        WHERE (due_at <= $1 OR (failures > 0 AND connected_at > updated_at))
            AND (locked_until IS NULL OR locked_until <= $1)
        ORDER BY due_at LIMIT $3
        FOR UPDATE OF event_cursors SKIP LOCKED
    ) due
    WHERE event_cursors.owner_id = due.owner_id
    RETURNING event_cursors.owner_id, cursor, failures, lease";

const ADVANCE: &str = "
    UPDATE event_cursors SET cursor = $3, locked_until = $4, updated_at = $5
    WHERE owner_id = $1 AND lease = $2 AND locked_until IS NOT NULL";

const FINISH: &str = "
    UPDATE event_cursors SET due_at = $3, failures = $4, locked_until = NULL, updated_at = $5
    WHERE owner_id = $1 AND lease = $2 AND locked_until IS NOT NULL";

#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
    #[diesel(sql_type = Nullable<Text>)]
    cursor: Option<String>,
    #[diesel(sql_type = Integer)]
    failures: i32,
    #[diesel(sql_type = BigInt)]
    lease: i64,
}

impl PgEventCursors {
    /// The store on this pool.
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }

    /// Takes up to `limit` connected owners whose logs are due to be pulled, the longest due first, for `lease_seconds`.
    /// Nobody else is handed one while its lease runs.
    pub async fn claim_due(
        &self,
        now: UnixTime,
        lease_seconds: i64,
        limit: u32,
    ) -> Result<Vec<EventPull>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let begin = statement(BEGIN).bind::<Timestamptz, _>(timestamp(now));
        begin.execute(&mut connection).await.map_err(failed)?;
        let claimed: Vec<Claimed> = statement(CLAIM)
            .bind::<Timestamptz, _>(timestamp(now))
            .bind::<Timestamptz, _>(timestamp(now.plus_seconds(lease_seconds)))
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut connection)
            .await
            .map_err(failed)?;
        let pull = |row: Claimed| EventPull {
            owner: OwnerId::new(row.owner_id),
            cursor: row.cursor,
            failures: u32::try_from(row.failures).unwrap_or_default(),
            lease: row.lease,
        };
        Ok(claimed.into_iter().map(pull).collect())
    }

    /// Keeps how far a log was taken in, and the lease until `until`. `false`, and nothing is kept, when the lease was lost.
    pub async fn advance(
        &self,
        pull: &EventPull,
        cursor: &str,
        now: UnixTime,
        until: UnixTime,
    ) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let kept = statement(ADVANCE)
            .bind::<BigInt, _>(pull.owner.get())
            .bind::<BigInt, _>(pull.lease)
            .bind::<Text, _>(cursor)
            .bind::<Timestamptz, _>(timestamp(until))
            .bind::<Timestamptz, _>(timestamp(now))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(kept > 0)
    }

    /// Gives a log back until `due_at`, with the number of pulls that failed in a row. Nothing changes when the lease was
    /// lost.
    pub async fn finish(
        &self,
        pull: &EventPull,
        now: UnixTime,
        due_at: UnixTime,
        failures: u32,
    ) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        statement(FINISH)
            .bind::<BigInt, _>(pull.owner.get())
            .bind::<BigInt, _>(pull.lease)
            .bind::<Timestamptz, _>(timestamp(due_at))
            .bind::<Integer, _>(i32::try_from(failures).unwrap_or(i32::MAX))
            .bind::<Timestamptz, _>(timestamp(now))
            .execute(&mut connection)
            .await
            .map(|_| ())
            .map_err(failed)
    }
}
