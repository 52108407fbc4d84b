//! Money in other currencies than the currency of the sums.

use std::collections::BTreeMap;

use async_trait::async_trait;
use attribution::MoneyApart;
use attribution::assign::LinkId;
use attribution::ports::{ApartReads, MoneyOf, ReadError};
use attribution::spenders::Overflow;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{Currency, Hostname, OwnerId, StoreError, UnixTime, Window};

use super::PgFunnelStats;
use crate::database::error::{connection, failed};
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::engine_connections::accounts;

/// Sums money in other currencies. $1 owner, $2 and $3 window; either $4 domain, $5 link or, without both, all domains;
/// or $6 whether content was sold, and $7 the item. A sum that does not fit into 64 bits is null.
const APART: &str = "
    SELECT currency, fits(sum(apart_net_cents)) AS cents FROM conversions
    WHERE owner_id = $1 AND apart_net_cents IS NOT NULL AND occurred_at >= $2 AND occurred_at < $3
        AND currency IS NOT NULL AND ($4 IS NULL OR hostname = $4) AND ($5 IS NULL OR link_id = $5)
        AND ($6 OR $5 IS NOT NULL OR EXISTS (
            SELECT 1 FROM domains WHERE domains.owner_id = $1 AND domains.hostname = conversions.hostname))
        AND (NOT $6 OR cardinality(content_ids) > 0 AND transaction_kind IN ('message', 'post', 'refund'))
        AND ($7 IS NULL OR content_ids @> ARRAY[$7])
    GROUP BY currency HAVING sum(apart_net_cents) <> 0";

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    currency: String,
    #[diesel(sql_type = Nullable<BigInt>)]
    cents: Option<i64>,
}

#[async_trait]
impl ApartReads for PgFunnelStats {
    async fn currency(&self, owner: OwnerId) -> Result<Currency, StoreError> {
        let mut connection = connection(&self.pool).await?;
        accounts::currency(&mut connection, owner).await.map_err(failed)
    }

    async fn money_apart(
        &self,
        owner: OwnerId,
        of: &MoneyOf,
        window: Window,
    ) -> Result<MoneyApart, ReadError> {
        let mut connection = connection(&self.pool).await?;
        let (domain, link, is_content, item) = match of {
            MoneyOf::Domains => (None, None, false, None),
            MoneyOf::Domain(domain) => (Some(domain), None, false, None),
            MoneyOf::Link(link) => (None, Some(link), false, None),
            MoneyOf::Content => (None, None, true, None),
            MoneyOf::Item(item) => (None, None, true, Some(*item)),
        };
        let bound = |at: Option<UnixTime>, open: i64| timestamp(at.unwrap_or(UnixTime::from_millis(open)));
        let rows: Vec<Row> = statement(APART)
            .bind::<BigInt, _>(owner.get())
            .bind::<Timestamptz, _>(bound(window.from(), i64::MIN))
            .bind::<Timestamptz, _>(bound(window.until(), i64::MAX))
            .bind::<Nullable<Text>, _>(domain.map(Hostname::as_str))
            .bind::<Nullable<BigInt>, _>(link.copied().map(LinkId::get))
            .bind::<Bool, _>(is_content)
            .bind::<Nullable<BigInt>, _>(item)
            .load(&mut connection)
            .await
            .map_err(failed)?;
        let mut others = BTreeMap::new();
        for row in rows {
            let Some(currency) = Currency::parse(&row.currency) else { continue };
            others.insert(currency, row.cents.ok_or(Overflow)?);
        }
        let currency = accounts::currency(&mut connection, owner).await.map_err(failed)?;
        Ok(MoneyApart { currency, others })
    }
}
