//! Clicks that are stored after the events that carry them: an edge writes a click down at once and stores it a moment
//! later, and the engine may report what a fan does in between.
//!
//! A transaction that stores clicks of an owner holds the lock on their clicks shared, one that finds a click missing holds it
//! alone. So either the event sees the click, or the click sees the event that waits for it.

mod moved;

use std::collections::{BTreeMap, BTreeSet};

use application::intake::AwaitedClick;
use application::intake::late_clicks::{Hashed, Hashes};
use conversion_pixel::Platform;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Jsonb, Timestamptz, Uuid as UuidType};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::facts::click_id;
use crate::error::{corrupt, failed};
use crate::statement::statement;
use crate::time::timestamp;
pub(crate) use moved::attribute_late;

/// Clicks by owner and number.
pub(crate) type Clicks = BTreeSet<(OwnerId, u128)>;

const HOLD_CLICKS: &str = "SELECT pg_advisory_xact_lock(hashtextextended('funnel clicks', $1))";

/// Waits for those who are storing clicks of the owner, and keeps others from it until the transaction ends.
pub(crate) async fn hold_clicks(transaction: &mut AsyncPgConnection, owner: OwnerId) -> QueryResult<()> {
    statement(HOLD_CLICKS).bind::<BigInt, _>(owner.get()).execute(transaction).await.map(|_| ())
}

/// What identifies a fan, hashed, as it is stored for a platform.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredHashes {
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_name: Option<String>,
}

/// The stored form of hashes: by the word of the platform.
fn to_json(hashes: &Hashes) -> Result<Value, StoreError> {
    let stored = |hashed: &Hashed| {
        let Hashed { email, phone, first_name, last_name } = hashed.clone();
        StoredHashes { email, phone, first_name, last_name }
    };
    let by_word: BTreeMap<_, _> =
        hashes.0.iter().map(|(platform, hashed)| (platform.as_str(), stored(hashed))).collect();
    serde_json::to_value(by_word).map_err(corrupt)
}

fn from_json(json: Value) -> Result<Hashes, StoreError> {
    let by_word: BTreeMap<String, StoredHashes> = serde_json::from_value(json).map_err(corrupt)?;
    let hashed = |(word, stored): (String, StoredHashes)| {
        let StoredHashes { email, phone, first_name, last_name } = stored;
        Some((Platform::parse(&word)?, Hashed { email, phone, first_name, last_name }))
    };
    Ok(Hashes(by_word.into_iter().filter_map(hashed).collect()))
}

const WAIT: &str = "
    INSERT INTO awaited_clicks (owner_id, click_id, conversion_id, hashes, taken_at)
    SELECT $1, click_id, conversion_id, hashes, $2
    FROM UNNEST($3, $4, $5) AS new (click_id, conversion_id, hashes)";

/// Makes stored conversions wait for clicks that are not there, in a transaction that holds the owner's clicks.
pub(super) async fn wait(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    awaited: &[AwaitedClick],
    now: UnixTime,
) -> Result<(), StoreError> {
    if awaited.is_empty() {
        return Ok(());
    }
    let hashes = awaited.iter().map(|one| to_json(&one.hashes));
    statement(WAIT)
        .bind::<BigInt, _>(owner.get())
        .bind::<Timestamptz, _>(timestamp(now))
        .bind::<Array<UuidType>, _>(awaited.iter().map(|one| click_id(one.click)).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(awaited.iter().map(|one| one.conversion).collect::<Vec<_>>())
        .bind::<Array<Jsonb>, _>(hashes.collect::<Result<Vec<Value>, _>>()?)
        .execute(transaction)
        .await
        .map(|_| ())
        .map_err(failed)
}
