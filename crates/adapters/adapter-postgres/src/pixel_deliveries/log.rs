//! Deliveries of one pixel, for its owner.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use conversion_pixel::Platform;
use conversion_pixel::answer::NoAnswer;
use conversion_pixel::delivery::{DeliveryState, Progress};
use conversion_pixel::event::Event;
use conversion_pixel::ports::{Delivery, DeliveryId, DeliveryLog, TestTarget};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, OwnerId, StoreError, UnixTime};
use serde_json::json;

use super::row::DeliveryRow;
use super::{PgDeliveries, PixelRow};
use crate::audit::{self, Action, AuditRecord};
use crate::database::error::{Abort, connection, failed};
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::engine_connections::accounts::link_key;
use crate::pixels::{event_map, subject};
use crate::schema::links::funnel_links;
use crate::schema::pixels::{conversion_pixels, pixel_deliveries};

/// Retries parked deliveries that are young enough, with a fresh count of attempts. $4 is the new state: pending, or
/// waiting for a token.
///
/// Test events are not retried: without their test code they would count as conversions.
const REDRIVE: &str = "
    UPDATE pixel_deliveries
    SET state = $4, park_reason = NULL, attempts = 0, next_attempt_at = $5
    WHERE owner_id = $1 AND provider_id = $2 AND platform = $3 AND state = 'parked' AND event_time >= $6
        AND NOT starts_with(event_id, $7)";

/// Stores a test event after its only attempt. Stores nothing if the link is gone.
const KEEP_TEST: &str = "
    INSERT INTO pixel_deliveries (owner_id, provider_id, platform, event_id, event_name, event_time, event_json, state, park_reason,
        attempts, next_attempt_at, last_verdict, last_status, last_code, last_failure, created_at)
    SELECT $1, provider_id, $3, $4, $5, $6, $7, $9, $10, 1, $8, $11, $12, $13, $14, $8
    FROM funnel_links WHERE owner_id = $1 AND provider_id = $2";

#[async_trait]
impl DeliveryLog for PgDeliveries {
    async fn list(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
        before: Option<DeliveryId>,
        limit: u32,
    ) -> Result<Option<Vec<Delivery>>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let provider_id = link_key(&mut connection, owner, provider_id).await.map_err(failed)?;
        let link: Option<i64> = funnel_links::table
            .filter(funnel_links::owner_id.eq(owner.get()))
            .filter(funnel_links::provider_id.eq(&provider_id))
            .select(funnel_links::link_id)
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        if link.is_none() {
            return Ok(None);
        }
        let rows: Vec<DeliveryRow> = pixel_deliveries::table
            .filter(pixel_deliveries::owner_id.eq(owner.get()))
            .filter(pixel_deliveries::provider_id.eq(&provider_id))
            .filter(pixel_deliveries::platform.eq(platform.as_str()))
            .filter(pixel_deliveries::delivery_id.lt(before.map_or(i64::MAX, DeliveryId::get)))
            .order(pixel_deliveries::delivery_id.desc())
            .limit(i64::from(limit))
            .select(DeliveryRow::as_select())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        rows.into_iter().map(DeliveryRow::delivery).collect::<Result<_, _>>().map(Some)
    }

    async fn redrive(
        &self,
        by: &Acting,
        provider_id: &str,
        platform: Platform,
        now: UnixTime,
    ) -> Result<Option<u64>, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let redriven = connection
            .transaction(async |connection| -> Result<Option<u64>, Abort<std::convert::Infallible>> {
                let provider_id = &*link_key(connection, owner, provider_id).await?;
                // The lock serializes concurrent calls, and keeps out a rejection in between.
                let refused: Option<Option<String>> = conversion_pixels::table
                    .find((owner.get(), provider_id, platform.as_str()))
                    .select(conversion_pixels::last_error)
                    .for_no_key_update()
                    .first(connection)
                    .await
                    .optional()?;
                let Some(refused) = refused else { return Ok(None) };
                let changed = statement(REDRIVE)
                    .bind::<BigInt, _>(owner.get())
                    .bind::<Text, _>(provider_id)
                    .bind::<Text, _>(platform.as_str())
                    .bind::<Text, _>(if refused.is_some() { "waiting_token" } else { "pending" })
                    .bind::<Timestamptz, _>(timestamp(now))
                    .bind::<Timestamptz, _>(oldest_taken(platform, now))
                    .bind::<Text, _>(Event::TEST_PREFIX)
                    .execute(connection)
                    .await?;
                if changed > 0 {
                    let pixel = (owner.get(), provider_id, platform.as_str());
                    let after = json!({ "deliveries": changed });
                    let record = || AuditRecord::new(Action::PixelRedrive, subject(pixel), None, Some(after));
                    audit::append(connection, by, record).await?;
                }
                Ok(Some(u64::try_from(changed).unwrap_or(u64::MAX)))
            })
            .await;
        redriven.map_err(Abort::into_store)
    }

    async fn target(
        &self,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
    ) -> Result<Option<TestTarget>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let provider_id = link_key(&mut connection, owner, provider_id).await.map_err(failed)?;
        let found: Option<(PixelRow, String, String)> = conversion_pixels::table
            .inner_join(
                funnel_links::table.on(funnel_links::owner_id
                    .eq(conversion_pixels::owner_id)
                    .and(funnel_links::provider_id.eq(conversion_pixels::provider_id))),
            )
            .filter(conversion_pixels::owner_id.eq(owner.get()))
            .filter(conversion_pixels::provider_id.eq(provider_id))
            .filter(conversion_pixels::platform.eq(platform.as_str()))
            .select((PixelRow::as_select(), conversion_pixels::event_map_json, funnel_links::url))
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        let Some((row, map, source_url)) = found else { return Ok(None) };
        let destination = self.open(&mut connection, owner, row).await?;
        Ok(Some(TestTarget { destination, event_map: event_map(&map)?, source_url }))
    }

    async fn keep_test(
        &self,
        owner: OwnerId,
        provider_id: &str,
        event: &Event,
        progress: &Progress,
        now: UnixTime,
    ) -> Result<(), StoreError> {
        let answer = progress.last_answer;
        // The previous release would retry a parked test as a conversion, and platforms reject an empty object.
        let (park_reason, json) = match progress.state {
            DeliveryState::Parked(reason) => (Some(reason.as_str()), "{}"),
            _ => (None, event.json.as_str()),
        };
        let mut connection = connection(&self.pool).await?;
        let provider_id = link_key(&mut connection, owner, provider_id).await.map_err(failed)?;
        statement(KEEP_TEST)
            .bind::<BigInt, _>(owner.get())
            .bind::<Text, _>(&*provider_id)
            .bind::<Text, _>(event.platform.as_str())
            .bind::<Text, _>(&event.id)
            .bind::<Text, _>(&event.name)
            .bind::<Timestamptz, _>(timestamp(event.time))
            .bind::<Text, _>(json)
            .bind::<Timestamptz, _>(timestamp(now))
            .bind::<Text, _>(progress.state.as_str())
            .bind::<Nullable<Text>, _>(park_reason)
            .bind::<Nullable<Text>, _>(answer.map(|answer| answer.verdict.as_str()))
            .bind::<Nullable<Integer>, _>(answer.and_then(|answer| answer.status).map(i32::from))
            .bind::<Nullable<BigInt>, _>(answer.and_then(|answer| answer.code))
            .bind::<Nullable<Text>, _>(answer.and_then(|answer| answer.failure).map(NoAnswer::as_str))
            .execute(&mut connection)
            .await
            .map(|_| ())
            .map_err(failed)
    }
}

/// Returns the time of the oldest event that a platform still accepts; see `Event::is_too_old`.
fn oldest_taken(platform: Platform, now: UnixTime) -> DateTime<Utc> {
    timestamp(now.plus_seconds(-platform.max_age_seconds()))
}
