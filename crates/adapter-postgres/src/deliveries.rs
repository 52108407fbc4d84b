//! The queue of deliveries to pixels, and what its owner sees of it.

mod log;
mod row;

use std::convert::Infallible;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use conversion_pixel::delivery::DeliveryState;
use conversion_pixel::ports::{Deliveries, Destination, Refusal, Settlement, Task};
use conversion_pixel::{AccessToken, PixelId, Platform};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};
use secrecy::SecretString;

use crate::error::{Abort, connection, corrupt, failed};
use crate::pixels::{pixel_id, place, platform};
use crate::schema::pixels::{conversion_pixels, pixel_deliveries};
use crate::time::timestamp;
use crate::{Pool, Sealing};
use row::{Claimed, ProgressRow};

/// Deliveries on PostgreSQL.
#[derive(Clone)]
pub struct PgDeliveries {
    pool: Pool,
    sealing: Arc<Sealing>,
}

impl PgDeliveries {
    /// The queue on this pool.
    pub fn new(pool: Pool, sealing: Arc<Sealing>) -> Self {
        Self { pool, sealing }
    }
}

/// How many deliveries of one pixel are under way at once, at most: a platform that answers slowly holds no more.
const UNDER_WAY: i64 = 16;

/// Claims in one statement. Rows that another process is just claiming are skipped, not waited for.
///
/// Pixels that have something pending are found by skipping through the index from one to the next. Each offers its oldest
/// deliveries, numbered behind what it has under way already, and the lowest numbers are taken first: so pixels take turns,
/// and who has much in the queue or is slow keeps nobody waiting. A lease is a random number, so that no two claims of a
/// delivery ever have the same.
const CLAIM: &str = "
    WITH RECURSIVE pixel AS (
        (SELECT owner_id, provider_id, platform FROM pixel_deliveries WHERE state = 'pending'
            ORDER BY owner_id, provider_id, platform LIMIT 1)
        UNION ALL
        SELECT next.* FROM pixel CROSS JOIN LATERAL (
            SELECT owner_id, provider_id, platform FROM pixel_deliveries delivery
            WHERE state = 'pending' AND (delivery.owner_id, delivery.provider_id, delivery.platform)
                > (pixel.owner_id, pixel.provider_id, pixel.platform)
            ORDER BY owner_id, provider_id, platform LIMIT 1
        ) next
    ), due AS (
        SELECT owner_id, delivery_id, next_attempt_at, under_way.n + row_number() OVER (
            PARTITION BY owner_id, provider_id, platform ORDER BY next_attempt_at, delivery_id) AS turn
        FROM pixel JOIN conversion_pixels USING (owner_id, provider_id, platform)
        CROSS JOIN LATERAL (
            SELECT count(*) AS n FROM pixel_deliveries held
            WHERE held.owner_id = pixel.owner_id AND held.provider_id = pixel.provider_id
                AND held.platform = pixel.platform AND held.locked_until > $1
        ) under_way
        CROSS JOIN LATERAL (
            SELECT delivery_id, next_attempt_at FROM pixel_deliveries waiting
            WHERE waiting.owner_id = pixel.owner_id AND waiting.provider_id = pixel.provider_id
                AND waiting.platform = pixel.platform AND state = 'pending' AND next_attempt_at <= $1
                AND (locked_until IS NULL OR locked_until <= $1)
            ORDER BY next_attempt_at, delivery_id
            LIMIT GREATEST(0, LEAST($3, $4 - under_way.n))
            FOR UPDATE SKIP LOCKED
        ) waiting
        WHERE active AND last_error IS NULL
    )
    UPDATE pixel_deliveries claimed
    SET lease = hashtextextended(gen_random_uuid()::text, 0), locked_until = $2
    FROM (SELECT * FROM due ORDER BY turn, next_attempt_at, delivery_id LIMIT $3) taken
    WHERE claimed.owner_id = taken.owner_id AND claimed.delivery_id = taken.delivery_id
    RETURNING claimed.*, taken.turn";

#[async_trait]
impl Deliveries for PgDeliveries {
    async fn claim_due(
        &self,
        now: UnixTime,
        lease_seconds: i64,
        limit: u32,
    ) -> Result<Vec<Task>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let mut claimed: Vec<Claimed> = diesel::sql_query(CLAIM)
            .bind::<Timestamptz, _>(timestamp(now))
            .bind::<Timestamptz, _>(timestamp(now.plus_seconds(lease_seconds)))
            .bind::<BigInt, _>(i64::from(limit))
            .bind::<BigInt, _>(UNDER_WAY)
            .load(&mut connection)
            .await
            .map_err(failed)?;
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
}

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
        connection: &mut AsyncPgConnection,
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

/// Gives a delivery back that is not sent, if it is still held.
async fn release(connection: &mut AsyncPgConnection, task: &Task) -> QueryResult<()> {
    let held = pixel_deliveries::table
        .find((task.owner.get(), task.id.get()))
        .filter(pixel_deliveries::lease.eq(task.lease));
    diesel::update(held)
        .set(pixel_deliveries::locked_until.eq(None::<DateTime<Utc>>))
        .execute(connection)
        .await
        .map(|_| ())
}

/// Writes a try that was refused, in the order of locks: the pixel, its deliveries.
async fn refuse(
    transaction: &mut AsyncPgConnection,
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
    let key = (task.owner.get(), provider_id.as_str(), task.event.platform.word());
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
        .execute(transaction)
        .await?;
    let pending = pixel_deliveries::table
        .filter(pixel_deliveries::owner_id.eq(task.owner.get()))
        .filter(pixel_deliveries::provider_id.eq(&provider_id))
        .filter(pixel_deliveries::platform.eq(task.event.platform.word()))
        .filter(pixel_deliveries::state.eq("pending"));
    diesel::update(pending)
        .set(pixel_deliveries::state.eq(DeliveryState::WaitingToken.word()))
        .execute(transaction)
        .await?;
    Ok(true)
}
