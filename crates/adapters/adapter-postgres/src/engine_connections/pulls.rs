//! Schedule, leases and cursors of pulls from the engines.

use application::pulls::{CursorStore, Pull, PullStore};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use engine_link::AccountId;
use kernel::{OwnerId, StoreError, UnixTime};

use crate::Pool;
use crate::database::due_owners::due_owners;
use crate::database::error::{connection, corrupt, failed};
use crate::database::statement::statement;
use crate::database::time::timestamp;

/// Pulls of one kind from the engines of all connected owners, on PostgreSQL.
///
/// A query without locks finds the owners with due pulls. Each write concerns one owner.
#[derive(Clone)]
pub struct PgPulls {
    pool: Pool,
    texts: &'static Texts,
}

struct Texts {
    due: &'static str,
    begin: &'static str,
    claim: &'static str,
    finish: &'static str,
}

/// Builds the same statements for each table. A reconnected owner skips the wait caused by earlier failures; an owner
/// with another account starts without a cursor.
macro_rules! texts {
    ($table:literal, $cursor:literal, $reset:literal) => {
        Texts {
            due: concat!(
                "SELECT connection.owner_id
                 FROM engine_connections connection LEFT JOIN ", $table, " known USING (owner_id, platform_account_id)
                 WHERE (known.owner_id IS NULL
                        OR ((due_at <= $1 OR (failures > 0 AND connected_at > updated_at))
                            AND (locked_until IS NULL OR locked_until <= $1)))
                   AND (COALESCE(failures, 0) > 0) = $2 AND connection.owner_id <> ALL ($3)
                 ORDER BY due_at NULLS FIRST, connection.owner_id LIMIT $4"
            ),
            begin: concat!(
                "INSERT INTO ", $table, " AS known (owner_id, platform_account_id, due_at, updated_at)
                 SELECT owner_id, platform_account_id, $2, $2 FROM engine_connections WHERE owner_id = $1
                 ON CONFLICT (owner_id) DO UPDATE SET platform_account_id = excluded.platform_account_id, ", $reset, "
                     due_at = excluded.due_at, failures = 0, lease = 0, locked_until = NULL,
                     updated_at = excluded.updated_at
                 WHERE known.platform_account_id <> excluded.platform_account_id"
            ),
            claim: concat!(
                "UPDATE ", $table, " known
                 SET lease = (SELECT hashtextextended(gen_random_uuid()::text, 0)), locked_until = $3
                 FROM engine_connections connection
                 WHERE known.owner_id = $1 AND connection.owner_id = $1
                   AND connection.platform_account_id = known.platform_account_id
                   AND (due_at <= $2 OR (failures > 0 AND connected_at > updated_at))
                   AND (locked_until IS NULL OR locked_until <= $2)
                 RETURNING known.platform_account_id, ", $cursor, " AS cursor, failures, lease"
            ),
            finish: concat!(
                "UPDATE ", $table, " SET due_at = $3, failures = $4, locked_until = NULL, updated_at = $5
                 WHERE owner_id = $1 AND lease = $2 AND locked_until IS NOT NULL"
            ),
        }
    };
}

const EVENTS: Texts = texts!("event_cursors", "cursor", "cursor = NULL,");
const LINKS: Texts = texts!("link_pulls", "NULL::text", "");

const ADVANCE: &str = "
    UPDATE event_cursors SET cursor = $3, locked_until = $4, updated_at = $5
    WHERE owner_id = $1 AND lease = $2 AND locked_until IS NOT NULL";

#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = Text)]
    platform_account_id: String,
    #[diesel(sql_type = Nullable<Text>)]
    cursor: Option<String>,
    #[diesel(sql_type = Integer)]
    failures: i32,
    #[diesel(sql_type = BigInt)]
    lease: i64,
}

impl Claimed {
    fn of(self, owner: OwnerId) -> Result<Pull, StoreError> {
        let Self { platform_account_id, cursor, failures, lease } = self;
        let account = AccountId::parse(&platform_account_id).map_err(corrupt)?;
        Ok(Pull { owner, account, cursor, failures: u32::try_from(failures).unwrap_or_default(), lease })
    }
}

impl PgPulls {
    /// Creates the store for pulls of events.
    pub fn events(pool: Pool) -> Self {
        Self { pool, texts: &EVENTS }
    }

    /// Creates the store for pulls of links.
    pub fn links(pool: Pool) -> Self {
        Self { pool, texts: &LINKS }
    }
}

#[async_trait]
impl PullStore for PgPulls {
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError> {
        due_owners(&self.pool, self.texts.due, now, failing, served, limit).await
    }

    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
    ) -> Result<Option<Pull>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        statement(self.texts.begin)
            .bind::<BigInt, _>(owner.get())
            .bind::<Timestamptz, _>(timestamp(now))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        let claimed: Option<Claimed> = statement(self.texts.claim)
            .bind::<BigInt, _>(owner.get())
            .bind::<Timestamptz, _>(timestamp(now))
            .bind::<Timestamptz, _>(timestamp(now.plus_seconds(lease_seconds)))
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        claimed.map(|claimed| claimed.of(owner)).transpose()
    }

    async fn finish(
        &self,
        pull: &Pull,
        now: UnixTime,
        due_at: UnixTime,
        failures: u32,
    ) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        statement(self.texts.finish)
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

/// Positions in the event logs of engines, on PostgreSQL.
#[derive(Clone)]
pub struct PgEventCursors {
    pool: Pool,
}

impl PgEventCursors {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl CursorStore for PgEventCursors {
    async fn advance(
        &self,
        pull: &Pull,
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
}
