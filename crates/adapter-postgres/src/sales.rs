//! What sold of the vault, among the conversions.

use std::collections::HashMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use content_vault::item::ContentId;
use content_vault::listing::Window;
use content_vault::ports::SalesReads;
use content_vault::sale::{CapturedSale, Totals};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError};

use crate::Pool;
use crate::error::{connection, failed};
use crate::time::{timestamp, unix_time};

/// Captured sales on PostgreSQL.
#[derive(Clone)]
pub struct PgSales {
    pool: Pool,
}

impl PgSales {
    /// The reads on this pool.
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

/// A transaction over content: a sale by message or post, or a refund that names what it takes back. The first condition
/// is that of the indexes.
macro_rules! content {
    () => {
        "cardinality(content_ids) > 0 AND transaction_kind IN ('message', 'post', 'refund')
            AND ($2::timestamptz IS NULL OR occurred_at >= $2) AND ($3::timestamptz IS NULL OR occurred_at < $3)"
    };
}

/// The money of a transaction is shared out over its items as `content_vault::sale::share` does, whose division rounds
/// towards zero too: equal parts, and to the first what does not divide. An item that is named twice counts once.
macro_rules! totals {
    ($ours:literal, $items:literal) => {
        concat!(
            "SELECT content_id, sum(CASE transaction_kind WHEN 'refund' THEN -1 ELSE 1 END)::bigint AS sales,
                least(greatest(sum(net_cents / items + CASE WHEN first THEN net_cents % items ELSE 0 END),
                    -9223372036854775808), 9223372036854775807)::bigint AS revenue_cents
            FROM conversions CROSS JOIN LATERAL (
                SELECT content_id, count(*) OVER () AS items, min(place) = 1 AS first
                FROM UNNEST(content_ids) WITH ORDINALITY AS named (content_id, place) GROUP BY content_id
            ) item
            WHERE owner_id = $1 AND ",
            content!(),
            $ours,
            $items,
            " GROUP BY content_id"
        )
    };
}

const TOTALS: &str = totals!("", "");
const TOTALS_OF: &str = totals!(" AND content_ids && $4", " AND content_id = ANY($4)");

const TRANSACTIONS: &str = concat!(
    "SELECT content_ids, gross_cents, net_cents, transaction_kind = 'refund' AS is_refund, fan_id,
        coalesce(fans.username, conversions.username, '') AS fan_username, media_in_msg, bundle_key, bundle_name,
        occurred_at
    FROM conversions LEFT JOIN fans USING (owner_id, fan_id)
    WHERE owner_id = $1 AND ",
    content!(),
    " AND content_ids @> ARRAY[$4]"
);

#[derive(QueryableByName)]
struct TotalsRow {
    #[diesel(sql_type = BigInt)]
    content_id: i64,
    #[diesel(sql_type = BigInt)]
    sales: i64,
    #[diesel(sql_type = BigInt)]
    revenue_cents: i64,
}

impl TotalsRow {
    fn entry(self) -> (ContentId, Totals) {
        let totals = Totals { sales: self.sales, revenue_cents: self.revenue_cents };
        (ContentId::new(self.content_id), totals)
    }
}

#[derive(QueryableByName)]
struct SaleRow {
    #[diesel(sql_type = Array<BigInt>)]
    content_ids: Vec<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    gross_cents: Option<i64>,
    #[diesel(sql_type = BigInt)]
    net_cents: i64,
    #[diesel(sql_type = Bool)]
    is_refund: bool,
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
            net_cents: self.net_cents,
            is_refund: self.is_refund,
            fan_id: self.fan_id,
            fan_username: self.fan_username,
            media_in_msg: self.media_in_msg.unwrap_or_default(),
            bundle_key: self.bundle_key,
            bundle_name: self.bundle_name,
            sold_at: unix_time(self.occurred_at),
        }
    }
}

/// The first moment in a window and the first one behind it, whose last second is in it to its end.
fn bounds(window: Window) -> (Option<DateTime<Utc>>, Option<DateTime<Utc>>) {
    let behind =
        |to: kernel::UnixTime| timestamp(kernel::UnixTime::from_seconds(to.seconds()).plus_seconds(1));
    (window.from().map(timestamp), window.to().map(behind))
}

#[async_trait]
impl SalesReads for PgSales {
    async fn totals(&self, owner: OwnerId, window: Window) -> Result<HashMap<ContentId, Totals>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let (from, to) = bounds(window);
        let rows: Vec<TotalsRow> = diesel::sql_query(TOTALS)
            .bind::<BigInt, _>(owner.get())
            .bind::<Nullable<Timestamptz>, _>(from)
            .bind::<Nullable<Timestamptz>, _>(to)
            .load(&mut connection)
            .await
            .map_err(failed)?;
        Ok(rows.into_iter().map(TotalsRow::entry).collect())
    }

    async fn totals_of(
        &self,
        owner: OwnerId,
        ids: &[ContentId],
        window: Window,
    ) -> Result<HashMap<ContentId, Totals>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let (from, to) = bounds(window);
        let rows: Vec<TotalsRow> = diesel::sql_query(TOTALS_OF)
            .bind::<BigInt, _>(owner.get())
            .bind::<Nullable<Timestamptz>, _>(from)
            .bind::<Nullable<Timestamptz>, _>(to)
            .bind::<Array<BigInt>, _>(ids.iter().map(|id| id.get()).collect::<Vec<_>>())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        Ok(rows.into_iter().map(TotalsRow::entry).collect())
    }

    async fn transactions(&self, owner: OwnerId, id: ContentId) -> Result<Vec<CapturedSale>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let (from, to) = bounds(Window::default());
        let rows: Vec<SaleRow> = diesel::sql_query(TRANSACTIONS)
            .bind::<BigInt, _>(owner.get())
            .bind::<Nullable<Timestamptz>, _>(from)
            .bind::<Nullable<Timestamptz>, _>(to)
            .bind::<BigInt, _>(id.get())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        Ok(rows.into_iter().map(SaleRow::sale).collect())
    }
}
