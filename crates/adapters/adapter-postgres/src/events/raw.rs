//! Events of types that this version does not know, kept for a limited time. They are encrypted, because any field may
//! identify a person.

use std::convert::Infallible;

use attribution::event::UnknownEvent;
use attribution::ports::RawEvent;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError, UnixTime};
use secrecy::{ExposeSecret as _, SecretString};

use crate::Sealing;
use crate::database::error::{Abort, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::secrets::cipher::Place;

const PURPOSE: &str = "raw_events.sealed";

const KEEP: &str = "
    INSERT INTO raw_events (owner_id, event_id, fan_id, sealed, taken_at)
    SELECT $1, event_id, fan_id, sealed, $5 FROM UNNEST($2, $3, $4) AS new (event_id, fan_id, sealed)
    ON CONFLICT DO NOTHING";

/// Stores events of unknown types.
pub(super) async fn keep(
    transaction: &mut PgConnection,
    sealing: &Sealing,
    owner: OwnerId,
    unknown: &[&UnknownEvent],
    now: UnixTime,
) -> Result<(), Abort<Infallible>> {
    if unknown.is_empty() {
        return Ok(());
    }
    let sealer = sealing.sealer(transaction).await?;
    let sealed: Vec<Vec<u8>> = unknown
        .iter()
        .map(|event| {
            let place = Place { purpose: PURPOSE, owner, row: &[&event.event_id] };
            sealer.seal(&place, &SecretString::from(event.raw.to_string()))
        })
        .collect::<Result<_, _>>()?;
    statement(KEEP)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(unknown.iter().map(|event| event.event_id.as_str()).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(unknown.iter().map(|event| event.fan_id()).collect::<Vec<_>>())
        .bind::<Array<Binary>, _>(sealed)
        .bind::<Timestamptz, _>(timestamp(now))
        .execute(transaction)
        .await?;
    Ok(())
}

const LIST: &str = "
    SELECT event_id, sealed, raw::text AS clear, taken_at FROM raw_events WHERE owner_id = $1
    ORDER BY taken_at DESC, event_id LIMIT $2";

#[derive(QueryableByName)]
struct Kept {
    #[diesel(sql_type = Text)]
    event_id: String,
    #[diesel(sql_type = Nullable<Binary>)]
    sealed: Option<Vec<u8>>,
    /// Plain text of events stored before encryption existed.
    #[diesel(sql_type = Nullable<Text>)]
    clear: Option<String>,
    #[diesel(sql_type = Timestamptz)]
    taken_at: DateTime<Utc>,
}

/// Returns an owner's latest stored events, newest first.
pub(super) async fn list(
    connection: &mut PgConnection,
    sealing: &Sealing,
    owner: OwnerId,
    limit: u32,
) -> Result<Vec<RawEvent>, StoreError> {
    let kept: Vec<Kept> = statement(LIST)
        .bind::<BigInt, _>(owner.get())
        .bind::<BigInt, _>(i64::from(limit))
        .load(connection)
        .await
        .map_err(failed)?;
    let mut events = Vec::with_capacity(kept.len());
    for Kept { event_id, sealed, clear, taken_at } in kept {
        let json = match sealed {
            Some(sealed) => {
                let place = Place { purpose: PURPOSE, owner, row: &[&event_id] };
                sealing.open(connection, &place, &sealed).await?.expose_secret().to_owned()
            }
            None => clear.unwrap_or_default(),
        };
        events.push(RawEvent { event_id, taken_at: unix_time(taken_at), json });
    }
    Ok(events)
}
