//! One funnel link with the platform's own counters.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel_async::RunQueryDsl;
use kernel::{Hostname, OwnerId, StoreError};

use crate::Pool;
use crate::error::{connection, failed};
use crate::statement::statement;

/// Funnel links as they are shown, on PostgreSQL.
#[derive(Clone)]
pub struct PgLinkSummaries {
    pool: Pool,
}

/// A funnel link of a domain, with the platform's counters as they were last pulled: 0 before the first pull.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct LinkSummary {
    /// Its number.
    #[diesel(sql_type = BigInt)]
    pub link_id: i64,
    /// What the platform calls it.
    #[diesel(sql_type = Text)]
    pub provider_id: String,
    /// `paid` or `ftl`.
    #[diesel(sql_type = Text)]
    pub offer: String,
    /// What it is called there.
    #[diesel(sql_type = Text)]
    pub name: String,
    /// Its upstream address.
    #[diesel(sql_type = Text)]
    pub url: String,
    /// The country of a trial.
    #[diesel(sql_type = Nullable<Text>)]
    pub country: Option<String>,
    /// Clicks.
    #[diesel(sql_type = BigInt)]
    pub clicks: i64,
    /// Subscribers.
    #[diesel(sql_type = BigInt)]
    pub subscribers: i64,
    /// Revenue in minor units.
    #[diesel(sql_type = BigInt)]
    pub revenue_cents: i64,
    /// Fans who spent.
    #[diesel(sql_type = BigInt)]
    pub spenders: i64,
}

const CARD: &str = "
    SELECT link_id, provider_id, offer, name, url, country, COALESCE(clicks, 0) AS clicks,
        COALESCE(subscribers, 0) AS subscribers, COALESCE(revenue_cents, 0) AS revenue_cents,
        COALESCE(spenders, 0) AS spenders
    FROM slots JOIN funnel_links USING (owner_id, link_id)
    WHERE owner_id = $1 AND hostname = $2 AND link_id = $3";

impl PgLinkSummaries {
    /// The links on this pool.
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }

    /// A link of a domain; `None` when it fills no slot of it, or the domain is not the owner's.
    pub async fn find(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: i64,
    ) -> Result<Option<LinkSummary>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        statement(CARD)
            .bind::<BigInt, _>(owner.get())
            .bind::<Text, _>(domain.as_str())
            .bind::<BigInt, _>(link)
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(failed)
    }
}
