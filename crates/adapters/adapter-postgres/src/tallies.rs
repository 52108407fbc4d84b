//! The figures that lists and charts read: raised in the transaction that stores what they count.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Date, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{OwnerId, UnixTime};

use crate::statement::statement;
use crate::time::timestamp;

/// What a figure is about. The order is the order in which rows are locked, in every process.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TallyKey {
    owner: i64,
    hostname: String,
    day: NaiveDate,
    source: String,
    link: i64,
}

impl TallyKey {
    /// The figures of the day, in UTC, on which something happened. No source is '', no link is 0.
    pub(crate) fn new(owner: OwnerId, hostname: &str, at: UnixTime, source: &str, link: Option<i64>) -> Self {
        Self {
            owner: owner.get(),
            hostname: hostname.to_owned(),
            day: timestamp(at).date_naive(),
            source: source.to_owned(),
            link: link.unwrap_or_default(),
        }
    }
}

/// By how much figures are raised.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) scans: i64,
    pub(crate) visits: i64,
    pub(crate) clicks: i64,
    pub(crate) subs: i64,
    pub(crate) revenue_cents: i64,
}

const RAISE_DAYS: &str = "
    INSERT INTO funnel_days
        (owner_id, hostname, day, source, link_id, scans, visits, clicks, subs, revenue_cents)
    SELECT * FROM UNNEST($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (owner_id, hostname, day, source, link_id) DO UPDATE SET
        scans = funnel_days.scans + excluded.scans,
        visits = funnel_days.visits + excluded.visits,
        clicks = funnel_days.clicks + excluded.clicks,
        subs = funnel_days.subs + excluded.subs,
        revenue_cents = funnel_days.revenue_cents + excluded.revenue_cents";

const RAISE_TOTALS: &str = "
    INSERT INTO source_totals (owner_id, hostname, source, scans, visits, clicks, subs, revenue_cents)
    SELECT owner_id, hostname, source,
        sum(scans)::bigint, sum(visits)::bigint, sum(clicks)::bigint, sum(subs)::bigint, sum(revenue_cents)::bigint
    FROM UNNEST($1, $2, $3, $4, $5, $6, $7, $8)
        AS raised (owner_id, hostname, source, scans, visits, clicks, subs, revenue_cents)
    GROUP BY owner_id, hostname, source
    ORDER BY owner_id, hostname, source
    ON CONFLICT (owner_id, hostname, source) DO UPDATE SET
        scans = source_totals.scans + excluded.scans,
        visits = source_totals.visits + excluded.visits,
        clicks = source_totals.clicks + excluded.clicks,
        subs = source_totals.subs + excluded.subs,
        revenue_cents = source_totals.revenue_cents + excluded.revenue_cents";

/// Raises days first and totals after them; with the keys in order, two transactions wait for each other and never in a
/// circle.
pub(crate) async fn raise(
    connection: &mut AsyncPgConnection,
    tallies: &BTreeMap<TallyKey, Tally>,
) -> QueryResult<()> {
    if tallies.is_empty() {
        return Ok(());
    }
    let owners: Vec<i64> = tallies.keys().map(|key| key.owner).collect();
    let hosts: Vec<&str> = tallies.keys().map(|key| key.hostname.as_str()).collect();
    let sources: Vec<&str> = tallies.keys().map(|key| key.source.as_str()).collect();
    let of = |figure: fn(&Tally) -> i64| tallies.values().map(figure).collect::<Vec<i64>>();
    let figures =
        [of(|t| t.scans), of(|t| t.visits), of(|t| t.clicks), of(|t| t.subs), of(|t| t.revenue_cents)];
    let [scans, visits, clicks, subs, revenue] = &figures;
    statement(RAISE_DAYS)
        .bind::<Array<BigInt>, _>(&owners)
        .bind::<Array<Text>, _>(&hosts)
        .bind::<Array<Date>, _>(tallies.keys().map(|key| key.day).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(&sources)
        .bind::<Array<BigInt>, _>(tallies.keys().map(|key| key.link).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(scans)
        .bind::<Array<BigInt>, _>(visits)
        .bind::<Array<BigInt>, _>(clicks)
        .bind::<Array<BigInt>, _>(subs)
        .bind::<Array<BigInt>, _>(revenue)
        .execute(connection)
        .await?;
    statement(RAISE_TOTALS)
        .bind::<Array<BigInt>, _>(&owners)
        .bind::<Array<Text>, _>(&hosts)
        .bind::<Array<Text>, _>(&sources)
        .bind::<Array<BigInt>, _>(scans)
        .bind::<Array<BigInt>, _>(visits)
        .bind::<Array<BigInt>, _>(clicks)
        .bind::<Array<BigInt>, _>(subs)
        .bind::<Array<BigInt>, _>(revenue)
        .execute(connection)
        .await?;
    Ok(())
}
