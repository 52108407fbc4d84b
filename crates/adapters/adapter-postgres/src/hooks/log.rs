//! The deliveries of one endpoint, for its owner.

use std::convert::Infallible;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};
use serde_json::json;
use webhooks::ports::{Delivery, DeliveryId, DeliveryLog};
use webhooks::{EndpointId, Progress};

use super::PgWebhooks;
use super::endpoints::subject;
use super::row::{DeliveryRow, progress_columns};
use crate::audit::{self, AuditRecord};
use crate::error::{Abort, connection, failed};
use crate::prepared::Prepare as _;
use crate::schema::webhooks::{webhook_deliveries, webhook_endpoints};
use crate::time::timestamp;

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
        // A delivery has its endpoint, so only an empty page leaves open whether there is one.
        if rows.is_empty() && !is_there(&mut connection, owner, endpoint).await? {
            return Ok(None);
        }
        rows.into_iter().map(DeliveryRow::delivery).collect::<Result<_, _>>().map(Some)
    }

    async fn redeliver(
        &self,
        owner: OwnerId,
        endpoint: EndpointId,
        delivery: DeliveryId,
        now: UnixTime,
    ) -> Result<Option<Delivery>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let one = webhook_deliveries::table
            .find((owner.get(), delivery.get()))
            .filter(webhook_deliveries::endpoint_id.eq(endpoint.to_string()));
        let again = diesel::update(one).set(Begun::at(now)).returning(DeliveryRow::as_returning()).prepared();
        let row = connection
            .transaction(async |connection| -> Result<Option<DeliveryRow>, Abort<Infallible>> {
                let row: Option<DeliveryRow> = again.get_result(connection).await.optional()?;
                if row.is_some() {
                    let after = json!({ "delivery_id": delivery.get() });
                    let record =
                        || AuditRecord::new("webhook.redeliver", subject(endpoint), None, Some(after));
                    audit::append(connection, owner, record).await?;
                }
                Ok(row)
            })
            .await;
        row.map_err(Abort::into_store)?.map(DeliveryRow::delivery).transpose()
    }

    async fn redrive(
        &self,
        owner: OwnerId,
        endpoint: EndpointId,
        since: UnixTime,
        now: UnixTime,
    ) -> Result<Option<u64>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        // What is due or under way is tried anyway, as in `Progress::redriven`.
        let waits = webhook_deliveries::state
            .eq("pending")
            .and(webhook_deliveries::next_attempt_at.gt(timestamp(now)));
        let lost = webhook_deliveries::table
            .filter(webhook_deliveries::owner_id.eq(owner.get()))
            .filter(webhook_deliveries::endpoint_id.eq(endpoint.to_string()))
            .filter(webhook_deliveries::state.eq("failed").or(waits))
            .filter(webhook_deliveries::created_at.ge(timestamp(since)));
        let again = diesel::update(lost).set(Begun::at(now)).prepared();
        let queued = connection
            .transaction(async |connection| -> Result<usize, Abort<Infallible>> {
                let queued = again.execute(connection).await?;
                if queued > 0 {
                    let after = json!({ "since": since.seconds(), "deliveries": queued });
                    let record = || AuditRecord::new("webhook.redrive", subject(endpoint), None, Some(after));
                    audit::append(connection, owner, record).await?;
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

/// [`Progress::begin`] as it is written.
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
    connection: &mut AsyncPgConnection,
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
