//! Statistics for lists and charts, raised in the transaction that stores the counted rows.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Date, Text};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, UnixTime};
use touches::Split;

use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::timestamp;

/// Key of a daily counter. Its order is the lock order of rows in every process.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TallyKey {
    owner: i64,
    hostname: String,
    day: NaiveDate,
    source: String,
    link: i64,
}

impl TallyKey {
    /// Creates the key for the UTC day of `at`. A missing source is '', a missing link is 0.
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

/// Increments of a daily counter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) scans: i64,
    pub(crate) visits: i64,
    pub(crate) clicks: i64,
    pub(crate) subs: i64,
    pub(crate) revenue_cents: i64,
}

impl Tally {
    /// Adds other increments. Revenue saturates here; the database checks the stored sum for overflow.
    fn add(&mut self, other: Self) {
        self.scans += other.scans;
        self.visits += other.visits;
        self.clicks += other.clicks;
        self.subs += other.subs;
        self.revenue_cents = self.revenue_cents.saturating_add(other.revenue_cents);
    }
}

/// Key of a split counter. Its order is the lock order of rows in every process.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SplitTallyKey {
    owner: i64,
    hostname: String,
    split: &'static str,
    day: NaiveDate,
    key: String,
}

impl SplitTallyKey {
    /// Creates the key for the UTC day of `at`.
    pub(crate) fn new(owner: OwnerId, hostname: &str, at: UnixTime, split: Split, key: String) -> Self {
        let day = timestamp(at).date_naive();
        Self { owner: owner.get(), hostname: hostname.to_owned(), split: split.as_str(), day, key }
    }

    fn is_open_ended(&self) -> bool {
        Split::parse(self.split).is_some_and(Split::is_open_ended)
    }
}

/// Increments of all statistics.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tallies {
    /// Increments by day, source and link.
    pub(crate) days: BTreeMap<TallyKey, Tally>,
    /// Increments by split, without scans.
    pub(crate) splits: BTreeMap<SplitTallyKey, Tally>,
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

/// Maximum number of visitor-chosen keys in one split of a domain's day. Further keys count as [`OTHER`].
const MOST_KEYS: i64 = 500;
/// Key for the excess; no host and no button has this name.
pub(crate) const OTHER: &str = "other";

/// Selects the new keys of days that have too many keys already.
///
/// A batch with many new keys, or two concurrent batches, may exceed the maximum; the next batch finds the day full.
/// Stored rows are used only in joins, so that on a distributed database each node reads its own owners' statistics.
const BEYOND: &str = "
    WITH asked AS MATERIALIZED (
        SELECT place, owner_id, hostname, split, day, key
        FROM UNNEST($1, $2, $3, $4, $5, $6) AS asked (place, owner_id, hostname, split, day, key)
    ), days AS MATERIALIZED (
        SELECT DISTINCT owner_id, hostname, split, day FROM asked
    ), full_days AS MATERIALIZED (
        SELECT owner_id, hostname, split, day FROM days JOIN funnel_splits USING (owner_id, hostname, split, day)
        GROUP BY owner_id, hostname, split, day HAVING count(*) >= $7
    ), crowded AS MATERIALIZED (
        SELECT place, owner_id, hostname, split, day, key FROM asked JOIN full_days USING (owner_id, hostname, split, day)
    ), known AS MATERIALIZED (
        SELECT place FROM crowded JOIN funnel_splits USING (owner_id, hostname, split, day, key)
    )
    SELECT place FROM crowded WHERE place NOT IN (SELECT place FROM known)";

#[derive(QueryableByName)]
struct Beyond {
    #[diesel(sql_type = BigInt)]
    place: i64,
}

/// Merges the increments of keys beyond the maximum into [`OTHER`].
async fn bounded(
    connection: &mut PgConnection,
    splits: &BTreeMap<SplitTallyKey, Tally>,
) -> QueryResult<BTreeMap<SplitTallyKey, Tally>> {
    let open: Vec<_> = splits.keys().filter(|key| key.is_open_ended() && !key.key.is_empty()).collect();
    if open.is_empty() {
        return Ok(splits.clone());
    }
    let beyond: Vec<Beyond> = statement(BEYOND)
        .bind::<Array<BigInt>, _>((0_i64..).take(open.len()).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(open.iter().map(|key| key.owner).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(open.iter().map(|key| key.hostname.as_str()).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(open.iter().map(|key| key.split).collect::<Vec<_>>())
        .bind::<Array<Date>, _>(open.iter().map(|key| key.day).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(open.iter().map(|key| key.key.as_str()).collect::<Vec<_>>())
        .bind::<BigInt, _>(MOST_KEYS)
        .load(connection)
        .await?;
    let mut bounded = splits.clone();
    for place in beyond {
        let Some(key) = usize::try_from(place.place).ok().and_then(|place| open.get(place)) else { continue };
        let Some(tally) = bounded.remove(key) else { continue };
        let other = SplitTallyKey { key: OTHER.to_owned(), ..(*key).clone() };
        bounded.entry(other).or_default().add(tally);
    }
    Ok(bounded)
}

const RAISE_SPLITS: &str = "
    INSERT INTO funnel_splits (owner_id, hostname, split, day, key, visits, clicks, subs, revenue_cents)
    SELECT * FROM UNNEST($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (owner_id, hostname, split, day, key) DO UPDATE SET
        visits = funnel_splits.visits + excluded.visits,
        clicks = funnel_splits.clicks + excluded.clicks,
        subs = funnel_splits.subs + excluded.subs,
        revenue_cents = funnel_splits.revenue_cents + excluded.revenue_cents";

async fn raise_splits(
    connection: &mut PgConnection,
    splits: &BTreeMap<SplitTallyKey, Tally>,
) -> QueryResult<()> {
    if splits.is_empty() {
        return Ok(());
    }
    let splits = bounded(connection, splits).await?;
    let of = |count: fn(&Tally) -> i64| splits.values().map(count).collect::<Vec<i64>>();
    statement(RAISE_SPLITS)
        .bind::<Array<BigInt>, _>(splits.keys().map(|key| key.owner).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(splits.keys().map(|key| key.hostname.as_str()).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(splits.keys().map(|key| key.split).collect::<Vec<_>>())
        .bind::<Array<Date>, _>(splits.keys().map(|key| key.day).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(splits.keys().map(|key| key.key.as_str()).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(of(|t| t.visits))
        .bind::<Array<BigInt>, _>(of(|t| t.clicks))
        .bind::<Array<BigInt>, _>(of(|t| t.subs))
        .bind::<Array<BigInt>, _>(of(|t| t.revenue_cents))
        .execute(connection)
        .await?;
    Ok(())
}

/// Raises days first, then totals, then splits. With ordered keys, two transactions wait for each other but never
/// deadlock.
pub(crate) async fn raise(connection: &mut PgConnection, tallies: &Tallies) -> QueryResult<()> {
    raise_days(connection, &tallies.days).await?;
    raise_splits(connection, &tallies.splits).await
}

async fn raise_days(connection: &mut PgConnection, tallies: &BTreeMap<TallyKey, Tally>) -> QueryResult<()> {
    if tallies.is_empty() {
        return Ok(());
    }
    let owners: Vec<i64> = tallies.keys().map(|key| key.owner).collect();
    let hosts: Vec<&str> = tallies.keys().map(|key| key.hostname.as_str()).collect();
    let sources: Vec<&str> = tallies.keys().map(|key| key.source.as_str()).collect();
    let of = |count: fn(&Tally) -> i64| tallies.values().map(count).collect::<Vec<i64>>();
    let stats =
        [of(|t| t.scans), of(|t| t.visits), of(|t| t.clicks), of(|t| t.subs), of(|t| t.revenue_cents)];
    let [scans, visits, clicks, subs, revenue] = &stats;
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
