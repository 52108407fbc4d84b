//! Statistics of all domains of an owner.

use std::collections::BTreeMap;

use attribution::overview::{Overview, OverviewBy, OverviewCounts, Period};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Date, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError, UnixTime};

use super::whole;
use crate::Pool;
use crate::database::error::{connection, failed};
use crate::database::statement::statement;
use crate::database::time::timestamp;

/// Reads both periods in one consistent statement. $2 is the first day of the previous period, $3 the first day of the
/// period, $4 the day after the period.
///
/// A fan who bought on two days counts on each day but once in the total, so spenders are counted from payments. All
/// other values come from sums.
const OVERVIEW: &str = "
    WITH stats AS (
        SELECT day >= $3 AS current, CASE WHEN $5 THEN to_char(day, 'YYYY-MM-DD') ELSE hostname END AS item,
            visits, clicks, subs, revenue_cents
        FROM domains JOIN funnel_days USING (owner_id, hostname)
        WHERE owner_id = $1 AND day >= $2 AND day < $4
    ), bought AS (
        SELECT occurred_at >= $7 AS current,
            CASE WHEN $5 THEN to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') ELSE hostname END AS item, fan_id
        FROM domains JOIN conversions USING (owner_id, hostname)
        WHERE owner_id = $1 AND hostname IS NOT NULL AND transaction_kind IS NOT NULL AND purchase
            AND occurred_at >= $6 AND occurred_at < $8
    )
    SELECT current, item, fits(sum(visits)) AS visits, fits(sum(clicks)) AS clicks, fits(sum(subs)) AS subs,
        0::bigint AS spenders, fits(sum(revenue_cents)) AS revenue_cents
    FROM stats GROUP BY GROUPING SETS ((current), (current, item)) HAVING current OR grouping(item) = 1
    UNION ALL
    SELECT current, item, 0, 0, 0, count(DISTINCT fan_id), 0
    FROM bought GROUP BY GROUPING SETS ((current), (current, item)) HAVING current OR grouping(item) = 1";

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Bool)]
    current: bool,
    #[diesel(sql_type = Nullable<Text>)]
    item: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    visits: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    clicks: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    subs: Option<i64>,
    #[diesel(sql_type = BigInt)]
    spenders: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    revenue_cents: Option<i64>,
}

pub(super) async fn of_owner(
    pool: &Pool,
    owner: OwnerId,
    period: Period,
    by: OverviewBy,
) -> Result<Overview, StoreError> {
    let moments = [period.before().window().from(), period.window().from(), period.window().until()];
    let [before, first, end] = moments.map(|moment| timestamp(moment.unwrap_or(UnixTime::from_seconds(0))));
    let mut connection = connection(pool).await?;
    let rows: Vec<Row> = statement(OVERVIEW)
        .bind::<BigInt, _>(owner.get())
        .bind::<Date, _>(before.date_naive())
        .bind::<Date, _>(first.date_naive())
        .bind::<Date, _>(end.date_naive())
        .bind::<Bool, _>(by == OverviewBy::Day)
        .bind::<Timestamptz, _>(before)
        .bind::<Timestamptz, _>(first)
        .bind::<Timestamptz, _>(end)
        .load(&mut connection)
        .await
        .map_err(failed)?;
    let (mut overview, mut items) = (Overview::default(), BTreeMap::<String, OverviewCounts>::new());
    for row in rows {
        let place = match (row.current, row.item) {
            (true, Some(item)) => items.entry(item).or_default(),
            (true, None) => &mut overview.totals,
            (false, _) => &mut overview.previous,
        };
        // One row of each pair has the spenders, the other row has the remaining counts.
        place.visits += whole(row.visits)?;
        place.clicks += whole(row.clicks)?;
        place.subs += whole(row.subs)?;
        place.spenders += row.spenders;
        place.revenue_cents += whole(row.revenue_cents)?;
    }
    let is_something = |(_, counts): &(String, OverviewCounts)| *counts != OverviewCounts::default();
    overview.items = items.into_iter().filter(is_something).collect();
    Ok(overview)
}
