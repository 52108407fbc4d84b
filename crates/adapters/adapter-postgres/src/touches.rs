//! Touches and the statistics made of them, with few statements per batch.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Nullable, Text, Timestamptz, Uuid as UuidType};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};
use sha2::{Digest as _, Sha256};
use touches::ports::TouchStore;
use touches::repeats::{RepeatKey, WINDOW_SECONDS};
use touches::{
    Act, AdParameter, Click, Context, DeviceWord, ShownArm, Source, Split, Touch, TouchId, Traits, UserAgent,
};
use uuid::Uuid;

use crate::Pool;
use crate::database::error::{Abort, connection, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::events::{self, Clicks};
use crate::stats::tallies;
use crate::stats::tallies::{SplitTallyKey, Tallies, Tally, TallyKey};

/// Touches on PostgreSQL.
#[derive(Clone)]
pub struct PgTouchStore {
    pool: Pool,
}

impl PgTouchStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl TouchStore for PgTouchStore {
    async fn put(&self, touches: &[Touch]) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        connection
            .transaction(async |connection| -> Result<(), Abort<Infallible>> {
                let known = known_owners(connection, touches).await?;
                let mut batch: Vec<_> = touches.iter().filter(|touch| known.contains(&touch.owner)).collect();
                // The same order in every process, so that two batches wait for each other instead of deadlocking.
                batch.sort_by_key(|touch| (touch.owner, touch.id));
                batch.dedup_by_key(|touch| (touch.owner, touch.id));
                let repeated = repeated(connection, &batch).await?;
                let arrived = arrived(connection, &batch).await?;
                let batch: Vec<&Touch> =
                    batch.iter().map(|touch| arrived.get(&touch.id).unwrap_or(touch)).collect();
                let agreed = agreed(connection, &batch).await?;
                let stored = insert(connection, &batch, &repeated, &agreed).await?;
                let mut tallies = tally(batch.iter().zip(&repeated), &stored);
                events::attribute_late(connection, &clicks(&batch, &stored), &mut tallies).await?;
                Ok(tallies::raise(connection, &tallies).await?)
            })
            .await
            .map_err(Abort::into_store)
    }

    async fn purge(&self, before: UnixTime, limit: u32) -> Result<u64, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let purged = statement(PURGE)
            .bind::<UuidType, _>(first_id_of(before))
            .bind::<BigInt, _>(i64::from(limit))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        statement(PURGE_REPEATS)
            .bind::<Timestamptz, _>(timestamp(before))
            .bind::<BigInt, _>(i64::from(limit))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(u64::try_from(purged).unwrap_or_default())
    }

    async fn purge_user_agents(&self, before: UnixTime, limit: u32) -> Result<u64, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let purged = statement(PURGE_USER_AGENTS)
            .bind::<UuidType, _>(first_id_of(before))
            .bind::<BigInt, _>(i64::from(limit))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(u64::try_from(purged).unwrap_or_default())
    }
}

/// Removes user agents like [`PURGE`] deletes touches.
const PURGE_USER_AGENTS: &str = "
    UPDATE touches SET user_agent = NULL FROM (
        SELECT old.owner_id, old.touch_id
        FROM owners CROSS JOIN LATERAL (
            SELECT owner_id, touch_id FROM touches
            WHERE touches.owner_id = owners.owner_id AND touch_id < $1 AND user_agent IS NOT NULL
            ORDER BY touch_id LIMIT $2
        ) old
        LIMIT $2
    ) told
    WHERE touches.owner_id = told.owner_id AND touches.touch_id = told.touch_id AND user_agent IS NOT NULL";

const PURGE: &str = "
    DELETE FROM touches USING (
        SELECT old.owner_id, old.touch_id
        FROM owners CROSS JOIN LATERAL (
            SELECT owner_id, touch_id FROM touches
            WHERE touches.owner_id = owners.owner_id AND touch_id < $1
            ORDER BY touch_id LIMIT $2
        ) old
        LIMIT $2
    ) gone
    WHERE touches.owner_id = gone.owner_id AND touches.touch_id = gone.touch_id";

/// Deletes keys that counted so long ago that they decide nothing any more.
const PURGE_REPEATS: &str = "
    DELETE FROM touch_repeats WHERE (owner_id, repeat_key) IN (
        SELECT owner_id, repeat_key FROM touch_repeats
        WHERE counted_at < LEAST($1, now() - interval '1 day') ORDER BY counted_at LIMIT $2
    )";

/// Returns the least id that a touch of this moment can have.
pub(crate) fn first_id_of(moment: UnixTime) -> Uuid {
    let millis = u128::try_from(moment.millis()).unwrap_or_default() & ((1 << 48) - 1);
    Uuid::from_u128(millis << 80)
}

/// Takes shared locks on the owners' clicks, in lock order. Batches may store clicks of an owner concurrently, but not
/// while a transaction finds a click missing (`events/late_clicks.rs`).
///
/// The statement names no table: a distributed database would take the locks on the nodes of the rows, where no other
/// transaction looks for them.
const SHARE_CLICKS: &str = "
    SELECT count(pg_advisory_xact_lock_shared(hashtextextended('funnel clicks', owner_id))::text)
    FROM (SELECT owner_id FROM UNNEST($1) AS named (owner_id) ORDER BY owner_id) named";

const KNOWN_OWNERS: &str = "SELECT owner_id FROM owners WHERE owner_id = ANY($1)";

#[derive(QueryableByName)]
struct KnownOwner {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
}

async fn known_owners(connection: &mut PgConnection, touches: &[Touch]) -> QueryResult<BTreeSet<OwnerId>> {
    let named: BTreeSet<i64> = touches.iter().map(|touch| touch.owner.get()).collect();
    let named: Vec<i64> = named.into_iter().collect();
    statement(SHARE_CLICKS).bind::<Array<BigInt>, _>(&named).execute(connection).await?;
    let known: Vec<KnownOwner> =
        statement(KNOWN_OWNERS).bind::<Array<BigInt>, _>(named).load(connection).await?;
    Ok(known.into_iter().map(|known| OwnerId::new(known.owner_id)).collect())
}

/// Selects the owners with an active pixel that sends user agents.
const AGREED: &str = "
    SELECT owner_id FROM conversion_pixels WHERE owner_id = ANY($1) AND active AND send_user_agent GROUP BY owner_id";

/// Returns the owners who agree at this moment to send user agents, among the owners of clicks that have one.
async fn agreed(connection: &mut PgConnection, batch: &[&Touch]) -> QueryResult<BTreeSet<OwnerId>> {
    let asked: BTreeSet<i64> =
        batch.iter().filter(|touch| user_agent(touch).is_some()).map(|touch| touch.owner.get()).collect();
    if asked.is_empty() {
        return Ok(BTreeSet::new());
    }
    let asked: Vec<i64> = asked.into_iter().collect();
    let agreed: Vec<KnownOwner> = statement(AGREED).bind::<Array<BigInt>, _>(asked).load(connection).await?;
    Ok(agreed.into_iter().map(|agreed| OwnerId::new(agreed.owner_id)).collect())
}

/// Returns the clicks of a batch that this transaction stored.
fn clicks(batch: &[&Touch], stored: &BTreeSet<u128>) -> Clicks {
    let clicks = batch.iter().filter(|touch| matches!(touch.act, Act::Click(_)));
    let clicks = clicks.map(|touch| (touch.owner, touch.id.to_u128()));
    clicks.filter(|(_, id)| stored.contains(id)).collect()
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
    #[diesel(sql_type = Binary)]
    repeat_key: Vec<u8>,
    #[diesel(sql_type = Timestamptz)]
    counted_at: DateTime<Utc>,
    #[diesel(sql_type = UuidType)]
    counted_by: Uuid,
}

/// Touches that may repeat each other, with their positions in the batch, by owner and digest of their key.
type ByKey<'a> = BTreeMap<(i64, Vec<u8>), Vec<(usize, &'a Touch)>>;

/// Starts a new half hour for a key whose last one is over. Returns the touch that counted last in any case.
///
/// A key within its half hour is only read; most keys of a page with repeated views are.
///
/// A separate subquery reads the known keys, so that on a distributed database each node reads its own owners' keys.
const COUNT: &str = "
    WITH known AS MATERIALIZED (
        SELECT owner_id, repeat_key, known.counted_at, known.counted_by
        FROM UNNEST($1, $2) AS asked (owner_id, repeat_key) JOIN touch_repeats known USING (owner_id, repeat_key)
    ), asked AS MATERIALIZED (
        SELECT owner_id, repeat_key, asked.counted_at, asked.counted_by,
            known.counted_at AS known_at, known.counted_by AS known_by,
            COALESCE(asked.counted_at < known.counted_at + $5 * interval '1 second', false) AS stands
        FROM UNNEST($1, $2, $3, $4) AS asked (owner_id, repeat_key, counted_at, counted_by)
        LEFT JOIN known USING (owner_id, repeat_key)
    ), moved AS (
        INSERT INTO touch_repeats (owner_id, repeat_key, counted_at, counted_by)
        SELECT owner_id, repeat_key, counted_at, counted_by FROM asked WHERE NOT stands ORDER BY 1, 2
        ON CONFLICT (owner_id, repeat_key) DO UPDATE SET
            counted_at = CASE WHEN excluded.counted_at - touch_repeats.counted_at >= $5 * interval '1 second'
                THEN excluded.counted_at ELSE touch_repeats.counted_at END,
            counted_by = CASE WHEN excluded.counted_at - touch_repeats.counted_at >= $5 * interval '1 second'
                THEN excluded.counted_by ELSE touch_repeats.counted_by END
        RETURNING owner_id, repeat_key, counted_at, counted_by
    )
    SELECT owner_id, repeat_key, counted_at, counted_by FROM moved
    UNION ALL SELECT owner_id, repeat_key, known_at, known_by FROM asked WHERE stands";

/// Returns for each touch whether it repeats an earlier one. Works in rounds, because a delayed batch may hold touches
/// of one key from several half hours.
async fn repeated(connection: &mut PgConnection, batch: &[&Touch]) -> QueryResult<Vec<bool>> {
    let mut repeated = vec![false; batch.len()];
    let mut open = ByKey::new();
    for (place, touch) in batch.iter().enumerate() {
        if let Some(key) = RepeatKey::of(touch) {
            open.entry((touch.owner.get(), digest(&key))).or_default().push((place, touch));
        }
    }
    while !open.is_empty() {
        let mut left = ByKey::new();
        for Counted { owner_id, repeat_key, counted_at, counted_by } in count(connection, &open).await? {
            let over = unix_time(counted_at).plus_seconds(WINDOW_SECONDS);
            let touches = open.remove(&(owner_id, repeat_key.clone())).unwrap_or_default();
            let (later, now): (Vec<_>, Vec<_>) = touches.into_iter().partition(|(_, touch)| touch.at >= over);
            for (place, touch) in now {
                if let Some(mark) = repeated.get_mut(place) {
                    *mark = touch.id.to_u128() != counted_by.as_u128();
                }
            }
            if !later.is_empty() {
                left.insert((owner_id, repeat_key), later);
            }
        }
        open = left;
    }
    Ok(repeated)
}

/// Proposes the earliest touch of each key as the one that counts.
async fn count(connection: &mut PgConnection, open: &ByKey<'_>) -> QueryResult<Vec<Counted>> {
    let firsts: Vec<_> = open
        .iter()
        .filter_map(|(key, touches)| {
            Some((key, touches.iter().map(|(_, touch)| *touch).min_by_key(|touch| touch.at)?))
        })
        .collect();
    statement(COUNT)
        .bind::<Array<BigInt>, _>(firsts.iter().map(|((owner, _), _)| *owner).collect::<Vec<_>>())
        .bind::<Array<Binary>, _>(firsts.iter().map(|((_, key), _)| key.as_slice()).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(
            firsts.iter().map(|(_, first)| timestamp(first.at)).collect::<Vec<_>>(),
        )
        .bind::<Array<UuidType>, _>(
            firsts.iter().map(|(_, first)| Uuid::from_u128(first.id.to_u128())).collect::<Vec<_>>(),
        )
        .bind::<BigInt, _>(WINDOW_SECONDS)
        .load(connection)
        .await
}

fn digest(key: &RepeatKey) -> Vec<u8> {
    let mut hash = Sha256::new();
    for part in [key.domain.as_bytes(), key.target.as_bytes(), &key.visitor.0] {
        hash.update(part);
        hash.update([0]);
    }
    hash.finalize().iter().copied().take(16).collect()
}

const INSERT: &str = "
    INSERT INTO touches (owner_id, touch_id, hostname, kind, at, source, code_id, smart_link_id, link_id, button,
        country, device, visitor, fbclid, ttclid, bot, repeated, browser, referrer, arm,
        click_ids, user_agent)
    SELECT UNNEST($1), UNNEST($2), UNNEST($3), UNNEST($4), UNNEST($5), UNNEST($6), UNNEST($7), UNNEST($8), UNNEST($9),
        UNNEST($10), UNNEST($11), UNNEST($12), UNNEST($13), UNNEST($14), UNNEST($15), UNNEST($16), UNNEST($17),
        UNNEST($18), UNNEST($19), UNNEST($20), UNNEST($21)::jsonb, UNNEST($22)
    ON CONFLICT DO NOTHING
    RETURNING touch_id";

#[derive(QueryableByName)]
struct Inserted {
    #[diesel(sql_type = UuidType)]
    touch_id: Uuid,
}

/// Inserts new touches, and returns their ids. Stores the user agents of owners in `agreed` only.
async fn insert(
    connection: &mut PgConnection,
    batch: &[&Touch],
    repeated: &[bool],
    agreed: &BTreeSet<OwnerId>,
) -> QueryResult<BTreeSet<u128>> {
    let none = Click::default();
    let clicks: Vec<&Click> = batch
        .iter()
        .map(|touch| match &touch.act {
            Act::Click(click) => click,
            Act::Scan { .. } | Act::Visit => &none,
        })
        .collect();
    let each = |text: fn(&Touch) -> Option<&str>| batch.iter().map(|touch| text(touch)).collect::<Vec<_>>();
    let of_click = |id: fn(&Click) -> Option<&str>| clicks.iter().map(|click| id(click)).collect::<Vec<_>>();
    let inserted: Vec<Inserted> = statement(INSERT)
        .bind::<Array<BigInt>, _>(batch.iter().map(|touch| touch.owner.get()).collect::<Vec<_>>())
        .bind::<Array<UuidType>, _>(
            batch.iter().map(|touch| Uuid::from_u128(touch.id.to_u128())).collect::<Vec<_>>(),
        )
        .bind::<Array<Text>, _>(batch.iter().map(|touch| touch.domain.as_str()).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(batch.iter().map(|touch| kind(touch)).collect::<Vec<_>>())
        .bind::<Array<Timestamptz>, _>(batch.iter().map(|touch| timestamp(touch.at)).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(batch.iter().map(|touch| source(touch)).collect::<Vec<_>>())
        .bind::<Array<Nullable<BigInt>>, _>(batch.iter().map(|touch| code(touch)).collect::<Vec<_>>())
        .bind::<Array<Nullable<BigInt>>, _>(clicks.iter().map(|click| click.smart_link).collect::<Vec<_>>())
        .bind::<Array<Nullable<BigInt>>, _>(clicks.iter().map(|click| click.link).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(of_click(|click| click.button.as_deref()))
        .bind::<Array<Nullable<Text>>, _>(each(|touch| {
            touch.country.as_ref().map(|country| country.as_str())
        }))
        .bind::<Array<Nullable<Text>>, _>(each(|touch| touch.device.map(DeviceWord::as_str)))
        .bind::<Array<Binary>, _>(batch.iter().map(|touch| touch.visitor.0.to_vec()).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(of_click(|click| click.ids.get(AdParameter::Fbclid)))
        .bind::<Array<Nullable<Text>>, _>(of_click(|click| click.ids.get(AdParameter::Ttclid)))
        .bind::<Array<Bool>, _>(batch.iter().map(|touch| touch.bot).collect::<Vec<_>>())
        .bind::<Array<Bool>, _>(repeated.to_vec())
        .bind::<Array<Nullable<Text>>, _>(each(|touch| touch.context.browser.as_deref()))
        .bind::<Array<Nullable<Text>>, _>(each(|touch| touch.context.referrer.as_deref()))
        .bind::<Array<Nullable<Text>>, _>(each(|touch| touch.context.arm.as_ref().map(ShownArm::as_str)))
        .bind::<Array<Nullable<Text>>, _>(clicks.iter().map(|click| other_ids(click)).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(
            batch
                .iter()
                .map(|touch| user_agent(touch).filter(|_| agreed.contains(&touch.owner)))
                .collect::<Vec<_>>(),
        )
        .load(connection)
        .await?;
    Ok(inserted.into_iter().map(|row| row.touch_id.as_u128()).collect())
}

/// Returns the click ids without a column of their own, as a JSON object.
fn other_ids(click: &Click) -> Option<String> {
    let others = click
        .ids
        .iter()
        .filter(|(parameter, _)| !matches!(parameter, AdParameter::Fbclid | AdParameter::Ttclid));
    let object: serde_json::Map<_, _> =
        others.map(|(parameter, id)| (parameter.to_string(), id.as_str().into())).collect();
    (!object.is_empty()).then(|| serde_json::Value::from(object).to_string())
}

/// Returns the user agent of a person's click.
fn user_agent(touch: &Touch) -> Option<&str> {
    match &touch.act {
        Act::Click(click) if !touch.bot => click.user_agent.as_ref().map(UserAgent::as_str),
        Act::Click(_) | Act::Scan { .. } | Act::Visit => None,
    }
}

fn kind(touch: &Touch) -> &'static str {
    match touch.act {
        Act::Scan { .. } => "scan",
        Act::Visit => "visit",
        Act::Click(_) => "click",
    }
}

fn source(touch: &Touch) -> &str {
    touch.source.as_ref().map_or("", Source::as_str)
}

fn code(touch: &Touch) -> Option<i64> {
    match touch.act {
        Act::Scan { code } => Some(code),
        Act::Visit | Act::Click(_) => None,
    }
}

/// Returns the increments of newly stored touches: visitors' touches in all statistics, bots only in the bot split.
fn tally<'a>(batch: impl Iterator<Item = (&'a &'a Touch, &'a bool)>, stored: &BTreeSet<u128>) -> Tallies {
    let mut tallies = Tallies::default();
    let new = batch.filter(|(touch, repeated)| !**repeated && stored.contains(&touch.id.to_u128()));
    for (touch, _) in new {
        let split = |split, key| SplitTallyKey::new(touch.owner, touch.domain.as_str(), touch.at, split, key);
        if touch.bot {
            raised(tallies.splits.entry(split(Split::Bot, String::new())).or_default(), &touch.act);
            continue;
        }
        let link = match &touch.act {
            Act::Click(click) => click.link,
            Act::Scan { .. } | Act::Visit => None,
        };
        let key = TallyKey::new(touch.owner, touch.domain.as_str(), touch.at, source(touch), link);
        raised(tallies.days.entry(key).or_default(), &touch.act);
        // Splits count the visit that follows a scan.
        if !matches!(touch.act, Act::Scan { .. }) {
            for (by, key) in Traits::of(touch).keys(touch.at) {
                raised(tallies.splits.entry(split(by, key)).or_default(), &touch.act);
            }
        }
    }
    tallies
}

fn raised(tally: &mut Tally, act: &Act) {
    match act {
        Act::Scan { .. } => tally.scans += 1,
        Act::Visit => tally.visits += 1,
        Act::Click(_) => tally.clicks += 1,
    }
}

/// Selects the counted visits of visitors who click in this batch, with their referrers. Tables are joined by owner, so
/// that on a distributed database each node reads its own rows.
const VISITS: &str = "
    SELECT visit.owner_id, visit.repeat_key, visit.counted_by, touches.referrer
    FROM UNNEST($1, $2) AS asked (owner_id, repeat_key)
    JOIN touch_repeats visit ON visit.owner_id = asked.owner_id AND visit.repeat_key = asked.repeat_key
    LEFT JOIN touches ON touches.owner_id = visit.owner_id AND touches.touch_id = visit.counted_by";

#[derive(QueryableByName)]
struct Visited {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
    #[diesel(sql_type = Binary)]
    repeat_key: Vec<u8>,
    #[diesel(sql_type = UuidType)]
    counted_by: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    referrer: Option<String>,
}

/// Returns the button clicks whose visit has a known referrer, with that referrer. The clicked page itself does not
/// reveal the referrer.
async fn arrived(connection: &mut PgConnection, batch: &[&Touch]) -> QueryResult<BTreeMap<TouchId, Touch>> {
    let on_page = |touch: &&Touch| {
        let button = matches!(&touch.act, Act::Click(Click { button: Some(_), .. }));
        button && !touch.bot && touch.context.referrer.is_none()
    };
    let mut clicks: BTreeMap<(i64, Vec<u8>), Vec<&Touch>> = BTreeMap::new();
    for touch in batch.iter().copied().filter(|touch| on_page(touch)) {
        let key = (touch.owner.get(), digest(&RepeatKey::of_visit(touch)));
        clicks.entry(key).or_default().push(touch);
    }
    if clicks.is_empty() {
        return Ok(BTreeMap::new());
    }
    let visits: Vec<Visited> = statement(VISITS)
        .bind::<Array<BigInt>, _>(clicks.keys().map(|(owner, _)| *owner).collect::<Vec<_>>())
        .bind::<Array<Binary>, _>(clicks.keys().map(|(_, key)| key.as_slice()).collect::<Vec<_>>())
        .load(connection)
        .await?;
    let brought: BTreeMap<u128, &Touch> = batch.iter().map(|touch| (touch.id.to_u128(), *touch)).collect();
    let mut arrived = BTreeMap::new();
    for Visited { owner_id, repeat_key, counted_by, referrer } in visits {
        // A visit in the same batch is not stored yet.
        let here = || brought.get(&counted_by.as_u128()).and_then(|visit| visit.context.referrer.clone());
        let Some(referrer) = referrer.or_else(here) else { continue };
        for click in clicks.remove(&(owner_id, repeat_key)).unwrap_or_default() {
            let context = Context { referrer: Some(referrer.clone()), ..click.context.clone() };
            arrived.insert(click.id, Touch { context, ..click.clone() });
        }
    }
    Ok(arrived)
}
