//! Conversions that move to a late click.

use std::collections::{BTreeMap, BTreeSet};

use application::intake::late_clicks::{LatePlan, Paid, Waiting, plan_late, wanted};
use application::intake::{NewConversion, deliveries};
use attribution::assign::LinkId;
use attribution::event::TransactionKind;
use chrono::{DateTime, Utc};
use conversion_pixel::ConversionType;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Jsonb, Nullable, Text, Timestamptz, Uuid as UuidType};
use diesel_async::RunQueryDsl;
use kernel::{CountryCode, OwnerId, StoreError};
use serde_json::Value;
use uuid::Uuid;

use super::super::{conversions, daily_stats, facts, forward};
use super::Clicks;
use crate::database::error::{corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::unix_time;
use crate::stats::tallies::Tallies;

/// Reads before any lock except the one on the owner's clicks, which prevents new waiting conversions.
const AWAITED: &str = "
    SELECT owner_id, click_id, conversion_id, hashes, event_id, kind, fan_id, occurred_at, hostname, link_id,
        click_ref, source, country, transaction_id, transaction_kind, net_cents, currency, conversions.taken_at,
        apart_net_cents
    FROM UNNEST($1, $2) AS stored (owner_id, click_id)
    JOIN awaited_clicks USING (owner_id, click_id) JOIN conversions USING (owner_id, conversion_id)";

#[derive(QueryableByName)]
struct Awaited {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
    #[diesel(sql_type = UuidType)]
    click_id: Uuid,
    #[diesel(sql_type = BigInt)]
    conversion_id: i64,
    #[diesel(sql_type = Jsonb)]
    hashes: Value,
    #[diesel(sql_type = Text)]
    event_id: String,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    fan_id: String,
    #[diesel(sql_type = Timestamptz)]
    occurred_at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Text>)]
    hostname: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    link_id: Option<i64>,
    #[diesel(sql_type = Nullable<Text>)]
    click_ref: Option<String>,
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Nullable<Text>)]
    country: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    transaction_id: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    transaction_kind: Option<String>,
    #[diesel(sql_type = BigInt)]
    net_cents: i64,
    #[diesel(sql_type = Nullable<Text>)]
    currency: Option<String>,
    #[diesel(sql_type = Timestamptz)]
    taken_at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<BigInt>)]
    apart_net_cents: Option<i64>,
}

/// Attributes conversions that waited for these clicks, now that the clicks are stored, as if the clicks had come
/// first.
///
/// Moves money and subscribers in `tallies`, and recreates deliveries that had no attempt yet. Deliveries already sent
/// to a platform stay as they are.
pub(crate) async fn attribute_late(
    transaction: &mut PgConnection,
    clicks: &Clicks,
    tallies: &mut Tallies,
) -> Result<(), StoreError> {
    if clicks.is_empty() {
        return Ok(());
    }
    let awaited: Vec<Awaited> = statement(AWAITED)
        .bind::<Array<BigInt>, _>(clicks.iter().map(|(owner, _)| owner.get()).collect::<Vec<_>>())
        .bind::<Array<UuidType>, _>(clicks.iter().map(|(_, id)| Uuid::from_u128(*id)).collect::<Vec<_>>())
        .load(transaction)
        .await
        .map_err(failed)?;
    let mut of_owners: BTreeMap<i64, Vec<Awaited>> = BTreeMap::new();
    for one in awaited {
        of_owners.entry(one.owner_id).or_default().push(one);
    }
    for (owner, awaited) in of_owners {
        of_owner(transaction, OwnerId::new(owner), awaited, tallies).await?;
    }
    Ok(())
}

async fn of_owner(
    transaction: &mut PgConnection,
    owner: OwnerId,
    awaited: Vec<Awaited>,
    tallies: &mut Tallies,
) -> Result<(), StoreError> {
    let clicks: Vec<_> = awaited.iter().map(|one| one.click_id).collect();
    let mut waiting = awaited.into_iter().map(Awaited::waiting).collect::<Result<Vec<_>, _>>()?;
    let facts = facts::read(transaction, owner, &wanted(&waiting)).await?;
    lock_pixels(transaction, owner, &facts.providers().collect::<Vec<_>>()).await.map_err(failed)?;
    let taken = stop_waiting(transaction, owner, &clicks, &waiting).await.map_err(failed)?;
    waiting.retain(|one| taken.contains(&one.id));
    let LatePlan { stats, moved } = plan_late(&facts, waiting).map_err(daily_stats::too_large)?;
    daily_stats::add(tallies, owner, stats)?;
    for (taken_at, conversions) in moved {
        purge_untried(transaction, owner, &conversions).await.map_err(failed)?;
        write(transaction, owner, &conversions).await.map_err(failed)?;
        let (pixels, accounts) = forward::pixels(transaction, owner, &conversions).await?;
        let deliveries = deliveries(&conversions, &pixels, &accounts, taken_at);
        forward::insert(transaction, owner, &deliveries, taken_at).await.map_err(failed)?;
    }
    Ok(())
}

/// Locks pixels before their deliveries, in lock order.
const LOCK_PIXELS: &str = "
    SELECT platform FROM conversion_pixels WHERE owner_id = $1 AND provider_id = ANY($2)
    ORDER BY provider_id, platform FOR SHARE";

async fn lock_pixels(transaction: &mut PgConnection, owner: OwnerId, providers: &[&str]) -> QueryResult<()> {
    statement(LOCK_PIXELS)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(providers)
        .execute(transaction)
        .await
        .map(|_| ())
}

const STOP_WAITING: &str = "
    DELETE FROM awaited_clicks USING UNNEST($2, $3) AS found (click_id, conversion_id)
    WHERE owner_id = $1 AND awaited_clicks.click_id = found.click_id
        AND awaited_clicks.conversion_id = found.conversion_id
    RETURNING awaited_clicks.conversion_id AS id";

#[derive(QueryableByName)]
struct Taken {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// Deletes the waiting entries of `clicks`, and returns the conversions that still waited: a fan may have been erased
/// meanwhile.
async fn stop_waiting(
    transaction: &mut PgConnection,
    owner: OwnerId,
    clicks: &[Uuid],
    waiting: &[Waiting],
) -> QueryResult<BTreeSet<i64>> {
    let taken: Vec<Taken> = statement(STOP_WAITING)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<UuidType>, _>(clicks)
        .bind::<Array<BigInt>, _>(waiting.iter().map(|one| one.id).collect::<Vec<_>>())
        .load(transaction)
        .await?;
    Ok(taken.into_iter().map(|taken| taken.id).collect())
}

/// Skips locked deliveries: a delivery that a worker holds, or held when it died, may have arrived.
const DELETE_UNTRIED: &str = "
    DELETE FROM pixel_deliveries
    WHERE owner_id = $1 AND event_id = ANY($2) AND attempts = 0 AND locked_until IS NULL";

async fn purge_untried(
    transaction: &mut PgConnection,
    owner: OwnerId,
    rows: &[NewConversion<'_>],
) -> QueryResult<()> {
    statement(DELETE_UNTRIED)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(rows.iter().map(|row| row.id.to_string()).collect::<Vec<_>>())
        .execute(transaction)
        .await
        .map(|_| ())
}

const WRITE: &str = "
    UPDATE conversions SET hostname = moved.hostname, link_id = moved.link_id, basis = moved.basis, source = moved.source
    FROM UNNEST($2, $3, $4, $5, $6) AS moved (id, hostname, link_id, basis, source)
    WHERE owner_id = $1 AND conversion_id = moved.id";

async fn write(
    transaction: &mut PgConnection,
    owner: OwnerId,
    rows: &[NewConversion<'_>],
) -> QueryResult<()> {
    statement(WRITE)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.id).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(rows.iter().map(conversions::hostname).collect::<Vec<_>>())
        .bind::<Array<Nullable<BigInt>>, _>(rows.iter().map(conversions::link).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(rows.iter().map(conversions::basis).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(rows.iter().map(NewConversion::source).collect::<Vec<_>>())
        .execute(transaction)
        .await
        .map(|_| ())
}

impl Awaited {
    fn waiting(self) -> Result<Waiting, StoreError> {
        let kind = ConversionType::parse(&self.kind);
        let kind = kind.ok_or_else(|| corrupt(format!("the kind {:?} of a conversion", self.kind)))?;
        let paid = match kind {
            ConversionType::NewTransaction => Some(Paid {
                transaction_id: self.transaction_id.unwrap_or_default(),
                kind: transaction_kind(self.transaction_kind.as_deref())?,
                net_cents: self.apart_net_cents.unwrap_or(self.net_cents),
                is_apart: self.apart_net_cents.is_some(),
                currency: self.currency.unwrap_or_default(),
            }),
            _ => None,
        };
        Ok(Waiting {
            id: self.conversion_id,
            kind,
            event_id: self.event_id,
            fan_id: self.fan_id,
            country: self.country.as_deref().and_then(CountryCode::parse),
            occurred_at: unix_time(self.occurred_at),
            taken_at: unix_time(self.taken_at),
            domain: self.hostname.as_deref().map(facts::hostname).transpose()?,
            link: self.link_id.map(LinkId::new),
            source: self.source,
            click_ref: self.click_ref,
            paid,
            hashes: serde_json::from_value(self.hashes).map_err(corrupt)?,
        })
    }
}

fn transaction_kind(word: Option<&str>) -> Result<TransactionKind, StoreError> {
    let kind = word.and_then(|word| word.parse().ok());
    kind.ok_or_else(|| corrupt(format!("the kind {word:?} of a transaction")))
}
