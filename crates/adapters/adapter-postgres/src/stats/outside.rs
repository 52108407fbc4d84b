//! Counts of the first and the last day that lie outside a window, by split key. The caller subtracts them from the
//! sums of the days.

use std::collections::BTreeMap;

use application::intake::Wanted;
use attribution::funnel_stats::{SplitBy, SplitCounts};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz, Uuid as UuidType};
use diesel_async::RunQueryDsl;
use kernel::{Hostname, OwnerId, StoreError, UnixTime};
use touches::{Split, TouchId, Traits};

use crate::database::error::failed;
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::unix_time;
use crate::events::known_clicks;
use crate::stats::window_edges::Edges;

/// $1 owner, $2 domain, $3 split, $4 to $7 id ranges of touches. No split includes scans.
const TOUCHES: &str = "
    SELECT bot, key, count(*) FILTER (WHERE kind = 'visit') AS visits, count(*) FILTER (WHERE kind = 'click') AS clicks
    FROM (
        SELECT bot, kind, CASE $3
            WHEN 'country' THEN COALESCE(country, '') WHEN 'device' THEN COALESCE(device, '')
            WHEN 'browser' THEN COALESCE(browser, '') WHEN 'referrer' THEN COALESCE(referrer, '')
            WHEN 'button' THEN button WHEN 'arm' THEN arm
            ELSE to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24\":00:00Z\"') END AS key
        FROM touches
        WHERE owner_id = $1 AND hostname = $2 AND NOT repeated AND kind <> 'scan'
            AND (touch_id >= $4 AND touch_id < $5 OR touch_id >= $6 AND touch_id < $7)
    ) outside
    GROUP BY bot, key";

/// $1 owner, $2 domain, $3 to $6 moments.
const CONVERSIONS: &str = "
    SELECT occurred_at, kind = 'new_subscriber' AS subscribed, net_cents,
        CASE basis WHEN 'click' THEN click_ref END AS click_ref
    FROM conversions
    WHERE owner_id = $1 AND hostname = $2 AND (kind = 'new_subscriber' OR net_cents <> 0)
        AND (occurred_at >= $3 AND occurred_at < $4 OR occurred_at >= $5 AND occurred_at < $6)";

#[derive(QueryableByName)]
struct Touched {
    #[diesel(sql_type = Bool)]
    bot: bool,
    #[diesel(sql_type = Nullable<Text>)]
    key: Option<String>,
    #[diesel(sql_type = BigInt)]
    visits: i64,
    #[diesel(sql_type = BigInt)]
    clicks: i64,
}

#[derive(QueryableByName)]
struct Converted {
    #[diesel(sql_type = Timestamptz)]
    occurred_at: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    subscribed: bool,
    #[diesel(sql_type = BigInt)]
    net_cents: i64,
    #[diesel(sql_type = Nullable<Text>)]
    click_ref: Option<String>,
}

/// Counts outside the window.
#[derive(Default)]
pub(super) struct Outside {
    /// Counts by key.
    pub(super) items: BTreeMap<String, SplitCounts>,
    /// Counts of bots.
    pub(super) bots: SplitCounts,
}

pub(super) async fn read(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
    by: SplitBy,
    edges: &Edges,
) -> Result<Outside, StoreError> {
    let mut outside = Outside::default();
    if edges.are_clean() {
        return Ok(outside);
    }
    for touched in touched(connection, owner, domain, by, edges).await.map_err(failed)? {
        let counts = match (touched.bot, touched.key) {
            (true, _) => &mut outside.bots,
            (false, Some(key)) => outside.items.entry(key).or_default(),
            (false, None) => continue,
        };
        counts.visits += touched.visits;
        counts.clicks += touched.clicks;
    }
    let converted = converted(connection, owner, domain, edges).await.map_err(failed)?;
    let clicks = converted.iter().filter_map(|one| TouchId::parse(one.click_ref.as_deref()?)).collect();
    let facts = known_clicks(connection, owner, &Wanted { clicks, ..Wanted::default() }).await?;
    for one in converted {
        let traits = one.click_ref.as_deref().map(|click| facts.traits(click)).unwrap_or_default();
        let Some(key) = key(by, &traits, unix_time(one.occurred_at)) else { continue };
        let counts = outside.items.entry(key).or_default();
        counts.subs += i64::from(one.subscribed);
        counts.revenue_cents = counts.revenue_cents.saturating_add(one.net_cents);
    }
    Ok(outside)
}

async fn touched(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
    by: SplitBy,
    edges: &Edges,
) -> QueryResult<Vec<Touched>> {
    let [before, behind] = edges.touches();
    statement(TOUCHES)
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(domain.as_str())
        .bind::<Text, _>(by.as_str())
        .bind::<UuidType, _>(before.0)
        .bind::<UuidType, _>(before.1)
        .bind::<UuidType, _>(behind.0)
        .bind::<UuidType, _>(behind.1)
        .load(connection)
        .await
}

async fn converted(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
    edges: &Edges,
) -> QueryResult<Vec<Converted>> {
    statement(CONVERSIONS)
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(domain.as_str())
        .bind::<Timestamptz, _>(edges.before.0)
        .bind::<Timestamptz, _>(edges.before.1)
        .bind::<Timestamptz, _>(edges.behind.0)
        .bind::<Timestamptz, _>(edges.behind.1)
        .load(connection)
        .await
}

/// Returns the split key under which the statistics count these traits.
fn key(by: SplitBy, traits: &Traits, at: UnixTime) -> Option<String> {
    if by == SplitBy::Hour {
        return Some(format!("{}:00:00Z", at.rfc3339()?.get(..13)?));
    }
    let split = Split::parse(by.as_str())?;
    traits.keys(at).into_iter().find_map(|(of, key)| (of == split).then_some(key))
}
