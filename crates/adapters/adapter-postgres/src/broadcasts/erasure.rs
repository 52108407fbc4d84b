//! Erasure of a fan from campaign ledgers; the counters stay.

use broadcast_gate::ledger::RowState;
use broadcast_gate::screening::Reason;
use broadcast_gate::text::CampaignId;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError};

use super::row::{Delta, LedgerRow, NEVER, Standing, detail};
use super::{Key, counters};
use crate::database::error::failed;
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::schema::broadcasts::{broadcast_fans, broadcast_rows};

/// Campaign rows that an erasure changed.
#[derive(Debug, Default)]
pub(crate) struct ErasedRows {
    /// Number of rows that stay, under the pseudonym.
    pub(crate) rows: usize,
    /// Campaigns whose exclusion list still names the fan.
    pub(crate) still_excluded_by: Vec<i64>,
    /// Whether campaigns had stored anything about the fan.
    pub(crate) was_known: bool,
}

/// Keeps the exclusions of unfinished campaigns: without the name the campaign would write to the excluded fan.
const CLEAR_EXCLUSIONS: &str = "
    UPDATE broadcasts
    SET definition = jsonb_set(
        definition, '{audience,exclude_fan_ids}', (definition#>'{audience,exclude_fan_ids}') - $2::text)
    WHERE owner_id = $1 AND status IN ('finished', 'cancelled', 'failed')
      AND definition#>'{audience,exclude_fan_ids}' @> to_jsonb($2::text)";

const EXCLUDED_BY: &str = "
    SELECT broadcast_id FROM broadcasts
    WHERE owner_id = $1 AND definition#>'{audience,exclude_fan_ids}' @> to_jsonb($2::text)
    ORDER BY broadcast_id";

/// Uses the primary keys of both tables: an owner has few campaigns, with one row each per fan.
const CAMPAIGNS: &str = "
    SELECT broadcast_id FROM broadcasts JOIN broadcast_rows USING (owner_id, broadcast_id)
    WHERE owner_id = $1 AND fan_id = $2 ORDER BY broadcast_id";

#[derive(QueryableByName)]
struct Campaign {
    #[diesel(sql_type = BigInt)]
    broadcast_id: i64,
}

/// Replaces the fan with the pseudonym `nobody`.
///
/// A pending message is skipped. A message that may have arrived stays unknown, because its outcome can no longer be
/// queried.
pub(crate) async fn erase(
    transaction: &mut PgConnection,
    owner: OwnerId,
    fan: &str,
    nobody: &str,
) -> Result<ErasedRows, StoreError> {
    let named = statement(CLEAR_EXCLUSIONS)
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(fan)
        .execute(transaction)
        .await
        .map_err(failed)?;
    let excluded = campaigns(transaction, EXCLUDED_BY, owner, fan).await?;
    let known = diesel::delete(broadcast_fans::table.find((owner.get(), fan)))
        .execute(transaction)
        .await
        .map_err(failed)?;
    let campaign_ids = campaigns(transaction, CAMPAIGNS, owner, fan).await?;
    for broadcast_id in &campaign_ids {
        let key = Key { owner, campaign: CampaignId::new(*broadcast_id) };
        purge_row(transaction, key, fan, nobody).await?;
    }
    let was_known = named + known > 0 || !campaign_ids.is_empty() || !excluded.is_empty();
    Ok(ErasedRows { rows: campaign_ids.len(), still_excluded_by: excluded, was_known })
}

async fn campaigns(
    transaction: &mut PgConnection,
    sql: &'static str,
    owner: OwnerId,
    fan: &str,
) -> Result<Vec<i64>, StoreError> {
    let found: Vec<Campaign> = statement(sql)
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(fan)
        .load(transaction)
        .await
        .map_err(failed)?;
    Ok(found.into_iter().map(|campaign| campaign.broadcast_id).collect())
}

async fn purge_row(
    transaction: &mut PgConnection,
    key: Key,
    fan: &str,
    nobody: &str,
) -> Result<(), StoreError> {
    use broadcast_rows as rows;
    counters::lock(transaction, key, 0).await.map_err(failed)?;
    let found = || rows::table.find((key.owner.get(), key.campaign.get(), fan));
    let row: Option<LedgerRow> = found()
        .select(LedgerRow::as_select())
        .for_no_key_update()
        .first(transaction)
        .await
        .optional()
        .map_err(failed)?;
    let Some(row) = row else { return Ok(()) };
    let before = row.standing()?;
    let after = standing(&before, row.submitted_at);
    diesel::update(found())
        .set((
            rows::fan_id.eq(nobody),
            rows::country.eq(None::<String>),
            rows::state.eq(after.state.as_str()),
            rows::detail.eq(detail(&after.state)),
            rows::due_at.eq(timestamp(after.due_at)),
            rows::gives_up.eq(after.gives_up),
            rows::text_digest.eq(None::<Vec<u8>>),
            rows::message_id.eq(None::<String>),
        ))
        .prepared()
        .execute(transaction)
        .await
        .map_err(failed)?;
    let mut delta = Delta::default();
    delta.changed(&before, &after);
    counters::add(transaction, key, &delta).await.map_err(failed)
}

/// Returns the row's standing after the erasure.
fn standing(before: &Standing, submitted_at: Option<DateTime<Utc>>) -> Standing {
    match before.state {
        RowState::Unknown => Standing { gives_up: true, ..before.clone() },
        RowState::Claimed if submitted_at.is_some() => {
            Standing { state: RowState::Unknown, due_at: NEVER, gives_up: true, ..before.clone() }
        }
        RowState::Pending | RowState::Claimed => {
            Standing { state: RowState::Skipped(Reason::Excluded), due_at: NEVER, ..before.clone() }
        }
        RowState::Sent | RowState::Skipped(_) | RowState::Failed(_) => before.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_to_be_sent() {
        let row = |state, gives_up| Standing { state, due_at: NEVER, gives_up, claimed_at: None };
        let submitted = Some(DateTime::UNIX_EPOCH);
        let excluded = || row(RowState::Skipped(Reason::Excluded), false);
        for (before, submitted_at, after) in [
            (row(RowState::Pending, false), None, excluded()),
            (row(RowState::Claimed, false), None, excluded()),
            (row(RowState::Claimed, false), submitted, row(RowState::Unknown, true)),
            (row(RowState::Unknown, false), submitted, row(RowState::Unknown, true)),
            (row(RowState::Sent, false), submitted, row(RowState::Sent, false)),
            (row(RowState::Failed("x".into()), false), None, row(RowState::Failed("x".into()), false)),
            (
                row(RowState::Skipped(Reason::Cooldown), false),
                None,
                row(RowState::Skipped(Reason::Cooldown), false),
            ),
        ] {
            assert_eq!(standing(&before, submitted_at), after, "{before:?}");
        }
    }
}
