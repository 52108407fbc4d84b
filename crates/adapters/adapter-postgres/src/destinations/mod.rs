//! Destination health: owners who opted in, and the addresses that their pages link to.
//!
//! Every transaction takes its locks in this order: the owner's turn, destinations, webhook endpoints.

mod queue;
mod row;

use std::convert::Infallible;

use application::destinations::ports::{Destination, DestinationId, DestinationStore, Settlement};
use application::destinations::{
    DestinationUrl, Failure, HealthChange, HealthState, Look, switch_fingerprint,
};
use async_trait::async_trait;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, OwnerId, Precondition, StoreError, UnixTime};
use serde_json::json;
use webhooks::Event;

use self::row::{Row, SettledRow};
use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::error::{Abort, connection, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::schema::destinations::{destination_checks, destinations};
use crate::{Pool, webhooks as hooks};

/// Destinations on PostgreSQL.
#[derive(Clone)]
pub struct PgDestinations {
    pool: Pool,
}

impl PgDestinations {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

const OPT_IN: &str = "
    INSERT INTO destination_checks (owner_id, gather_at, due_at) VALUES ($1, $2, $2) ON CONFLICT (owner_id) DO NOTHING";

#[async_trait]
impl DestinationStore for PgDestinations {
    async fn is_enabled(&self, owner: OwnerId) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let found: Option<i64> = destination_checks::table
            .find(owner.get())
            .select(destination_checks::owner_id)
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        Ok(found.is_some())
    }

    async fn set_enabled(
        &self,
        by: &Acting,
        enabled: bool,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        let set = connection
            .transaction(async |connection| -> Result<(), Abort<Infallible>> {
                set_enabled(connection, by, enabled, expected, now).await
            })
            .await;
        set.map_err(Abort::into_store)
    }

    async fn list(
        &self,
        owner: OwnerId,
        state: Option<HealthState>,
        after: Option<DestinationId>,
        limit: u32,
    ) -> Result<Vec<Destination>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let mut query = destinations::table
            .filter(destinations::owner_id.eq(owner.get()))
            .filter(destinations::destination_id.gt(after.map_or(i64::MIN, DestinationId::get)))
            .order(destinations::destination_id)
            .limit(i64::from(limit))
            .select(Row::as_select())
            .into_boxed::<Pg>();
        if let Some(state) = state {
            query = query.filter(destinations::state.eq(state.as_str()));
        }
        let rows: Vec<Row> = query.load(&mut connection).await.map_err(failed)?;
        rows.into_iter().map(Row::destination).collect()
    }

    async fn find(&self, owner: OwnerId, url: &DestinationUrl) -> Result<Option<Destination>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<Row> = destinations::table
            .filter(destinations::owner_id.eq(owner.get()).and(destinations::url.eq(url.as_str())))
            .select(Row::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        row.map(Row::destination).transpose()
    }

    async fn settle(
        &self,
        owner: OwnerId,
        seen: &Destination,
        settlement: &Settlement,
    ) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let settled = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                Ok(settle(connection, owner, seen, settlement).await?)
            })
            .await;
        settled.map_err(Abort::into_store)
    }
}

async fn set_enabled(
    transaction: &mut PgConnection,
    by: &Acting,
    enabled: bool,
    expected: Precondition,
    now: UnixTime,
) -> Result<(), Abort<Infallible>> {
    let owner = by.owner;
    let changed = if enabled {
        statement(OPT_IN)
            .bind::<BigInt, _>(owner.get())
            .bind::<Timestamptz, _>(timestamp(now))
            .execute(transaction)
            .await?
    } else {
        // A foreign key deletes the owner's destinations too.
        diesel::delete(destination_checks::table.find(owner.get())).execute(transaction).await?
    };
    // The statement waited for concurrent changes of the switch, so its row count shows the previous state.
    let was_enabled = enabled == (changed == 0);
    expected.check(switch_fingerprint(was_enabled)).map_err(Abort::Store)?;
    if changed == 0 {
        return Ok(());
    }
    let audited = |enabled: bool| Some(json!({ "enabled": enabled }));
    let subject = (Subject::DestinationHealth, owner);
    audit::append(transaction, by, || {
        AuditRecord::new(Action::DestinationHealthSwitch, subject, audited(!enabled), audited(enabled))
    })
    .await?;
    Ok(())
}

async fn settle(
    transaction: &mut PgConnection,
    owner: OwnerId,
    seen: &Destination,
    settlement: &Settlement,
) -> QueryResult<bool> {
    // A concurrent check has stored another moment.
    let seen_at = seen.health.last.map(|last| timestamp(last.at));
    let unchanged = destinations::table
        .find((owner.get(), seen.id.get()))
        .filter(destinations::checked_at.is_not_distinct_from(seen_at));
    let written =
        diesel::update(unchanged).set(SettledRow::of(settlement)).prepared().execute(transaction).await?;
    if written == 0 {
        return Ok(false);
    }
    if let Some((event, at)) = health_event(seen, settlement) {
        hooks::emit(transaction, owner, &[event], at).await?;
    }
    Ok(true)
}

/// Returns the webhook event that a check causes, and its moment.
fn health_event(seen: &Destination, settlement: &Settlement) -> Option<(Event, UnixTime)> {
    let last = settlement.health.last?;
    let destination = |broken_since| webhooks::Destination {
        id: seen.id.get(),
        url: seen.url.as_str().to_owned(),
        domains: seen.domains.clone(),
        broken_since,
    };
    let event = match settlement.change? {
        HealthChange::Broken => Event::DestinationBroken {
            destination: destination(settlement.health.broken_since()?),
            status: last.look.status(),
            error: last.look.failure().map(|failure| failure.as_str().into()),
        },
        HealthChange::Mended { broken_since } => {
            Event::DestinationMended { destination: destination(broken_since) }
        }
    };
    Some((event, last.at))
}

/// Returns the columns for the result of a check.
fn look_columns(look: Look) -> (Option<i32>, Option<&'static str>) {
    (look.status().map(i32::from), look.failure().map(Failure::as_str))
}
