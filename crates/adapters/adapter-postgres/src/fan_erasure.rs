//! Erasure of a fan's identity; the fan's payments stay.

use std::convert::Infallible;

use application::operation::{Erased, FanErasure};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text, Uuid as UuidType};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, OwnerId, StoreError};
use serde_json::json;
use touches::TouchId;
use uuid::Uuid;

use crate::Pool;
use crate::audit::{self, Action, AuditRecord, Subject};
use crate::broadcasts::{self, ErasedRows};
use crate::database::error::{Abort, connection};
use crate::database::pg_connection::PgConnection;
use crate::database::random::random_number;
use crate::database::statement::{Statement, Values, statement};
use crate::events::lock_clicks;

/// Fan erasure on PostgreSQL.
#[derive(Clone)]
pub struct PgFanErasure {
    pool: Pool,
}

// Lock order: campaign data of the fan and their statistics, the fan, the owner's clicks, the pixels of the fan's
// deliveries, conversions that wait for the fan's clicks, the deliveries.

const LOCK_FAN: &str = "SELECT fan_id FROM fans WHERE owner_id = $1 AND fan_id = $2 FOR UPDATE";
const IN_RAW_EVENTS: &str = "SELECT event_id FROM raw_events WHERE owner_id = $1 AND fan_id = $2 LIMIT 1";
const IN_QUARANTINE: &str =
    "SELECT event_id FROM quarantined_events WHERE owner_id = $1 AND fan_id = $2 LIMIT 1";
const LOCK_PIXELS: &str = "
    SELECT platform FROM conversion_pixels
    WHERE owner_id = $1 AND provider_id IN (
        SELECT provider_id FROM pixel_deliveries JOIN conversions
            ON conversions.owner_id = $1 AND conversion_id::text = pixel_deliveries.event_id
        WHERE pixel_deliveries.owner_id = $1 AND fan_id = $2)
    ORDER BY provider_id, platform FOR NO KEY UPDATE";
const AWAITED: &str = "
    DELETE FROM awaited_clicks WHERE owner_id = $1 AND conversion_id IN (
        SELECT conversion_id FROM conversions WHERE owner_id = $1 AND fan_id = $2)";
const DELIVERIES: &str = "
    DELETE FROM pixel_deliveries WHERE owner_id = $1 AND event_id IN (
        SELECT conversion_id::text FROM conversions WHERE owner_id = $1 AND fan_id = $2)";
const CLICK_REFS: &str = "
    SELECT click_ref AS text FROM conversions WHERE owner_id = $1 AND fan_id = $2 AND click_ref IS NOT NULL";
const CLICKS: &str = "
    UPDATE touches SET visitor = '', fbclid = NULL, ttclid = NULL, click_ids = NULL, user_agent = NULL
    WHERE owner_id = $1 AND touch_id = ANY($2)";
const FAN_EVENTS: &str = "DELETE FROM fan_events WHERE owner_id = $1 AND fan_id = $2";
const RAW_EVENTS: &str = "DELETE FROM raw_events WHERE owner_id = $1 AND fan_id = $2";
const QUARANTINED: &str = "DELETE FROM quarantined_events WHERE owner_id = $1 AND fan_id = $2";
const ANSWERS: &str = "
    DELETE FROM request_answers WHERE owner_id = $1 AND request_id IN (
        SELECT request_id FROM content_requests WHERE owner_id = $1 AND fan_id = $2)";
const REQUESTS: &str = "DELETE FROM content_requests WHERE owner_id = $1 AND fan_id = $2";
/// Computes transaction keys like `digest` in `events/transactions.rs`.
const TRANSACTIONS: &str = "
    UPDATE engine_transactions SET fan_key = NULL WHERE owner_id = $1 AND transaction_key IN (
        SELECT left(encode(sha256(convert_to(
            transaction_id || COALESCE(substring(event_id FROM E'\\x1f[0-9]+$'), ''), 'UTF8')), 'hex'), 32)
        FROM conversions WHERE owner_id = $1 AND fan_id = $2 AND transaction_id IS NOT NULL)";
const CONVERSIONS: &str = "
    UPDATE conversions SET fan_id = $3, username = NULL, country = NULL, click_ref = NULL, transaction_id = NULL
    WHERE owner_id = $1 AND fan_id = $2";
const FAN: &str = "
    UPDATE fans SET fan_id = $3, username = NULL, username_at = NULL, username_by = NULL, country = NULL,
        country_at = NULL, country_by = NULL, online_at = NULL, opted_out_at = NULL
    WHERE owner_id = $1 AND fan_id = $2";

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Text)]
    text: String,
}

impl PgFanErasure {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl FanErasure for PgFanErasure {
    /// Erases the identity of `fan` in one transaction. Returns `None` if the owner has no such fan.
    ///
    /// Conversions stay under a pseudonym, so all sums stay. Other data of the fan is deleted, and pending deliveries
    /// are not sent. Broadcast rows stay counted without the fan; a pending message is not sent.
    ///
    /// Later events from the engine store the fan anew; repeated events that were already taken in don't.
    async fn erase(&self, by: &Acting, fan: &str) -> Result<Option<Erased>, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let erased = connection
            .transaction(async |connection| -> Result<Option<Erased>, Abort<Infallible>> {
                let nobody = format!("erased-{:016x}", random_number(connection).await?);
                let in_broadcasts = broadcasts::erase(connection, owner, fan, &nobody).await?;
                let known = of_fan(LOCK_FAN, owner, fan).execute(connection).await?;
                if known == 0
                    && !in_broadcasts.was_known
                    && of_fan(IN_RAW_EVENTS, owner, fan).execute(connection).await? == 0
                    && of_fan(IN_QUARANTINE, owner, fan).execute(connection).await? == 0
                {
                    return Ok(None);
                }
                let erased = erase(connection, owner, fan, &nobody, in_broadcasts).await?;
                let after = json!({ "conversions": erased.conversions, "events": erased.events });
                let record =
                    || AuditRecord::new(Action::FanErase, (Subject::Fan, &nobody), None, Some(after));
                audit::append(connection, by, record).await?;
                Ok(Some(erased))
            })
            .await;
        erased.map_err(Abort::into_store)
    }
}

async fn erase(
    transaction: &mut PgConnection,
    owner: OwnerId,
    fan: &str,
    nobody: &str,
    in_broadcasts: ErasedRows,
) -> QueryResult<Erased> {
    lock_clicks(transaction, owner).await?;
    of_fan(LOCK_PIXELS, owner, fan).execute(transaction).await?;
    of_fan(AWAITED, owner, fan).execute(transaction).await?;
    let deliveries = of_fan(DELIVERIES, owner, fan).execute(transaction).await?;
    let refs: Vec<Found> = of_fan(CLICK_REFS, owner, fan).load(transaction).await?;
    let clicks = refs.iter().filter_map(|found| TouchId::parse(&found.text));
    let clicks = statement(CLICKS)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<UuidType>, _>(clicks.map(|click| Uuid::from_u128(click.to_u128())).collect::<Vec<_>>())
        .execute(transaction)
        .await?;
    let mut events = of_fan(FAN_EVENTS, owner, fan).execute(transaction).await?;
    events += of_fan(RAW_EVENTS, owner, fan).execute(transaction).await?;
    events += of_fan(QUARANTINED, owner, fan).execute(transaction).await?;
    of_fan(ANSWERS, owner, fan).execute(transaction).await?;
    events += of_fan(REQUESTS, owner, fan).execute(transaction).await?;
    of_fan(TRANSACTIONS, owner, fan).execute(transaction).await?;
    let conversions = of_fan(CONVERSIONS, owner, fan).bind::<Text, _>(nobody).execute(transaction).await?;
    of_fan(FAN, owner, fan).bind::<Text, _>(nobody).execute(transaction).await?;
    let ErasedRows { rows: broadcasts, still_excluded_by, .. } = in_broadcasts;
    Ok(Erased { conversions, deliveries, events, clicks, broadcasts, still_excluded_by })
}

/// Builds a statement whose first parameters are owner and fan.
fn of_fan(sql: &'static str, owner: OwnerId, fan: &str) -> Statement<impl Values + Send> {
    statement(sql).bind::<BigInt, _>(owner.get()).bind::<Text, _>(fan)
}
