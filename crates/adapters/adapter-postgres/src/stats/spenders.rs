//! Paying fans of domains and links, summed by the database.
//!
//! Tests compare the statements with the pure functions of `attribution`. One difference is intended: an intermediate
//! overflow is an error, even if the final sum would fit.

use async_trait::async_trait;
use attribution::assign::{Attribution, LinkId};
use attribution::history::{Conversion, FanHistory, Payment};
use attribution::ports::{Cursor, DomainQuery, PageRequest, ReadError, SpenderReads};
use attribution::spenders::{DomainSpender, FanPurchases, LinkTotals, Overflow, Totals};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{CountryCode, Currency, Hostname, OwnerId, StoreError, UnixTime};

use crate::Pool;
use crate::database::error::{connection, corrupt, failed};
use crate::database::pg_connection::server_error::sql_state;
use crate::database::search::pattern;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::schema::conversions::conversions;

/// Statistics of paying fans on PostgreSQL.
#[derive(Clone)]
pub struct PgSpenderReads {
    pool: Pool,
}

impl PgSpenderReads {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

/// Lists paying fans of a domain in one consistent statement. A sum that does not fit into 64 bits is an error.
///
/// Sums the window first, from the index alone, and then reads the other columns only for the fans of this page. Most
/// fans came by this domain first and have nothing before their anchor, which one lookup shows.
///
/// $1 owner, $2 domain, $3 and $8 window, $4 moment from which money counts, $5 and $6 position of the previous page's
/// last fan, $7 page size, $9 search pattern.
///
/// In the variant that also reads rows before the window, `$bought` is an additional condition on purchases.
/// `$windowed` is the sum over the window, and `$revenue` the name of that sum. `$search` filters the fans of the page.
macro_rules! of_domain {
    ($bought:literal, $windowed:literal, $revenue:literal, $search:literal) => {
        concat!(
            "
    WITH fan AS MATERIALIZED (
        SELECT fan_id, sum_cents(net_cents) AS total, count(*) FILTER (WHERE bought) AS purchases,
            min(occurred_at) FILTER (WHERE bought) AS first_at, max(occurred_at) FILTER (WHERE bought) AS last_at",
            $windowed,
            "
        FROM (
            SELECT fan_id, net_cents, occurred_at, purchase",
            $bought,
            " AS bought
            FROM conversions
            WHERE owner_id = $1 AND hostname = $2 AND hostname IS NOT NULL AND transaction_kind IS NOT NULL
                AND occurred_at >= LEAST($3, $4) AND occurred_at < $8
        ) paid
        GROUP BY fan_id
    ), part AS (
        SELECT * FROM fan
        WHERE purchases > 0 AND ($5 IS NULL OR total < $5 OR (total = $5 AND fan_id > $6 COLLATE \"C\"))",
            $search,
            "
        ORDER BY total DESC, fan_id LIMIT $7
    )
    SELECT of_all.revenue_cents, of_all.spenders, of_all.conversions,
        part.fan_id, part.total AS total_cents, part.purchases, part.first_at, part.last_at,
        known.username, known.country,
        COALESCE(earlier.bought, false) AS is_returning, COALESCE(earlier.net, 0) AS pre_anchor_cents
    FROM (
        SELECT COALESCE(sum_cents(",
            $revenue,
            "), 0) AS revenue_cents, count(*) FILTER (WHERE purchases > 0) AS spenders,
            COALESCE(sum(purchases), 0)::bigint AS conversions
        FROM fan
    ) of_all
    JOIN domains ON domains.owner_id = $1 AND domains.hostname = $2
    LEFT JOIN part ON true
    LEFT JOIN LATERAL (
        SELECT username, country FROM fans WHERE owner_id = $1 AND fans.fan_id = part.fan_id LIMIT 1
    ) known ON true
    LEFT JOIN LATERAL (
        SELECT hostname FROM conversions WHERE owner_id = $1 AND conversions.fan_id = part.fan_id
        ORDER BY occurred_at, event_id LIMIT 1
    ) opening ON true
    LEFT JOIN LATERAL (
        SELECT bool_or(purchase) AS bought, sum_cents(net_cents) AS net FROM conversions
        WHERE opening.hostname IS DISTINCT FROM $2
            AND owner_id = $1 AND conversions.fan_id = part.fan_id AND occurred_at < (
            SELECT occurred_at FROM conversions
            WHERE owner_id = $1 AND conversions.fan_id = part.fan_id AND hostname = $2
            ORDER BY occurred_at LIMIT 1)
    ) earlier ON true
    ORDER BY part.total DESC, part.fan_id"
        )
    };
    // Reads only rows of the window.
    ($search:literal) => {
        of_domain!("", "", "total", $search)
    };
    // Reads all rows.
    (in full, $search:literal) => {
        of_domain!(
            " AND occurred_at >= $3",
            ", sum_cents(net_cents) FILTER (WHERE occurred_at >= $3) AS windowed",
            "windowed",
            $search
        )
    };
}

const OF_DOMAIN: &str = of_domain!("");
const OF_DOMAIN_IN_FULL: &str = of_domain!(in full, "");
/// Lists the fans that match a search. The statement reads their names once, next to the sums over all fans.
const IN_DOMAIN: &str = of_domain!(
    " AND (fan_id ILIKE $9 OR fan_id IN (SELECT fan_id FROM fans WHERE owner_id = $1 AND username ILIKE $9))"
);
const IN_DOMAIN_IN_FULL: &str = of_domain!(
    in full,
    " AND (fan_id ILIKE $9 OR fan_id IN (SELECT fan_id FROM fans WHERE owner_id = $1 AND username ILIKE $9))"
);

/// Lists paying fans of a link. $1 owner, $2 domain, $3 link, $4 and $5 position of the previous page's last fan, $6
/// page size, $7 pattern if `$search` filters.
macro_rules! of_link {
    ($search:literal) => {
        concat!(
            "
    WITH fan AS MATERIALIZED (
        SELECT fan_id, sum_cents(net_cents) AS total, count(*) FILTER (WHERE purchase) AS purchases,
            min(occurred_at) FILTER (WHERE purchase) AS first_at,
            max(occurred_at) FILTER (WHERE purchase) AS last_at
        FROM conversions WHERE owner_id = $1 AND link_id = $3 AND link_id IS NOT NULL
        GROUP BY fan_id
    ), part AS (
        SELECT * FROM fan
        WHERE purchases > 0 AND ($4 IS NULL OR total < $4 OR (total = $4 AND fan_id > $5 COLLATE \"C\"))",
            $search,
            "
        ORDER BY total DESC, fan_id LIMIT $6
    )
    SELECT of_all.revenue_cents, of_all.spenders, of_all.fans AS conversions,
        part.fan_id, part.total AS total_cents, part.purchases, part.first_at, part.last_at,
        known.username, known.country, false AS is_returning, 0::bigint AS pre_anchor_cents
    FROM (
        SELECT COALESCE(sum_cents(total), 0) AS revenue_cents, count(*) AS fans,
            count(*) FILTER (WHERE purchases > 0) AS spenders
        FROM fan
    ) of_all
    JOIN slots slot ON slot.owner_id = $1 AND slot.hostname = $2 AND slot.link_id = $3
    LEFT JOIN part ON true
    LEFT JOIN LATERAL (
        SELECT username, country FROM fans WHERE owner_id = $1 AND fans.fan_id = part.fan_id LIMIT 1
    ) known ON true
    ORDER BY part.total DESC, part.fan_id"
        )
    };
}

const OF_LINK: &str = of_link!("");
const IN_LINK: &str = of_link!(
    " AND (fan_id ILIKE $7 OR fan_id IN (SELECT fan_id FROM fans WHERE owner_id = $1 AND username ILIKE $7))"
);

/// Fan of a page together with the totals. An empty page has one row with the totals only.
#[derive(QueryableByName)]
struct SpenderRow {
    #[diesel(sql_type = BigInt)]
    revenue_cents: i64,
    #[diesel(sql_type = BigInt)]
    spenders: i64,
    #[diesel(sql_type = BigInt)]
    conversions: i64,
    #[diesel(sql_type = Nullable<Text>)]
    fan_id: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    total_cents: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    purchases: Option<i64>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    first_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    last_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Text>)]
    username: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    country: Option<String>,
    #[diesel(sql_type = Bool)]
    is_returning: bool,
    #[diesel(sql_type = BigInt)]
    pre_anchor_cents: i64,
}

impl SpenderRow {
    fn bought(&mut self) -> Result<Option<FanPurchases>, StoreError> {
        let Some(fan_id) = self.fan_id.take() else { return Ok(None) };
        let missing = || corrupt("a paying fan without a purchase");
        Ok(Some(FanPurchases {
            fan_id,
            fan_username: self.username.take(),
            country: self.country.as_deref().and_then(CountryCode::parse),
            total_net_cents: self.total_cents.ok_or_else(missing)?,
            purchases: self.purchases.ok_or_else(missing)?,
            first_at: self.first_at.map(unix_time).ok_or_else(missing)?,
            last_at: self.last_at.map(unix_time).ok_or_else(missing)?,
        }))
    }

    fn spender(mut self) -> Result<Option<DomainSpender>, StoreError> {
        let (is_returning, pre_anchor_cents) = (self.is_returning, self.pre_anchor_cents);
        Ok(self.bought()?.map(|bought| DomainSpender { bought, is_returning, pre_anchor_cents }))
    }
}

/// Splits a list position into the parameters of a statement.
fn split(after: Option<&Cursor>) -> (Option<i64>, &str) {
    after.map_or((None, ""), |after| (Some(after.total_net_cents), &after.fan_id))
}

#[async_trait]
impl SpenderReads for PgSpenderReads {
    async fn of_domain(
        &self,
        owner: OwnerId,
        query: &DomainQuery,
    ) -> Result<Option<(Vec<DomainSpender>, Totals)>, ReadError> {
        let mut connection = connection(&self.pool).await?;
        let since = query.window.from().map_or_else(beginning, timestamp);
        let until = timestamp(query.window.until().unwrap_or(UnixTime::from_millis(i64::MAX)));
        let (total, fan_id) = split(query.part.after.as_ref());
        let search = query.part.search.as_ref().map(pattern);
        let text = match (&search, query.full) {
            (None, false) => OF_DOMAIN,
            (None, true) => OF_DOMAIN_IN_FULL,
            (Some(_), false) => IN_DOMAIN,
            (Some(_), true) => IN_DOMAIN_IN_FULL,
        };
        let asked = statement(text)
            .bind::<BigInt, _>(owner.get())
            .bind::<Text, _>(query.domain.as_str())
            .bind::<Timestamptz, _>(since)
            .bind::<Timestamptz, _>(if query.full { beginning() } else { since })
            .bind::<Nullable<BigInt>, _>(total)
            .bind::<Text, _>(fan_id)
            .bind::<BigInt, _>(i64::from(query.part.limit))
            .bind::<Timestamptz, _>(until);
        let rows: Vec<SpenderRow> = match search {
            None => asked.load(&mut connection).await,
            Some(pattern) => asked.bind::<Text, _>(pattern).load(&mut connection).await,
        }
        .map_err(list_failed)?;
        let Some(totals) = totals(&rows) else { return Ok(None) };
        let spenders = rows.into_iter().filter_map(|row| row.spender().transpose());
        Ok(Some((spenders.collect::<Result<_, _>>()?, totals)))
    }

    async fn of_link(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: LinkId,
        part: &PageRequest,
    ) -> Result<Option<(Vec<FanPurchases>, LinkTotals)>, ReadError> {
        let mut connection = connection(&self.pool).await?;
        let (total, fan_id) = split(part.after.as_ref());
        let search = part.search.as_ref().map(pattern);
        let asked = statement(if search.is_some() { IN_LINK } else { OF_LINK })
            .bind::<BigInt, _>(owner.get())
            .bind::<Text, _>(domain.as_str())
            .bind::<BigInt, _>(link.get())
            .bind::<Nullable<BigInt>, _>(total)
            .bind::<Text, _>(fan_id)
            .bind::<BigInt, _>(i64::from(part.limit));
        let rows: Vec<SpenderRow> = match search {
            None => asked.load(&mut connection).await,
            Some(pattern) => asked.bind::<Text, _>(pattern).load(&mut connection).await,
        }
        .map_err(list_failed)?;
        let Some(Totals { revenue_cents, spenders, conversions: fans }) = totals(&rows) else {
            return Ok(None);
        };
        let list = rows.into_iter().filter_map(|mut row| row.bought().transpose());
        Ok(Some((list.collect::<Result<_, _>>()?, LinkTotals { revenue_cents, spenders, fans })))
    }

    async fn history(&self, owner: OwnerId, fan_id: &str) -> Result<Option<FanHistory>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<ConversionRow> = conversions::table
            .filter(conversions::owner_id.eq(owner.get()))
            .filter(conversions::fan_id.eq(fan_id))
            // The conversion for a third message is no event of its own.
            .filter(conversions::kind.ne("fan_sent_3_messages"))
            .select(ConversionRow::as_select())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        let events = rows.into_iter().map(ConversionRow::conversion).collect::<Result<Vec<_>, _>>()?;
        Ok(FanHistory::of_all(events).pop())
    }
}

/// Returns a moment before all stored data (the start of year 1).
fn beginning() -> DateTime<Utc> {
    timestamp(UnixTime::from_seconds(-62_135_596_800))
}

/// SQLSTATE of `sum_cents` if a sum overflows.
const NUMERIC_VALUE_OUT_OF_RANGE: &str = "22003";

/// Maps the error of a list.
fn list_failed(error: diesel::result::Error) -> ReadError {
    match sql_state(&error) {
        Some(NUMERIC_VALUE_OUT_OF_RANGE) => Overflow.into(),
        _ => failed(error).into(),
    }
}

/// Returns the totals, which every row contains; `None` without a row.
fn totals(rows: &[SpenderRow]) -> Option<Totals> {
    let SpenderRow { revenue_cents, spenders, conversions, .. } = *rows.first()?;
    Some(Totals { revenue_cents, spenders, conversions })
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = conversions, check_for_backend(diesel::pg::Pg))]
struct ConversionRow {
    event_id: String,
    fan_id: String,
    occurred_at: DateTime<Utc>,
    hostname: Option<String>,
    link_id: Option<i64>,
    basis: Option<String>,
    click_ref: Option<String>,
    transaction_kind: Option<String>,
    net_cents: i64,
    currency: Option<String>,
    apart_net_cents: Option<i64>,
    username: Option<String>,
    country: Option<String>,
}

impl ConversionRow {
    fn conversion(self) -> Result<Conversion, StoreError> {
        let (basis, click_ref) = (self.basis.as_deref(), self.click_ref.as_deref());
        let attribution = Attribution::stored(self.hostname.as_deref(), self.link_id, basis, click_ref);
        let payment = self.transaction_kind.map(|kind| match self.apart_net_cents {
            None => Payment::stored(&kind, self.net_cents),
            Some(cents) => Payment {
                apart: self.currency.as_deref().and_then(Currency::parse),
                ..Payment::stored(&kind, cents)
            },
        });
        Ok(Conversion {
            event_id: self.event_id,
            fan_id: self.fan_id,
            occurred_at: unix_time(self.occurred_at),
            attribution: attribution.map_err(corrupt)?,
            payment,
            username: self.username,
            country: self.country.as_deref().and_then(CountryCode::parse),
        })
    }
}
