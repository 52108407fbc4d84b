//! Funnel link with the platform's own counters.

use async_trait::async_trait;
use attribution::funnel_stats::LinkSummary;
use attribution::ports::LinkSummaryReads;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel_async::RunQueryDsl;
use kernel::{Hostname, OwnerId, StoreError};

use crate::Pool;
use crate::database::error::{connection, failed};
use crate::database::statement::statement;

/// Link summaries on PostgreSQL.
#[derive(Clone)]
pub struct PgLinkSummaries {
    pool: Pool,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    link_id: i64,
    #[diesel(sql_type = Text)]
    provider_id: String,
    #[diesel(sql_type = Text)]
    offer: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    url: String,
    #[diesel(sql_type = Nullable<Text>)]
    country: Option<String>,
    #[diesel(sql_type = BigInt)]
    clicks: i64,
    #[diesel(sql_type = BigInt)]
    subscribers: i64,
    #[diesel(sql_type = BigInt)]
    revenue_cents: i64,
    #[diesel(sql_type = BigInt)]
    spenders: i64,
}

const CARD: &str = "
    SELECT link_id, provider_id, offer, name, url, country, COALESCE(clicks, 0) AS clicks,
        COALESCE(subscribers, 0) AS subscribers, COALESCE(revenue_cents, 0) AS revenue_cents,
        COALESCE(spenders, 0) AS spenders
    FROM slots JOIN funnel_links USING (owner_id, link_id)
    WHERE owner_id = $1 AND hostname = $2 AND link_id = $3";

impl PgLinkSummaries {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl LinkSummaryReads for PgLinkSummaries {
    async fn find(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: i64,
    ) -> Result<Option<LinkSummary>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<Row> = statement(CARD)
            .bind::<BigInt, _>(owner.get())
            .bind::<Text, _>(domain.as_str())
            .bind::<BigInt, _>(link)
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        Ok(row.map(LinkSummary::from))
    }
}

impl From<Row> for LinkSummary {
    fn from(row: Row) -> Self {
        Self {
            link_id: row.link_id,
            provider_id: row.provider_id,
            offer: row.offer,
            name: row.name,
            url: row.url,
            country: row.country,
            clicks: row.clicks,
            subscribers: row.subscribers,
            revenue_cents: row.revenue_cents,
            spenders: row.spenders,
        }
    }
}
