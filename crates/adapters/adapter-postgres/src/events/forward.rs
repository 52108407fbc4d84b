//! Deliveries of conversions to the pixels of their links.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use conversion_pixel::delivery::{DeliveryState, Progress};
use conversion_pixel::event::{Conversion, Event};
use conversion_pixel::money::{Currency, Money};
use conversion_pixel::{EventMap, Platform};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};

use super::conversions::Row;
use super::known::Belongs;
use crate::error::failed;
use crate::pixels::{event_map, platform};
use crate::statement::statement;
use crate::time::timestamp;

/// The lock keeps settings as they are until the deliveries are there: who changes them then sees them.
const PIXELS: &str = "
    SELECT provider_id, platform, event_map_json, active, last_error IS NOT NULL AS refused
    FROM conversion_pixels WHERE owner_id = $1 AND provider_id = ANY($2)
    ORDER BY provider_id, platform FOR SHARE";

const QUEUE: &str = "
    INSERT INTO pixel_deliveries (owner_id, provider_id, platform, event_id, event_name, event_time, event_json, state,
        park_reason, next_attempt_at, attempts, created_at)
    SELECT $1, UNNEST($3), UNNEST($4), UNNEST($5), UNNEST($6), UNNEST($7), UNNEST($8), UNNEST($9), UNNEST($10), $2, 0, $2
    ON CONFLICT DO NOTHING";

#[derive(QueryableByName)]
struct PixelRow {
    #[diesel(sql_type = Text)]
    provider_id: String,
    #[diesel(sql_type = Text)]
    platform: String,
    #[diesel(sql_type = Text)]
    event_map_json: String,
    #[diesel(sql_type = Bool)]
    active: bool,
    #[diesel(sql_type = Bool)]
    refused: bool,
}

struct Pixel {
    platform: Platform,
    event_map: EventMap,
    active: bool,
    refused: bool,
}

struct Queued<'a> {
    provider_id: &'a str,
    event: Event,
    progress: Progress,
}

/// Makes the delivery of each conversion for each pixel of its link that is told of it. One that is there already, which
/// can only be of a conversion that a late click moved, stays as it is.
pub(super) async fn queue(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    rows: &[Row<'_>],
    now: UnixTime,
) -> Result<(), StoreError> {
    let pixels = pixels(transaction, owner, rows).await?;
    let mut queued = Vec::new();
    for (row, belongs) in rows.iter().filter_map(|row| Some((row, row.belongs.as_ref()?))) {
        let Some((provider_id, pixels)) =
            belongs.provider_id.as_deref().and_then(|id| Some((id, pixels.get(id)?)))
        else {
            continue;
        };
        for pixel in pixels {
            let conversion = conversion(row, belongs, pixel.platform);
            let event = Event::of(&conversion, pixel.platform, &pixel.event_map, pixel.active, now);
            if let Ok(event) = event {
                let progress = Progress::begin(&event, pixel.refused, now);
                queued.push(Queued { provider_id, event, progress });
            }
        }
    }
    if queued.is_empty() {
        return Ok(());
    }
    insert(transaction, owner, &queued, now).await.map_err(failed)
}

async fn pixels(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    rows: &[Row<'_>],
) -> Result<BTreeMap<String, Vec<Pixel>>, StoreError> {
    let providers: BTreeSet<_> =
        rows.iter().filter_map(|row| row.belongs.as_ref()?.provider_id.as_deref()).collect();
    let mut pixels: BTreeMap<String, Vec<Pixel>> = BTreeMap::new();
    if providers.is_empty() {
        return Ok(pixels);
    }
    let found: Vec<PixelRow> = statement(PIXELS)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(providers.into_iter().collect::<Vec<_>>())
        .load(transaction)
        .await
        .map_err(failed)?;
    for row in found {
        let pixel = Pixel {
            platform: platform(&row.platform)?,
            event_map: event_map(&row.event_map_json)?,
            active: row.active,
            refused: row.refused,
        };
        pixels.entry(row.provider_id).or_default().push(pixel);
    }
    Ok(pixels)
}

fn conversion(row: &Row<'_>, belongs: &Belongs, platform: Platform) -> Conversion {
    let money = row.transaction().and_then(|transaction| {
        Some(Money { minor: transaction.net_cents, currency: Currency::parse(&transaction.currency)? })
    });
    Conversion {
        id: row.id.to_string(),
        kind: row.kind,
        occurred_at: row.at(),
        money,
        fan: row.fan(platform),
        source: belongs.shown.clone(),
        click: belongs.click_ids.clone(),
    }
}

async fn insert(
    transaction: &mut AsyncPgConnection,
    owner: OwnerId,
    queued: &[Queued<'_>],
    now: UnixTime,
) -> QueryResult<()> {
    let text = |text: for<'q> fn(&'q Queued<'_>) -> &'q str| queued.iter().map(text).collect::<Vec<_>>();
    let times: Vec<DateTime<Utc>> = queued.iter().map(|one| timestamp(one.event.time)).collect();
    let reason = |one: &Queued<'_>| match one.progress.state {
        DeliveryState::Parked(reason) => Some(reason.as_str()),
        _ => None,
    };
    statement(QUEUE)
        .bind::<BigInt, _>(owner.get())
        .bind::<Timestamptz, _>(timestamp(now))
        .bind::<Array<Text>, _>(text(|one| one.provider_id))
        .bind::<Array<Text>, _>(text(|one| one.event.platform.as_str()))
        .bind::<Array<Text>, _>(text(|one| &one.event.id))
        .bind::<Array<Text>, _>(text(|one| &one.event.name))
        .bind::<Array<Timestamptz>, _>(times)
        .bind::<Array<Text>, _>(text(|one| &one.event.json))
        .bind::<Array<Text>, _>(text(|one| one.progress.state.as_str()))
        .bind::<Array<Nullable<Text>>, _>(queued.iter().map(reason).collect::<Vec<_>>())
        .execute(transaction)
        .await
        .map(|_| ())
}
