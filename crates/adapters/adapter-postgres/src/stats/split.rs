//! Statistics of a domain, split by a trait of the visitors.

use attribution::funnel_stats::{MOST_HOURS, MOST_ITEMS, SplitBy, SplitCounts, SplitStats};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Date, Nullable, Text};
use diesel_async::RunQueryDsl;
use kernel::{Hostname, OwnerId, StoreError, Window};
use touches::Split;

use super::outside::{self, Outside};
use super::whole;
use crate::Pool;
use crate::database::error::{connection, failed};
use crate::database::statement::statement;
use crate::stats::tallies::OTHER;
use crate::stats::window_edges::Edges;

/// Returns the row of bots first, for every existing domain, and then the other rows. A sum that does not fit into 64
/// bits is null.
const SPLIT: &str = "
    WITH known AS (SELECT owner_id, hostname FROM domains WHERE owner_id = $1 AND hostname = $2),
    items AS (
        SELECT CASE WHEN $3 = 'hour' THEN to_char(day, 'YYYY-MM-DD') || 'T' || key || ':00:00Z' ELSE key END AS key,
            fits(sum(visits)) AS visits, fits(sum(clicks)) AS clicks, fits(sum(subs)) AS subs,
            fits(sum(revenue_cents)) AS revenue_cents
        FROM funnel_splits JOIN known USING (owner_id, hostname)
        WHERE owner_id = $1 AND hostname = $2 AND split = $3 AND ($4 IS NULL OR day >= $4)
            AND ($6 IS NULL OR day < $6)
        GROUP BY 1
        HAVING sum(visits) <> 0 OR sum(clicks) <> 0 OR sum(subs) <> 0 OR sum(revenue_cents) <> 0
        ORDER BY CASE WHEN $3 = 'hour' THEN 0 ELSE sum(visits) END DESC,
            CASE WHEN $3 = 'hour' THEN 0 ELSE sum(clicks) END DESC,
            CASE WHEN $3 = 'hour' THEN max(day) END DESC, CASE WHEN $3 = 'hour' THEN max(key) END DESC, 1
        LIMIT $5
    )
    SELECT true AS bots, '' AS key, fits(COALESCE(sum(visits), 0)) AS visits, fits(COALESCE(sum(clicks), 0)) AS clicks,
        0::bigint AS subs, 0::bigint AS revenue_cents
    FROM known LEFT JOIN funnel_splits stats ON stats.owner_id = known.owner_id AND stats.owner_id = $1
        AND stats.hostname = known.hostname AND split = 'bot' AND ($4 IS NULL OR day >= $4) AND ($6 IS NULL OR day < $6)
    GROUP BY known.hostname
    UNION ALL SELECT false, key, visits, clicks, subs, revenue_cents FROM items";

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Bool)]
    bots: bool,
    #[diesel(sql_type = Text)]
    key: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    visits: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    clicks: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    subs: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    revenue_cents: Option<i64>,
}

impl Row {
    fn counts(&self) -> Result<SplitCounts, StoreError> {
        Ok(SplitCounts {
            visits: whole(self.visits)?,
            clicks: whole(self.clicks)?,
            subs: whole(self.subs)?,
            revenue_cents: whole(self.revenue_cents)?,
        })
    }
}

pub(super) async fn of_domain(
    pool: &Pool,
    owner: OwnerId,
    domain: &Hostname,
    by: SplitBy,
    window: Window,
) -> Result<Option<SplitStats>, StoreError> {
    let most = if by == SplitBy::Hour { MOST_HOURS } else { MOST_ITEMS };
    let mut connection = connection(pool).await?;
    let edges = Edges::of(window);
    let rows: Vec<Row> = statement(SPLIT)
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(domain.as_str())
        .bind::<Text, _>(by.as_str())
        .bind::<Nullable<Date>, _>(edges.first)
        .bind::<BigInt, _>(i64::from(most))
        .bind::<Nullable<Date>, _>(edges.end)
        .load(&mut connection)
        .await
        .map_err(failed)?;
    if rows.is_empty() {
        return Ok(None);
    }
    let mut stats = SplitStats::default();
    for row in rows {
        let counts = row.counts()?;
        match row.bots {
            true => stats.bots = counts,
            false => stats.items.push((row.key, counts)),
        }
    }
    take_off(&mut stats, by, outside::read(&mut connection, owner, domain, by, &edges).await?);
    match by {
        SplitBy::Hour => stats.items.sort_by(|(one, _), (other, _)| one.cmp(other)),
        _ => stats.items.sort_by(|(one, a), (other, b)| {
            (b.visits, b.clicks).cmp(&(a.visits, a.clicks)).then_with(|| one.cmp(other))
        }),
    }
    Ok(Some(stats))
}

/// Subtracts the counts outside the window.
///
/// A key with an open set of values may have been counted as [`OTHER`]. A key whose days sum to zero has no row, but
/// its window may be non-zero.
fn take_off(stats: &mut SplitStats, by: SplitBy, outside: Outside) {
    let is_open_ended = Split::parse(by.as_str()).is_some_and(Split::is_open_ended);
    for (key, off) in outside.items {
        let place = |name: &str| stats.items.iter().position(|(key, _)| key == name);
        let place = place(&key).or_else(|| place(OTHER).filter(|_| is_open_ended));
        match place.and_then(|place| stats.items.get_mut(place)) {
            Some((_, counts)) => *counts = less(*counts, off),
            None => stats.items.push((key, less(SplitCounts::default(), off))),
        }
    }
    stats.items.retain(|(_, counts)| *counts != SplitCounts::default());
    stats.bots = less(stats.bots, outside.bots);
}

/// Touches may be purged before the daily sums that include them, so counts are clamped at zero.
fn less(counts: SplitCounts, off: SplitCounts) -> SplitCounts {
    SplitCounts {
        visits: (counts.visits - off.visits).max(0),
        clicks: (counts.clicks - off.clicks).max(0),
        subs: (counts.subs - off.subs).max(0),
        revenue_cents: counts.revenue_cents.saturating_sub(off.revenue_cents),
    }
}
