//! What was answered to requests that carried an `Idempotency-Key`.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};

use crate::Pool;
use crate::error::{connection, failed};
use crate::schema::idempotency::idempotency_keys::dsl;
use crate::statement::statement;
use crate::time::{timestamp, unix_time};

/// For how long an answer is replayed.
const KEPT_SECONDS: i64 = 24 * 60 * 60;

/// How many old rows one step of the clean-up deletes.
const STEP: i64 = 500;

/// Which request is meant: the same key on another path is another request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnceRequest {
    /// Method and path.
    pub operation: String,
    /// The key that the caller chose.
    pub key: String,
    /// SHA-256 of what was sent.
    pub body_hash: [u8; 32],
}

/// A claim on running a request. Its number is random, so that a late finisher of an expired claim changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The number of this claim.
    pub number: i64,
    /// The present.
    pub now: UnixTime,
    /// Until when nobody else may run the request.
    pub until: UnixTime,
}

/// What a request makes that is numbered by the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbered {
    /// A member of a team.
    Member,
    /// An API key.
    Key,
    /// A campaign.
    Broadcast,
}

impl Numbered {
    /// Where its numbers come from.
    fn sequence(self) -> &'static str {
        match self {
            Self::Member => "members_member_id_seq",
            Self::Key => "api_keys_key_id_seq",
            Self::Broadcast => "broadcasts_broadcast_id_seq",
        }
    }
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// The request is ours to run.
    Run {
        /// When it was claimed first: by us, or by a process that died over it.
        since: UnixTime,
    },
    /// It ran before; this was the answer.
    Done(StoredAnswer),
    /// It runs elsewhere right now.
    Running,
    /// The key was used with another body.
    OtherBody,
}

/// An answer as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The HTTP status.
    pub status: u16,
    /// The revision that the answer was tagged with.
    pub revision: Option<i64>,
    /// The body, byte for byte.
    pub body: Option<String>,
}

/// The answers of one day, on PostgreSQL.
#[derive(Clone)]
pub struct PgIdempotencyStore {
    pool: Pool,
}

#[derive(QueryableByName)]
struct Reserved {
    #[diesel(sql_type = BigInt)]
    reserved: i64,
}

#[derive(Queryable)]
struct Row {
    body_hash: Vec<u8>,
    status: Option<i16>,
    etag: Option<String>,
    answer: Option<serde_json::Value>,
}

impl PgIdempotencyStore {
    /// The store on this pool.
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }

    /// Claims a request: one caller is told to run it, the others see how far it is.
    ///
    /// A claim that ran out without an answer belongs to a process that died, and goes to whoever asks with the same body.
    pub async fn claim(
        &self,
        owner: OwnerId,
        request: &OnceRequest,
        claim: Claim,
    ) -> Result<Claimed, StoreError> {
        let mut connection = connection(&self.pool).await?;
        // The row that refused the insert may be gone before it is read; then the request is free again.
        for _ in 0..3 {
            if let Some(since) = insert(&mut connection, owner, request, claim).await.map_err(failed)? {
                return Ok(Claimed::Run { since: unix_time(since) });
            }
            if let Some(row) = find(&mut connection, owner, request).await.map_err(failed)? {
                return Ok(row.state(&request.body_hash));
            }
        }
        Ok(Claimed::Running)
    }

    /// The number of what the request makes, the same at every try; `None` when the claim was taken over meanwhile.
    pub async fn reserve(
        &self,
        owner: OwnerId,
        request: &OnceRequest,
        claim: i64,
        made: Numbered,
    ) -> Result<Option<i64>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let reserved: Option<Reserved> = statement(
            "UPDATE idempotency_keys SET reserved = COALESCE(reserved, nextval($5::text::regclass))
             WHERE owner_id = $1 AND operation = $2 AND idempotency_key = $3 AND claim = $4 AND status IS NULL
             RETURNING reserved",
        )
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(&request.operation)
        .bind::<Text, _>(&request.key)
        .bind::<BigInt, _>(claim)
        .bind::<Text, _>(made.sequence())
        .get_result(&mut connection)
        .await
        .optional()
        .map_err(failed)?;
        Ok(reserved.map(|row| row.reserved))
    }

    /// Holds a claim until `claim.until`, unless it was taken over meanwhile.
    pub async fn renew(&self, owner: OwnerId, request: &OnceRequest, claim: Claim) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        diesel::update(dsl::idempotency_keys.find((owner.get(), &request.operation, &request.key)))
            .filter(dsl::claim.eq(claim.number).and(dsl::status.is_null()))
            .set(dsl::locked_until.eq(timestamp(claim.until)))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(())
    }

    /// Keeps the answer, unless the claim was taken over meanwhile.
    pub async fn complete(
        &self,
        owner: OwnerId,
        request: &OnceRequest,
        claim: i64,
        answer: &StoredAnswer,
    ) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        diesel::update(dsl::idempotency_keys.find((owner.get(), &request.operation, &request.key)))
            .filter(dsl::claim.eq(claim))
            .set((
                dsl::status.eq(i16::try_from(answer.status).ok()),
                dsl::etag.eq(answer.revision.map(|revision| revision.to_string())),
                dsl::answer.eq(answer.body.clone().map(serde_json::Value::String)),
            ))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(())
    }

    /// Gives the request free again, because it failed and may be repeated.
    pub async fn release(&self, owner: OwnerId, request: &OnceRequest, claim: i64) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        diesel::delete(dsl::idempotency_keys.find((owner.get(), &request.operation, &request.key)))
            .filter(dsl::claim.eq(claim).and(dsl::status.is_null()))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(())
    }

    /// Lets the same request run again at once, as a repeat of this one: of which nobody knows whether it was carried out.
    pub async fn give_back(
        &self,
        owner: OwnerId,
        request: &OnceRequest,
        claim: i64,
    ) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        diesel::update(dsl::idempotency_keys.find((owner.get(), &request.operation, &request.key)))
            .filter(dsl::claim.eq(claim).and(dsl::status.is_null()))
            .set(dsl::locked_until.eq(diesel::dsl::sql("'-infinity'")))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(())
    }

    /// Deletes some answers that are too old to be replayed, and tells how many. Repeat until it is none.
    pub async fn purge_old(&self, now: UnixTime) -> Result<usize, StoreError> {
        let mut connection = connection(&self.pool).await?;
        statement(
            "DELETE FROM idempotency_keys WHERE (owner_id, operation, idempotency_key) IN (
                 SELECT owner_id, operation, idempotency_key FROM idempotency_keys
                 WHERE created_at <= $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)",
        )
        .bind::<diesel::sql_types::Timestamptz, _>(timestamp(now.plus_seconds(-KEPT_SECONDS)))
        .bind::<diesel::sql_types::BigInt, _>(STEP)
        .execute(&mut connection)
        .await
        .map_err(failed)
    }
}

#[derive(QueryableByName)]
struct Begun {
    #[diesel(sql_type = diesel::sql_types::Timestamptz)]
    created_at: DateTime<Utc>,
}

/// When the request was claimed first, if it is new, forgotten, or was left behind by a dead process.
async fn insert(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    request: &OnceRequest,
    claim: Claim,
) -> QueryResult<Option<DateTime<Utc>>> {
    let begun: Option<Begun> = statement(
        "INSERT INTO idempotency_keys AS old
             (owner_id, operation, idempotency_key, body_hash, created_at, locked_until, claim)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (owner_id, operation, idempotency_key) DO UPDATE SET
             body_hash = excluded.body_hash,
             created_at = CASE WHEN old.created_at <= $8 THEN excluded.created_at ELSE old.created_at END,
             locked_until = excluded.locked_until, claim = excluded.claim,
             status = NULL, etag = NULL, answer = NULL,
             reserved = CASE WHEN old.created_at > $8 THEN old.reserved END
         WHERE old.created_at <= $8
            OR (old.status IS NULL AND old.locked_until <= $5 AND old.body_hash = excluded.body_hash)
         RETURNING created_at",
    )
    .bind::<diesel::sql_types::BigInt, _>(owner.get())
    .bind::<diesel::sql_types::Text, _>(&request.operation)
    .bind::<diesel::sql_types::Text, _>(&request.key)
    .bind::<diesel::sql_types::Binary, _>(request.body_hash.as_slice())
    .bind::<diesel::sql_types::Timestamptz, _>(timestamp(claim.now))
    .bind::<diesel::sql_types::Timestamptz, _>(timestamp(claim.until))
    .bind::<diesel::sql_types::BigInt, _>(claim.number)
    .bind::<diesel::sql_types::Timestamptz, _>(timestamp(claim.now.plus_seconds(-KEPT_SECONDS)))
    .get_result(connection)
    .await
    .optional()?;
    Ok(begun.map(|begun| begun.created_at))
}

async fn find(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    request: &OnceRequest,
) -> QueryResult<Option<Row>> {
    dsl::idempotency_keys
        .find((owner.get(), &request.operation, &request.key))
        .select((dsl::body_hash, dsl::status, dsl::etag, dsl::answer))
        .first(connection)
        .await
        .optional()
}

impl Row {
    fn state(self, body_hash: &[u8]) -> Claimed {
        if self.body_hash != body_hash {
            return Claimed::OtherBody;
        }
        match self.status.and_then(|status| u16::try_from(status).ok()) {
            None => Claimed::Running,
            Some(status) => Claimed::Done(StoredAnswer {
                status,
                revision: self.etag.and_then(|text| text.parse().ok()),
                body: self.answer.and_then(|value| value.as_str().map(str::to_owned)),
            }),
        }
    }
}
