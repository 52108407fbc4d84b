//! Delivery queue for a distributed database, where rows of different owners are on different nodes.
//!
//! A query without locks finds the owners with due deliveries; each write concerns one owner.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use conversion_pixel::Platform;
use conversion_pixel::ports::{MOST_OF_OWNER, MOST_OF_PIXEL};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::UnixTime;

use super::row::Claimed;
use crate::database::pg_connection::PgConnection;
use crate::database::random::random_number;
use crate::database::statement::statement;
use crate::database::time::timestamp;

/// Selects owners with due deliveries and free capacity: first by deliveries in progress, then by due time. Returns at
/// most as many owners as the claim takes deliveries.
///
/// $1 platform, $2 now, $3 number of deliveries, $4 maximum per owner.
const DUE: &str = "
    SELECT pixel.owner_id FROM conversion_pixels pixel
    CROSS JOIN LATERAL (
        SELECT next_attempt_at FROM pixel_deliveries waiting
        WHERE waiting.platform = $1 AND waiting.owner_id = pixel.owner_id AND waiting.provider_id = pixel.provider_id
            AND state = 'pending' AND next_attempt_at <= $2 AND (locked_until IS NULL OR locked_until <= $2)
        ORDER BY next_attempt_at LIMIT 1
    ) first
    CROSS JOIN LATERAL (
        SELECT count(*) AS n FROM pixel_deliveries held
        WHERE held.platform = $1 AND held.owner_id = pixel.owner_id AND held.locked_until > $2
    ) under_way
    WHERE pixel.platform = $1 AND active AND last_error IS NULL AND under_way.n < $4
    GROUP BY pixel.owner_id ORDER BY min(under_way.n), min(first.next_attempt_at), pixel.owner_id LIMIT $3";

/// Selects the deliveries that one owner offers. $1 platform, $2 now, $3 owner, $4 number of deliveries, $5 and $6
/// maximum per pixel and per owner.
const OFFERED: &str = concat!(
    "SELECT owner_id, delivery_id, next_attempt_at, turn FROM (",
    offered!("$3", "$3", ""),
    ") due ORDER BY turn, next_attempt_at, delivery_id LIMIT $4"
);

/// Claims an owner's deliveries, and skips rows that another process is claiming.
///
/// The caller draws the lease, because on Citus this statement can't combine a random number with array parameters.
///
/// $1 platform, $2 now, $3 end of the leases, $4 owner, $5 ids, $6 their turns, $7 lease.
const TAKE: &str = "
    WITH taken AS MATERIALIZED (
        SELECT delivery.delivery_id, asked.turn
        FROM pixel_deliveries delivery JOIN UNNEST($5, $6) AS asked (delivery_id, turn) USING (delivery_id)
        WHERE delivery.owner_id = $4 AND delivery.platform = $1 AND delivery.state = 'pending'
            AND delivery.next_attempt_at <= $2 AND (delivery.locked_until IS NULL OR delivery.locked_until <= $2)
        ORDER BY asked.turn FOR UPDATE OF delivery SKIP LOCKED
    )
    UPDATE pixel_deliveries claimed SET lease = $7, locked_until = $3
    FROM taken
    WHERE claimed.owner_id = $4 AND claimed.delivery_id = taken.delivery_id
    RETURNING claimed.owner_id, claimed.delivery_id, platform, event_id, platform_event_id, event_name, event_time, event_json,
        state, park_reason, attempts, next_attempt_at, claimed.lease, last_verdict, last_status, last_failure, last_code, created_at, taken.turn";

#[derive(QueryableByName)]
struct Owner {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
}

#[derive(QueryableByName)]
struct Offer {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
    #[diesel(sql_type = BigInt)]
    delivery_id: i64,
    #[diesel(sql_type = Timestamptz)]
    next_attempt_at: DateTime<Utc>,
    #[diesel(sql_type = BigInt)]
    turn: i64,
}

/// Claims up to `limit` deliveries, owner by owner. Returns fewer if another process claims some of them meanwhile.
pub(super) async fn claim(
    connection: &mut PgConnection,
    platform: Platform,
    now: UnixTime,
    until: UnixTime,
    limit: u32,
) -> QueryResult<Vec<Claimed>> {
    let owners: Vec<Owner> = statement(DUE)
        .bind::<Text, _>(platform.as_str())
        .bind::<Timestamptz, _>(timestamp(now))
        .bind::<BigInt, _>(i64::from(limit))
        .bind::<BigInt, _>(i64::from(MOST_OF_OWNER))
        .load(connection)
        .await?;
    let mut offers: Vec<Offer> = Vec::new();
    for Owner { owner_id } in owners {
        let offered = statement(OFFERED)
            .bind::<Text, _>(platform.as_str())
            .bind::<Timestamptz, _>(timestamp(now))
            .bind::<BigInt, _>(owner_id)
            .bind::<BigInt, _>(i64::from(limit))
            .bind::<BigInt, _>(i64::from(MOST_OF_PIXEL))
            .bind::<BigInt, _>(i64::from(MOST_OF_OWNER))
            .load(connection)
            .await?;
        offers.extend(offered);
    }
    offers.sort_by_key(|offer| (offer.turn, offer.next_attempt_at, offer.delivery_id));
    offers.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let mut by_owner: BTreeMap<i64, (Vec<i64>, Vec<i64>)> = BTreeMap::new();
    for offer in offers {
        let (ids, turns) = by_owner.entry(offer.owner_id).or_default();
        ids.push(offer.delivery_id);
        turns.push(offer.turn);
    }
    if by_owner.is_empty() {
        return Ok(Vec::new());
    }
    let lease = random_number(connection).await?;
    let mut claimed = Vec::new();
    for (owner, (ids, turns)) in by_owner {
        let taken = statement(TAKE)
            .bind::<Text, _>(platform.as_str())
            .bind::<Timestamptz, _>(timestamp(now))
            .bind::<Timestamptz, _>(timestamp(until))
            .bind::<BigInt, _>(owner)
            .bind::<Array<BigInt>, _>(ids)
            .bind::<Array<BigInt>, _>(turns)
            .bind::<BigInt, _>(lease)
            .load(connection)
            .await?;
        claimed.extend::<Vec<Claimed>>(taken);
    }
    Ok(claimed)
}

/// $1 platform, $2 the moment, $3 maximum number of deliveries.
const OLD: &str = "
    SELECT DISTINCT owner_id FROM (
        SELECT owner_id FROM pixel_deliveries WHERE platform = $1 AND created_at < $2 AND event_json <> '{}'
        ORDER BY created_at LIMIT $3
    ) old ORDER BY owner_id";

/// Leaves rows that another transaction is writing to the next run.
///
/// $1 platform, $2 the moment, $3 maximum number of deliveries, $4 owner.
const PURGE_FIELDS: &str = "
    WITH old AS MATERIALIZED (
        SELECT delivery_id FROM pixel_deliveries
        WHERE owner_id = $4 AND platform = $1 AND created_at < $2 AND event_json <> '{}'
        ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED
    )
    UPDATE pixel_deliveries purged SET event_json = '{}'
    FROM old WHERE purged.owner_id = $4 AND purged.delivery_id = old.delivery_id";

/// Empties the events of up to `limit` deliveries, owner by owner.
pub(super) async fn purge_fields(
    connection: &mut PgConnection,
    platform: Platform,
    before: UnixTime,
    limit: u32,
) -> QueryResult<u64> {
    let owners: Vec<Owner> = statement(OLD)
        .bind::<Text, _>(platform.as_str())
        .bind::<Timestamptz, _>(timestamp(before))
        .bind::<BigInt, _>(i64::from(limit))
        .load(connection)
        .await?;
    let mut left = u64::from(limit);
    for Owner { owner_id } in owners {
        let purged = statement(PURGE_FIELDS)
            .bind::<Text, _>(platform.as_str())
            .bind::<Timestamptz, _>(timestamp(before))
            .bind::<BigInt, _>(i64::try_from(left).unwrap_or(i64::MAX))
            .bind::<BigInt, _>(owner_id)
            .execute(connection)
            .await?;
        left = left.saturating_sub(u64::try_from(purged).unwrap_or_default());
        if left == 0 {
            break;
        }
    }
    Ok(u64::from(limit) - left)
}
