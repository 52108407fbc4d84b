//! Statistics of one item. The database adds up the sums, so that a million sales need no more memory than a thousand.

use chrono::{DateTime, Utc};
use content_vault::detail::{Bundle, ItemStats, MAX_BUNDLES, MAX_SALES};
use content_vault::item::ContentId;
use content_vault::sale::{CapturedSale, Totals};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{Currency, OwnerId, StoreError};

use super::fitting;
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::unix_time;

/// Condition that selects the transactions with an item.
macro_rules! over_item {
    () => {
        "owner_id = $1 AND cardinality(content_ids) > 0 AND transaction_kind IN ('message', 'post', 'refund')
            AND content_ids @> ARRAY[$2]"
    };
}

const STANDALONE: &str = concat!(
    "SELECT coalesce(sum(CASE transaction_kind WHEN 'refund' THEN -1 ELSE 1 END), 0)::bigint AS sales,
        fits(coalesce(sum(net_cents), 0)) AS revenue_cents
    FROM conversions
    WHERE ",
    over_item!(),
    " AND bundle_key IS NULL AND coalesce(media_in_msg, 0) <= 1 AND content_ids <@ ARRAY[$2]"
);

const NEWEST: &str = concat!(
    "SELECT content_ids, COALESCE(apart_gross_cents, gross_cents) AS gross_cents, net_cents, fan_id,
        CASE WHEN apart_net_cents IS NOT NULL THEN currency END AS apart,
        coalesce(fans.username, conversions.username, '') AS fan_username, media_in_msg, bundle_key, bundle_name,
        occurred_at
    FROM conversions LEFT JOIN fans USING (owner_id, fan_id)
    WHERE ",
    over_item!(),
    " AND transaction_kind <> 'refund'
    ORDER BY occurred_at DESC, fan_id
    LIMIT $3"
);

const BUNDLES: &str = concat!(
    "WITH sold AS (
        SELECT coalesce(bundle_key, named.items) AS key, bundle_name, content_ids, named.items_count,
            coalesce(media_in_msg, 0) AS media_in_msg, net_cents, coalesce(gross_cents, net_cents) AS gross_cents,
            transaction_kind = 'refund' AS is_refund, apart_net_cents IS NOT NULL AS is_apart, occurred_at
        FROM conversions CROSS JOIN LATERAL (
            SELECT string_agg(item::text, '-' ORDER BY item) AS items, count(*) AS items_count
            FROM (SELECT DISTINCT unnest(content_ids) AS item) each
        ) named
        WHERE ",
    over_item!(),
    " AND (bundle_key IS NOT NULL OR media_in_msg > 1 OR named.items_count > 1)
    ), sums AS (
        SELECT key, max(greatest(media_in_msg, items_count)) AS n_media,
            sum(CASE WHEN is_refund THEN -1 ELSE 1 END) AS times_sold,
            fits(sum(net_cents)) AS revenue_cents,
            coalesce(div(sum(gross_cents) FILTER (WHERE NOT is_refund AND NOT is_apart),
                count(*) FILTER (WHERE NOT is_refund AND NOT is_apart)), 0)::bigint
                AS avg_price_cents
        FROM sold GROUP BY key ORDER BY times_sold DESC, key COLLATE \"C\" LIMIT $3
    ), latest AS (
        SELECT DISTINCT ON (key) key, content_ids, occurred_at
        FROM sold WHERE key IN (SELECT key FROM sums) ORDER BY key, is_refund, occurred_at DESC
    ), named AS (
        SELECT DISTINCT ON (key) key, bundle_name
        FROM sold WHERE bundle_name IS NOT NULL AND key IN (SELECT key FROM sums) ORDER BY key, occurred_at DESC
    )
    SELECT key, n_media::bigint, times_sold::bigint, revenue_cents, avg_price_cents,
        occurred_at AS last_sold_at, coalesce(bundle_name, '') AS name,
        ARRAY(
            SELECT item FROM unnest(content_ids) WITH ORDINALITY AS each (item, place)
            GROUP BY item ORDER BY min(place) LIMIT 4
        ) AS cover_ids
    FROM sums JOIN latest USING (key) LEFT JOIN named USING (key)
    ORDER BY times_sold DESC, key COLLATE \"C\""
);

#[derive(QueryableByName)]
struct StandaloneRow {
    #[diesel(sql_type = BigInt)]
    sales: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    revenue_cents: Option<i64>,
}

#[derive(QueryableByName)]
struct SaleRow {
    #[diesel(sql_type = Array<BigInt>)]
    content_ids: Vec<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    gross_cents: Option<i64>,
    #[diesel(sql_type = BigInt)]
    net_cents: i64,
    #[diesel(sql_type = Nullable<Text>)]
    apart: Option<String>,
    #[diesel(sql_type = Text)]
    fan_id: String,
    #[diesel(sql_type = Text)]
    fan_username: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    media_in_msg: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    bundle_key: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    bundle_name: Option<String>,
    #[diesel(sql_type = Timestamptz)]
    occurred_at: DateTime<Utc>,
}

impl SaleRow {
    fn sale(self) -> CapturedSale {
        CapturedSale {
            content_ids: self.content_ids.into_iter().map(ContentId::new).collect(),
            gross_cents: self.gross_cents.unwrap_or(self.net_cents),
            currency: self.apart.as_deref().and_then(Currency::parse),
            net_cents: self.net_cents,
            is_refund: false,
            fan_id: self.fan_id,
            fan_username: self.fan_username,
            media_in_msg: self.media_in_msg.unwrap_or_default(),
            bundle_key: self.bundle_key,
            bundle_name: self.bundle_name,
            sold_at: unix_time(self.occurred_at),
        }
    }
}

#[derive(QueryableByName)]
struct BundleRow {
    #[diesel(sql_type = Text)]
    key: String,
    #[diesel(sql_type = BigInt)]
    n_media: i64,
    #[diesel(sql_type = BigInt)]
    times_sold: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    revenue_cents: Option<i64>,
    #[diesel(sql_type = BigInt)]
    avg_price_cents: i64,
    #[diesel(sql_type = Timestamptz)]
    last_sold_at: DateTime<Utc>,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Array<BigInt>)]
    cover_ids: Vec<i64>,
}

impl BundleRow {
    fn bundle(self) -> Result<Bundle, StoreError> {
        Ok(Bundle {
            key: self.key,
            n_media: self.n_media,
            times_sold: self.times_sold,
            revenue_cents: fitting(self.revenue_cents)?,
            avg_price_cents: self.avg_price_cents,
            last_sold_at: unix_time(self.last_sold_at),
            name: self.name,
            cover_ids: self.cover_ids.into_iter().map(ContentId::new).collect(),
        })
    }
}

/// Query results for an item.
pub(super) struct Found {
    standalone: StandaloneRow,
    newest: Vec<SaleRow>,
    bundles: Vec<BundleRow>,
}

impl Found {
    pub(super) fn stats(self, captured: Totals) -> Result<ItemStats, StoreError> {
        let StandaloneRow { sales, revenue_cents } = self.standalone;
        let bundles = self.bundles.into_iter().map(BundleRow::bundle);
        Ok(ItemStats {
            captured,
            standalone: Totals { sales, revenue_cents: fitting(revenue_cents)? },
            sales: self.newest.into_iter().map(SaleRow::sale).collect(),
            bundles: bundles.collect::<Result<_, _>>()?,
        })
    }
}

/// Loads all statistics except the totals, which are stored.
pub(super) async fn load(connection: &mut PgConnection, owner: OwnerId, id: ContentId) -> QueryResult<Found> {
    let over = |sql| statement(sql).bind::<BigInt, _>(owner.get()).bind::<BigInt, _>(id.get());
    let most = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    Ok(Found {
        standalone: over(STANDALONE).get_result(connection).await?,
        newest: over(NEWEST).bind::<BigInt, _>(most(MAX_SALES)).load(connection).await?,
        bundles: over(BUNDLES).bind::<BigInt, _>(most(MAX_BUNDLES)).load(connection).await?,
    })
}
