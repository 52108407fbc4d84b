//! Clicks that are stored after the events that carry them: an edge writes a click down at once and stores it a moment
//! later, and what a fan does may be told in between.
//!
//! A transaction that stores clicks of an owner holds his lock on clicks shared, one that finds a click missing holds it
//! alone. So either the event sees the click, or the click sees the event that waits for it.

mod moved;

use std::collections::{BTreeMap, BTreeSet};

use attribution::assign::Basis;
use conversion_pixel::Platform;
use conversion_pixel::event::Fan;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Jsonb, Timestamptz, Uuid as UuidType};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::conversions::Row;
use super::known::click_number;
use crate::error::{corrupt, failed};
use crate::statement::statement;
use crate::time::timestamp;
pub(crate) use moved::attribute_late;

/// Clicks by owner and number.
pub(crate) type Clicks = BTreeSet<(OwnerId, u128)>;

const HOLD_CLICKS: &str = "SELECT pg_advisory_xact_lock(hashtextextended('funnel clicks', $1))";

/// Waits for those who are storing clicks of the owner, and keeps others from it until the transaction ends.
pub(super) async fn hold_clicks(transaction: &mut AsyncPgConnection, owner: OwnerId) -> QueryResult<()> {
    statement(HOLD_CLICKS).bind::<BigInt, _>(owner.get()).execute(transaction).await.map(|_| ())
}

/// What identifies a fan, hashed as a platform wants it.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Hashed {
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_name: Option<String>,
}

/// What identifies a fan, hashed for each platform.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct Hashes(BTreeMap<String, Hashed>);

impl Hashes {
    fn of(row: &Row<'_>) -> Self {
        let hashed = |platform| {
            let Fan { email, phone, first_name, last_name, .. } = row.fan(platform).hashed(platform);
            Hashed { email, phone, first_name, last_name }
        };
        Self(Platform::ALL.into_iter().map(|one| (one.as_str().to_owned(), hashed(one))).collect())
    }

    /// A fan with these hashes in the place of what identifies him.
    pub(super) fn fan(&self, platform: Platform, fan: Fan) -> Fan {
        let Hashed { email, phone, first_name, last_name } =
            self.0.get(platform.as_str()).cloned().unwrap_or_default();
        Fan { email, phone, first_name, last_name, ..fan }
    }
}

const WAIT: &str = "
    INSERT INTO awaited_clicks (owner_id, click_id, conversion_id, hashes, taken_at)
    SELECT $1, click_id, conversion_id, hashes, $2
    FROM UNNEST($3, $4, $5) AS new (click_id, conversion_id, hashes)";

/// Makes stored conversions wait for the clicks that they carry and that are not there, in a transaction that holds the
/// owner's clicks.
pub(super) async fn wait(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    rows: &[Row<'_>],
    now: UnixTime,
) -> Result<(), StoreError> {
    let waiting: Vec<_> = rows.iter().filter_map(|row| Some((row, missing_click(row)?))).collect();
    if waiting.is_empty() {
        return Ok(());
    }
    let hashes = waiting.iter().map(|(row, _)| serde_json::to_value(Hashes::of(row)).map_err(corrupt));
    statement(WAIT)
        .bind::<BigInt, _>(owner.get())
        .bind::<Timestamptz, _>(timestamp(now))
        .bind::<Array<UuidType>, _>(
            waiting.iter().map(|(_, click)| Uuid::from_u128(*click)).collect::<Vec<_>>(),
        )
        .bind::<Array<BigInt>, _>(waiting.iter().map(|(row, _)| row.id).collect::<Vec<_>>())
        .bind::<Array<Jsonb>, _>(hashes.collect::<Result<Vec<Value>, _>>()?)
        .execute(transaction)
        .await
        .map(|_| ())
        .map_err(failed)
}

/// The click that a conversion carries and is not attributed by.
fn missing_click(row: &Row<'_>) -> Option<u128> {
    let by_click =
        row.belongs.as_ref().is_some_and(|belongs| matches!(belongs.attribution.basis, Basis::Click(_)));
    row.event.click_ref.as_deref().filter(|_| !by_click).and_then(click_number)
}
