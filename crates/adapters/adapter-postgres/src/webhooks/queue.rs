//! Delivery queue of all owners.
//!
//! A query without locks finds the owners with due deliveries. Each claim and each write concerns one owner.

use std::convert::Infallible;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Jsonb, Nullable, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, OwnerId, StoreError, UnixTime};
use serde_json::Value;
use webhooks::ports::{DeliveryId, DeliveryQueue, Lane, Room, Settlement, Target, Task};
use webhooks::{Answer, Attempt, DeliveryState, Event, Message, NoAnswer, Progress};

use super::PgWebhooks;
use super::endpoints::{TargetRow, hold, replace};
use super::row::{attempt_json, attempts, endpoint_id, progress_columns};
use crate::database::error::{Abort, connection, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::random::random_number;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::schema::webhooks::{webhook_deliveries, webhook_endpoints};

/// Iterates over endpoints, so the cost does not depend on the number of deliveries.
///
/// $1 now, $2 whether the last attempt failed, $3 and $4 maximum per endpoint and per owner, $5 number of owners, $6
/// and $7 range of mean response times.
const DUE: &str = "
    SELECT endpoint.owner_id
    FROM webhook_endpoints endpoint
    CROSS JOIN LATERAL (
        SELECT next_attempt_at FROM webhook_deliveries waiting
        WHERE waiting.owner_id = endpoint.owner_id AND waiting.endpoint_id = endpoint.endpoint_id
            AND state = 'pending' AND next_attempt_at <= $1 AND (locked_until IS NULL OR locked_until <= $1)
        ORDER BY next_attempt_at LIMIT 1
    ) first
    CROSS JOIN LATERAL (
        SELECT count(*) AS of_owner, count(*) FILTER (WHERE held.endpoint_id = endpoint.endpoint_id) AS of_endpoint
        FROM webhook_deliveries held WHERE held.owner_id = endpoint.owner_id AND held.locked_until > $1
    ) under_way
    WHERE active AND (failing_since IS NOT NULL) = $2 AND answer_ms >= $6 AND answer_ms < $7
        AND (of_endpoint = 0 OR of_endpoint < $3 AND of_owner < $4)
    GROUP BY endpoint.owner_id
    ORDER BY min(of_owner), min(first.next_attempt_at), endpoint.owner_id LIMIT $5";

/// Serializes claims for one endpoint, so that its deliveries in progress are known. A concurrent claim skips locked
/// endpoints.
const HOLD_ENDPOINTS: &str = "
    SELECT endpoint_id FROM webhook_endpoints
    WHERE owner_id = $1 AND active AND (failing_since IS NOT NULL) = $2 AND answer_ms >= $3 AND answer_ms < $4
    ORDER BY endpoint_id FOR NO KEY UPDATE SKIP LOCKED";

/// Claims deliveries. Each endpoint offers as many deliveries as it has capacity for, after those in progress; turns
/// interleave the endpoints. An endpoint's first delivery (`turn = 1`) ignores the owner's limit, as in
/// [`Room::admits`].
///
/// $1 owner, $2 now, $3 end of the leases, $4 number of deliveries, $5 endpoints, $6 and $7 maximum per endpoint and
/// per owner, $8 lease number.
const CLAIM: &str = "
    WITH offered AS (
        SELECT waiting.delivery_id, waiting.next_attempt_at, held.n + row_number() OVER (
            PARTITION BY endpoint.endpoint_id ORDER BY waiting.next_attempt_at, waiting.delivery_id) AS turn
        FROM webhook_endpoints endpoint
        CROSS JOIN LATERAL (
            SELECT count(*) AS n FROM webhook_deliveries held
            WHERE held.owner_id = $1 AND held.endpoint_id = endpoint.endpoint_id AND held.locked_until > $2
        ) held
        CROSS JOIN LATERAL (
            SELECT delivery_id, next_attempt_at FROM webhook_deliveries due
            WHERE due.owner_id = $1 AND due.endpoint_id = endpoint.endpoint_id AND state = 'pending'
                AND next_attempt_at <= $2 AND (locked_until IS NULL OR locked_until <= $2)
                AND NOT EXISTS (
                    SELECT FROM webhook_deliveries earlier
                    WHERE earlier.owner_id = $1 AND earlier.endpoint_id = endpoint.endpoint_id
                        AND earlier.subject = due.subject AND earlier.state = 'pending'
                        AND earlier.delivery_id < due.delivery_id
                        AND (earlier.next_attempt_at <= $2 OR earlier.locked_until > $2)
                )
            ORDER BY next_attempt_at, delivery_id LIMIT GREATEST(0, $6 - held.n)
        ) waiting
        WHERE endpoint.owner_id = $1 AND endpoint.endpoint_id = ANY ($5)
    ), ranked AS (
        SELECT delivery_id, turn, row_number() OVER (ORDER BY turn, next_attempt_at, delivery_id) AS place FROM offered
    ), taken AS (
        SELECT delivery_id FROM ranked
        WHERE turn = 1 OR place <= $7 - (
            SELECT count(*) FROM webhook_deliveries held WHERE held.owner_id = $1 AND held.locked_until > $2
        )
        ORDER BY place LIMIT $4
    )
    UPDATE webhook_deliveries claimed SET lease = $8, locked_until = $3
    FROM taken
    WHERE claimed.owner_id = $1 AND claimed.delivery_id = taken.delivery_id AND claimed.state = 'pending'
        AND claimed.next_attempt_at <= $2 AND (claimed.locked_until IS NULL OR claimed.locked_until <= $2)
    RETURNING claimed.delivery_id, endpoint_id, message_id, event_type, body, attempts, next_attempt_at,
        COALESCE(redriven_at, created_at) AS begun_at";

/// Stores the result of an attempt. A delivery redriven while claimed continues from this result.
///
/// The condition on `locked_until` makes the planner use the primary key, as for pixel deliveries.
const SETTLE: &str = "
    UPDATE webhook_deliveries SET
        state = $3, next_attempt_at = COALESCE($4, next_attempt_at), attempts = $5, last_status = $6, last_answer = $7,
        attempt_log = jsonb_path_query_array(attempt_log || $9, '$[last - 15 to last]'), locked_until = NULL
    WHERE owner_id = $1 AND delivery_id = $2 AND lease = $8
        AND COALESCE(locked_until, '-infinity') > '-infinity'";

const OWNERS_WITH_OLD: &str = "
    SELECT owner_id FROM webhook_deliveries WHERE created_at < $1 GROUP BY owner_id ORDER BY min(created_at) LIMIT $2";

const PURGE: &str = "
    DELETE FROM webhook_deliveries USING (
        SELECT delivery_id FROM webhook_deliveries
        WHERE owner_id = $1 AND created_at < $2 ORDER BY created_at LIMIT $3
    ) old
    WHERE webhook_deliveries.owner_id = $1 AND webhook_deliveries.delivery_id = old.delivery_id";

const PURGE_SECRETS: &str = "
    UPDATE webhook_endpoints SET previous_secret = NULL, previous_until = NULL WHERE previous_until <= $1";

#[derive(QueryableByName)]
struct OwnerRow {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
}

#[derive(QueryableByName)]
struct HeldRow {
    #[diesel(sql_type = Text)]
    endpoint_id: String,
}

#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = BigInt)]
    delivery_id: i64,
    #[diesel(sql_type = Text)]
    endpoint_id: String,
    #[diesel(sql_type = Text)]
    message_id: String,
    #[diesel(sql_type = Text)]
    event_type: String,
    #[diesel(sql_type = Text)]
    body: String,
    #[diesel(sql_type = Integer)]
    attempts: i32,
    #[diesel(sql_type = Timestamptz)]
    next_attempt_at: DateTime<Utc>,
    #[diesel(sql_type = Timestamptz)]
    begun_at: DateTime<Utc>,
}

impl Claimed {
    fn task(self, owner: OwnerId, lease: i64) -> Result<Task, StoreError> {
        let state = DeliveryState::Pending { next_attempt_at: unix_time(self.next_attempt_at) };
        Ok(Task {
            owner,
            endpoint: endpoint_id(&self.endpoint_id)?,
            id: DeliveryId::new(self.delivery_id),
            message: Message { id: self.message_id, kind: self.event_type, body: self.body },
            progress: Progress { state, attempts: attempts(self.attempts) },
            begun_at: unix_time(self.begun_at),
            lease,
        })
    }
}

#[async_trait]
impl DeliveryQueue for PgWebhooks {
    async fn due(&self, room: Room, now: UnixTime) -> Result<Vec<OwnerId>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let (from, below) = means(room.lane);
        let due: Vec<OwnerRow> = statement(DUE)
            .bind::<Timestamptz, _>(timestamp(now))
            .bind::<Bool, _>(room.lane.is_failing())
            .bind::<BigInt, _>(i64::from(room.of_endpoint))
            .bind::<BigInt, _>(i64::from(room.of_owner()))
            .bind::<BigInt, _>(i64::from(room.limit))
            .bind::<Integer, _>(from)
            .bind::<Integer, _>(below)
            .load(&mut connection)
            .await
            .map_err(failed)?;
        Ok(due.into_iter().map(|due| OwnerId::new(due.owner_id)).collect())
    }

    async fn claim(
        &self,
        owner: OwnerId,
        room: Room,
        now: UnixTime,
        lease_seconds: i64,
    ) -> Result<Vec<Task>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let claimed = connection
            .transaction(async |connection| -> Result<Vec<Task>, Abort<Infallible>> {
                let held = lock_endpoints(connection, owner, room.lane).await?;
                if held.is_empty() {
                    return Ok(Vec::new());
                }
                let lease = random_number(connection).await?;
                let mut claimed: Vec<Claimed> = statement(CLAIM)
                    .bind::<BigInt, _>(owner.get())
                    .bind::<Timestamptz, _>(timestamp(now))
                    .bind::<Timestamptz, _>(timestamp(now.plus_seconds(lease_seconds)))
                    .bind::<BigInt, _>(i64::from(room.limit))
                    .bind::<Array<Text>, _>(held)
                    .bind::<BigInt, _>(i64::from(room.of_endpoint))
                    .bind::<BigInt, _>(i64::from(room.of_owner()))
                    .bind::<BigInt, _>(lease)
                    .load(connection)
                    .await?;
                claimed.sort_by_key(|row| row.delivery_id);
                Ok(claimed.into_iter().map(|row| row.task(owner, lease)).collect::<Result<_, _>>()?)
            })
            .await;
        claimed.map_err(Abort::into_store)
    }

    async fn destination(&self, task: &Task, now: UnixTime) -> Result<Option<Target>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let of_endpoint = webhook_deliveries::owner_id
            .eq(webhook_endpoints::owner_id)
            .and(webhook_deliveries::endpoint_id.eq(webhook_endpoints::endpoint_id));
        let found: Option<TargetRow> = webhook_deliveries::table
            .inner_join(webhook_endpoints::table.on(of_endpoint))
            .filter(webhook_deliveries::owner_id.eq(task.owner.get()))
            .filter(webhook_deliveries::delivery_id.eq(task.id.get()))
            .filter(webhook_deliveries::lease.eq(task.lease))
            .filter(webhook_deliveries::locked_until.gt(timestamp(now)))
            .filter(webhook_deliveries::state.eq("pending"))
            .filter(webhook_endpoints::active)
            .select(TargetRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        match found {
            Some(row) => self.open(&mut connection, task.owner, row, now).await.map(Some),
            None => release(&mut connection, task).await.map(|()| None).map_err(failed),
        }
    }

    async fn settle(&self, task: &Task, settlement: &Settlement) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let settled = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                settle(connection, task, settlement).await
            })
            .await;
        settled.map_err(Abort::into_store)
    }

    async fn withhold(&self, task: &Task) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let progress = Progress { state: DeliveryState::Failed, ..task.progress };
        let answer = Answer::none(NoAnswer::Withheld);
        // Nothing was sent, so the delivery counts no attempt.
        let written = write_answer(&mut connection, task, &progress, &answer, None).await.map_err(failed)?;
        Ok(written > 0)
    }

    async fn purge(&self, before: UnixTime, limit: u32) -> Result<u64, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let owners: Vec<OwnerRow> = statement(OWNERS_WITH_OLD)
            .bind::<Timestamptz, _>(timestamp(before))
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut connection)
            .await
            .map_err(failed)?;
        let (mut left, mut purged) = (i64::from(limit), 0);
        for owner in owners {
            let step = statement(PURGE)
                .bind::<BigInt, _>(owner.owner_id)
                .bind::<Timestamptz, _>(timestamp(before))
                .bind::<BigInt, _>(left)
                .execute(&mut connection)
                .await
                .map_err(failed)?;
            purged += u64::try_from(step).unwrap_or_default();
            left -= i64::try_from(step).unwrap_or(left);
            if left <= 0 {
                break;
            }
        }
        Ok(purged)
    }

    async fn purge_secrets(&self, now: UnixTime) -> Result<u64, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let purged = statement(PURGE_SECRETS)
            .bind::<Timestamptz, _>(timestamp(now))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(u64::try_from(purged).unwrap_or_default())
    }
}

/// Returns the range of mean response times of a lane's endpoints, in milliseconds.
fn means(lane: Lane) -> (i32, i32) {
    let paces = lane.paces();
    let bound = |millis: u32| i32::try_from(millis).unwrap_or(i32::MAX);
    (bound(paces.start), bound(paces.end))
}

async fn lock_endpoints(
    transaction: &mut PgConnection,
    owner: OwnerId,
    lane: Lane,
) -> QueryResult<Vec<String>> {
    let (from, below) = means(lane);
    let held: Vec<HeldRow> = statement(HOLD_ENDPOINTS)
        .bind::<BigInt, _>(owner.get())
        .bind::<Bool, _>(lane.is_failing())
        .bind::<Integer, _>(from)
        .bind::<Integer, _>(below)
        .load(transaction)
        .await?;
    Ok(held.into_iter().map(|row| row.endpoint_id).collect())
}

/// Releases the claim of an unsent delivery, if the lease still holds.
async fn release(connection: &mut PgConnection, task: &Task) -> QueryResult<()> {
    let held = webhook_deliveries::table
        .find((task.owner.get(), task.id.get()))
        .filter(webhook_deliveries::lease.eq(task.lease));
    diesel::update(held)
        .set(webhook_deliveries::locked_until.eq(None::<DateTime<Utc>>))
        .prepared()
        .execute(connection)
        .await
        .map(|_| ())
}

/// Stores progress, response and attempt if the lease still holds. Returns the number of updated rows.
async fn write_answer(
    connection: &mut PgConnection,
    task: &Task,
    progress: &Progress,
    answer: &Answer,
    attempt: Option<&Attempt>,
) -> QueryResult<usize> {
    let (state, next_attempt_at, attempts) = progress_columns(progress);
    statement(SETTLE)
        .bind::<BigInt, _>(task.owner.get())
        .bind::<BigInt, _>(task.id.get())
        .bind::<Text, _>(state)
        .bind::<Nullable<Timestamptz>, _>(next_attempt_at)
        .bind::<Integer, _>(attempts)
        .bind::<Nullable<Integer>, _>(answer.status().map(i32::from))
        .bind::<Text, _>(answer.text())
        .bind::<BigInt, _>(task.lease)
        .bind::<Jsonb, _>(Value::Array(attempt.map(attempt_json).into_iter().collect()))
        .execute(connection)
        .await
}

async fn settle(
    transaction: &mut PgConnection,
    task: &Task,
    settlement: &Settlement,
) -> Result<bool, Abort<Infallible>> {
    let Some(endpoint) = hold(transaction, task.owner, task.endpoint).await? else { return Ok(false) };
    let attempt = settlement.attempt();
    let written =
        write_answer(transaction, task, &settlement.progress, &settlement.answer, Some(&attempt)).await?;
    if written == 0 {
        return Ok(false);
    }
    // A response from a previous address says nothing about the current one.
    if endpoint.url != settlement.url {
        return Ok(true);
    }
    let state = endpoint.state.after(settlement.verdict(), settlement.at);
    let pace = endpoint.pace.after(settlement.millis / 1_000);
    let settled = webhooks::Endpoint { state, pace, ..endpoint.clone() };
    if settled == endpoint {
        return Ok(true);
    }
    let id = endpoint.id;
    let is_new = settled.state != endpoint.state;
    let disabled = settled
        .state
        .disabled_reason()
        .filter(|_| is_new)
        .map(|reason| Event::WebhookDisabled { id, reason });
    replace(transaction, &Acting::service(task.owner), &endpoint, &settled).await?;
    // After the change, so that the endpoint is not notified of its own deactivation.
    super::emit(transaction, task.owner, disabled.as_slice(), settlement.at).await?;
    Ok(true)
}
