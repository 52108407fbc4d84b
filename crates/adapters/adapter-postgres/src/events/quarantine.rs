//! Events that the database rejects, quarantined until the cause is fixed. They are encrypted, because they name
//! persons.

use std::convert::Infallible;

use async_trait::async_trait;
use attribution::ports::{Quarantine, Quarantined, Refused};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Nullable, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};
use secrecy::{ExposeSecret as _, SecretString};

use super::PgEventStore;
use crate::Sealing;
use crate::database::error::{Abort, connection, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::secrets::cipher::Place;

const PURPOSE: &str = "quarantined_events.sealed";

/// Maximum length of a stored cause, in characters.
const LONGEST_CAUSE: usize = 1_000;

const ACCOUNT: &str = "SELECT platform_account_id FROM engine_connections WHERE owner_id = $1";

const SET_ASIDE: &str = "
    INSERT INTO quarantined_events AS known (owner_id, platform_account_id, event_id, kind, fan_id, cause, sealed,
        quarantined_at, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (owner_id, platform_account_id, event_id) DO UPDATE SET cause = excluded.cause, due_at = excluded.due_at
    RETURNING known.xmax = 0 AS is_new";

const LIST: &str = "
    SELECT owner_id, platform_account_id, event_id, kind, cause, sealed, quarantined_at FROM quarantined_events
    WHERE (owner_id, platform_account_id, event_id) > ($2, $3, $4) AND owner_id = COALESCE($1, owner_id)
    ORDER BY owner_id, platform_account_id, event_id LIMIT $5";

const DUE: &str = "
    SELECT owner_id, platform_account_id, event_id, kind, cause, sealed, quarantined_at FROM quarantined_events
    WHERE due_at <= $1 ORDER BY due_at, owner_id, event_id LIMIT $2";

const KEEP: &str = "
    UPDATE quarantined_events SET cause = $4, due_at = NULL
    WHERE owner_id = $1 AND platform_account_id = $2 AND event_id = $3";

const RELEASE: &str = "
    DELETE FROM quarantined_events WHERE owner_id = $1 AND platform_account_id = $2 AND event_id = $3";

/// Deletes the old events of one owner at a time.
const PURGE: &str = "
    DELETE FROM quarantined_events WHERE quarantined_at < $1
        AND owner_id = (SELECT owner_id FROM quarantined_events WHERE quarantined_at < $1 LIMIT 1)";

#[derive(QueryableByName)]
struct Account {
    #[diesel(sql_type = Text)]
    platform_account_id: String,
}

#[derive(QueryableByName)]
struct SetAside {
    #[diesel(sql_type = diesel::sql_types::Bool)]
    is_new: bool,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
    #[diesel(sql_type = Text)]
    platform_account_id: String,
    #[diesel(sql_type = Text)]
    event_id: String,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    cause: String,
    #[diesel(sql_type = Binary)]
    sealed: Vec<u8>,
    #[diesel(sql_type = Timestamptz)]
    quarantined_at: DateTime<Utc>,
}

impl Row {
    async fn open(self, connection: &mut PgConnection, sealing: &Sealing) -> Result<Quarantined, StoreError> {
        let owner = OwnerId::new(self.owner_id);
        let place = Place { purpose: PURPOSE, owner, row: &[&self.platform_account_id, &self.event_id] };
        let text = sealing.open(connection, &place, &self.sealed).await?.expose_secret().to_owned();
        Ok(Quarantined {
            owner,
            account: self.platform_account_id,
            event_id: self.event_id,
            kind: self.kind,
            cause: self.cause,
            since: unix_time(self.quarantined_at),
            text,
        })
    }
}

#[async_trait]
impl Quarantine for PgEventStore {
    async fn set_aside<'a>(
        &self,
        owner: OwnerId,
        refused: Refused<'a>,
        now: UnixTime,
    ) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let set_aside = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                set_aside(connection, &self.sealing, owner, refused, now).await
            })
            .await;
        set_aside.map_err(Abort::into_store)
    }

    async fn list<'a>(
        &self,
        owner: Option<OwnerId>,
        after: Option<&'a Quarantined>,
        limit: u32,
    ) -> Result<Vec<Quarantined>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let place = after.map(|after| (after.owner.get(), after.account.as_str(), after.event_id.as_str()));
        let (after_owner, account, event_id) = place.unwrap_or((i64::MIN, "", ""));
        let rows: Vec<Row> = statement(LIST)
            .bind::<Nullable<BigInt>, _>(owner.map(OwnerId::get))
            .bind::<BigInt, _>(after_owner)
            .bind::<Text, _>(account)
            .bind::<Text, _>(event_id)
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut connection)
            .await
            .map_err(failed)?;
        self.open_all(&mut connection, rows).await
    }

    async fn due(&self, now: UnixTime, limit: u32) -> Result<Vec<Quarantined>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<Row> = statement(DUE)
            .bind::<Timestamptz, _>(timestamp(now))
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut connection)
            .await
            .map_err(failed)?;
        self.open_all(&mut connection, rows).await
    }

    async fn keep(&self, event: &Quarantined, cause: &str) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        statement(KEEP)
            .bind::<BigInt, _>(event.owner.get())
            .bind::<Text, _>(&event.account)
            .bind::<Text, _>(&event.event_id)
            .bind::<Text, _>(shown(cause))
            .execute(&mut connection)
            .await
            .map(|_| ())
            .map_err(failed)
    }

    async fn release(&self, event: &Quarantined) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        statement(RELEASE)
            .bind::<BigInt, _>(event.owner.get())
            .bind::<Text, _>(&event.account)
            .bind::<Text, _>(&event.event_id)
            .execute(&mut connection)
            .await
            .map(|_| ())
            .map_err(failed)
    }

    async fn purge(&self, before: UnixTime) -> Result<u64, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let mut purged = 0_u64;
        loop {
            let purge = statement(PURGE).bind::<Timestamptz, _>(timestamp(before));
            match purge.execute(&mut connection).await.map_err(failed)? {
                0 => return Ok(purged),
                some => purged = purged.saturating_add(u64::try_from(some).unwrap_or(u64::MAX)),
            }
        }
    }
}

impl PgEventStore {
    async fn open_all(
        &self,
        connection: &mut PgConnection,
        rows: Vec<Row>,
    ) -> Result<Vec<Quarantined>, StoreError> {
        let mut events = Vec::with_capacity(rows.len());
        for row in rows {
            events.push(row.open(connection, &self.sealing).await?);
        }
        Ok(events)
    }
}

/// Truncates a cause to its stored length.
fn shown(cause: &str) -> String {
    cause.chars().take(LONGEST_CAUSE).collect()
}

async fn set_aside(
    transaction: &mut PgConnection,
    sealing: &Sealing,
    owner: OwnerId,
    refused: Refused<'_>,
    now: UnixTime,
) -> Result<bool, Abort<Infallible>> {
    let Refused { event, text, cause, due } = refused;
    let account: Option<Account> =
        statement(ACCOUNT).bind::<BigInt, _>(owner.get()).get_result(transaction).await.optional()?;
    let account = account.map(|found| found.platform_account_id).unwrap_or_default();
    let place = Place { purpose: PURPOSE, owner, row: &[&account, event.event_id()] };
    let sealed = sealing.seal(transaction, &place, &SecretString::from(text)).await?;
    let kept: SetAside = statement(SET_ASIDE)
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(&account)
        .bind::<Text, _>(event.event_id())
        .bind::<Text, _>(event.as_str())
        .bind::<Nullable<Text>, _>(event.fan_id())
        .bind::<Text, _>(shown(cause))
        .bind::<Binary, _>(sealed)
        .bind::<Timestamptz, _>(timestamp(now))
        .bind::<Nullable<Timestamptz>, _>(due.map(timestamp))
        .get_result(transaction)
        .await?;
    Ok(kept.is_new)
}
