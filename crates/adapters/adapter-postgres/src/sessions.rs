//! Sessions of the dashboard.
//!
//! Every transaction takes its locks in this order: a key, its sessions.

use std::convert::Infallible;

use async_trait::async_trait;
use auth_scopes::{BrowserName, KeyId, Session, SessionId, SessionStore};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError, UnixTime};

use crate::Pool;
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::schema::auth::{api_keys, sessions};

/// Dashboard sessions on PostgreSQL.
#[derive(Clone)]
pub struct PgSessionStore {
    pool: Pool,
}

impl PgSessionStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = sessions)]
struct SessionRow {
    owner_id: i64,
    session_id: String,
    key_id: i64,
    browser: Option<String>,
    created_at: DateTime<Utc>,
    seen_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

impl SessionRow {
    fn of(owner: OwnerId, session: &Session) -> Self {
        Self {
            owner_id: owner.get(),
            session_id: session.id.to_string(),
            key_id: session.key.get(),
            browser: session.browser.as_ref().map(|browser| browser.as_str().to_owned()),
            created_at: timestamp(session.created_at),
            seen_at: timestamp(session.seen_at),
            expires_at: timestamp(session.expires_at),
        }
    }

    fn read(self) -> Result<Session, StoreError> {
        Ok(Session {
            id: SessionId::parse(&self.session_id).ok_or_else(|| corrupt("the id of a session"))?,
            key: KeyId::new(self.key_id),
            browser: self.browser.as_deref().map(BrowserName::parse).transpose().map_err(corrupt)?,
            created_at: unix_time(self.created_at),
            seen_at: unix_time(self.seen_at),
            expires_at: unix_time(self.expires_at),
        })
    }
}

/// Deletes a key's sessions except the `$3` most recently used.
const DELETE_EXCESS: &str = "
    DELETE FROM sessions WHERE owner_id = $1 AND key_id = $2 AND session_id IN (
        SELECT session_id FROM sessions WHERE owner_id = $1 AND key_id = $2
        ORDER BY seen_at DESC, session_id DESC OFFSET $3
    )";

const PURGE: &str = "
    DELETE FROM sessions WHERE (owner_id, session_id) IN (
        SELECT owner_id, session_id FROM sessions WHERE seen_at < $1 OR expires_at < $2 LIMIT 1000
    )";

#[async_trait]
impl SessionStore for PgSessionStore {
    async fn insert(&self, owner: OwnerId, session: &Session, most: u32) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        let inserted = connection
            .transaction(async |connection| -> Result<(), Abort<Infallible>> {
                insert(connection, owner, session, most).await
            })
            .await;
        inserted.map_err(Abort::into_store)
    }

    async fn find(
        &self,
        owner: OwnerId,
        key: KeyId,
        session: SessionId,
    ) -> Result<Option<Session>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<SessionRow> = sessions::table
            .filter(sessions::owner_id.eq(owner.get()).and(sessions::session_id.eq(session.to_string())))
            .filter(sessions::key_id.eq(key.get()))
            .select(SessionRow::as_select())
            .prepared()
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        row.map(SessionRow::read).transpose()
    }

    async fn record_use(&self, owner: OwnerId, session: SessionId, at: UnixTime) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        let earlier = sessions::table
            .find((owner.get(), session.to_string()))
            .filter(sessions::seen_at.lt(timestamp(at)));
        diesel::update(earlier)
            .set(sessions::seen_at.eq(timestamp(at)))
            .prepared()
            .execute(&mut connection)
            .await
            .map(|_| ())
            .map_err(failed)
    }

    async fn list(&self, owner: OwnerId, key: KeyId) -> Result<Vec<Session>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<SessionRow> = sessions::table
            .filter(sessions::owner_id.eq(owner.get()).and(sessions::key_id.eq(key.get())))
            .select(SessionRow::as_select())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        rows.into_iter().map(SessionRow::read).collect()
    }

    async fn end(&self, owner: OwnerId, key: KeyId, session: SessionId) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let ended =
            sessions::table.find((owner.get(), session.to_string())).filter(sessions::key_id.eq(key.get()));
        let deleted = diesel::delete(ended).execute(&mut connection).await.map_err(failed)?;
        Ok(deleted > 0)
    }

    async fn end_all(&self, owner: OwnerId, key: KeyId, kept: Option<SessionId>) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        let kept = kept.map(|kept| kept.to_string()).unwrap_or_default();
        let ended = sessions::table
            .filter(sessions::owner_id.eq(owner.get()).and(sessions::key_id.eq(key.get())))
            .filter(sessions::session_id.ne(kept));
        diesel::delete(ended).execute(&mut connection).await.map(|_| ()).map_err(failed)
    }

    async fn purge(&self, seen_before: UnixTime, now: UnixTime) -> Result<u64, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let purged = statement(PURGE)
            .bind::<Timestamptz, _>(timestamp(seen_before))
            .bind::<Timestamptz, _>(timestamp(now))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(u64::try_from(purged).unwrap_or_default())
    }
}

/// Inserts a session. The lock on the key serializes sign-ins with that key, and a revocation of the key.
async fn insert(
    connection: &mut PgConnection,
    owner: OwnerId,
    session: &Session,
    most: u32,
) -> Result<(), Abort<Infallible>> {
    let key: Option<i64> = api_keys::table
        .find((owner.get(), session.key.get()))
        .filter(api_keys::revoked_at.is_null())
        .select(api_keys::key_id)
        .for_no_key_update()
        .first(connection)
        .await
        .optional()?;
    if key.is_none() {
        return Ok(());
    }
    diesel::insert_into(sessions::table)
        .values(SessionRow::of(owner, session))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    statement(DELETE_EXCESS)
        .bind::<BigInt, _>(owner.get())
        .bind::<BigInt, _>(session.key.get())
        .bind::<BigInt, _>(i64::from(most))
        .execute(connection)
        .await?;
    Ok(())
}

/// Ends all sessions of a key that the same transaction revokes.
pub(crate) async fn end_with_key(
    connection: &mut PgConnection,
    owner: OwnerId,
    key: KeyId,
) -> QueryResult<()> {
    let ended =
        sessions::table.filter(sessions::owner_id.eq(owner.get()).and(sessions::key_id.eq(key.get())));
    diesel::delete(ended).execute(connection).await.map(|_| ())
}
