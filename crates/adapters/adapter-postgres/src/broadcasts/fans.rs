//! Attributes replies and purchases of fans to broadcast messages.

use std::collections::BTreeSet;
use std::convert::Infallible;

use async_trait::async_trait;
use broadcast_gate::ledger::Reaction;
use broadcast_gate::ports::FanEvents;
use broadcast_gate::text::FanId;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};

use super::PgBroadcasts;
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::schema::broadcasts::broadcast_fans;

/// Action of a fan.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Did {
    /// Reaction that may be attributed to a message.
    Reacted(Reaction),
    CameOnline,
}

/// Keeps the later time of each action, whatever the order of arrival.
const REMEMBER: &str = "
    INSERT INTO broadcast_fans AS known (owner_id, fan_id, opted_out, replied_at, online_at)
    SELECT $1, fan_id, bool_or(opted_out), max(replied_at), max(online_at)
    FROM UNNEST($2, $3, $4, $5) AS new (fan_id, opted_out, replied_at, online_at)
    GROUP BY fan_id ORDER BY fan_id
    ON CONFLICT (owner_id, fan_id) DO UPDATE SET opted_out = known.opted_out OR excluded.opted_out,
        replied_at = greatest(known.replied_at, excluded.replied_at),
        online_at = greatest(known.online_at, excluded.online_at)";

/// Finds the latest message before each reaction within the attribution window.
const OWED: &str = "
    SELECT reaction.place, message.broadcast_id
    FROM UNNEST($2, $3) WITH ORDINALITY AS reaction (fan_id, at, place) CROSS JOIN LATERAL (
        SELECT broadcast_id FROM broadcast_rows
        WHERE owner_id = $1 AND fan_id = reaction.fan_id AND state IN ('claimed', 'sent', 'unknown')
          AND date_trunc('second', submitted_at) <= reaction.at AND submitted_at >= reaction.at - make_interval(secs => $4)
        ORDER BY submitted_at DESC, broadcast_id DESC LIMIT 1
    ) message
    ORDER BY message.broadcast_id, reaction.place";

#[derive(QueryableByName)]
struct Owed {
    #[diesel(sql_type = BigInt)]
    place: i64,
    #[diesel(sql_type = BigInt)]
    broadcast_id: i64,
}

/// Locks the counters before the row, in the module's lock order.
const LOCK: &str = "
    SELECT 1 AS one FROM broadcast_figures WHERE owner_id = $1 AND broadcast_id = $2 FOR NO KEY UPDATE";

/// Marks the fan's reactions on the row, and increments the counters of new marks, in one statement.
const COUNT: &str = "
    WITH before AS (
        SELECT replied, opted_out, purchased FROM broadcast_rows
        WHERE owner_id = $1 AND broadcast_id = $2 AND fan_id = $3 FOR NO KEY UPDATE
    ), marked AS (
        UPDATE broadcast_rows SET replied = broadcast_rows.replied OR $4, opted_out = broadcast_rows.opted_out OR $5,
            purchased = broadcast_rows.purchased OR $6
        FROM before WHERE owner_id = $1 AND broadcast_id = $2 AND fan_id = $3
    )
    UPDATE broadcast_figures SET replied = broadcast_figures.replied + (NOT before.replied AND $4)::int,
        purchased = broadcast_figures.purchased + (NOT before.purchased AND $6)::int,
        revenue_cents = revenue_cents + $7,
        apart_cents = CASE WHEN $8 IS NULL THEN apart_cents
            ELSE jsonb_set(apart_cents, ARRAY[$8], to_jsonb(COALESCE((apart_cents ->> $8)::bigint, 0) + $9)) END
    FROM before WHERE owner_id = $1 AND broadcast_id = $2";

/// Records actions of an owner's fans, in the caller's transaction.
pub(crate) async fn note(
    transaction: &mut PgConnection,
    owner: OwnerId,
    actions: &[(&str, Did, UnixTime)],
) -> QueryResult<()> {
    if actions.is_empty() {
        return Ok(());
    }
    remember(transaction, owner, actions).await?;
    let reactions: Vec<_> = actions
        .iter()
        .filter_map(|(fan, did, at)| match did {
            Did::Reacted(reaction) => Some((*fan, *reaction, *at)),
            Did::CameOnline => None,
        })
        .collect();
    let owed: Vec<Owed> = statement(OWED)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(reactions.iter().map(|(fan, ..)| *fan).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(reactions.iter().map(|(.., at)| timestamp(*at)).collect::<Vec<_>>())
        .bind::<diesel::sql_types::Double, _>(604_800.0)
        .load(transaction)
        .await?;
    let mut locked = None;
    for Owed { place, broadcast_id } in owed {
        let index = usize::try_from(place.saturating_sub(1)).unwrap_or(usize::MAX);
        let Some((fan, reaction, _)) = reactions.get(index) else { continue };
        if locked != Some(broadcast_id) {
            lock(transaction, owner, broadcast_id).await?;
            locked = Some(broadcast_id);
        }
        count(transaction, owner, broadcast_id, fan, *reaction).await?;
    }
    Ok(())
}

async fn remember(
    transaction: &mut PgConnection,
    owner: OwnerId,
    actions: &[(&str, Did, UnixTime)],
) -> QueryResult<()> {
    let signals: Vec<_> = actions
        .iter()
        .filter(|(_, did, _)| {
            !matches!(did, Did::Reacted(Reaction::Purchase { .. } | Reaction::PurchaseApart { .. }))
        })
        .collect();
    let at = |at: UnixTime, of: bool| of.then(|| timestamp(at));
    let replied = |did: Did| matches!(did, Did::Reacted(Reaction::Reply));
    let left = |did: Did| matches!(did, Did::Reacted(Reaction::OptOut));
    statement(REMEMBER)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(signals.iter().map(|(fan, ..)| *fan).collect::<Vec<_>>())
        .bind::<Array<Bool>, _>(signals.iter().map(|(_, did, _)| left(*did)).collect::<Vec<_>>())
        .bind::<Array<Nullable<Timestamptz>>, _>(
            signals.iter().map(|(_, did, when)| at(*when, replied(*did))).collect::<Vec<_>>(),
        )
        .bind::<Array<Nullable<Timestamptz>>, _>(
            signals
                .iter()
                .map(|(_, did, when)| at(*when, matches!(did, Did::CameOnline)))
                .collect::<Vec<_>>(),
        )
        .execute(transaction)
        .await
        .map(|_| ())
}

async fn lock(transaction: &mut PgConnection, owner: OwnerId, campaign: i64) -> QueryResult<()> {
    statement(LOCK)
        .bind::<BigInt, _>(owner.get())
        .bind::<BigInt, _>(campaign)
        .execute(transaction)
        .await
        .map(|_| ())
}

async fn count(
    transaction: &mut PgConnection,
    owner: OwnerId,
    campaign: i64,
    fan: &str,
    reaction: Reaction,
) -> QueryResult<()> {
    // A refund reduces the revenue and is no purchase.
    let (bought, cents, apart) = match reaction {
        Reaction::Purchase { net_cents } => (net_cents > 0, net_cents, None),
        Reaction::PurchaseApart { currency, net_cents } => (net_cents > 0, 0, Some((currency, net_cents))),
        Reaction::Reply | Reaction::OptOut => (false, 0, None),
    };
    statement(COUNT)
        .bind::<BigInt, _>(owner.get())
        .bind::<BigInt, _>(campaign)
        .bind::<Text, _>(fan)
        .bind::<Bool, _>(matches!(reaction, Reaction::Reply))
        .bind::<Bool, _>(matches!(reaction, Reaction::OptOut))
        .bind::<Bool, _>(bought)
        .bind::<BigInt, _>(cents)
        .bind::<Nullable<Text>, _>(apart.as_ref().map(|(currency, _)| currency.as_str()))
        .bind::<BigInt, _>(apart.map_or(0, |(_, cents)| cents))
        .execute(transaction)
        .await
        .map(|_| ())
}

impl PgBroadcasts {
    async fn note(&self, owner: OwnerId, fan: &FanId, did: Did, at: UnixTime) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        let noted = connection
            .transaction(async |transaction| -> Result<(), Abort<Infallible>> {
                Ok(note(transaction, owner, &[(fan.as_str(), did, at)]).await?)
            })
            .await;
        noted.map_err(Abort::into_store)
    }
}

#[async_trait]
impl FanEvents for PgBroadcasts {
    async fn reacted(
        &self,
        owner: OwnerId,
        fan: &FanId,
        reaction: Reaction,
        at: UnixTime,
    ) -> Result<(), StoreError> {
        self.note(owner, fan, Did::Reacted(reaction), at).await
    }

    async fn came_online(&self, owner: OwnerId, fan: &FanId, at: UnixTime) -> Result<(), StoreError> {
        self.note(owner, fan, Did::CameOnline, at).await
    }

    async fn latest_arrival(&self, owner: OwnerId) -> Result<Option<UnixTime>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let latest: Option<DateTime<Utc>> = broadcast_fans::table
            .filter(broadcast_fans::owner_id.eq(owner.get()))
            .select(diesel::dsl::max(broadcast_fans::online_at))
            .first(&mut connection)
            .await
            .map_err(failed)?;
        Ok(latest.map(unix_time))
    }

    async fn arrivals(
        &self,
        owner: OwnerId,
        fans: &[FanId],
        since: UnixTime,
    ) -> Result<BTreeSet<FanId>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let arrived: Vec<String> = broadcast_fans::table
            .filter(broadcast_fans::owner_id.eq(owner.get()))
            .filter(broadcast_fans::fan_id.eq_any(fans.iter().map(FanId::as_str).collect::<Vec<_>>()))
            .filter(broadcast_fans::online_at.ge(timestamp(since)))
            .select(broadcast_fans::fan_id)
            .load(&mut connection)
            .await
            .map_err(failed)?;
        arrived.iter().map(|fan| FanId::parse(fan).map_err(corrupt)).collect()
    }
}
