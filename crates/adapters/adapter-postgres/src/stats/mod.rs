//! Counted statistics of a domain, by day and by source.

mod apart;
mod outside;
mod overview;
pub(crate) mod spenders;
mod split;
pub(crate) mod tallies;
pub(crate) mod window_edges;

use async_trait::async_trait;
use attribution::funnel_stats::{FunnelCounts, FunnelStats, SplitBy, SplitStats};
use attribution::overview::{Overview, OverviewBy, Period};
use attribution::ports::FunnelStatsReads;
use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Date, Nullable, Text, Timestamptz, Uuid as UuidType};
use diesel_async::RunQueryDsl;
use kernel::{Hostname, OwnerId, StoreError, Window};

use crate::Pool;
use crate::database::error::{connection, corrupt, failed};
use crate::database::statement::statement;
use crate::stats::window_edges::Edges;

/// Statistics on PostgreSQL.
#[derive(Clone)]
pub struct PgFunnelStats {
    pool: Pool,
}

/// Sums the days, and subtracts the parts of the first and the last day outside the window. One statement makes all
/// sums consistent. A sum that does not fit into 64 bits is null.
///
/// $1 owner, $2 domain, $3 and $4 days, $5 to $8 moments of conversions outside the window, $9 to $12 id ranges of
/// touches outside the window.
const STATS: &str = "
    WITH counted AS (
        SELECT day, source, scans, visits, clicks, subs, revenue_cents FROM funnel_days
        WHERE owner_id = $1 AND hostname = $2 AND ($3 IS NULL OR day >= $3) AND ($4 IS NULL OR day < $4)
        UNION ALL
        SELECT (at AT TIME ZONE 'UTC')::date, source, -count(*) FILTER (WHERE kind = 'scan'),
            -count(*) FILTER (WHERE kind = 'visit'), -count(*) FILTER (WHERE kind = 'click'), 0, 0
        FROM touches
        WHERE owner_id = $1 AND hostname = $2 AND NOT bot AND NOT repeated
            AND (touch_id >= $9 AND touch_id < $10 OR touch_id >= $11 AND touch_id < $12)
        GROUP BY 1, 2
        UNION ALL
        SELECT (occurred_at AT TIME ZONE 'UTC')::date, source, 0, 0, 0,
            -count(*) FILTER (WHERE kind = 'new_subscriber'), -sum(net_cents)
        FROM conversions
        WHERE owner_id = $1 AND hostname = $2
            AND (occurred_at >= $5 AND occurred_at < $6 OR occurred_at >= $7 AND occurred_at < $8)
        GROUP BY 1, 2
    )
    SELECT day, source, grouping(day) = 0 AS by_day, grouping(source) = 0 AS by_source,
        fits(COALESCE(sum(scans), 0)) AS scans, fits(COALESCE(sum(visits), 0)) AS visits,
        fits(COALESCE(sum(clicks), 0)) AS clicks, fits(COALESCE(sum(subs), 0)) AS subs,
        fits(COALESCE(sum(revenue_cents), 0)) AS revenue_cents
    FROM domains LEFT JOIN counted ON true
    WHERE domains.owner_id = $1 AND domains.hostname = $2
    GROUP BY GROUPING SETS ((day), (source), ())
    ORDER BY day, source";

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Nullable<Date>)]
    day: Option<NaiveDate>,
    #[diesel(sql_type = Nullable<Text>)]
    source: Option<String>,
    #[diesel(sql_type = Bool)]
    by_day: bool,
    #[diesel(sql_type = Bool)]
    by_source: bool,
    #[diesel(sql_type = Nullable<BigInt>)]
    scans: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    visits: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    clicks: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    subs: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    revenue_cents: Option<i64>,
}

/// Returns a sum of counts, or an error if the sum overflowed.
fn whole(sum: Option<i64>) -> Result<i64, StoreError> {
    sum.ok_or_else(|| corrupt("a sum of counts is too large"))
}

impl Row {
    fn counts(&self) -> Result<FunnelCounts, StoreError> {
        Ok(FunnelCounts {
            scans: whole(self.scans)?,
            visits: whole(self.visits)?,
            clicks: whole(self.clicks)?,
            subs: whole(self.subs)?,
            revenue_cents: whole(self.revenue_cents)?,
        })
    }
}

impl PgFunnelStats {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl FunnelStatsReads for PgFunnelStats {
    async fn of_domain(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        window: Window,
    ) -> Result<Option<FunnelStats>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let edges = Edges::of(window);
        let [(first_touch, before), (behind, last_touch)] = edges.touches();
        let rows: Vec<Row> = statement(STATS)
            .bind::<BigInt, _>(owner.get())
            .bind::<Text, _>(domain.as_str())
            .bind::<Nullable<Date>, _>(edges.first)
            .bind::<Nullable<Date>, _>(edges.end)
            .bind::<Timestamptz, _>(edges.before.0)
            .bind::<Timestamptz, _>(edges.before.1)
            .bind::<Timestamptz, _>(edges.behind.0)
            .bind::<Timestamptz, _>(edges.behind.1)
            .bind::<UuidType, _>(first_touch)
            .bind::<UuidType, _>(before)
            .bind::<UuidType, _>(behind)
            .bind::<UuidType, _>(last_touch)
            .load(&mut connection)
            .await
            .map_err(failed)?;
        // The grand total row exists even for a domain without statistics, or an unknown domain.
        let mut stats = FunnelStats::default();
        let mut known = false;
        for row in rows {
            let counts = row.counts()?;
            match (row.by_day, row.by_source) {
                (true, _) => {
                    known = true;
                    let day = row.day.filter(|_| counts.is_something());
                    stats.days.extend(day.map(|day| (day.to_string(), counts)));
                }
                (_, true) => {
                    let source = row.source.filter(|_| counts.is_something());
                    stats.sources.extend(source.map(|source| (source, counts)));
                }
                (false, false) => stats.totals = counts,
            }
        }
        Ok(known.then_some(stats))
    }

    async fn split(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        by: SplitBy,
        window: Window,
    ) -> Result<Option<SplitStats>, StoreError> {
        split::of_domain(&self.pool, owner, domain, by, window).await
    }

    async fn overview(&self, owner: OwnerId, period: Period, by: OverviewBy) -> Result<Overview, StoreError> {
        overview::of_owner(&self.pool, owner, period, by).await
    }
}
