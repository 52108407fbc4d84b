//! Engine events: each event is taken in once. One transaction of few statements attributes, forwards and counts a
//! batch.
//!
//! `application::intake` decides the consequences of a batch; this module reads its input and stores its output.
//!
//! Every transaction takes its locks in this order: the owner, events by id, transactions by key, accounts, links and
//! their domains, requests by number, campaign data of fans and their statistics, fans by id, the owner's clicks
//! (`late_clicks.rs`), pixels, statistics by day, webhook endpoints.
//!
//! Concurrent batches therefore wait for each other and don't fail. A batch may find a click missing in two places: in
//! its own events, and in earlier messages of its fans. Both lookups come after the fans.

mod campaigns;
mod conversions;
mod daily_stats;
mod facts;
mod fans;
mod forward;
mod late_clicks;
mod links;
mod quarantine;
mod raw;
mod third_message;
mod transactions;

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;

use application::intake::{self, Batch, Facts, FollowUp, Wanted, distinct, follow_up};
use async_trait::async_trait;
use attribution::Counting;
use attribution::event::EngineEvent;
use attribution::ports::{EventStore, RawEvent, Taken, UnknownEvents};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};

use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::engine_connections::accounts;
use crate::schema::conversions::{awaited_clicks, raw_events};
use crate::stats::tallies;
use crate::{Pool, Sealing, requests, webhooks as hooks};
pub(crate) use facts::read as known_clicks;
pub(crate) use late_clicks::{Clicks, attribute_late, lock_clicks};

/// Engine events on PostgreSQL.
#[derive(Clone)]
pub struct PgEventStore {
    pool: Pool,
    sealing: Arc<Sealing>,
}

impl PgEventStore {
    /// Creates the store; `sealing` encrypts unknown events.
    pub fn new(pool: Pool, sealing: Arc<Sealing>) -> Self {
        Self { pool, sealing }
    }
}

#[async_trait]
impl UnknownEvents for PgEventStore {
    async fn list(&self, owner: OwnerId, limit: u32) -> Result<Vec<RawEvent>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        raw::list(&mut connection, &self.sealing, owner, limit).await
    }
}

#[async_trait]
impl EventStore for PgEventStore {
    async fn take_in(
        &self,
        owner: OwnerId,
        events: &[EngineEvent],
        now: UnixTime,
    ) -> Result<Taken, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let taken = connection
            .transaction(async |connection| -> Result<Taken, Abort<Infallible>> {
                lock_owner(connection, owner).await?;
                let claimed = claim(connection, owner, events, now).await?;
                let fresh = transactions::claim(connection, owner, claimed).await?;
                let counting = match transactions::are_in(&fresh) {
                    true => accounts::settled_counting(connection, owner).await?,
                    false => Counting::default(),
                };
                let batch = Batch::of(&fresh, &counting);
                raw::keep(connection, &self.sealing, owner, &batch.unknown, now).await?;
                links::record(connection, owner, batch.links.as_ref()).await?;
                take(connection, owner, &batch, now).await?;
                let accepted = u64::try_from(fresh.len()).unwrap_or(u64::MAX);
                let all = u64::try_from(events.len()).unwrap_or(u64::MAX);
                Ok(Taken { accepted, duplicates: all.saturating_sub(accepted) })
            })
            .await;
        taken.map_err(Abort::into_store)
    }

    async fn purge(&self, before: UnixTime) -> Result<u64, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let unheard = awaited_clicks::table.filter(awaited_clicks::taken_at.lt(timestamp(before)));
        diesel::delete(unheard).execute(&mut connection).await.map_err(failed)?;
        while statement(PURGE_FAN_EVENTS).execute(&mut connection).await.map_err(failed)? > 0 {}
        let old = raw_events::table.filter(raw_events::taken_at.lt(timestamp(before)));
        let purged = diesel::delete(old).execute(&mut connection).await.map_err(failed)?;
        Ok(u64::try_from(purged).unwrap_or(u64::MAX))
    }
}

/// Deletes fan events that earlier versions stored, with the texts of requests, and that no version ever read.
///
/// Works in small steps, one owner at a time. Drop the table when no such version runs any more.
const PURGE_FAN_EVENTS: &str = "
    DELETE FROM fan_events USING (
        SELECT owner_id, sequence FROM fan_events WHERE owner_id = (SELECT min(owner_id) FROM fan_events)
        ORDER BY sequence LIMIT 1000
    ) old
    WHERE fan_events.owner_id = old.owner_id AND fan_events.sequence = old.sequence";

/// Blocks the deletion of an owner until the batch is stored, because most tables of a batch have no foreign key to the
/// owner.
async fn lock_owner(transaction: &mut PgConnection, owner: OwnerId) -> Result<(), Abort<Infallible>> {
    let known = statement("SELECT 1 FROM owners WHERE owner_id = $1 FOR KEY SHARE")
        .bind::<BigInt, _>(owner.get())
        .execute(transaction)
        .await?;
    if known == 0 {
        return Err(Abort::Store(corrupt(format!("events of the owner {owner}, who does not exist"))));
    }
    Ok(())
}

const CLAIM: &str = "
    INSERT INTO engine_events (owner_id, event_id, kind, taken_at)
    SELECT $1, UNNEST($2), UNNEST($3), $4
    ON CONFLICT DO NOTHING
    RETURNING event_id";

#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = Text)]
    event_id: String,
}

/// Returns the new events, by id. The primary key decides: if two concurrent batches contain the same event, the second
/// waits for the first.
async fn claim<'a>(
    transaction: &mut PgConnection,
    owner: OwnerId,
    events: &'a [EngineEvent],
    now: UnixTime,
) -> QueryResult<Vec<&'a EngineEvent>> {
    let mut events = distinct(events);
    let claimed: Vec<Claimed> = statement(CLAIM)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(events.iter().map(|event| event.event_id()).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(events.iter().map(|event| event.as_str()).collect::<Vec<_>>())
        .bind::<Timestamptz, _>(timestamp(now))
        .load(transaction)
        .await?;
    let claimed: BTreeSet<_> = claimed.iter().map(|row| row.event_id.as_str()).collect();
    events.retain(|event| claimed.contains(event.event_id()));
    Ok(events)
}

/// Stores a batch of fan events with its consequences, as decided by [`application::intake`].
async fn take(
    transaction: &mut PgConnection,
    owner: OwnerId,
    batch: &Batch<'_>,
    now: UnixTime,
) -> Result<(), Abort<Infallible>> {
    let mut events = requests::receive(transaction, owner, &batch.requests).await?;
    campaigns::note(transaction, owner, &batch.signals).await?;
    let due = fans::write(transaction, owner, &batch.fans).await?;
    let facts = known_facts(transaction, owner, &batch.wanted).await?;
    let mut conversions = intake::conversions(&facts, batch);
    conversions::insert(transaction, owner, &mut conversions, now).await?;
    conversions.extend(third_message::make(transaction, owner, &due, batch, now).await?);
    let (pixels, accounts) = forward::pixels(transaction, owner, &conversions).await?;
    let FollowUp { awaited, deliveries, stats } =
        follow_up(&conversions, &pixels, &accounts, now).map_err(daily_stats::too_large)?;
    late_clicks::wait(transaction, owner, &awaited, now).await?;
    forward::insert(transaction, owner, &deliveries, now).await?;
    let mut tallies = tallies::Tallies::default();
    daily_stats::add(&mut tallies, owner, stats)?;
    tallies::raise(transaction, &tallies).await?;
    events.extend(conversions.iter().map(conversions::event));
    Ok(hooks::emit(transaction, owner, &events, now).await?)
}

/// Returns the known facts about clicks and links. If a click is missing, blocks the insertion of further clicks until
/// the transaction ends.
async fn known_facts(
    transaction: &mut PgConnection,
    owner: OwnerId,
    wanted: &Wanted,
) -> Result<Facts, StoreError> {
    let facts = facts::read(transaction, owner, wanted).await?;
    if facts.has_all_clicks(wanted) {
        return Ok(facts);
    }
    late_clicks::lock_clicks(transaction, owner).await.map_err(failed)?;
    facts::read(transaction, owner, wanted).await
}
