//! Queue of domains to be provisioned.

use std::convert::Infallible;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Hostname, OwnerId, StoreError, UnixTime};
use landing_draft::domain::{Infra, InfraState};
use landing_draft::ports::{ProvisioningQueue, ProvisioningTask};

use webhooks::Event;

use super::infra::InfraRow;
use crate::database::due_owners::due_owners;
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::schema::landing::domains;
use crate::{Pool, webhooks as hooks};

/// Provisioning queue on PostgreSQL: pending rows that are due and have no running lease.
#[derive(Clone)]
pub struct PgProvisioningQueue {
    pool: Pool,
}

impl PgProvisioningQueue {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

/// Selects owners with a domain to be claimed. Takes no locks, so that owners don't block each other.
const DUE: &str = "
    SELECT owner_id FROM domains
    WHERE infra_state = 'pending' AND next_attempt_at <= $1 AND (locked_until IS NULL OR locked_until <= $1)
      AND owner_id <> ALL ($3)
    GROUP BY owner_id HAVING bool_or(infra_attempts > 0) = $2
    ORDER BY min(next_attempt_at), owner_id LIMIT $4";

/// Claims an owner's due domains in one statement, and skips rows that another process is claiming.
///
/// A lease is a random number, not a counter. A domain that is deleted and registered again gets a new row. A counter
/// could then repeat the lease of a worker that still holds the old row.
///
/// All rows of a claim share one lease.
const CLAIM: &str = "
    WITH due AS MATERIALIZED (
        SELECT owner_id, hostname FROM domains
        WHERE owner_id = $4 AND infra_state = 'pending' AND next_attempt_at <= $1
          AND (locked_until IS NULL OR locked_until <= $1)
        ORDER BY next_attempt_at
        LIMIT $3
        FOR UPDATE SKIP LOCKED
    )
    UPDATE domains SET lease = (SELECT hashtextextended(gen_random_uuid()::text, 0)), locked_until = $2
    FROM due
    WHERE domains.owner_id = $4 AND domains.owner_id = due.owner_id AND domains.hostname = due.hostname
    RETURNING domains.owner_id, domains.hostname, domains.lease, domains.provisioning_error,
        domains.infra_attempts, domains.infra_attempted_at, domains.next_attempt_at";

#[derive(QueryableByName)]
struct Claimed {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
    #[diesel(sql_type = Text)]
    hostname: String,
    #[diesel(sql_type = BigInt)]
    lease: i64,
    #[diesel(sql_type = Nullable<Text>)]
    provisioning_error: Option<String>,
    #[diesel(sql_type = Integer)]
    infra_attempts: i32,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    infra_attempted_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Timestamptz)]
    next_attempt_at: DateTime<Utc>,
}

impl Claimed {
    fn task(self, began_at: UnixTime) -> Result<ProvisioningTask, StoreError> {
        Ok(ProvisioningTask {
            owner: OwnerId::new(self.owner_id),
            hostname: Hostname::parse(&self.hostname).map_err(corrupt)?,
            infra: Infra {
                state: InfraState::Pending { next_attempt_at: unix_time(self.next_attempt_at) },
                error: self.provisioning_error,
                attempted_at: self.infra_attempted_at.map(unix_time),
                attempts: u32::try_from(self.infra_attempts).unwrap_or_default(),
            },
            lease: self.lease,
            began_at,
        })
    }
}

#[async_trait]
impl ProvisioningQueue for PgProvisioningQueue {
    async fn due(
        &self,
        now: UnixTime,
        failing: bool,
        served: &[OwnerId],
        limit: u32,
    ) -> Result<Vec<OwnerId>, StoreError> {
        due_owners(&self.pool, DUE, now, failing, served, limit).await
    }

    async fn claim(
        &self,
        owner: OwnerId,
        now: UnixTime,
        lease_seconds: i64,
        limit: u32,
    ) -> Result<Vec<ProvisioningTask>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let claimed: Vec<Claimed> = statement(CLAIM)
            .bind::<Timestamptz, _>(timestamp(now))
            .bind::<Timestamptz, _>(timestamp(now.plus_seconds(lease_seconds)))
            .bind::<BigInt, _>(i64::from(limit))
            .bind::<BigInt, _>(owner.get())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        claimed.into_iter().map(|row| row.task(now)).collect()
    }

    async fn settle(&self, task: &ProvisioningTask, infra: &Infra) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let settled = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                Ok(settle(connection, task, infra).await?)
            })
            .await;
        settled.map_err(Abort::into_store)
    }
}

async fn settle(transaction: &mut PgConnection, task: &ProvisioningTask, infra: &Infra) -> QueryResult<bool> {
    let held = domains::table
        .find((task.owner.get(), task.hostname.as_str()))
        .filter(domains::lease.eq(task.lease))
        .filter(domains::locked_until.is_not_null())
        .filter(domains::infra_state.eq("pending"));
    let settled = diesel::update(held)
        .set((InfraRow::of(infra), domains::locked_until.eq(None::<DateTime<Utc>>)))
        .prepared()
        .execute(transaction)
        .await?;
    if settled == 0 {
        return Ok(false);
    }
    let domain = task.hostname.clone();
    let event = match infra.state {
        InfraState::Pending { .. } => None,
        InfraState::Active => Some(Event::DomainActive { domain }),
        InfraState::Failed => Some(Event::DomainFailed { domain, error: infra.error.clone() }),
    };
    if let Some(event) = event {
        let now = hooks::moment(transaction).await?;
        hooks::emit(transaction, task.owner, &[event], now).await?;
    }
    Ok(true)
}
