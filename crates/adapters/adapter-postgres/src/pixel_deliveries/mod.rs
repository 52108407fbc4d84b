//! Queue of pixel deliveries, and the delivery log of each owner.

/// Selects the oldest deliveries of owners with free capacity.
///
/// Turns interleave the pixels of an owner, and start after the deliveries in progress. `$owner` is the owner's column,
/// `$of_pixel` the same inside a pixel, and `$from` precedes the first lookup.
macro_rules! offered {
    ($owner:literal, $of_pixel:literal, $from:literal) => {
        concat!(
            "
        SELECT ", $owner, " AS owner_id, delivery_id, next_attempt_at, under_way.n + row_number() OVER (
            PARTITION BY ", $owner, " ORDER BY turn_of_pixel, next_attempt_at, delivery_id) AS turn
        FROM ", $from, " (
            SELECT count(*) AS n FROM pixel_deliveries held
            WHERE held.platform = $1 AND held.owner_id = ", $owner, " AND held.locked_until > $2
        ) under_way
        CROSS JOIN LATERAL (
            SELECT delivery_id, next_attempt_at, held.n + row_number() OVER (
                PARTITION BY provider_id ORDER BY next_attempt_at, delivery_id) AS turn_of_pixel
            FROM conversion_pixels pixel
            CROSS JOIN LATERAL (
                SELECT count(*) AS n FROM pixel_deliveries held
                WHERE held.platform = $1 AND held.owner_id = ", $of_pixel, "
                    AND held.provider_id = pixel.provider_id AND held.locked_until > $2
            ) held
            CROSS JOIN LATERAL (
                SELECT delivery_id, next_attempt_at FROM pixel_deliveries waiting
                WHERE waiting.platform = $1 AND waiting.owner_id = ", $of_pixel, "
                    AND waiting.provider_id = pixel.provider_id AND state = 'pending' AND next_attempt_at <= $2
                    AND (locked_until IS NULL OR locked_until <= $2)
                ORDER BY next_attempt_at, delivery_id LIMIT GREATEST(0, $5 - held.n)
            ) waiting
            WHERE pixel.owner_id = ", $owner, " AND pixel.platform = $1 AND active AND last_error IS NULL
            ORDER BY turn_of_pixel, next_attempt_at, delivery_id LIMIT GREATEST(0, $6 - under_way.n)
        ) offered
        WHERE under_way.n < $6"
        )
    };
}

mod by_owner;
mod log;
mod row;

use std::convert::Infallible;
use std::sync::Arc;

use crate::database::pg_connection::PgConnection;
use crate::pixel_deliveries::row::{Claimed, ProgressRow};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use conversion_pixel::delivery::DeliveryState;
use conversion_pixel::ports::{
    Deliveries, Destination, MOST_OF_OWNER, MOST_OF_PIXEL, Refusal, Settlement, Task,
};
use conversion_pixel::{AccessToken, PixelId, Platform};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{AccountNumber, OwnerId, StoreError, UnixTime};
use secrecy::SecretString;
use webhooks::Event;

use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::prepared::Prepare as _;
use crate::database::shape::Shape;
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::pixels::{pixel_id, place, platform};
use crate::schema::pixels::{conversion_pixels, pixel_deliveries};
use crate::{Pool, Sealing, webhooks as hooks};

/// Pixel deliveries on PostgreSQL.
#[derive(Clone)]
pub struct PgDeliveries {
    pool: Pool,
    sealing: Arc<Sealing>,
    shape: Shape,
}

impl PgDeliveries {
    pub fn new(pool: Pool, sealing: Arc<Sealing>) -> Self {
        Self { pool, sealing, shape: Shape::default() }
    }
}

/// Claims deliveries in one statement, and skips rows that another process is claiming.
///
/// The recursive part finds owners with pending deliveries at the platform by skipping through the index from owner to
/// owner. Each owner with free capacity offers the oldest deliveries of each pixel; turns interleave pixels, and then
/// owners.
///
/// The statement examines more rows than it takes, because other processes may take the same rows. A lease is a random
/// number, so two claims of a delivery never have the same lease.
///
/// $1 platform, $2 now, $3 end of the leases, $4 number of deliveries, $5 and $6 maximum per pixel and per owner.
const CLAIM: &str = concat!(
    "
    WITH RECURSIVE owner AS (
        (SELECT owner_id FROM pixel_deliveries WHERE platform = $1 AND state = 'pending' ORDER BY owner_id LIMIT 1)
        UNION ALL
        SELECT next.owner_id FROM owner CROSS JOIN LATERAL (
            SELECT owner_id FROM pixel_deliveries delivery
            WHERE platform = $1 AND state = 'pending' AND delivery.owner_id > owner.owner_id
            ORDER BY owner_id LIMIT 1
        ) next
    ), due AS (",
    offered!("owner.owner_id", "pixel.owner_id", "owner CROSS JOIN LATERAL"),
    "
    ), taken AS MATERIALIZED (
        SELECT delivery.owner_id, delivery.delivery_id, first.turn
        FROM (SELECT * FROM due ORDER BY turn, next_attempt_at, delivery_id LIMIT 2 * $4) first
        JOIN pixel_deliveries delivery USING (owner_id, delivery_id)
        WHERE delivery.state = 'pending' AND delivery.next_attempt_at <= $2
            AND (delivery.locked_until IS NULL OR delivery.locked_until <= $2)
        ORDER BY first.turn, first.next_attempt_at, first.delivery_id LIMIT $4
        FOR UPDATE OF delivery SKIP LOCKED
    )
    UPDATE pixel_deliveries claimed
    SET lease = hashtextextended(gen_random_uuid()::text, 0), locked_until = $3
    FROM taken
    WHERE claimed.owner_id = taken.owner_id AND claimed.delivery_id = taken.delivery_id
    RETURNING claimed.owner_id, claimed.delivery_id, platform, event_id, platform_event_id, event_name, event_time, event_json,
        state, park_reason, attempts, next_attempt_at, lease, last_verdict, last_status, last_failure, last_code, created_at, taken.turn"
);

#[async_trait]
impl Deliveries for PgDeliveries {
    async fn claim_due(
        &self,
        platform: Platform,
        now: UnixTime,
        lease_seconds: i64,
        limit: u32,
    ) -> Result<Vec<Task>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let until = now.plus_seconds(lease_seconds);
        let mut claimed: Vec<Claimed> = if self.shape.is_distributed(&connection).await.map_err(failed)? {
            by_owner::claim(&mut connection, platform, now, until, limit).await.map_err(failed)?
        } else {
            statement(CLAIM)
                .bind::<Text, _>(platform.as_str())
                .bind::<Timestamptz, _>(timestamp(now))
                .bind::<Timestamptz, _>(timestamp(until))
                .bind::<BigInt, _>(i64::from(limit))
                .bind::<BigInt, _>(i64::from(MOST_OF_PIXEL))
                .bind::<BigInt, _>(i64::from(MOST_OF_OWNER))
                .load(&mut connection)
                .await
                .map_err(failed)?
        };
        claimed.sort_by_key(Claimed::order);
        claimed.into_iter().map(Claimed::task).collect()
    }

    async fn destination(&self, task: &Task, now: UnixTime) -> Result<Option<Destination>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let found: Option<PixelRow> = pixel_deliveries::table
            .inner_join(conversion_pixels::table.on(of_same_pixel()))
            .filter(pixel_deliveries::owner_id.eq(task.owner.get()))
            .filter(pixel_deliveries::delivery_id.eq(task.id.get()))
            .filter(pixel_deliveries::lease.eq(task.lease))
            .filter(pixel_deliveries::locked_until.gt(timestamp(now)))
            .filter(pixel_deliveries::state.eq("pending"))
            .filter(conversion_pixels::active)
            .filter(conversion_pixels::last_error.is_null())
            .select(PixelRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        match found {
            Some(row) => self.open(&mut connection, task.owner, row).await.map(Some),
            None => release(&mut connection, task).await.map(|()| None).map_err(failed),
        }
    }

    async fn settle(&self, task: &Task, settlement: &Settlement) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row = ProgressRow::of(&settlement.progress);
        let Some(refusal) = &settlement.refusal else {
            return row.write(&mut connection, task).await.map_err(failed);
        };
        let settled = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                refuse(connection, task, row, refusal).await
            })
            .await;
        settled.map_err(Abort::into_store)
    }

    async fn purge_fields(
        &self,
        platform: Platform,
        before: UnixTime,
        limit: u32,
    ) -> Result<u64, StoreError> {
        let mut connection = connection(&self.pool).await?;
        if self.shape.is_distributed(&connection).await.map_err(failed)? {
            return by_owner::purge_fields(&mut connection, platform, before, limit).await.map_err(failed);
        }
        let purged = statement(PURGE_FIELDS)
            .bind::<Text, _>(platform.as_str())
            .bind::<Timestamptz, _>(timestamp(before))
            .bind::<BigInt, _>(i64::from(limit))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(u64::try_from(purged).unwrap_or_default())
    }
}

/// Leaves rows that another transaction is writing to the next run.
const PURGE_FIELDS: &str = "
    WITH old AS MATERIALIZED (
        SELECT owner_id, delivery_id FROM pixel_deliveries
        WHERE platform = $1 AND created_at < $2 AND event_json <> '{}'
        ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED
    )
    UPDATE pixel_deliveries purged SET event_json = '{}'
    FROM old WHERE purged.owner_id = old.owner_id AND purged.delivery_id = old.delivery_id";

#[derive(Queryable, Selectable)]
#[diesel(table_name = conversion_pixels, check_for_backend(diesel::pg::Pg))]
struct PixelRow {
    provider_id: String,
    platform: String,
    pixel_id: String,
    token: Vec<u8>,
    revision: i64,
}

impl PgDeliveries {
    async fn open(
        &self,
        connection: &mut PgConnection,
        owner: OwnerId,
        row: PixelRow,
    ) -> Result<Destination, StoreError> {
        let key = [row.provider_id.as_str(), row.platform.as_str()];
        let token = self.sealing.open(connection, &place(owner, &key), &row.token).await?;
        let (platform, pixel_id): (Platform, PixelId) = (platform(&row.platform)?, pixel_id(&row.pixel_id)?);
        Ok(Destination { platform, pixel_id, token: access_token(&token)?, revision: row.revision })
    }
}

fn access_token(token: &SecretString) -> Result<AccessToken, StoreError> {
    let parsed = AccessToken::parse(token).map_err(corrupt)?;
    parsed.ok_or_else(|| corrupt("a blank token"))
}

#[diesel::dsl::auto_type(no_type_alias)]
fn of_same_pixel() -> _ {
    conversion_pixels::owner_id
        .eq(pixel_deliveries::owner_id)
        .and(conversion_pixels::provider_id.eq(pixel_deliveries::provider_id))
        .and(conversion_pixels::platform.eq(pixel_deliveries::platform))
}

/// Releases the claim of an unsent delivery, if the lease still holds.
async fn release(connection: &mut PgConnection, task: &Task) -> QueryResult<()> {
    let held = pixel_deliveries::table
        .find((task.owner.get(), task.id.get()))
        .filter(pixel_deliveries::lease.eq(task.lease));
    diesel::update(held)
        .set(pixel_deliveries::locked_until.eq(None::<DateTime<Utc>>))
        .prepared()
        .execute(connection)
        .await
        .map(|_| ())
}

/// Stores a rejected attempt. Locks the pixel before its deliveries.
async fn refuse(
    transaction: &mut PgConnection,
    task: &Task,
    row: ProgressRow,
    refusal: &Refusal,
) -> Result<bool, Abort<Infallible>> {
    let link: Option<String> = pixel_deliveries::table
        .find((task.owner.get(), task.id.get()))
        .select(pixel_deliveries::provider_id)
        .first(transaction)
        .await
        .optional()?;
    let Some(provider_id) = link else { return Ok(false) };
    let key = (task.owner.get(), provider_id.as_str(), task.event.platform.as_str());
    let revision: Option<i64> = conversion_pixels::table
        .find(key)
        .select(conversion_pixels::revision)
        .for_no_key_update()
        .first(transaction)
        .await
        .optional()?;
    if revision != Some(refusal.revision) {
        return Ok(row.due_again().write(transaction, task).await?);
    }
    if !row.write(transaction, task).await? {
        return Ok(false);
    }
    diesel::update(conversion_pixels::table.find(key))
        .set(conversion_pixels::last_error.eq(&refusal.error))
        .prepared()
        .execute(transaction)
        .await?;
    let pending = pixel_deliveries::table
        .filter(pixel_deliveries::owner_id.eq(task.owner.get()))
        .filter(pixel_deliveries::provider_id.eq(&provider_id))
        .filter(pixel_deliveries::platform.eq(task.event.platform.as_str()))
        .filter(pixel_deliveries::state.eq("pending"));
    diesel::update(pending)
        .set(pixel_deliveries::state.eq(DeliveryState::WaitingToken.as_str()))
        .prepared()
        .execute(transaction)
        .await?;
    let (link, _) = AccountNumber::split(&provider_id);
    let event =
        Event::PixelFailing { provider_id: link.to_owned(), platform: task.event.platform.as_str().into() };
    let now = hooks::moment(transaction).await?;
    hooks::emit(transaction, task.owner, &[event], now).await?;
    Ok(true)
}
