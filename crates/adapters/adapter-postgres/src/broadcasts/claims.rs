//! Claims of the next due row together with a sending slot of the account.

use std::convert::Infallible;

use broadcast_gate::audience::FanTier;
use broadcast_gate::ledger::{Claim, RowState, Terms, Ticket};
use broadcast_gate::pace::{Slot, day_of};
use broadcast_gate::text::{AccountId, FanId, TextDigest};
use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{CountryCode, StoreError, UnixTime};

use super::row::{Delta, LedgerRow, Standing, WAIT};
use super::{Key, counters, definition, histories, may_send, pace};
use crate::database::error::{Abort, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::schema::broadcasts::{broadcast_rows, broadcasts};

pub(super) async fn claim(
    transaction: &mut PgConnection,
    key: Key,
    account: &AccountId,
    terms: &Terms,
) -> Result<Claim, Abort<Infallible>> {
    if !may_send(transaction, key, terms.gate).await? {
        return Ok(Claim::Stopped);
    }
    let mut shared = pace::lock(transaction, key.owner, account).await?;
    let Some(taken) = counters::lock(transaction, key, day_of(terms.now)).await? else {
        return Ok(Claim::Stopped);
    };
    let another = terms.another_at(taken.altogether, taken.today);
    let found = match held_before(transaction, key, terms.now).await? {
        None if another == Some(terms.now) => first_pending(transaction, key, terms.now).await?,
        found => found,
    };
    let Some(row) = found else { return Ok(idle(transaction, key, taken.under_way, another).await?) };
    let slot = shared.take(&terms.pace, terms.now, terms.draw);
    pace::keep(transaction, key.owner, account, &shared).await?;
    match slot {
        Ok(slot) => Ok(Claim::Ticket(take(transaction, key, row, slot, terms).await?)),
        Err(until) => Ok(Claim::Paced(until)),
    }
}

/// Finds a row whose lease has expired, or whose unknown outcome is due for another query.
async fn held_before(
    transaction: &mut PgConnection,
    key: Key,
    now: UnixTime,
) -> QueryResult<Option<LedgerRow>> {
    broadcast_rows::table
        .filter(broadcast_rows::owner_id.eq(key.owner.get()))
        .filter(broadcast_rows::broadcast_id.eq(key.campaign.get()))
        // Literals of the partial index: with parameters the planner could not use the index.
        .filter(sql::<Bool>("state IN ('claimed', 'unknown') AND NOT gives_up"))
        .filter(broadcast_rows::due_at.le(timestamp(now)))
        .order(broadcast_rows::due_at)
        .select(LedgerRow::as_select())
        .limit(1)
        .prepared()
        .get_result(transaction)
        .await
        .optional()
}

/// Finds the first row of each due moment through the index, and returns the first of these rows.
const FIRST_PENDING: &str = "
    SELECT first.fan_id FROM broadcast_tallies wait CROSS JOIN LATERAL (
        SELECT fan_id, sequence FROM broadcast_rows
        WHERE owner_id = $1 AND broadcast_id = $2 AND state = 'pending' AND due_at = wait.moment
        ORDER BY sequence LIMIT 1
    ) first
    WHERE wait.owner_id = $1 AND wait.broadcast_id = $2 AND wait.kind = $3 AND wait.moment <= $4 AND wait.rows > 0
    ORDER BY first.sequence LIMIT 1";

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Text)]
    fan_id: String,
}

/// Returns the first due pending row in insertion order, and skips rows that are not due yet.
async fn first_pending(
    transaction: &mut PgConnection,
    key: Key,
    now: UnixTime,
) -> QueryResult<Option<LedgerRow>> {
    let found: Option<Found> = statement(FIRST_PENDING)
        .bind::<BigInt, _>(key.owner.get())
        .bind::<BigInt, _>(key.campaign.get())
        .bind::<Text, _>(WAIT)
        .bind::<Timestamptz, _>(timestamp(now))
        .get_result(transaction)
        .await
        .optional()?;
    let Some(Found { fan_id }) = found else { return Ok(None) };
    broadcast_rows::table
        .find((key.owner.get(), key.campaign.get(), fan_id))
        .select(LedgerRow::as_select())
        .first(transaction)
        .await
        .optional()
}

const NEXT_DUE: &str = "
    SELECT (SELECT min(moment) FROM broadcast_tallies
            WHERE owner_id = $1 AND broadcast_id = $2 AND kind = $3 AND rows > 0) AS pending,
        (SELECT min(due_at) FROM broadcast_rows
            WHERE owner_id = $1 AND broadcast_id = $2 AND state IN ('claimed', 'unknown') AND NOT gives_up) AS held";

#[derive(QueryableByName)]
struct NextDue {
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pending: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    held: Option<DateTime<Utc>>,
}

async fn idle(
    transaction: &mut PgConnection,
    key: Key,
    under_way: u64,
    another: Option<UnixTime>,
) -> QueryResult<Claim> {
    let due: NextDue = statement(NEXT_DUE)
        .bind::<BigInt, _>(key.owner.get())
        .bind::<BigInt, _>(key.campaign.get())
        .bind::<Text, _>(WAIT)
        .get_result(transaction)
        .await?;
    let pending = due.pending.map(unix_time);
    let open = pending.is_some() || under_way > 0;
    let first = pending.zip(another).map(|(pending, another)| pending.max(another));
    let next_due = first.into_iter().chain(due.held.map(unix_time)).min();
    Ok(Claim::Idle { open, next_due })
}

/// Claims the row for the worker, and returns the ticket with the fan's data.
async fn take(
    transaction: &mut PgConnection,
    key: Key,
    row: LedgerRow,
    slot: Slot,
    terms: &Terms,
) -> Result<Ticket, StoreError> {
    let before = row.standing()?;
    // The previous worker may have delivered the message before it lost its lease.
    let lost = before.state == RowState::Claimed && row.submitted_at.is_some();
    let until = terms.now.plus_seconds(terms.lease_seconds);
    let (lease, unanswered) = (row.lease.saturating_add(1), row.unanswered.saturating_add(i32::from(lost)));
    diesel::update(broadcast_rows::table.find((key.owner.get(), key.campaign.get(), &row.fan_id)))
        .set((
            broadcast_rows::state.eq("claimed"),
            broadcast_rows::due_at.eq(timestamp(until)),
            broadcast_rows::lease.eq(lease),
            broadcast_rows::unanswered.eq(unanswered),
            broadcast_rows::claimed_at.eq(timestamp(terms.now)),
        ))
        .prepared()
        .execute(transaction)
        .await
        .map_err(failed)?;
    let after =
        Standing { state: RowState::Claimed, due_at: until, claimed_at: Some(terms.now), ..before.clone() };
    let mut delta = Delta::default();
    delta.changed(&before, &after);
    counters::add(transaction, key, &delta).await.map_err(failed)?;
    ticket(transaction, key, row, (lease, unanswered), slot).await
}

async fn ticket(
    transaction: &mut PgConnection,
    key: Key,
    row: LedgerRow,
    (lease, unanswered): (i64, i32),
    slot: Slot,
) -> Result<Ticket, StoreError> {
    let fan_id = FanId::parse(&row.fan_id).map_err(corrupt)?;
    let tier = row.tier.as_deref().and_then(FanTier::parse);
    let digests: serde_json::Value = broadcasts::table
        .find((key.owner.get(), key.campaign.get()))
        .select(broadcasts::digests)
        .first(transaction)
        .await
        .map_err(failed)?;
    let text: Option<TextDigest> = definition::digest(&digests, tier);
    let asked = [(fan_id.clone(), text)];
    let histories = histories::read(transaction, key.owner, Some(key.campaign), &asked).await;
    Ok(Ticket {
        campaign: key.campaign,
        fan_id,
        tier,
        country: row.country.as_deref().and_then(CountryCode::parse),
        lease,
        unanswered: u32::try_from(unanswered).unwrap_or_default(),
        slot,
        history: histories.map_err(failed)?.into_iter().next().unwrap_or_default(),
    })
}
