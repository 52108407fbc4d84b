//! Events of the engine: each once, attributed, forwarded and counted in one transaction of few statements.
//!
//! Every transaction takes its locks in this order: the owner, events by id, requests by number, what campaigns know of fans and their
//! figures, links and their domains, pixels, fans by id, figures. So batches at once wait for each other and don't fail. The
//! lock on an owner's clicks (`late.rs`) may come anywhere before the figures, because who stores clicks locks none of the
//! others but pixels, for reading.

mod campaigns;
mod content_requests;
mod conversions;
mod daily_stats;
mod fans;
mod forward;
mod known;
mod late_clicks;
mod links;
mod quarantine;
mod raw;
mod third_message;

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;

use async_trait::async_trait;
use attribution::event::{EngineEvent, FanAction, FanEvent};
use attribution::ports::{EventStore, Taken};
use conversion_pixel::ConversionType;
use conversions::Row;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Text, Timestamptz};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};
use known::{Known, Wanted};

use crate::error::{Abort, connection, corrupt, failed};
use crate::schema::conversions::{awaited_clicks, raw_events};
use crate::statement::statement;
use crate::time::timestamp;
use crate::{Pool, Sealing, tallies};
pub(crate) use late_clicks::{Clicks, attribute_late};
pub use raw::RawEvent;

/// Events on PostgreSQL.
#[derive(Clone)]
pub struct PgEventStore {
    pool: Pool,
    sealing: Arc<Sealing>,
}

impl PgEventStore {
    /// The store on this pool; what it keeps of unknown events is sealed by `sealing`.
    pub fn new(pool: Pool, sealing: Arc<Sealing>) -> Self {
        Self { pool, sealing }
    }

    /// The last events of unknown types that are kept of an owner, newest first.
    pub async fn unknown(&self, owner: OwnerId, limit: u32) -> Result<Vec<RawEvent>, StoreError> {
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
                let fresh = claim(connection, owner, events, now).await?;
                raw::keep(connection, &self.sealing, owner, &fresh, now).await?;
                links::record(connection, owner, &fresh).await?;
                take(connection, owner, &fresh, now).await?;
                let accepted = u64::try_from(fresh.len()).unwrap_or(u64::MAX);
                let all = u64::try_from(events.len()).unwrap_or(u64::MAX);
                Ok(Taken { accepted, duplicates: all.saturating_sub(accepted) })
            })
            .await;
        taken.map_err(Abort::into_store)
    }

    async fn forget(&self, before: UnixTime) -> Result<u64, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let unheard = awaited_clicks::table.filter(awaited_clicks::taken_at.lt(timestamp(before)));
        diesel::delete(unheard).execute(&mut connection).await.map_err(failed)?;
        while statement(FORGET_DEEDS).execute(&mut connection).await.map_err(failed)? > 0 {}
        let old = raw_events::table.filter(raw_events::taken_at.lt(timestamp(before)));
        let forgotten = diesel::delete(old).execute(&mut connection).await.map_err(failed)?;
        Ok(u64::try_from(forgotten).unwrap_or(u64::MAX))
    }
}

/// What earlier versions wrote down of fans and nobody ever read, with the texts of their requests: in small steps, each of one
/// owner. The table goes when no such version runs any more.
const FORGET_DEEDS: &str = "
    DELETE FROM fan_events USING (
        SELECT owner_id, sequence FROM fan_events WHERE owner_id = (SELECT min(owner_id) FROM fan_events)
        ORDER BY sequence LIMIT 1000
    ) old
    WHERE fan_events.owner_id = old.owner_id AND fan_events.sequence = old.sequence";

/// Keeps an owner where he is until the batch is stored, as a foreign key does: the tables into which most of a batch goes have
/// none to him.
async fn lock_owner(transaction: &mut AsyncPgConnection, owner: OwnerId) -> Result<(), Abort<Infallible>> {
    let known = statement("SELECT 1 FROM owners WHERE owner_id = $1 FOR KEY SHARE")
        .bind::<BigInt, _>(owner.get())
        .execute(transaction)
        .await?;
    if known == 0 {
        return Err(Abort::Store(corrupt(format!("events of the owner {owner}, who is not there"))));
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

/// The events that are new, by id. Of two batches at once that bring the same, the second waits for the first.
async fn claim<'a>(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    events: &'a [EngineEvent],
    now: UnixTime,
) -> QueryResult<Vec<&'a EngineEvent>> {
    let mut events: Vec<_> = events.iter().collect();
    events.sort_by_key(|event| event.event_id());
    events.dedup_by_key(|event| event.event_id());
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

/// Stores what fans did, with all that follows from it.
async fn take(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    events: &[&EngineEvent],
    now: UnixTime,
) -> Result<(), Abort<Infallible>> {
    let deeds: Vec<&FanEvent> = events
        .iter()
        .filter_map(|event| match event {
            EngineEvent::Fan(event) => Some(event),
            EngineEvent::Link(_) | EngineEvent::Unknown(_) => None,
        })
        .collect();
    if deeds.is_empty() {
        return Ok(());
    }
    content_requests::keep(transaction, owner, &deeds).await?;
    campaigns::note(transaction, owner, &deeds).await?;
    let wanted = Wanted::of(deeds.iter().filter(|event| event.deed.is_conversion()).copied());
    let known = known(transaction, owner, &wanted).await?;
    let mut rows: Vec<Row<'_>> = deeds
        .iter()
        .filter_map(|event| Row::of(event, &known).transpose())
        .collect::<Result<_, StoreError>>()?;
    conversions::insert(transaction, owner, &mut rows, now).await?;
    let due = fans::write(transaction, owner, &deeds).await?;
    let thirds = third_message::make(transaction, owner, &due, &deeds, now).await?;
    rows.extend(thirds);
    late_clicks::wait(transaction, owner, &rows, now).await?;
    forward::queue(transaction, owner, &rows, now).await?;
    Ok(tallies::raise(transaction, &daily_stats::tally(owner, &rows)?).await?)
}

/// What is known of clicks and links. If a click is not, no other becomes known until the transaction ends.
async fn known(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    wanted: &Wanted,
) -> Result<Known, StoreError> {
    let known = Known::look_up(transaction, owner, wanted).await?;
    if wanted.clicks.iter().all(|click| known.has_click(*click)) {
        return Ok(known);
    }
    late_clicks::hold_clicks(transaction, owner).await.map_err(failed)?;
    Known::look_up(transaction, owner, wanted).await
}

/// When an event happened. The database knows no year before 4713 BC; what claims to be older than our era is moved into
/// it, so that one absurd event does not stop its whole batch for ever.
fn moment(event: &FanEvent) -> UnixTime {
    const YEAR_ONE: UnixTime = UnixTime::from_seconds(-62_135_596_800);
    event.occurred_at.max(YEAR_ONE)
}

/// What a deed is as a conversion; `None` where it is none.
fn conversion_type(deed: &FanAction) -> Option<ConversionType> {
    match deed {
        FanAction::NewSubscriber { .. } => Some(ConversionType::NewSubscriber),
        FanAction::NewTransaction(_) => Some(ConversionType::NewTransaction),
        FanAction::MessageReceived { .. } => Some(ConversionType::MessageReceived),
        FanAction::FanOnline | FanAction::FanOptedOut | FanAction::ContentRequestCreated { .. } => None,
    }
}
