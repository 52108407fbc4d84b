//! Deliveries of conversions to the pixels of their links.

use application::intake::{Accounts, NewConversion, NewDelivery, PixelFact, Pixels, providers};
use chrono::{DateTime, Utc};
use conversion_pixel::Switches;
use conversion_pixel::delivery::DeliveryState;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{AccountId, AccountNumber, OwnerId, StoreError, UnixTime};

use crate::database::error::{corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::pixels::{event_map, platform};
use crate::schema::engine::platform_accounts;

/// Locks the settings until the deliveries are stored, so that a change of the settings sees the deliveries.
const PIXELS: &str = "
    SELECT provider_id, platform, event_map_json, active, send_user_agent, last_error IS NOT NULL AS refused
    FROM conversion_pixels WHERE owner_id = $1 AND provider_id = ANY($2)
    ORDER BY provider_id, platform FOR SHARE";

/// Stores the conversion's number as `event_id`, by which the previous release finds the deliveries.
const QUEUE: &str = "
    INSERT INTO pixel_deliveries (owner_id, provider_id, platform, event_id, event_name, event_time, event_json, state,
        park_reason, platform_event_id, next_attempt_at, attempts, created_at)
    SELECT $1, UNNEST($3), UNNEST($4), UNNEST($5), UNNEST($6), UNNEST($7), UNNEST($8), UNNEST($9), UNNEST($10),
        UNNEST($11), $2, 0, $2
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
    send_user_agent: bool,
    #[diesel(sql_type = Bool)]
    refused: bool,
}

/// Returns the pixels of the conversions' links, and the owner's accounts if there is a pixel.
pub(super) async fn pixels(
    transaction: &mut PgConnection,
    owner: OwnerId,
    conversions: &[NewConversion<'_>],
) -> Result<(Pixels, Accounts), StoreError> {
    let providers = providers(conversions);
    let mut pixels = Pixels::new();
    if providers.is_empty() {
        return Ok((pixels, Accounts::new()));
    }
    let found: Vec<PixelRow> = statement(PIXELS)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(providers.into_iter().collect::<Vec<_>>())
        .load(transaction)
        .await
        .map_err(failed)?;
    for row in found {
        let pixel = PixelFact {
            platform: platform(&row.platform)?,
            event_map: event_map(&row.event_map_json)?,
            switches: Switches { active: row.active, send_user_agent: row.send_user_agent },
            refused: row.refused,
        };
        pixels.entry(row.provider_id).or_default().push(pixel);
    }
    let accounts = if pixels.is_empty() { Accounts::new() } else { accounts(transaction, owner).await? };
    Ok((pixels, accounts))
}

async fn accounts(transaction: &mut PgConnection, owner: OwnerId) -> Result<Accounts, StoreError> {
    let found: Vec<(i64, String)> = platform_accounts::table
        .filter(platform_accounts::owner_id.eq(owner.get()))
        .select((platform_accounts::number, platform_accounts::platform_account_id))
        .prepared()
        .load(transaction)
        .await
        .map_err(failed)?;
    let account = |(number, id): (i64, String)| {
        Ok((AccountNumber::new(number), AccountId::parse(&id).map_err(corrupt)?))
    };
    found.into_iter().map(account).collect()
}

/// Stores deliveries. An existing delivery stays unchanged; only a conversion that a late click moved can have one.
pub(super) async fn insert(
    transaction: &mut PgConnection,
    owner: OwnerId,
    deliveries: &[NewDelivery<'_>],
    now: UnixTime,
) -> QueryResult<()> {
    if deliveries.is_empty() {
        return Ok(());
    }
    let text =
        |text: for<'d> fn(&'d NewDelivery<'_>) -> &'d str| deliveries.iter().map(text).collect::<Vec<_>>();
    let times: Vec<DateTime<Utc>> = deliveries.iter().map(|one| timestamp(one.event.time)).collect();
    let reason = |one: &NewDelivery<'_>| match one.progress.state {
        DeliveryState::Parked(reason) => Some(reason.as_str()),
        _ => None,
    };
    statement(QUEUE)
        .bind::<BigInt, _>(owner.get())
        .bind::<Timestamptz, _>(timestamp(now))
        .bind::<Array<Text>, _>(text(|one| one.provider_id))
        .bind::<Array<Text>, _>(text(|one| one.event.platform.as_str()))
        .bind::<Array<Text>, _>(deliveries.iter().map(|one| one.conversion.to_string()).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(text(|one| &one.event.name))
        .bind::<Array<Timestamptz>, _>(times)
        .bind::<Array<Text>, _>(text(|one| &one.event.json))
        .bind::<Array<Text>, _>(text(|one| one.progress.state.as_str()))
        .bind::<Array<Nullable<Text>>, _>(deliveries.iter().map(reason).collect::<Vec<_>>())
        .bind::<Array<Text>, _>(text(|one| &one.event.id))
        .execute(transaction)
        .await
        .map(|_| ())
}
