//! Sales of vault content, found among the conversions.

mod item_stats;

use std::collections::HashMap;

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use content_vault::detail::ItemStats;
use content_vault::item::ContentId;
use content_vault::ports::SalesReads;
use content_vault::sale::Totals;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Date, Nullable, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError, UnixTime, Window};

use crate::Pool;
use crate::database::error::{connection, corrupt, failed};
use crate::database::statement::{Statement, Values, statement};
use crate::database::time::timestamp;
use crate::database::transaction::snapshot;

/// Captured sales on PostgreSQL.
#[derive(Clone)]
pub struct PgSales {
    pool: Pool,
}

impl PgSales {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

/// Selects all-time sums, which a trigger on the conversions table maintains. A sum that does not fit into 64 bits is
/// null.
macro_rules! all_time {
    ($items:literal) => {
        concat!(
            "SELECT content_id, sales, fits(revenue_cents) AS revenue_cents FROM content_totals WHERE owner_id = $1",
            $items
        )
    };
}

const ALL_TIME: &str = all_time!("");
const ALL_TIME_OF: &str = all_time!(" AND content_id = ANY($2)");

/// Adds up a window: whole days from the daily sums, the parts of days before and after from conversions. The first
/// condition on conversions matches their partial index.
macro_rules! window {
    ($items:literal) => {
        concat!(
            "SELECT content_id, sum(sales)::bigint AS sales, fits(sum(revenue_cents)) AS revenue_cents
            FROM (
                SELECT content_id, sales, revenue_cents FROM content_days
                WHERE owner_id = $1 AND day >= $2 AND day < $3
                UNION ALL
                SELECT item.content_id, item.sales, item.revenue_cents
                FROM conversions CROSS JOIN LATERAL sold_items(content_ids, net_cents, transaction_kind) item
                WHERE owner_id = $1 AND cardinality(content_ids) > 0
                    AND transaction_kind IN ('message', 'post', 'refund')
                    AND (occurred_at >= $4 AND occurred_at < $5 OR occurred_at >= $6 AND occurred_at < $7)
            ) sold",
            $items,
            " GROUP BY content_id"
        )
    };
}

const WINDOW: &str = window!("");
const WINDOW_OF: &str = window!(" WHERE content_id = ANY($8)");

#[derive(QueryableByName)]
struct TotalsRow {
    #[diesel(sql_type = BigInt)]
    content_id: i64,
    #[diesel(sql_type = BigInt)]
    sales: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    revenue_cents: Option<i64>,
}

impl TotalsRow {
    fn entry(self) -> Result<(ContentId, Totals), StoreError> {
        let totals = Totals { sales: self.sales, revenue_cents: fitting(self.revenue_cents)? };
        Ok((ContentId::new(self.content_id), totals))
    }
}

/// Returns a sum of money, or an error if the sum exceeds 64 bits.
fn fitting(sum: Option<i64>) -> Result<i64, StoreError> {
    sum.ok_or_else(|| corrupt("a sum of money is too large"))
}

/// Window cut into whole days and the parts before and after; each range excludes its end.
#[derive(Debug, PartialEq, Eq)]
struct Cut {
    days: (NaiveDate, NaiveDate),
    before: (DateTime<Utc>, DateTime<Utc>),
    behind: (DateTime<Utc>, DateTime<Utc>),
}

impl Cut {
    fn of(window: Window) -> Self {
        let from = timestamp(window.from().unwrap_or(UnixTime::from_seconds(i64::MIN)));
        let to = timestamp(window.until().unwrap_or(UnixTime::from_seconds(i64::MAX)));
        let (first, last) = (next_midnight(from), to.date_naive());
        let at = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
        if first < last {
            Self { days: (first, last), before: (from, at(first)), behind: (at(last), to) }
        } else {
            Self { days: (first, first), before: (from, to), behind: (to, to) }
        }
    }
}

/// Returns the day that begins at this moment, or the next day.
fn next_midnight(at: DateTime<Utc>) -> NaiveDate {
    let day = at.date_naive();
    if at.time() == NaiveTime::MIN { day } else { day.succ_opt().unwrap_or(day) }
}

type Totalled = HashMap<ContentId, Totals>;

fn totalled(rows: Vec<TotalsRow>) -> Result<Totalled, StoreError> {
    rows.into_iter().map(TotalsRow::entry).collect()
}

/// Builds a statement whose first seven parameters are an owner and a window.
fn within(sql: &'static str, owner: OwnerId, window: Window) -> Statement<impl Values + Send> {
    let Cut { days, before, behind } = Cut::of(window);
    statement(sql)
        .bind::<BigInt, _>(owner.get())
        .bind::<Date, _>(days.0)
        .bind::<Date, _>(days.1)
        .bind::<Timestamptz, _>(before.0)
        .bind::<Timestamptz, _>(before.1)
        .bind::<Timestamptz, _>(behind.0)
        .bind::<Timestamptz, _>(behind.1)
}

#[async_trait]
impl SalesReads for PgSales {
    async fn totals(&self, owner: OwnerId, window: Window) -> Result<Totalled, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows = if window == Window::default() {
            statement(ALL_TIME).bind::<BigInt, _>(owner.get()).load(&mut connection).await
        } else {
            within(WINDOW, owner, window).load(&mut connection).await
        };
        totalled(rows.map_err(failed)?)
    }

    async fn totals_of(
        &self,
        owner: OwnerId,
        ids: &[ContentId],
        window: Window,
    ) -> Result<Totalled, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let ids: Vec<_> = ids.iter().map(|id| id.get()).collect();
        let rows = if window == Window::default() {
            let query = statement(ALL_TIME_OF).bind::<BigInt, _>(owner.get());
            query.bind::<Array<BigInt>, _>(ids).load(&mut connection).await
        } else {
            let query = within(WINDOW_OF, owner, window).bind::<Array<BigInt>, _>(ids);
            query.load(&mut connection).await
        };
        totalled(rows.map_err(failed)?)
    }

    async fn stats(&self, owner: OwnerId, id: ContentId) -> Result<ItemStats, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows = snapshot(&mut connection, async |connection| {
            let totals = statement(ALL_TIME_OF).bind::<BigInt, _>(owner.get());
            let totals = totals.bind::<Array<BigInt>, _>(vec![id.get()]).load(connection).await?;
            Ok::<_, diesel::result::Error>((totals, item_stats::load(connection, owner, id).await?))
        })
        .await;
        let (totals, found) = rows.map_err(failed)?;
        let captured = totalled(totals)?.remove(&id).unwrap_or_default();
        found.stats(captured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_window_is_cut_at_midnights() {
        for (from, to, before, days, behind) in [
            // From noon to noon.
            (
                43_200,
                216_000 - 1,
                ("1970-01-01T12:00:00Z", "1970-01-02T00:00:00Z"),
                1..2,
                ("1970-01-03", "12:00:00"),
            ),
            // Whole days.
            (
                86_400,
                172_799,
                ("1970-01-02T00:00:00Z", "1970-01-02T00:00:00Z"),
                1..2,
                ("1970-01-03", "00:00:00"),
            ),
            // Within a day.
            (
                90_000,
                90_009,
                ("1970-01-02T01:00:00Z", "1970-01-02T01:00:10Z"),
                2..2,
                ("1970-01-02", "01:00:10"),
            ),
            // Over a midnight.
            (
                86_399,
                86_400,
                ("1970-01-01T23:59:59Z", "1970-01-02T00:00:01Z"),
                1..1,
                ("1970-01-02", "00:00:01"),
            ),
        ] {
            let window = Window::of_seconds(Some(from), Some(to)).unwrap();
            let cut = Cut::of(window);
            let day = |n: u32| NaiveDate::from_ymd_opt(1970, 1, 1 + n).unwrap();
            assert_eq!(cut.before, (moment(before.0), moment(before.1)), "{from} {to}");
            assert_eq!(cut.days, (day(days.start), day(days.end)), "{from} {to}");
            assert_eq!(cut.behind.1, moment(&format!("{}T{}Z", behind.0, behind.1)), "{from} {to}");
        }
    }

    #[test]
    fn moments_that_no_calendar_has_are_cut_too() {
        for at in [i64::MIN, 0, i64::MAX] {
            let at = Some(UnixTime::from_seconds(at));
            for window in [Window::between(at, None), Window::between(None, at), Window::between(at, at)] {
                let cut = Cut::of(window.unwrap());
                assert!(cut.days.0 <= cut.days.1 && cut.before.0 <= cut.before.1, "{cut:?}");
            }
        }
    }
}
