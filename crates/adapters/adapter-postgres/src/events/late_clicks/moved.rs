//! Conversions that a click takes to itself.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use attribution::assign::{KnownLink, LinkId};
use attribution::event::{FanAction, FanEvent, FanFacts, Transaction, TransactionKind};
use chrono::{DateTime, Utc};
use conversion_pixel::ConversionType;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Jsonb, Nullable, Text, Timestamptz, Uuid as UuidType};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{CountryCode, OwnerId, StoreError, UnixTime};
use serde_json::Value;
use uuid::Uuid;

use super::super::conversions::Row;
use super::super::known::{Known, Wanted, click_number, hostname};
use super::super::{daily_stats, forward};
use super::{Clicks, Hashes};
use crate::error::{corrupt, failed};
use crate::statement::statement;
use crate::tallies::{Tally, TallyKey};
use crate::time::unix_time;

/// Read before anything is locked but the owner's clicks: nothing begins to wait meanwhile.
const AWAITED: &str = "
    SELECT owner_id, click_id, conversion_id, hashes, event_id, kind, fan_id, occurred_at, hostname, link_id,
        click_ref, source, country, transaction_kind, net_cents, currency, conversions.taken_at
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
    transaction_kind: Option<String>,
    #[diesel(sql_type = BigInt)]
    net_cents: i64,
    #[diesel(sql_type = Nullable<Text>)]
    currency: Option<String>,
    #[diesel(sql_type = Timestamptz)]
    taken_at: DateTime<Utc>,
}

/// Attributes the conversions that waited for these clicks, which are stored now, as if they had come after them: money and
/// subscribers move in `tallies`, and deliveries that nobody has tried are made anew. What a pixel was told stays told.
pub(crate) async fn attribute_late(
    transaction: &mut AsyncPgConnection,
    clicks: &Clicks,
    tallies: &mut BTreeMap<TallyKey, Tally>,
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
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    mut awaited: Vec<Awaited>,
    tallies: &mut BTreeMap<TallyKey, Tally>,
) -> Result<(), StoreError> {
    let wanted = Wanted {
        clicks: awaited.iter().filter_map(|one| click_number(one.click_ref.as_deref()?)).collect(),
        links: awaited.iter().filter_map(|one| one.link_id).collect(),
        ..Wanted::default()
    };
    let known = Known::look_up(transaction, owner, &wanted).await?;
    lock_pixels(transaction, owner, &known.providers()).await.map_err(failed)?;
    let taken = stop_waiting(transaction, owner, &awaited).await.map_err(failed)?;
    awaited.retain(|one| taken.contains(&one.conversion_id));
    // Deliveries begin at the moment at which they would have.
    let mut moved: BTreeMap<UnixTime, Vec<Row<'static>>> = BTreeMap::new();
    for one in awaited {
        let (taken_at, before) = (unix_time(one.taken_at), one.place(owner));
        let row = one.row(&known)?;
        if let Some(before) = before {
            daily_stats::add(tallies, before, &row, -1)?;
        }
        if let Some(domain) = row.hostname() {
            let key = TallyKey::new(owner, domain, row.at(), row.source(), row.link());
            daily_stats::add(tallies, key, &row, 1)?;
        }
        moved.entry(taken_at).or_default().push(row);
    }
    for (taken_at, rows) in moved {
        purge_untried(transaction, owner, &rows).await.map_err(failed)?;
        write(transaction, owner, &rows).await.map_err(failed)?;
        forward::queue(transaction, owner, &rows, taken_at).await?;
    }
    Ok(())
}

/// In the order of locks, pixels come before what is theirs.
const LOCK_PIXELS: &str = "
    SELECT platform FROM conversion_pixels WHERE owner_id = $1 AND provider_id = ANY($2)
    ORDER BY provider_id, platform FOR SHARE";

async fn lock_pixels(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    providers: &[&str],
) -> QueryResult<()> {
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

/// Takes away what waited, and names what still did: a fan may have been erased meanwhile.
async fn stop_waiting(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    awaited: &[Awaited],
) -> QueryResult<BTreeSet<i64>> {
    let taken: Vec<Taken> = statement(STOP_WAITING)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<UuidType>, _>(awaited.iter().map(|one| one.click_id).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(awaited.iter().map(|one| one.conversion_id).collect::<Vec<_>>())
        .load(transaction)
        .await?;
    Ok(taken.into_iter().map(|taken| taken.id).collect())
}

/// What somebody holds, or held when he died, may have arrived.
const FORGET_UNTRIED: &str = "
    DELETE FROM pixel_deliveries
    WHERE owner_id = $1 AND event_id = ANY($2) AND attempts = 0 AND locked_until IS NULL";

async fn purge_untried(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    rows: &[Row<'_>],
) -> QueryResult<()> {
    statement(FORGET_UNTRIED)
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

async fn write(transaction: &mut AsyncPgConnection, owner: OwnerId, rows: &[Row<'_>]) -> QueryResult<()> {
    statement(WRITE)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.id).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(rows.iter().map(Row::hostname).collect::<Vec<_>>())
        .bind::<Array<Nullable<BigInt>>, _>(rows.iter().map(Row::link).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(rows.iter().map(Row::basis).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(rows.iter().map(Row::source).collect::<Vec<_>>())
        .execute(transaction)
        .await
        .map(|_| ())
}

impl Awaited {
    /// Whose figures it counts for until now.
    fn place(&self, owner: OwnerId) -> Option<TallyKey> {
        let at = unix_time(self.occurred_at);
        Some(TallyKey::new(owner, self.hostname.as_deref()?, at, &self.source, self.link_id))
    }

    /// The conversion, attributed by its click. The link by which it was attributed until now is the one that upstream named.
    fn row(self, known: &Known) -> Result<Row<'static>, StoreError> {
        let kind = ConversionType::parse(&self.kind);
        let kind = kind.ok_or_else(|| corrupt(format!("the kind {:?} of a conversion", self.kind)))?;
        let named = match (&self.hostname, self.link_id) {
            (Some(domain), Some(id)) => Some(KnownLink { id: LinkId::new(id), domain: hostname(domain)? }),
            _ => None,
        };
        let belongs = known.resolve(self.click_ref.as_deref(), named.as_ref())?;
        let hashes: Hashes = serde_json::from_value(self.hashes.clone()).map_err(corrupt)?;
        let id = self.conversion_id;
        let event = self.event(kind)?;
        Ok(Row { kind, event: Cow::Owned(event), belongs, id, hashes: Some(hashes) })
    }

    fn event(self, kind: ConversionType) -> Result<FanEvent, StoreError> {
        let deed = match kind {
            ConversionType::NewSubscriber => FanAction::NewSubscriber { trial: false, price_cents: 0 },
            ConversionType::NewTransaction => FanAction::NewTransaction(Transaction {
                transaction_id: String::new(),
                kind: transaction_kind(self.transaction_kind.as_deref())?,
                gross_cents: self.net_cents,
                net_cents: self.net_cents,
                currency: self.currency.unwrap_or_default(),
                content_ids: Vec::new(),
                bundle_key: None,
                bundle_name: None,
                media_in_msg: 0,
            }),
            ConversionType::MessageReceived | ConversionType::FanSent3Messages => {
                FanAction::MessageReceived { message_id: None }
            }
        };
        Ok(FanEvent {
            event_id: self.event_id,
            occurred_at: unix_time(self.occurred_at),
            fan: FanFacts {
                fan_id: self.fan_id,
                country: self.country.as_deref().and_then(CountryCode::parse),
                ..FanFacts::default()
            },
            provider_id: None,
            click_ref: self.click_ref,
            deed,
        })
    }
}

fn transaction_kind(word: Option<&str>) -> Result<TransactionKind, StoreError> {
    let kind = word.and_then(|word| word.parse().ok());
    kind.ok_or_else(|| corrupt(format!("the kind {word:?} of a transaction")))
}
