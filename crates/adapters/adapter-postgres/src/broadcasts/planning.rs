//! Insertion of a page of an audience into the ledger.

use std::collections::HashSet;
use std::convert::Infallible;

use broadcast_gate::audience::FanTier;
use broadcast_gate::ledger::{NewRow, RowState};
use broadcast_gate::progress::Planning;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::CountryCode;

use super::row::{Delta, NEVER, Standing};
use super::{Key, counters};
use crate::database::error::Abort;
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::schema::broadcasts::{broadcast_figures, broadcasts};

pub(super) async fn plan(
    transaction: &mut PgConnection,
    key: Key,
    next: &Planning,
    rows: &[NewRow],
) -> Result<bool, Abort<Infallible>> {
    let running: Option<i64> = broadcasts::table
        .find((key.owner.get(), key.campaign.get()))
        .filter(broadcasts::status.eq("running"))
        .select(broadcasts::revision)
        .for_share()
        .first(transaction)
        .await
        .optional()?;
    if running.is_none() || !move_on(transaction, key, next).await? {
        return Ok(false);
    }
    let mut added = insert(transaction, key, rows).await?;
    let mut delta = Delta::default();
    for new in rows {
        // Removed, so that a fan listed twice on the page counts once, by the row that was stored.
        if added.remove(new.fan_id.as_str()) {
            delta.added(&standing(new));
        }
    }
    counters::add(transaction, key, &delta).await?;
    Ok(true)
}

fn standing(new: &NewRow) -> Standing {
    Standing {
        state: new.skipped.map_or(RowState::Pending, RowState::Skipped),
        due_at: new.not_before.unwrap_or(NEVER),
        gives_up: false,
        claimed_at: None,
    }
}

async fn move_on(transaction: &mut PgConnection, key: Key, next: &Planning) -> QueryResult<bool> {
    use broadcast_figures as counters;
    let at = |at: Option<kernel::UnixTime>| -> Option<DateTime<Utc>> { at.map(timestamp) };
    let before = counters::table
        .find((key.owner.get(), key.campaign.get()))
        .filter(counters::plan_step.eq(next.step.saturating_sub(1)));
    let moved = diesel::update(before)
        .set((
            counters::plan_step.eq(next.step),
            counters::plan_cursor.eq(next.cursor.as_deref()),
            counters::plan_began_at.eq(at(next.began_at)),
            counters::plan_complete.eq(next.complete),
            counters::plan_failures.eq(i32::try_from(next.failures).unwrap_or(i32::MAX)),
            counters::plan_retry_at.eq(at(next.retry_at)),
        ))
        .prepared()
        .execute(transaction)
        .await?;
    Ok(moved > 0)
}

/// Keeps the first row of a fan who is on two pages, or twice on one page.
const INSERT: &str = "
    INSERT INTO broadcast_rows (owner_id, broadcast_id, fan_id, tier, country, state, detail, due_at)
    SELECT $1, $2, fan_id, tier, country, CASE WHEN detail IS NULL THEN 'pending' ELSE 'skipped' END, detail, due_at
    FROM UNNEST($3, $4, $5, $6, $7) WITH ORDINALITY AS new (fan_id, tier, country, detail, due_at, place)
    ORDER BY place
    ON CONFLICT (owner_id, broadcast_id, fan_id) DO NOTHING
    RETURNING fan_id";

#[derive(QueryableByName)]
struct Added {
    #[diesel(sql_type = Text)]
    fan_id: String,
}

async fn insert(transaction: &mut PgConnection, key: Key, rows: &[NewRow]) -> QueryResult<HashSet<String>> {
    let due = |row: &NewRow| timestamp(row.not_before.unwrap_or(NEVER));
    let added: Vec<Added> = statement(INSERT)
        .bind::<BigInt, _>(key.owner.get())
        .bind::<BigInt, _>(key.campaign.get())
        .bind::<Array<Text>, _>(rows.iter().map(|row| row.fan_id.as_str()).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(
            rows.iter().map(|row| row.tier.map(FanTier::as_str)).collect::<Vec<_>>(),
        )
        .bind::<Array<Nullable<Text>>, _>(
            rows.iter().map(|row| row.country.as_ref().map(CountryCode::as_str)).collect::<Vec<_>>(),
        )
        .bind::<Array<Nullable<Text>>, _>(
            rows.iter().map(|row| row.skipped.map(|reason| reason.as_str())).collect::<Vec<_>>(),
        )
        .bind::<Array<Timestamptz>, _>(rows.iter().map(due).collect::<Vec<_>>())
        .load(transaction)
        .await?;
    Ok(added.into_iter().map(|row| row.fan_id).collect())
}
