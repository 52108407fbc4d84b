//! Campaigns, their ledger, the pace of accounts, and the gate.
//!
//! Every transaction takes its locks in this order: the gate, the campaign, fans by id, the pace, counters by campaign,
//! rows.
//! Each change of a row updates the counters of its campaign in the same transaction, so that no reader has to count
//! rows.

mod backlog;
mod campaigns;
mod claims;
mod counters;
mod definition;
mod erasure;
mod fans;
mod gate;
mod histories;
mod pace;
mod planning;
mod row;
mod settling;

use async_trait::async_trait;
use broadcast_gate::gate::GateEpoch;
use broadcast_gate::ledger::{Claim, NewRow, Settlement, Terms, Ticket};
use broadcast_gate::ports::Ledger;
use broadcast_gate::progress::Planning;
use broadcast_gate::screening::History;
use broadcast_gate::text::{AccountId, CampaignId, FanId, TextDigest};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};

use crate::Pool;
use crate::database::error::{Abort, connection};
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;

pub use gate::PgGate;

pub(crate) use erasure::{ErasedRows, erase};
pub(crate) use fans::{Did, note};

/// Campaigns on PostgreSQL: `CampaignStore`, `Ledger`, `CampaignStats` and `FanEvents`.
#[derive(Clone)]
pub struct PgBroadcasts {
    pool: Pool,
}

impl PgBroadcasts {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

/// Primary key of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    owner: OwnerId,
    campaign: CampaignId,
}

#[async_trait]
impl Ledger for PgBroadcasts {
    async fn plan(
        &self,
        owner: OwnerId,
        campaign: CampaignId,
        next: &Planning,
        rows: &[NewRow],
    ) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let key = Key { owner, campaign };
        let planned =
            connection.transaction(async |transaction| planning::plan(transaction, key, next, rows).await);
        planned.await.map_err(Abort::into_store)
    }

    async fn histories(
        &self,
        owner: OwnerId,
        campaign: Option<CampaignId>,
        fans: &[(FanId, Option<TextDigest>)],
    ) -> Result<Vec<History>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        histories::read(&mut connection, owner, campaign, fans).await.map_err(crate::database::error::failed)
    }

    async fn claim(
        &self,
        owner: OwnerId,
        account: &AccountId,
        campaign: CampaignId,
        terms: &Terms,
    ) -> Result<Claim, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let key = Key { owner, campaign };
        let claimed =
            connection.transaction(async |transaction| claims::claim(transaction, key, account, terms).await);
        claimed.await.map_err(Abort::into_store)
    }

    async fn submit(
        &self,
        owner: OwnerId,
        account: &AccountId,
        ticket: &Ticket,
        text: Option<TextDigest>,
        gate: GateEpoch,
        now: UnixTime,
    ) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let key = Key { owner, campaign: ticket.campaign };
        let submitted = connection.transaction(async |transaction| {
            settling::submit(transaction, key, account, ticket, text, (gate, now)).await
        });
        submitted.await.map_err(Abort::into_store)
    }

    async fn settle(
        &self,
        owner: OwnerId,
        account: &AccountId,
        ticket: &Ticket,
        settlement: &Settlement,
        now: UnixTime,
    ) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let key = Key { owner, campaign: ticket.campaign };
        let settled = connection.transaction(async |transaction| {
            settling::settle(transaction, key, account, ticket, settlement, now).await
        });
        settled.await.map_err(Abort::into_store)
    }
}

/// Locks the gate and the campaign: neither can close or change until this transaction ends.
const MAY_SEND: &str = "
    SELECT 1 AS one FROM broadcast_gates gate JOIN broadcasts campaign USING (owner_id)
    WHERE owner_id = $1 AND broadcast_id = $2 AND gate.is_open AND gate.epoch = $3
      AND campaign.status = 'running' AND campaign.gate_epoch = $3
    FOR SHARE";

#[derive(QueryableByName)]
struct One {
    #[diesel(sql_type = Integer)]
    #[expect(dead_code, reason = "only that there is a row matters")]
    one: i32,
}

/// Returns whether a campaign is running and `gate` is the current opening of the gate. Both stay so until the
/// transaction ends.
async fn may_send(transaction: &mut PgConnection, key: Key, gate: GateEpoch) -> QueryResult<bool> {
    let found: Option<One> = statement(MAY_SEND)
        .bind::<BigInt, _>(key.owner.get())
        .bind::<BigInt, _>(key.campaign.get())
        .bind::<BigInt, _>(gate.get())
        .get_result(transaction)
        .await
        .optional()?;
    Ok(found.is_some())
}
