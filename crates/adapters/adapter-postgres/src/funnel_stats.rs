//! Statistics of a domain by day and by source, as they were counted.

mod overview;
mod split;

use async_trait::async_trait;
use attribution::funnel_stats::{FunnelCounts, FunnelStats, SplitBy, SplitStats};
use attribution::overview::{Overview, OverviewBy, Period};
use attribution::ports::FunnelStatsReads;
use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Date, Nullable, Text};
use diesel_async::RunQueryDsl;
use kernel::{Hostname, OwnerId, StoreError, UnixTime};

use crate::Pool;
use crate::error::{connection, corrupt, failed};
use crate::statement::statement;
use crate::time::timestamp;

/// Statistics on PostgreSQL.
#[derive(Clone)]
pub struct PgFunnelStats {
    pool: Pool,
}

/// One statement, so that the sums are of one moment. A sum that does not fit into 64 bits is null.
const STATS: &str = "
    SELECT day, source, grouping(day) = 0 AS by_day, grouping(source) = 0 AS by_source,
        fits(COALESCE(sum(scans), 0)) AS scans, fits(COALESCE(sum(visits), 0)) AS visits,
        fits(COALESCE(sum(clicks), 0)) AS clicks, fits(COALESCE(sum(subs), 0)) AS subs,
        fits(COALESCE(sum(revenue_cents), 0)) AS revenue_cents
    FROM domains LEFT JOIN funnel_days stats ON stats.owner_id = domains.owner_id
        AND stats.hostname = domains.hostname AND ($3 IS NULL OR stats.day >= $3)
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

/// A sum of counts, which is no sum where it is too large.
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
    /// The statistics on this pool.
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
        since: Option<UnixTime>,
    ) -> Result<Option<FunnelStats>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<Row> = statement(STATS)
            .bind::<BigInt, _>(owner.get())
            .bind::<Text, _>(domain.as_str())
            .bind::<Nullable<Date>, _>(since.map(|since| timestamp(since).date_naive()))
            .load(&mut connection)
            .await
            .map_err(failed)?;
        // The sum over nothing is there for a domain without statistics, and for one that is not there too.
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
        since: Option<UnixTime>,
    ) -> Result<Option<SplitStats>, StoreError> {
        split::of_domain(&self.pool, owner, domain, by, since).await
    }

    async fn overview(&self, owner: OwnerId, period: Period, by: OverviewBy) -> Result<Overview, StoreError> {
        overview::of_owner(&self.pool, owner, period, by).await
    }
}
