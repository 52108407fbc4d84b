//! Submission of a row's message, and the end of its lease.

use std::convert::Infallible;

use broadcast_gate::gate::GateEpoch;
use broadcast_gate::ledger::{RowState, Settlement, Ticket};
use broadcast_gate::text::{AccountId, TextDigest};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::UnixTime;

use super::row::{Delta, HOUR, LedgerRow, NEVER, Standing, detail};
use super::{Key, counters, may_send, pace};
use crate::database::error::Abort;
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::time::timestamp;
use crate::schema::broadcasts::broadcast_rows;

const HOUR_MILLIS: i64 = 3_600_000;

pub(super) async fn submit(
    transaction: &mut PgConnection,
    key: Key,
    account: &AccountId,
    ticket: &Ticket,
    text: Option<TextDigest>,
    (gate, now): (GateEpoch, UnixTime),
) -> Result<bool, Abort<Infallible>> {
    if !may_send(transaction, key, gate).await? {
        return Ok(false);
    }
    if !pace::hold(transaction, key.owner, account).await?.honours(&ticket.slot) {
        return Ok(false);
    }
    let row = broadcast_rows::table
        .find((key.owner.get(), key.campaign.get(), ticket.fan_id.as_str()))
        .filter(broadcast_rows::lease.eq(ticket.lease))
        .filter(broadcast_rows::state.eq("claimed"));
    let submitted = diesel::update(row)
        .set((
            broadcast_rows::submitted_at.eq(timestamp(now)),
            broadcast_rows::text_digest.eq(text.map(|text| text.bytes().to_vec())),
        ))
        .prepared()
        .execute(transaction)
        .await?;
    Ok(submitted > 0)
}

pub(super) async fn settle(
    transaction: &mut PgConnection,
    key: Key,
    account: &AccountId,
    ticket: &Ticket,
    settlement: &Settlement,
    now: UnixTime,
) -> Result<bool, Abort<Infallible>> {
    let hold = match settlement {
        Settlement::Returned { hold_until } => *hold_until,
        _ => None,
    };
    let touches_pace = settlement.gives_slot_back() || hold.is_some();
    let shared = match touches_pace {
        true => Some(pace::lock(transaction, key.owner, account).await?),
        false => None,
    };
    counters::lock(transaction, key, 0).await?;
    let row: Option<LedgerRow> = broadcast_rows::table
        .find((key.owner.get(), key.campaign.get(), ticket.fan_id.as_str()))
        .filter(broadcast_rows::lease.eq(ticket.lease))
        .filter(broadcast_rows::state.eq("claimed"))
        .select(LedgerRow::as_select())
        .for_no_key_update()
        .first(transaction)
        .await
        .optional()?;
    let Some(row) = row else { return Ok(false) };
    if let Some(mut shared) = shared {
        if settlement.gives_slot_back() {
            shared.give_back(&ticket.slot);
        }
        if let Some(until) = hold {
            shared.hold(until);
        }
        pace::keep(transaction, key.owner, account, &shared).await?;
    }
    let before = row.standing()?;
    let after = standing(&before, ticket, settlement);
    write(transaction, key, &row, &after, settlement, now).await?;
    let mut delta = Delta::default();
    delta.changed(&before, &after);
    if after.state == RowState::Sent {
        let hour = now.millis().div_euclid(HOUR_MILLIS).saturating_mul(HOUR_MILLIS);
        delta.count(HOUR, UnixTime::from_millis(hour), 1);
    }
    counters::add(transaction, key, &delta).await?;
    Ok(true)
}

/// Returns the row's standing after the settlement.
fn standing(before: &Standing, ticket: &Ticket, settlement: &Settlement) -> Standing {
    let (due_at, gives_up) = match settlement {
        Settlement::Unknown { retry_at } => (retry_at.unwrap_or(NEVER), retry_at.is_none()),
        Settlement::Deferred { until } => (*until, false),
        _ => (NEVER, false),
    };
    let state = settlement.state(ticket.is_repeat());
    Standing { state, due_at, gives_up, claimed_at: before.claimed_at }
}

async fn write(
    transaction: &mut PgConnection,
    key: Key,
    row: &LedgerRow,
    after: &Standing,
    settlement: &Settlement,
    now: UnixTime,
) -> QueryResult<()> {
    use broadcast_rows as rows;
    let found = || rows::table.find((key.owner.get(), key.campaign.get(), &row.fan_id));
    let message_id = match settlement {
        Settlement::Sent { message_id } => Some(message_id.as_str()),
        _ => None,
    };
    let unanswered = i32::from(matches!(settlement, Settlement::Unknown { .. }));
    diesel::update(found())
        .set((
            rows::state.eq(after.state.as_str()),
            rows::detail.eq(detail(&after.state)),
            rows::due_at.eq(timestamp(after.due_at)),
            rows::gives_up.eq(after.gives_up),
            rows::unanswered.eq(rows::unanswered + unanswered),
            rows::answered_at.eq(settlement.is_answer().then(|| timestamp(now))),
            rows::message_id.eq(message_id),
        ))
        .prepared()
        .execute(transaction)
        .await?;
    // A message that certainly did not arrive counts in no history.
    if matches!(after.state, RowState::Pending | RowState::Failed(_) | RowState::Skipped(_)) {
        let none = (
            rows::submitted_at.eq(None::<chrono::DateTime<chrono::Utc>>),
            rows::text_digest.eq(None::<Vec<u8>>),
        );
        diesel::update(found()).set(none).prepared().execute(transaction).await?;
    }
    Ok(())
}
