//! Deliveries of one endpoint, for its owner.

use std::convert::Infallible;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Jsonb, Nullable, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, OwnerId, StoreError, UnixTime};
use serde_json::{Value, json};
use webhooks::ports::{Delivery, DeliveryId, DeliveryLog};
use webhooks::{Answer, Attempt, DeliveryState, EndpointId, Message, Progress, TEST_TYPE};

use super::PgWebhooks;
use super::endpoints::subject;
use super::row::{DeliveryRow, attempt_json, progress_columns};
use crate::audit::{self, Action, AuditRecord};
use crate::database::error::{Abort, connection, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::schema::webhooks::{webhook_deliveries, webhook_endpoints};

/// Stores a test message after its only attempt. The message's unique subject keeps it from delaying other messages.
const KEEP_TEST: &str = "
    INSERT INTO webhook_deliveries (owner_id, endpoint_id, message_id, event_type, subject, body, state, attempts,
        next_attempt_at, last_status, last_answer, created_at, attempt_log)
    SELECT $1, endpoint_id, $3, $4, $3, $5, $9, 1, $6, $7, $8, $6, $10
    FROM webhook_endpoints WHERE owner_id = $1 AND endpoint_id = $2";

#[async_trait]
impl DeliveryLog for PgWebhooks {
    async fn deliveries(
        &self,
        owner: OwnerId,
        endpoint: EndpointId,
        before: Option<DeliveryId>,
        limit: u32,
    ) -> Result<Option<Vec<Delivery>>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<DeliveryRow> = webhook_deliveries::table
            .filter(webhook_deliveries::owner_id.eq(owner.get()))
            .filter(webhook_deliveries::endpoint_id.eq(endpoint.to_string()))
            .filter(webhook_deliveries::delivery_id.lt(before.map_or(i64::MAX, DeliveryId::get)))
            .order(webhook_deliveries::delivery_id.desc())
            .limit(i64::from(limit))
            .select(DeliveryRow::as_select())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        // A delivery proves that its endpoint exists, so only an empty page needs a check.
        if rows.is_empty() && !is_there(&mut connection, owner, endpoint).await? {
            return Ok(None);
        }
        rows.into_iter().map(DeliveryRow::delivery).collect::<Result<_, _>>().map(Some)
    }

    async fn keep_test(
        &self,
        owner: OwnerId,
        endpoint: EndpointId,
        message: &Message,
        answer: &Answer,
        attempt: Attempt,
    ) -> Result<(), StoreError> {
        let state = DeliveryState::of_test(answer);
        let mut connection = connection(&self.pool).await?;
        statement(KEEP_TEST)
            .bind::<BigInt, _>(owner.get())
            .bind::<Text, _>(endpoint.to_string())
            .bind::<Text, _>(&message.id)
            .bind::<Text, _>(&message.kind)
            .bind::<Text, _>(&message.body)
            .bind::<Timestamptz, _>(timestamp(attempt.at))
            .bind::<Nullable<Integer>, _>(answer.status().map(i32::from))
            .bind::<Text, _>(answer.text())
            .bind::<Text, _>(state.as_str())
            .bind::<Jsonb, _>(Value::Array(vec![attempt_json(&attempt)]))
            .execute(&mut connection)
            .await
            .map(|_| ())
            .map_err(failed)
    }

    async fn redeliver(
        &self,
        by: &Acting,
        endpoint: EndpointId,
        delivery: DeliveryId,
        now: UnixTime,
    ) -> Result<Option<Delivery>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let one = webhook_deliveries::table
            .find((by.owner.get(), delivery.get()))
            .filter(webhook_deliveries::endpoint_id.eq(endpoint.to_string()));
        let again = diesel::update(one).set(Begun::at(now)).returning(DeliveryRow::as_returning()).prepared();
        let row = connection
            .transaction(async |connection| -> Result<Option<DeliveryRow>, Abort<Infallible>> {
                let row: Option<DeliveryRow> = again.get_result(connection).await.optional()?;
                if row.is_some() {
                    let after = json!({ "delivery_id": delivery.get() });
                    let record =
                        || AuditRecord::new(Action::WebhookRedeliver, subject(endpoint), None, Some(after));
                    audit::append(connection, by, record).await?;
                }
                Ok(row)
            })
            .await;
        row.map_err(Abort::into_store)?.map(DeliveryRow::delivery).transpose()
    }

    async fn redrive(
        &self,
        by: &Acting,
        endpoint: EndpointId,
        since: UnixTime,
        now: UnixTime,
    ) -> Result<Option<u64>, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        // Deliveries that are due or in progress are attempted anyway, as in `Progress::redriven`.
        let waits = webhook_deliveries::state
            .eq("pending")
            .and(webhook_deliveries::next_attempt_at.gt(timestamp(now)));
        let lost = webhook_deliveries::table
            .filter(webhook_deliveries::owner_id.eq(owner.get()))
            .filter(webhook_deliveries::endpoint_id.eq(endpoint.to_string()))
            .filter(webhook_deliveries::state.eq("failed").or(waits))
            .filter(webhook_deliveries::event_type.ne(TEST_TYPE))
            .filter(webhook_deliveries::created_at.ge(timestamp(since)));
        let again = diesel::update(lost).set(Begun::at(now)).prepared();
        let queued = connection
            .transaction(async |connection| -> Result<usize, Abort<Infallible>> {
                let queued = again.execute(connection).await?;
                if queued > 0 {
                    let after = json!({ "since": since.seconds(), "deliveries": queued });
                    let record =
                        || AuditRecord::new(Action::WebhookRedrive, subject(endpoint), None, Some(after));
                    audit::append(connection, by, record).await?;
                }
                Ok(queued)
            })
            .await
            .map_err(Abort::into_store)?;
        if queued == 0 && !is_there(&mut connection, owner, endpoint).await? {
            return Ok(None);
        }
        Ok(Some(u64::try_from(queued).unwrap_or(u64::MAX)))
    }
}

/// Columns of [`Progress::begin`].
#[derive(AsChangeset)]
#[diesel(table_name = webhook_deliveries)]
struct Begun {
    state: &'static str,
    next_attempt_at: Option<DateTime<Utc>>,
    attempts: i32,
    redriven_at: DateTime<Utc>,
}

impl Begun {
    fn at(now: UnixTime) -> Self {
        let (state, next_attempt_at, attempts) = progress_columns(&Progress::begin(now));
        Self { state, next_attempt_at, attempts, redriven_at: timestamp(now) }
    }
}

async fn is_there(
    connection: &mut PgConnection,
    owner: OwnerId,
    endpoint: EndpointId,
) -> Result<bool, StoreError> {
    let found: Option<String> = webhook_endpoints::table
        .find((owner.get(), endpoint.to_string()))
        .select(webhook_endpoints::endpoint_id)
        .first(connection)
        .await
        .optional()
        .map_err(failed)?;
    Ok(found.is_some())
}
