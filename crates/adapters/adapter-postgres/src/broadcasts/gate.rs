//! Gate of an owner: the server's configuration combined with the owner's own switch.

use std::convert::Infallible;

use async_trait::async_trait;
use broadcast_gate::gate::{Gate, GateEpoch, GateState};
use broadcast_gate::ports::{GateKeeper, GateSwitch};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, OwnerId, StoreError};

use crate::Pool;
use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::changes;
use crate::database::changes::Change;
use crate::database::error::{Abort, connection, failed};
use crate::database::statement::statement;
use crate::schema::broadcasts::broadcast_gates;

/// Gate on PostgreSQL.
#[derive(Clone)]
pub struct PgGate {
    pool: Pool,
    configured_open: bool,
}

/// Opening an open gate keeps its epoch.
const SWITCH: &str = "
    INSERT INTO broadcast_gates AS gate (owner_id, is_open, epoch)
    SELECT owner_id, $2, CASE WHEN $2 THEN 1 ELSE 0 END FROM owners WHERE owner_id = $1
    ON CONFLICT (owner_id) DO UPDATE
        SET is_open = $2, epoch = gate.epoch + CASE WHEN $2 AND NOT gate.is_open THEN 1 ELSE 0 END";

impl PgGate {
    /// Creates a gate; `configured_open` is the switch of the server's configuration.
    pub fn new(pool: Pool, configured_open: bool) -> Self {
        Self { pool, configured_open }
    }
}

#[async_trait]
impl GateSwitch for PgGate {
    async fn switch(&self, by: &Acting, open: bool) -> Result<bool, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let switched = connection
            .transaction(async |transaction| -> Result<usize, Abort<Infallible>> {
                let switched = statement(SWITCH)
                    .bind::<BigInt, _>(owner.get())
                    .bind::<Bool, _>(open)
                    .execute(transaction)
                    .await?;
                changes::announce(transaction, &[Change::Broadcasts]).await?;
                if switched > 0 {
                    let action = if open { Action::GateOpen } else { Action::GateClose };
                    let record = || AuditRecord::new(action, (Subject::Gate, owner.get()), None, None);
                    audit::append(transaction, by, record).await?;
                }
                Ok(switched)
            })
            .await;
        switched.map(|switched| switched > 0).map_err(Abort::into_store)
    }
}

#[async_trait]
impl GateKeeper for PgGate {
    async fn state(&self, owner: OwnerId) -> Result<GateState, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let found: Option<(bool, i64)> = broadcast_gates::table
            .find(owner.get())
            .select((broadcast_gates::is_open, broadcast_gates::epoch))
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        let switch = match found {
            Some((true, epoch)) => Gate::Open(GateEpoch::new(epoch)),
            Some((false, _)) | None => Gate::Closed,
        };
        Ok(GateState { configured_open: self.configured_open, switch })
    }
}
