//! Content requests, and the outbox of answers to engines.

use std::collections::BTreeMap;
use std::convert::Infallible;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use content_vault::ports::{RequestStore, ResponseQueue, SendState, SendTask};
use content_vault::request::{Answer, ContentRequest, NewRequest, Outgoing, RequestId, RequestStatus};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{AccountNumber, Acting, OwnerId, StoreError, UnixTime};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use webhooks::Event;

use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::due_owners::due_owners;
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::random::lasting_number;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::schema::requests::{content_requests, request_answers};
use crate::{Pool, webhooks as hooks};

/// Content requests on PostgreSQL, with the outbox of answers.
#[derive(Clone)]
pub struct PgRequestStore {
    pool: Pool,
}

impl PgRequestStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

/// Maximum number of attempts to draw free ids for the same requests.
const DRAWS: u32 = 5;

/// Inserts in a fixed order, so that concurrent batches can't deadlock.
const RECEIVE: &str = "
    INSERT INTO content_requests (owner_id, request_id, upstream_id, fan_id, fan_username, wanted, offered_cents, status,
        media_ids, created_at, updated_at, account_number, engine_id)
    SELECT $1, request_id, upstream_id, fan_id, fan_username, wanted, offered_cents, 'new', '{}', created_at, created_at,
        account_number, engine_id
    FROM UNNEST($2, $3, $4, $5, $6, $7, $8, $9, $10) AS new (request_id, upstream_id, fan_id, fan_username, wanted,
        offered_cents, created_at, account_number, engine_id)
    ORDER BY upstream_id
    ON CONFLICT DO NOTHING
    RETURNING request_id, upstream_id";

/// Selects the known requests among those with these engine ids.
const KNOWN: &str =
    "SELECT request_id, upstream_id FROM content_requests WHERE owner_id = $1 AND upstream_id = ANY($2)";

#[derive(QueryableByName)]
struct Received {
    #[diesel(sql_type = BigInt)]
    request_id: i64,
    #[diesel(sql_type = BigInt)]
    upstream_id: i64,
}

/// Stores the new requests, and returns their webhook events. If several concern one request, stores the earliest.
pub(crate) async fn receive(
    connection: &mut PgConnection,
    owner: OwnerId,
    requests: &[NewRequest],
) -> Result<Vec<Event>, StoreError> {
    let mut missing: BTreeMap<i64, &NewRequest> = BTreeMap::new();
    for request in requests {
        let kept = missing.entry(number_kept(request)).or_insert(request);
        if request.created_at < kept.created_at {
            *kept = request;
        }
    }
    let (mut events, mut draws) = (Vec::new(), 0);
    while !missing.is_empty() {
        if draws == DRAWS {
            return Err(corrupt("every number that was drawn for a request is taken"));
        }
        draws += 1;
        for row in insert(connection, owner, &missing).await.map_err(failed)? {
            missing.remove(&row.upstream_id);
            events.push(Event::RequestCreated { id: row.request_id });
        }
        if !missing.is_empty() {
            let known = known(connection, owner, &missing).await.map_err(failed)?;
            missing.retain(|number, _| known.iter().all(|row| row.upstream_id != *number));
        }
    }
    Ok(events)
}

async fn known(
    connection: &mut PgConnection,
    owner: OwnerId,
    requests: &BTreeMap<i64, &NewRequest>,
) -> QueryResult<Vec<Received>> {
    statement(KNOWN)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<BigInt>, _>(requests.keys().copied().collect::<Vec<_>>())
        .load(connection)
        .await
}

/// Stores requests under consecutive ids. Skips known requests, and requests whose id is taken.
async fn insert(
    connection: &mut PgConnection,
    owner: OwnerId,
    requests: &BTreeMap<i64, &NewRequest>,
) -> QueryResult<Vec<Received>> {
    let text = |text: fn(&NewRequest) -> &str| requests.values().map(|one| text(one)).collect::<Vec<_>>();
    let number =
        |number: fn(&NewRequest) -> i64| requests.values().map(|one| number(one)).collect::<Vec<_>>();
    let first = lasting_number(connection).await?;
    let ids: Vec<i64> = (first..).take(requests.len()).collect();
    statement(RECEIVE)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<BigInt>, _>(ids)
        .bind::<Array<BigInt>, _>(requests.keys().copied().collect::<Vec<_>>())
        .bind::<Array<Text>, _>(text(|request| &request.fan_id))
        .bind::<Array<Text>, _>(text(|request| &request.fan_username))
        .bind::<Array<Text>, _>(text(|request| &request.text))
        .bind::<Array<BigInt>, _>(number(|request| request.offered_cents))
        .bind::<Array<Timestamptz>, _>(
            requests.values().map(|request| timestamp(request.created_at)).collect::<Vec<_>>(),
        )
        .bind::<Array<BigInt>, _>(number(|request| request.account.get()))
        .bind::<Array<BigInt>, _>(number(|request| request.upstream_id))
        .load(connection)
        .await
}

/// Returns the stored key of a request, unique within its owner.
///
/// For the owner's first account, the key is the engine's id, as in data from before accounts were distinguished. For
/// other accounts, the key is negative: 63 bits of a hash of account and engine id.
fn number_kept(request: &NewRequest) -> i64 {
    if request.account == AccountNumber::FIRST {
        return request.upstream_id;
    }
    let digest = Sha256::digest(format!("{}/{}", request.account, request.upstream_id));
    let head = digest.iter().take(8).fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
    (head | (1 << 63)).cast_signed()
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = content_requests, check_for_backend(diesel::pg::Pg))]
struct RequestRow {
    request_id: i64,
    upstream_id: i64,
    fan_id: String,
    fan_username: String,
    wanted: String,
    offered_cents: i64,
    status: String,
    media_ids: Vec<String>,
    reason: Option<String>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    account_number: i64,
    engine_id: Option<i64>,
}

impl RequestRow {
    fn request(self) -> Result<ContentRequest, StoreError> {
        let status = RequestStatus::parse(&self.status);
        Ok(ContentRequest {
            id: RequestId::new(self.request_id),
            request: NewRequest {
                account: AccountNumber::new(self.account_number),
                upstream_id: self.engine_id.unwrap_or(self.upstream_id),
                fan_id: self.fan_id,
                fan_username: self.fan_username,
                text: self.wanted,
                offered_cents: self.offered_cents,
                created_at: unix_time(self.created_at),
            },
            status: status.ok_or_else(|| corrupt(format!("the status {:?}", self.status)))?,
            media_ids: self.media_ids,
            reason: self.reason,
            updated_at: unix_time(self.updated_at),
        })
    }
}

/// Changes a request. [`QUEUE`] is separate: one statement for both would involve every node of a distributed database.
const MOVE: &str = "
    UPDATE content_requests SET status = $4, media_ids = $5, reason = $6, updated_at = $7
    WHERE owner_id = $1 AND request_id = $2 AND status = $3";
const QUEUE: &str = "
    INSERT INTO request_answers (owner_id, request_id, action, media_ids, reason, state, attempts, next_attempt_at)
    VALUES ($1, $2, $3, $4, $5, 'waiting', 0, $6)";

#[async_trait]
impl RequestStore for PgRequestStore {
    async fn receive(&self, owner: OwnerId, request: &NewRequest) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let kept = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                let events = receive(connection, owner, std::slice::from_ref(request)).await?;
                hooks::emit(connection, owner, &events, request.created_at).await?;
                Ok(!events.is_empty())
            })
            .await;
        kept.map_err(Abort::into_store)
    }

    async fn find(&self, owner: OwnerId, id: RequestId) -> Result<Option<ContentRequest>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row = content_requests::table
            .find((owner.get(), id.get()))
            .select(RequestRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        row.map(RequestRow::request).transpose()
    }

    async fn list(
        &self,
        owner: OwnerId,
        status: Option<RequestStatus>,
        before: Option<RequestId>,
        limit: u32,
    ) -> Result<Vec<ContentRequest>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let before = before.map_or(i64::MAX, RequestId::get);
        let page = content_requests::table
            .filter(content_requests::owner_id.eq(owner.get()))
            .filter(content_requests::request_id.lt(before))
            .order(content_requests::request_id.desc())
            .limit(i64::from(limit))
            .select(RequestRow::as_select());
        // Two preparable statements instead of one that can't be prepared.
        let rows = match status {
            Some(status) => {
                page.filter(content_requests::status.eq(status.as_str())).load(&mut connection).await
            }
            None => page.load(&mut connection).await,
        };
        rows.map_err(failed)?.into_iter().map(RequestRow::request).collect()
    }

    async fn answer(
        &self,
        by: &Acting,
        expected: RequestStatus,
        answered: &ContentRequest,
        outgoing: &Outgoing,
    ) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let queued = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                let queued = answer(connection, by.owner, expected, answered, outgoing).await?;
                if queued {
                    audit::append(connection, by, || record(expected, answered, outgoing)).await?;
                }
                Ok(queued)
            })
            .await;
        queued.map_err(Abort::into_store)
    }
}

/// Changes a request and queues its answer. Returns `false` if the request no longer has the expected status.
async fn answer(
    connection: &mut PgConnection,
    owner: OwnerId,
    expected: RequestStatus,
    answered: &ContentRequest,
    outgoing: &Outgoing,
) -> QueryResult<bool> {
    let moved = statement(MOVE)
        .bind::<BigInt, _>(owner.get())
        .bind::<BigInt, _>(answered.id.get())
        .bind::<Text, _>(expected.as_str())
        .bind::<Text, _>(answered.status.as_str())
        .bind::<Array<Text>, _>(&answered.media_ids)
        .bind::<Nullable<Text>, _>(answered.reason.as_deref())
        .bind::<Timestamptz, _>(timestamp(answered.updated_at))
        .execute(connection)
        .await?;
    if moved == 0 {
        return Ok(false);
    }
    statement(QUEUE)
        .bind::<BigInt, _>(owner.get())
        .bind::<BigInt, _>(answered.id.get())
        .bind::<Text, _>(outgoing.answer.action())
        .bind::<Array<Text>, _>(outgoing.answer.media_ids())
        .bind::<Nullable<Text>, _>(outgoing.answer.reason())
        .bind::<Timestamptz, _>(timestamp(answered.updated_at))
        .execute(connection)
        .await?;
    Ok(true)
}

/// Returns the audit record of an answer, without the texts of the fan and of the answer.
fn record(expected: RequestStatus, answered: &ContentRequest, outgoing: &Outgoing) -> AuditRecord {
    let action = match outgoing.answer {
        Answer::Start => Action::RequestStart,
        Answer::Fulfill { .. } => Action::RequestFulfill,
        Answer::Decline { .. } => Action::RequestDecline,
    };
    let [before, after] =
        [expected, answered.status].map(|status| Some(json!({ "status": status.as_str() })));
    AuditRecord::new(action, (Subject::Request, answered.id.get()), before, after)
}

/// Selects owners with an answer to be claimed. Takes no locks, so that owners don't block each other.
const DUE: &str = "
    SELECT owner_id FROM request_answers next
    WHERE state = 'waiting' AND next_attempt_at <= $1 AND (locked_until IS NULL OR locked_until <= $1)
      AND owner_id <> ALL ($3)
      AND NOT EXISTS (
        SELECT FROM request_answers earlier
        WHERE earlier.owner_id = next.owner_id AND earlier.request_id = next.request_id
          AND earlier.sequence < next.sequence AND earlier.state = 'waiting'
      )
      AND NOT EXISTS (
        SELECT FROM content_requests request
        JOIN engine_connections connected ON connected.owner_id = request.owner_id
        JOIN platform_accounts account ON account.owner_id = request.owner_id
            AND account.platform_account_id = connected.platform_account_id
        WHERE request.owner_id = next.owner_id AND request.request_id = next.request_id
          AND request.account_number <> account.number
      )
    GROUP BY owner_id HAVING bool_or(attempts > 0) = $2
    ORDER BY min(next_attempt_at), owner_id LIMIT $4";

/// Claims an owner's due answers in one statement, and skips rows that another process is claiming. An answer to a
/// request from another account waits until that account is connected.
///
/// The row lock checks the conditions again, so a row settled meanwhile is skipped. The subquery is materialized,
/// because a plan that evaluates it twice would claim too many rows.
const CLAIM: &str = "
    WITH due AS MATERIALIZED (
        SELECT owner_id, request_id, action FROM request_answers next
        WHERE owner_id = $4 AND state = 'waiting' AND next_attempt_at <= $1
          AND (locked_until IS NULL OR locked_until <= $1)
          AND NOT EXISTS (
            SELECT FROM request_answers earlier
            WHERE earlier.owner_id = next.owner_id AND earlier.request_id = next.request_id
              AND earlier.sequence < next.sequence AND earlier.state = 'waiting'
          )
          AND NOT EXISTS (
            SELECT FROM content_requests request
            JOIN engine_connections connected ON connected.owner_id = request.owner_id
            JOIN platform_accounts account ON account.owner_id = request.owner_id
                AND account.platform_account_id = connected.platform_account_id
            WHERE request.owner_id = next.owner_id AND request.request_id = next.request_id
              AND request.account_number <> account.number
          )
        ORDER BY next_attempt_at, sequence
        LIMIT $3
        FOR UPDATE SKIP LOCKED
    )
    UPDATE request_answers answer SET lease = answer.lease + 1, locked_until = $2
    FROM due JOIN content_requests request USING (owner_id, request_id)
    WHERE answer.owner_id = $4 AND answer.owner_id = due.owner_id AND answer.request_id = due.request_id AND answer.action = due.action
    RETURNING answer.owner_id, answer.request_id, request.account_number,
        COALESCE(request.engine_id, request.upstream_id) AS upstream_id, answer.action, answer.media_ids, answer.reason,
        answer.attempts, answer.lease";

#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
    #[diesel(sql_type = BigInt)]
    request_id: i64,
    #[diesel(sql_type = BigInt)]
    account_number: i64,
    #[diesel(sql_type = BigInt)]
    upstream_id: i64,
    #[diesel(sql_type = Text)]
    action: String,
    #[diesel(sql_type = Array<Text>)]
    media_ids: Vec<String>,
    #[diesel(sql_type = Nullable<Text>)]
    reason: Option<String>,
    #[diesel(sql_type = Integer)]
    attempts: i32,
    #[diesel(sql_type = BigInt)]
    lease: i64,
}

impl Claimed {
    fn task(self) -> Result<SendTask, StoreError> {
        let answer = match (self.action.as_str(), self.reason) {
            ("start", _) => Answer::Start,
            ("fulfill", _) => Answer::Fulfill { media_ids: self.media_ids },
            ("decline", Some(reason)) => Answer::Decline { reason },
            (action, _) => return Err(corrupt(format!("the action {action:?}"))),
        };
        let request = RequestId::new(self.request_id);
        let account = AccountNumber::new(self.account_number);
        Ok(SendTask {
            owner: OwnerId::new(self.owner_id),
            outgoing: Outgoing { request, account, upstream_id: self.upstream_id, answer },
            attempts: u32::try_from(self.attempts).unwrap_or_default(),
            lease: self.lease,
        })
    }
}

#[async_trait]
impl ResponseQueue for PgRequestStore {
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError> {
        due_owners(&self.pool, DUE, now, failing, served, limit).await
    }

    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
        limit: u32,
    ) -> Result<Vec<SendTask>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let claimed: Vec<Claimed> = statement(CLAIM)
            .bind::<Timestamptz, _>(timestamp(now))
            .bind::<Timestamptz, _>(timestamp(now.plus_seconds(lease_seconds)))
            .bind::<BigInt, _>(i64::from(limit))
            .bind::<BigInt, _>(owner.get())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        claimed.into_iter().map(Claimed::task).collect()
    }

    async fn settle(&self, task: &SendTask, state: &SendState) -> Result<bool, StoreError> {
        let (word, failure, next) = match state {
            SendState::Delivered => ("delivered", None, None),
            SendState::Failed(code) => ("failed", Some(code.as_str()), None),
            SendState::Waiting(at) => ("waiting", None, Some(timestamp(*at))),
        };
        let (owner, request) = (task.owner.get(), task.outgoing.request.get());
        let held = request_answers::table
            .find((owner, request, task.outgoing.answer.action()))
            .filter(request_answers::lease.eq(task.lease))
            .filter(request_answers::locked_until.is_not_null());
        let unlocked = (
            request_answers::state.eq(word),
            request_answers::failure.eq(failure),
            request_answers::attempts.eq(request_answers::attempts + 1),
            request_answers::locked_until.eq(None::<DateTime<Utc>>),
        );
        let mut connection = connection(&self.pool).await?;
        let settled = match next {
            Some(next) => {
                let set = (unlocked, request_answers::next_attempt_at.eq(next));
                diesel::update(held).set(set).prepared().execute(&mut connection).await
            }
            None => diesel::update(held).set(unlocked).prepared().execute(&mut connection).await,
        };
        Ok(settled.map_err(failed)? > 0)
    }
}
