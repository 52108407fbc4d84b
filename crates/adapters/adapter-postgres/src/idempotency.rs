//! Stored responses to requests with an `Idempotency-Key`.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use diesel_async::RunQueryDsl;
use idempotency::{
    AnswerRetention, Claim, ClaimOutcome, IdempotencyStore, IdempotentRequest, NumberedResource,
    SMALL_ANSWER, StoredResponse,
};
use kernel::{OwnerId, StoreError, UnixTime};

use crate::Pool;
use crate::database::error::{connection, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::random::lasting_number;
use crate::database::shape::Shape;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::schema::idempotency::idempotency_keys::dsl;

/// Retention of a response, in seconds.
const KEPT_SECONDS: i64 = 24 * 60 * 60;

/// Number of old rows that one cleanup step deletes.
const STEP: i64 = 500;

/// Returns the next id of the resource that a request creates. Campaign ids come from no sequence, because engines
/// remember them.
async fn next_number(connection: &mut PgConnection, made: NumberedResource) -> QueryResult<i64> {
    let sequence = match made {
        NumberedResource::Member => "members_member_id_seq",
        NumberedResource::Key => "api_keys_key_id_seq",
        NumberedResource::Broadcast => return lasting_number(connection).await,
    };
    let drawn: Reserved = statement("SELECT nextval($1::text::regclass) AS reserved")
        .bind::<Text, _>(sequence)
        .get_result(connection)
        .await?;
    Ok(drawn.reserved)
}

/// Idempotency keys and their responses on PostgreSQL.
#[derive(Clone)]
pub struct PgIdempotencyStore {
    pool: Pool,
    shape: Shape,
}

#[derive(QueryableByName)]
struct Reserved {
    #[diesel(sql_type = BigInt)]
    reserved: i64,
}

#[derive(QueryableByName)]
struct Kept {
    #[diesel(sql_type = BigInt)]
    bytes: i64,
}

#[derive(Queryable)]
struct Row {
    body_hash: Vec<u8>,
    status: Option<i16>,
    etag: Option<String>,
    answer: Option<serde_json::Value>,
}

const PURGE: &str = "
    DELETE FROM idempotency_keys WHERE (owner_id, operation, idempotency_key) IN (
        SELECT owner_id, operation, idempotency_key FROM idempotency_keys
        WHERE created_at <= $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)";

/// Deletes without row locks, because one statement can't lock rows on several nodes. If two processes delete the same
/// rows, one waits for the other.
const PURGE_UNLOCKED: &str = "
    DELETE FROM idempotency_keys WHERE (owner_id, operation, idempotency_key) IN (
        SELECT owner_id, operation, idempotency_key FROM idempotency_keys
        WHERE created_at <= $1 ORDER BY created_at, owner_id, operation, idempotency_key LIMIT $2)";

impl PgIdempotencyStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool, shape: Shape::default() }
    }
}

#[async_trait]
impl AnswerRetention for PgIdempotencyStore {
    async fn purge_old(&self, now: UnixTime) -> Result<usize, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let is_distributed = self.shape.is_distributed(&connection).await.map_err(failed)?;
        statement(if is_distributed { PURGE_UNLOCKED } else { PURGE })
            .bind::<diesel::sql_types::Timestamptz, _>(timestamp(now.plus_seconds(-KEPT_SECONDS)))
            .bind::<diesel::sql_types::BigInt, _>(STEP)
            .execute(&mut connection)
            .await
            .map_err(failed)
    }
}

#[async_trait]
impl IdempotencyStore for PgIdempotencyStore {
    async fn claim(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: Claim,
    ) -> Result<ClaimOutcome, StoreError> {
        let mut connection = connection(&self.pool).await?;
        // The conflicting row may disappear before the read; then the request is free again.
        for _ in 0..3 {
            if let Some(since) = insert(&mut connection, owner, request, claim).await.map_err(failed)? {
                return Ok(ClaimOutcome::Run { since: unix_time(since) });
            }
            if let Some(row) = find(&mut connection, owner, request).await.map_err(failed)? {
                return Ok(row.state(&request.body_hash));
            }
        }
        Ok(ClaimOutcome::Running)
    }

    async fn reserve(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: i64,
        made: NumberedResource,
    ) -> Result<Option<i64>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let number = next_number(&mut connection, made).await.map_err(failed)?;
        let reserved: Option<Reserved> = statement(
            "UPDATE idempotency_keys SET reserved = COALESCE(reserved, $5)
             WHERE owner_id = $1 AND operation = $2 AND idempotency_key = $3 AND claim = $4 AND status IS NULL
             RETURNING reserved",
        )
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(&request.operation)
        .bind::<Text, _>(&request.key)
        .bind::<BigInt, _>(claim)
        .bind::<BigInt, _>(number)
        .get_result(&mut connection)
        .await
        .optional()
        .map_err(failed)?;
        Ok(reserved.map(|row| row.reserved))
    }

    async fn renew(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: Claim,
    ) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        diesel::update(dsl::idempotency_keys.find((owner.get(), &request.operation, &request.key)))
            .filter(dsl::claim.eq(claim.number).and(dsl::status.is_null()))
            .set(dsl::locked_until.eq(timestamp(claim.until)))
            .prepared()
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn long_answers(&self, owner: OwnerId) -> Result<u64, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let kept: Kept = statement(
            "SELECT COALESCE(sum(long_answer_bytes), 0) AS bytes FROM idempotency_keys
             WHERE owner_id = $1 AND long_answer_bytes IS NOT NULL",
        )
        .bind::<BigInt, _>(owner.get())
        .get_result(&mut connection)
        .await
        .map_err(failed)?;
        Ok(kept.bytes.unsigned_abs())
    }

    async fn complete(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: i64,
        answer: &StoredResponse,
    ) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        let length = answer.body.as_ref().map(String::len).filter(|length| *length > SMALL_ANSWER);
        let length = length.map(|length| i32::try_from(length).unwrap_or(i32::MAX));
        diesel::update(dsl::idempotency_keys.find((owner.get(), &request.operation, &request.key)))
            .filter(dsl::claim.eq(claim))
            .set((
                dsl::status.eq(i16::try_from(answer.status).ok()),
                dsl::etag.eq(answer.revision.map(|revision| revision.to_string())),
                dsl::answer.eq(answer.body.clone().map(serde_json::Value::String)),
                dsl::long_answer_bytes.eq(length),
            ))
            .prepared()
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn release(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: i64,
    ) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        diesel::delete(dsl::idempotency_keys.find((owner.get(), &request.operation, &request.key)))
            .filter(dsl::claim.eq(claim).and(dsl::status.is_null()))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn give_back(
        &self,
        owner: OwnerId,
        request: &IdempotentRequest,
        claim: i64,
    ) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        diesel::update(dsl::idempotency_keys.find((owner.get(), &request.operation, &request.key)))
            .filter(dsl::claim.eq(claim).and(dsl::status.is_null()))
            .set(dsl::locked_until.eq(diesel::dsl::sql("'-infinity'")))
            .prepared()
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(())
    }
}

#[derive(QueryableByName)]
struct Begun {
    #[diesel(sql_type = diesel::sql_types::Timestamptz)]
    created_at: DateTime<Utc>,
}

/// Claims the request. Returns the time of the first claim if the request is new, expired, or abandoned by a dead
/// process.
async fn insert(
    connection: &mut PgConnection,
    owner: OwnerId,
    request: &IdempotentRequest,
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
             status = NULL, etag = NULL, answer = NULL, long_answer_bytes = NULL,
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
    connection: &mut PgConnection,
    owner: OwnerId,
    request: &IdempotentRequest,
) -> QueryResult<Option<Row>> {
    dsl::idempotency_keys
        .find((owner.get(), &request.operation, &request.key))
        .select((dsl::body_hash, dsl::status, dsl::etag, dsl::answer))
        .first(connection)
        .await
        .optional()
}

impl Row {
    fn state(self, body_hash: &[u8]) -> ClaimOutcome {
        if self.body_hash != body_hash {
            return ClaimOutcome::OtherBody;
        }
        match self.status.and_then(|status| u16::try_from(status).ok()) {
            None => ClaimOutcome::Running,
            Some(status) => ClaimOutcome::Done(StoredResponse {
                status,
                revision: self.etag.and_then(|text| text.parse().ok()),
                body: self.answer.and_then(|value| value.as_str().map(str::to_owned)),
            }),
        }
    }
}
