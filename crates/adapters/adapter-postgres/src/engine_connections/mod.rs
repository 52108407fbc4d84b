//! Engine connections with encrypted secrets.

pub(crate) mod accounts;
pub(crate) mod pulls;

use std::convert::Infallible;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use engine_link::{
    AccountId, BaseUrl, ConnectError, ConnectionRegistry, EngineConnection, EngineConnections, EventSecrets,
    EventSource, LinkState, NewConnection, Revision, owners_with_shared_secrets,
};
use kernel::{Acting, OwnerId, StoreError, UnixTime};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Value, json};

use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::random::random_number;
use crate::database::shape::Shape;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::live;
use crate::schema::auth::owners;
use crate::schema::engine::{engine_accounts, engine_connections};
use crate::secrets::cipher::Place;
use crate::{Pool, Sealing};

/// Engine connections on PostgreSQL.
#[derive(Clone)]
pub struct PgEngineConnections {
    pool: Pool,
    sealing: Arc<Sealing>,
    shape: Shape,
}

impl PgEngineConnections {
    pub fn new(pool: Pool, sealing: Arc<Sealing>) -> Self {
        Self { pool, sealing, shape: Shape::default() }
    }

    /// Returns the event secrets of an account. On a distributed database, finds the owner first, so that only that
    /// owner's node is queried.
    async fn secrets_of(
        &self,
        connection: &mut PgConnection,
        account: &AccountId,
    ) -> QueryResult<Option<SecretsRow>> {
        let whose = engine_accounts::platform_account_id.eq(account.as_str());
        let connected = engine_connections::platform_account_id.eq(account.as_str());
        if self.shape.is_distributed(connection).await? {
            let owner = engine_accounts::table.filter(whose).select(engine_accounts::owner_id);
            let Some(owner) = owner.first::<i64>(connection).await.optional()? else { return Ok(None) };
            let found = engine_connections::table.find(owner).filter(connected);
            return found.select(SecretsRow::as_select()).first(connection).await.optional();
        }
        engine_connections::table
            .inner_join(engine_accounts::table.on(engine_accounts::owner_id.eq(engine_connections::owner_id)))
            .filter(whose)
            .filter(connected)
            .select(SecretsRow::as_select())
            .first(connection)
            .await
            .optional()
    }
}

/// Serializes connecting owners, so that two of them can't take the same secret at once.
const CONNECTING: &str = "SELECT pg_advisory_xact_lock(hashtextextended('funnel event secrets', 0))";

fn token(owner: OwnerId) -> Place<'static> {
    Place { purpose: "engine_connections.token", owner, row: &[] }
}

fn event_secret(owner: OwnerId) -> Place<'static> {
    Place { purpose: "engine_connections.event_secret", owner, row: &[] }
}

fn previous_event_secret(owner: OwnerId) -> Place<'static> {
    Place { purpose: "engine_connections.previous_event_secret", owner, row: &[] }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = engine_connections, check_for_backend(diesel::pg::Pg))]
struct ConnectionRow {
    revision: i64,
    base_url: String,
    platform_account_id: String,
    token: Vec<u8>,
    connected_at: DateTime<Utc>,
    refused_at: Option<DateTime<Utc>>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = engine_connections, check_for_backend(diesel::pg::Pg))]
struct SecretsRow {
    owner_id: i64,
    event_secret: Vec<u8>,
    previous_event_secret: Option<Vec<u8>>,
    event_secret_changed_at: DateTime<Utc>,
    connected_at: DateTime<Utc>,
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = engine_connections, treat_none_as_default_value = false, treat_none_as_null = true)]
// An update never sets the primary key, not even to its own value: a distributed table rejects that as a move of the
// row.
#[diesel(primary_key(owner_id))]
struct WrittenRow<'a> {
    owner_id: i64,
    revision: i64,
    base_url: &'a str,
    platform_account_id: &'a str,
    token: Vec<u8>,
    event_secret: Vec<u8>,
    previous_event_secret: Option<Vec<u8>>,
    event_secret_changed_at: DateTime<Utc>,
    connected_at: DateTime<Utc>,
    refused_at: Option<DateTime<Utc>>,
}

#[async_trait]
impl EngineConnections for PgEngineConnections {
    async fn find(&self, owner: OwnerId) -> Result<Option<EngineConnection>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<ConnectionRow> = engine_connections::table
            .find(owner.get())
            .select(ConnectionRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        let Some(row) = row else { return Ok(None) };
        let token = self.sealing.open(&mut connection, &token(owner), &row.token).await?;
        let account = AccountId::parse(&row.platform_account_id).map_err(corrupt)?;
        let number =
            accounts::number(&mut connection, owner, &account, row.connected_at).await.map_err(failed)?;
        let currency = accounts::currency_of(&mut connection, owner, &account).await.map_err(failed)?;
        Ok(Some(EngineConnection {
            revision: Revision::new(row.revision),
            base_url: BaseUrl::parse(&row.base_url).map_err(corrupt)?,
            account,
            number,
            currency,
            token,
            state: row
                .refused_at
                .map_or(LinkState::Connected, |at| LinkState::Refused { since: unix_time(at) }),
            connected_at: unix_time(row.connected_at),
        }))
    }

    async fn find_by_account(&self, account: &AccountId) -> Result<Option<EventSource>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let Some(row) = self.secrets_of(&mut connection, account).await.map_err(failed)? else {
            return Ok(None);
        };
        let owner = OwnerId::new(row.owner_id);
        let secrets = self.open_secrets(&mut connection, &row).await?;
        let number =
            accounts::number(&mut connection, owner, account, row.connected_at).await.map_err(failed)?;
        Ok(Some(EventSource { owner, account: number, secrets }))
    }

    async fn mark_refused(
        &self,
        owner: OwnerId,
        revision: Revision,
        now: UnixTime,
    ) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        let accepted = engine_connections::table
            .find(owner.get())
            .filter(engine_connections::revision.eq(revision.get()))
            .filter(engine_connections::refused_at.is_null());
        diesel::update(accepted)
            .set(engine_connections::refused_at.eq(timestamp(now)))
            .prepared()
            .execute(&mut connection)
            .await
            .map(|_| ())
            .map_err(failed)
    }

    async fn mark_accepted(&self, owner: OwnerId, revision: Revision) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        let refused = engine_connections::table
            .find(owner.get())
            .filter(engine_connections::revision.eq(revision.get()));
        diesel::update(refused)
            .set(engine_connections::refused_at.eq(None::<DateTime<Utc>>))
            .prepared()
            .execute(&mut connection)
            .await
            .map(|_| ())
            .map_err(failed)
    }
}

#[async_trait]
impl ConnectionRegistry for PgEngineConnections {
    async fn connect(&self, by: &Acting, new: &NewConnection, now: UnixTime) -> Result<(), ConnectError> {
        let mut connection = connection(&self.pool).await?;
        let connected = connection
            .transaction(async |connection| -> Result<(), Abort<ConnectError>> {
                self.write(connection, by, new, now).await
            })
            .await;
        connected.map_err(|abort| match abort {
            Abort::Rule(error) => error,
            Abort::Store(error) => error.into(),
        })
    }

    async fn revoke_previous_secret(&self, owner: OwnerId) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let replaced = engine_connections::table
            .find(owner.get())
            .filter(engine_connections::previous_event_secret.is_not_null());
        let revoked = diesel::update(replaced)
            .set(engine_connections::previous_event_secret.eq(None::<Vec<u8>>))
            .prepared()
            .execute(&mut connection)
            .await;
        Ok(revoked.map_err(failed)? > 0)
    }

    async fn owners_with_shared_secrets(&self, now: UnixTime) -> Result<Vec<OwnerId>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<SecretsRow> = engine_connections::table
            .select(SecretsRow::as_select())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        let mut connections = Vec::with_capacity(rows.len());
        for row in rows {
            // A secret that can't be decrypted can't verify a signature either.
            match self.open_secrets(&mut connection, &row).await {
                Ok(secrets) => connections.push((OwnerId::new(row.owner_id), secrets)),
                Err(error @ StoreError::Unavailable(_)) => return Err(error),
                // `doctor` reports keys that decrypt nothing in a check of its own.
                Err(_) => {}
            }
        }
        Ok(owners_with_shared_secrets(&connections, now))
    }

    async fn disconnect(&self, by: &Acting) -> Result<bool, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let ended = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                lock_owner(connection, owner).await?;
                let accounts = engine_accounts::table.filter(engine_accounts::owner_id.eq(owner.get()));
                diesel::delete(accounts).execute(connection).await?;
                let before = audited(connection, owner).await?;
                let ended = diesel::delete(engine_connections::table.find(owner.get()));
                if ended.execute(connection).await? == 0 {
                    return Ok(false);
                }
                let record = || {
                    AuditRecord::new(Action::EngineDisconnect, (Subject::Engine, owner.get()), before, None)
                };
                audit::append(connection, by, record).await?;
                Ok(true)
            })
            .await;
        ended.map_err(|abort| match abort {
            Abort::Rule(never) => match never {},
            Abort::Store(error) => error,
        })
    }
}

impl PgEngineConnections {
    async fn open_secrets(
        &self,
        connection: &mut PgConnection,
        row: &SecretsRow,
    ) -> Result<EventSecrets, StoreError> {
        let owner = OwnerId::new(row.owner_id);
        let current = self.sealing.open(connection, &event_secret(owner), &row.event_secret).await?;
        let previous = match &row.previous_event_secret {
            Some(sealed) => Some(self.sealing.open(connection, &previous_event_secret(owner), sealed).await?),
            None => None,
        };
        Ok(EventSecrets { current, previous, changed_at: unix_time(row.event_secret_changed_at) })
    }

    /// Stores a connection. All transactions here lock in this order: the owner, the account, secrets, the connection,
    /// domains by name.
    async fn write(
        &self,
        transaction: &mut PgConnection,
        by: &Acting,
        new: &NewConnection,
        now: UnixTime,
    ) -> Result<(), Abort<ConnectError>> {
        let owner = by.owner;
        if !lock_owner(transaction, owner).await? {
            return Err(Abort::Rule(ConnectError::OwnerUnknown));
        }
        claim_account(transaction, owner, &new.account).await?;
        self.check_secret(transaction, owner, &new.event_secret).await?;
        let before = audited(transaction, owner).await?;
        let (previous, changed_at) = self.replaced_secret(transaction, owner, new, now).await?;
        let previous_event_secret = match previous {
            Some(previous) => {
                Some(self.sealing.seal(transaction, &previous_event_secret(owner), &previous).await?)
            }
            None => None,
        };
        let row = WrittenRow {
            owner_id: owner.get(),
            revision: random_number(transaction).await?,
            base_url: new.base_url.as_str(),
            platform_account_id: new.account.as_str(),
            token: self.sealing.seal(transaction, &token(owner), &new.token).await?,
            event_secret: self.sealing.seal(transaction, &event_secret(owner), &new.event_secret).await?,
            previous_event_secret,
            event_secret_changed_at: timestamp(changed_at),
            connected_at: timestamp(now),
            refused_at: None,
        };
        diesel::insert_into(engine_connections::table)
            .values(&row)
            .on_conflict(engine_connections::owner_id)
            .do_update()
            .set(&row)
            .prepared()
            .execute(transaction)
            .await?;
        let after = json!({ "base_url": new.base_url.as_str(), "account": new.account.as_str() });
        let record =
            || AuditRecord::new(Action::EngineConnect, (Subject::Engine, owner.get()), before, Some(after));
        audit::append(transaction, by, record).await?;
        let is_another = accounts::connected(transaction, owner, &new.account, row.connected_at).await?;
        if let Some(currency) = new.currency {
            accounts::set_currency(transaction, owner, &new.account, currency).await?;
        }
        if is_another {
            // The account's links serve the domains again, and replace those of the previous account.
            for domain in accounts::domains(transaction, owner).await.map_err(Abort::Store)? {
                live::links_changed(transaction, owner, &domain).await?;
            }
        }
        Ok(())
    }

    /// Rejects an event secret that another owner's connection uses.
    ///
    /// Secrets are encrypted under individual nonces, so the check decrypts all of them; connecting is rare enough.
    async fn check_secret(
        &self,
        transaction: &mut PgConnection,
        owner: OwnerId,
        secret: &SecretString,
    ) -> Result<(), Abort<ConnectError>> {
        statement(CONNECTING).execute(transaction).await?;
        let others: Vec<SecretsRow> = engine_connections::table
            .filter(engine_connections::owner_id.ne(owner.get()))
            .select(SecretsRow::as_select())
            .load(transaction)
            .await?;
        for row in others {
            // A secret that can't be decrypted can't verify a signature either.
            let Ok(secrets) = self.open_secrets(transaction, &row).await else { continue };
            if secrets.shares(secret) {
                return Err(Abort::Rule(ConnectError::SecretTaken));
            }
        }
        Ok(())
    }

    /// Returns the old secret that is still accepted, and the moment when the new one became current.
    async fn replaced_secret(
        &self,
        transaction: &mut PgConnection,
        owner: OwnerId,
        new: &NewConnection,
        now: UnixTime,
    ) -> Result<(Option<SecretString>, UnixTime), Abort<ConnectError>> {
        let row: Option<SecretsRow> = engine_connections::table
            .find(owner.get())
            .filter(engine_connections::platform_account_id.eq(new.account.as_str()))
            .select(SecretsRow::as_select())
            .first(transaction)
            .await
            .optional()?;
        let Some(row) = row else { return Ok((None, now)) };
        let old = self.open_secrets(transaction, &row).await?;
        if old.current.expose_secret() == new.event_secret.expose_secret() {
            return Ok((old.previous, old.changed_at));
        }
        Ok((Some(old.current), now))
    }
}

/// Returns the audited fields of the current connection, without its token and secrets.
async fn audited(transaction: &mut PgConnection, owner: OwnerId) -> QueryResult<Option<Value>> {
    let found: Option<(String, String)> = engine_connections::table
        .find(owner.get())
        .select((engine_connections::base_url, engine_connections::platform_account_id))
        .first(transaction)
        .await
        .optional()?;
    Ok(found.map(|(base_url, account)| json!({ "base_url": base_url, "account": account })))
}

/// Serializes connecting and disconnecting of one owner. Returns `false` if the owner does not exist.
///
/// The lock also keeps out batches of events, because a batch counts money in the currency that it read.
async fn lock_owner(transaction: &mut PgConnection, owner: OwnerId) -> QueryResult<bool> {
    let found: Option<i64> = owners::table
        .find(owner.get())
        .select(owners::owner_id)
        .for_update()
        .first(transaction)
        .await
        .optional()?;
    Ok(found.is_some())
}

async fn claim_account(
    transaction: &mut PgConnection,
    owner: OwnerId,
    account: &AccountId,
) -> Result<(), Abort<ConnectError>> {
    // Locks both accounts in the order of their names, so that owners who swap accounts can't deadlock.
    let involved = engine_accounts::table
        .filter(engine_accounts::owner_id.eq(owner.get()))
        .or_filter(engine_accounts::platform_account_id.eq(account.as_str()));
    let _locked: Vec<String> = involved
        .order(engine_accounts::platform_account_id)
        .select(engine_accounts::platform_account_id)
        .for_update()
        .load(transaction)
        .await?;
    let others = engine_accounts::table
        .filter(engine_accounts::owner_id.eq(owner.get()))
        .filter(engine_accounts::platform_account_id.ne(account.as_str()));
    diesel::delete(others).execute(transaction).await?;
    diesel::insert_into(engine_accounts::table)
        .values((
            engine_accounts::platform_account_id.eq(account.as_str()),
            engine_accounts::owner_id.eq(owner.get()),
        ))
        .on_conflict_do_nothing()
        .execute(transaction)
        .await?;
    let holder: Option<i64> = engine_accounts::table
        .find(account.as_str())
        .select(engine_accounts::owner_id)
        .first(transaction)
        .await
        .optional()?;
    if holder == Some(owner.get()) { Ok(()) } else { Err(Abort::Rule(ConnectError::AccountTaken)) }
}
