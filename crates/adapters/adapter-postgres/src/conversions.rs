//! List of an owner's conversions.

use std::collections::HashMap;

use async_trait::async_trait;
use attribution::TransactionKind;
use attribution::assign::Attribution;
use attribution::conversions::{
    ConversionCursor, ConversionKind, ConversionQuery, ListedConversion, ListedMoney,
};
use attribution::ports::ConversionReads;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{AccountId, AccountNumber, Hostname, OwnerId, StoreError, UnixTime};

use crate::Pool;
use crate::database::error::{connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::schema::engine::platform_accounts;
use crate::schema::landing::domains;

/// Single conversions on PostgreSQL.
#[derive(Clone)]
pub struct PgConversionReads {
    pool: Pool,
}

impl PgConversionReads {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

/// Lists conversions from newest to oldest through an index, and reads no more rows than it returns.
///
/// $1 owner, $2 earliest moment, $3 and $4 position after which the list starts, $5 kind, $6 domain, $7 maximum number
/// of rows.
const LIST: &str = "
    SELECT conversion_id, event_id, kind, occurred_at, fan_id, hostname, link_id, basis, click_ref, source,
        transaction_kind, COALESCE(apart_gross_cents, gross_cents) AS gross_cents,
        COALESCE(apart_net_cents, net_cents) AS net_cents, currency
    FROM conversions
    WHERE owner_id = $1 AND occurred_at >= $2 AND (occurred_at, conversion_id) < ($3, $4)
        AND ($5 IS NULL OR kind = $5) AND ($6 IS NULL OR hostname = $6)
    ORDER BY occurred_at DESC, conversion_id DESC LIMIT $7";

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    conversion_id: i64,
    #[diesel(sql_type = Text)]
    event_id: String,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Timestamptz)]
    occurred_at: DateTime<Utc>,
    #[diesel(sql_type = Text)]
    fan_id: String,
    #[diesel(sql_type = Nullable<Text>)]
    hostname: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    link_id: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    basis: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    click_ref: Option<String>,
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Nullable<Text>)]
    transaction_kind: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    gross_cents: Option<i64>,
    #[diesel(sql_type = BigInt)]
    net_cents: i64,
    #[diesel(sql_type = Nullable<Text>)]
    currency: Option<String>,
}

/// Platform accounts of an owner by number.
type Accounts = HashMap<AccountNumber, AccountId>;

impl Row {
    fn conversion(self, accounts: &Accounts) -> Result<ListedConversion, StoreError> {
        let (basis, click_ref) = (self.basis.as_deref(), self.click_ref.as_deref());
        let attribution = Attribution::stored(self.hostname.as_deref(), self.link_id, basis, click_ref);
        let money = match self.transaction_kind.as_deref() {
            Some(kind) => Some(ListedMoney {
                kind: TransactionKind::parse(kind)
                    .ok_or_else(|| corrupt("an unknown kind of transaction"))?,
                gross_cents: self.gross_cents.unwrap_or(self.net_cents),
                net_cents: self.net_cents,
                currency: self.currency,
            }),
            None => None,
        };
        let (_, number) = AccountNumber::split(&self.event_id);
        Ok(ListedConversion {
            id: self.conversion_id,
            kind: ConversionKind::parse(&self.kind).ok_or_else(|| corrupt("an unknown conversion"))?,
            occurred_at: unix_time(self.occurred_at),
            fan_id: self.fan_id,
            attribution: attribution.map_err(corrupt)?,
            source: self.source,
            money,
            account: accounts.get(&number).cloned(),
        })
    }
}

#[async_trait]
impl ConversionReads for PgConversionReads {
    async fn list(
        &self,
        owner: OwnerId,
        query: &ConversionQuery,
        limit: u32,
    ) -> Result<Option<Vec<ListedConversion>>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        if let Some(domain) = &query.domain
            && !has_domain(&mut connection, owner, domain).await?
        {
            return Ok(None);
        }
        let end = ConversionCursor { occurred_at: UnixTime::from_millis(i64::MAX), id: i64::MAX };
        let beginning = query.beginning().unwrap_or(end);
        let rows: Vec<Row> = statement(LIST)
            .bind::<BigInt, _>(owner.get())
            .bind::<Timestamptz, _>(timestamp(query.window.from().unwrap_or(UnixTime::from_millis(i64::MIN))))
            .bind::<Timestamptz, _>(timestamp(beginning.occurred_at))
            .bind::<BigInt, _>(beginning.id)
            .bind::<Nullable<Text>, _>(query.kind.map(ConversionKind::as_str))
            .bind::<Nullable<Text>, _>(query.domain.as_ref().map(Hostname::as_str))
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut connection)
            .await
            .map_err(failed)?;
        let accounts = accounts(&mut connection, owner).await?;
        rows.into_iter().map(|row| row.conversion(&accounts)).collect::<Result<_, _>>().map(Some)
    }
}

async fn has_domain(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> Result<bool, StoreError> {
    let named = domains::table.find((owner.get(), domain.as_str())).select(domains::owner_id);
    let found: Option<i64> = named.first(connection).await.optional().map_err(failed)?;
    Ok(found.is_some())
}

async fn accounts(connection: &mut PgConnection, owner: OwnerId) -> Result<Accounts, StoreError> {
    let rows: Vec<(i64, String)> = platform_accounts::table
        .filter(platform_accounts::owner_id.eq(owner.get()))
        .select((platform_accounts::number, platform_accounts::platform_account_id))
        .load(connection)
        .await
        .map_err(failed)?;
    let account = |(number, id): (i64, String)| {
        Ok((AccountNumber::new(number), AccountId::parse(&id).map_err(corrupt)?))
    };
    rows.into_iter().map(account).collect()
}
