//! API keys.

mod lines;
pub(crate) mod restriction;
mod row;
mod uses;

use std::convert::Infallible;

use async_trait::async_trait;
use auth_scopes::{
    KeyDetails, KeyId, KeyPrefix, KeyRef, KeyStore, KeyUse, ListedKey, MemberId, NewKey, OldKey, Renewal,
    Rotation, Scope, StoredKey,
};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::query_dsl::methods;
use diesel::upsert::excluded;
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, OwnerId, Precondition, StoreError, UnixTime};
use serde_json::{Value, json};
use webhooks::Event;

use self::row::{
    DetailsRow, KeyRow, ListedRow, MemberColumns, holds_key, key_columns, listed_key, stored_key,
};
use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::error::{Abort, connection, failed};
use crate::database::lookups::Lookups;
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::shape::Shape;
use crate::database::time::timestamp;
use crate::schema::auth::{api_keys, key_prefixes, members};
use crate::{Pool, sessions, webhooks as hooks};

/// API keys on PostgreSQL.
#[derive(Clone)]
pub struct PgKeyStore {
    pool: Pool,
    lookups: Lookups,
    shape: Shape,
}

impl PgKeyStore {
    pub fn new(pool: Pool) -> Self {
        Self { lookups: Lookups::new(pool.clone()), pool, shape: Shape::default() }
    }
}

#[async_trait]
impl KeyStore for PgKeyStore {
    async fn find_by_prefix(&self, prefix: &KeyPrefix) -> Result<Option<StoredKey>, StoreError> {
        let look = async |connection: &PgConnection| {
            if self.shape.is_distributed(connection).await? {
                find_by_route(connection, prefix).await
            } else {
                find_by_prefix(connection, prefix).await
            }
        };
        self.lookups.run(look).await?.map(stored_key).transpose()
    }

    async fn find(&self, owner: OwnerId, key: &KeyRef) -> Result<Option<StoredKey>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let keys = api_keys::table
            .left_join(members::table.on(holds_key()))
            .filter(api_keys::owner_id.eq(owner.get()).and(api_keys::revoked_at.is_null()))
            .select(key_columns());
        let found = match key {
            KeyRef::Id(id) => keys.filter(api_keys::key_id.eq(id.get())).first(&mut connection).await,
            KeyRef::Prefix(prefix) => {
                keys.filter(api_keys::prefix.eq(prefix.as_str())).first(&mut connection).await
            }
        };
        found.optional().map_err(failed)?.map(stored_key).transpose()
    }

    async fn details(&self, owner: OwnerId, key: &KeyRef) -> Result<Option<KeyDetails>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let keys = api_keys::table
            .left_join(members::table.on(holds_key()))
            .filter(api_keys::owner_id.eq(owner.get()).and(api_keys::revoked_at.is_null()))
            .filter(members::removed_at.is_null())
            .select(DetailsRow::as_select());
        let found = match key {
            KeyRef::Id(id) => keys.filter(api_keys::key_id.eq(id.get())).first(&mut connection).await,
            KeyRef::Prefix(prefix) => {
                keys.filter(api_keys::prefix.eq(prefix.as_str())).first(&mut connection).await
            }
        };
        found.optional().map_err(failed)?.map(DetailsRow::read).transpose()
    }

    async fn is_first(&self, owner: OwnerId, key: KeyId) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        lines::is_first(&mut connection, owner, key).await.map_err(failed)
    }

    async fn successors(
        &self,
        owner: OwnerId,
        keys: &[KeyId],
    ) -> Result<Vec<(KeyId, StoredKey)>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        lines::successors(&mut connection, owner, keys).await
    }

    async fn insert(&self, by: &Acting, key: &NewKey) -> Result<Option<KeyId>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let transaction = connection
            .transaction(async |connection| -> Result<KeyId, Abort<()>> {
                let id = insert(connection, by.owner, key, None).await?;
                let (audited, subject) = (audited(key).map_err(Abort::Store)?, (Subject::ApiKey, id.get()));
                let record = || AuditRecord::new(Action::KeyMint, subject, None, Some(audited));
                audit::append_and_emit(connection, by, record, &[created(id)], key.created_at).await?;
                Ok(id)
            })
            .await;
        unless_gone(transaction)
    }

    async fn list(
        &self,
        owner: OwnerId,
        now: UnixTime,
        after: Option<KeyId>,
        limit: u32,
    ) -> Result<Vec<ListedKey>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<ListedRow> = api_keys::table
            .left_join(members::table.on(holds_key()))
            .filter(api_keys::owner_id.eq(owner.get()).and(api_keys::revoked_at.is_null()))
            .filter(api_keys::expires_at.is_null().or(api_keys::expires_at.gt(timestamp(now))))
            .filter(members::removed_at.is_null())
            .filter(api_keys::key_id.gt(after.map_or(i64::MIN, KeyId::get)))
            .order(api_keys::key_id)
            .limit(limit.into())
            .select((
                api_keys::key_id,
                api_keys::prefix,
                api_keys::name,
                api_keys::scopes,
                api_keys::last_used_at,
            ))
            .load(&mut connection)
            .await
            .map_err(failed)?;
        rows.into_iter().map(listed_key).collect()
    }

    async fn revoke(
        &self,
        by: &Acting,
        key: &KeyRef,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let transaction = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                let Some(id) = revoke(connection, by, key, expected, now).await? else {
                    return Ok(false);
                };
                hooks::emit(connection, by.owner, &[revoked(id)], now).await?;
                Ok(true)
            })
            .await;
        transaction.map_err(Abort::into_store)
    }

    async fn rotate(&self, by: &Acting, rotation: &Rotation) -> Result<Option<KeyId>, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let transaction = connection
            .transaction(async |connection| -> Result<KeyId, Abort<()>> {
                let line = lines::retire(connection, owner, rotation).await?;
                let id = insert(connection, owner, &rotation.new, Some(line)).await?;
                let new = audited(&rotation.new).map_err(Abort::Store)?;
                let record = || {
                    let old = json!({ "key_id": rotation.old_key.get() });
                    AuditRecord::new(Action::KeyRotate, (Subject::ApiKey, id.get()), Some(old), Some(new))
                };
                let ended = matches!(rotation.old, OldKey::Revoked).then(|| revoked(rotation.old_key));
                if ended.is_some() {
                    sessions::end_with_key(connection, owner, rotation.old_key).await?;
                }
                let events: Vec<_> = ended.into_iter().chain([created(id)]).collect();
                audit::append_and_emit(connection, by, record, &events, rotation.new.created_at).await?;
                Ok(id)
            })
            .await;
        unless_gone(transaction)
    }

    async fn renew_hash(&self, owner: OwnerId, renewal: &Renewal) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        let as_found = api_keys::table
            .find((owner.get(), renewal.key_id.get()))
            .filter(api_keys::token_hash.eq(renewal.old.as_bytes().as_slice()));
        diesel::update(as_found)
            .set((
                api_keys::token_hash.eq(renewal.new.as_bytes().as_slice()),
                api_keys::pepper_id.eq(renewal.pepper.get()),
            ))
            .prepared()
            .execute(&mut connection)
            .await
            .map(|_| ())
            .map_err(failed)
    }

    async fn record_uses(&self, uses: &[KeyUse]) -> Result<(), StoreError> {
        let mut connection = connection(&self.pool).await?;
        if self.shape.is_distributed(&connection).await.map_err(failed)? {
            let mut uses = uses.to_vec();
            uses.sort_by_key(|used| used.owner);
            for of_owner in uses.chunk_by(|one, next| one.owner == next.owner) {
                uses::record_of_owner(&mut connection, of_owner).await.map_err(failed)?;
            }
            return Ok(());
        }
        uses::record(&mut connection, uses).await.map_err(failed)
    }
}

async fn find_by_prefix(
    mut connection: &PgConnection,
    prefix: &KeyPrefix,
) -> QueryResult<Option<(KeyRow, MemberColumns)>> {
    key_prefixes::table
        .inner_join(
            api_keys::table.on(api_keys::owner_id
                .eq(key_prefixes::owner_id)
                .and(api_keys::key_id.eq(key_prefixes::key_id))),
        )
        .left_join(members::table.on(holds_key()))
        .filter(key_prefixes::prefix.eq(prefix.as_str()))
        .filter(api_keys::revoked_at.is_null())
        .select(key_columns())
        .prepared()
        .get_result(&mut connection)
        .await
        .optional()
}

/// Finds a key on a distributed database: finds the owner first, so that only that owner's node is queried.
async fn find_by_route(
    mut connection: &PgConnection,
    prefix: &KeyPrefix,
) -> QueryResult<Option<(KeyRow, MemberColumns)>> {
    let route: Option<(i64, i64)> = key_prefixes::table
        .find(prefix.as_str())
        .select((key_prefixes::owner_id, key_prefixes::key_id))
        .first(&mut connection)
        .await
        .optional()?;
    let Some((owner, key)) = route else { return Ok(None) };
    api_keys::table
        .left_join(members::table.on(holds_key()))
        .filter(api_keys::owner_id.eq(owner).and(api_keys::key_id.eq(key)))
        .filter(api_keys::prefix.eq(prefix.as_str()).and(api_keys::revoked_at.is_null()))
        .select(key_columns())
        .first(&mut connection)
        .await
        .optional()
}

const fn created(id: KeyId) -> Event {
    Event::KeyCreated { id: id.get() }
}

const fn revoked(id: KeyId) -> Event {
    Event::KeyRevoked { id: id.get() }
}

/// Returns the id of the new key; `None` if the key to be replaced no longer exists.
fn unless_gone(transaction: Result<KeyId, Abort<()>>) -> Result<Option<KeyId>, StoreError> {
    match transaction {
        Ok(id) => Ok(Some(id)),
        Err(Abort::Rule(())) => Ok(None),
        Err(Abort::Store(error)) => Err(error),
    }
}

/// Returns the audited fields of a key: its permissions, and only the public prefix of its token.
fn audited(key: &NewKey) -> Result<Value, StoreError> {
    let grant = &key.grant;
    Ok(json!({
        "prefix": key.prefix.as_str(),
        "name": grant.name.as_str(),
        "scopes": grant.scopes.iter().map(Scope::as_str).collect::<Vec<_>>(),
        "restriction": grant.restriction.as_ref().map(restriction::write).transpose()?,
        "member_id": grant.member.map(MemberId::get),
        "expires_at": grant.expires_at.map(UnixTime::seconds),
    }))
}

/// Revokes a key, and returns its id.
async fn revoke(
    connection: &mut PgConnection,
    by: &Acting,
    key: &KeyRef,
    expected: Precondition,
    now: UnixTime,
) -> Result<Option<KeyId>, Abort<Infallible>> {
    let owner = by.owner;
    let keys = diesel::update(api_keys::table)
        .set(api_keys::revoked_at.eq(timestamp(now)))
        .filter(api_keys::owner_id.eq(owner.get()).and(api_keys::revoked_at.is_null()));
    let row = DetailsRow::as_returning();
    let revoked: Option<DetailsRow> = match key {
        KeyRef::Id(id) => {
            let keys = keys.filter(api_keys::key_id.eq(id.get())).returning(row);
            keys.prepared().get_result(connection).await.optional()?
        }
        KeyRef::Prefix(prefix) => {
            let keys = keys.filter(api_keys::prefix.eq(prefix.as_str())).returning(row);
            keys.prepared().get_result(connection).await.optional()?
        }
    };
    let Some(revoked) = revoked.map(DetailsRow::read).transpose().map_err(Abort::Store)? else {
        return Ok(None);
    };
    expected.check(revoked.fingerprint()).map_err(Abort::Store)?;
    sessions::end_with_key(connection, owner, revoked.id).await?;
    let record = || {
        let before = json!({ "prefix": revoked.prefix.as_str(), "name": revoked.grant.name.as_str() });
        AuditRecord::new(Action::KeyRevoke, (Subject::ApiKey, revoked.id.get()), Some(before), None)
    };
    audit::append(connection, by, record).await?;
    Ok(Some(revoked.id))
}

// Without an explicit id, the database assigns the next one.
#[derive(Insertable)]
#[diesel(table_name = api_keys)]
struct NewKeyRow<'a> {
    owner_id: i64,
    key_id: Option<i64>,
    prefix: &'a str,
    token_hash: &'a [u8],
    pepper_id: i64,
    name: &'a str,
    scopes: i16,
    restriction: Option<Value>,
    member_id: Option<i64>,
    created_at: DateTime<Utc>,
    expires_at: Option<DateTime<Utc>>,
    line_id: Option<i64>,
}

async fn insert(
    connection: &mut PgConnection,
    owner: OwnerId,
    key: &NewKey,
    line: Option<i64>,
) -> Result<KeyId, Abort<()>> {
    let grant = &key.grant;
    let restriction = grant.restriction.as_ref().map(restriction::write).transpose().map_err(Abort::Store)?;
    let stored = diesel::insert_into(api_keys::table)
        .values(NewKeyRow {
            owner_id: owner.get(),
            key_id: key.id.map(KeyId::get),
            prefix: key.prefix.as_str(),
            token_hash: key.hash.as_bytes(),
            pepper_id: key.pepper.get(),
            name: grant.name.as_str(),
            scopes: grant.scopes.bits().into(),
            restriction,
            member_id: grant.member.map(MemberId::get),
            created_at: timestamp(key.created_at),
            expires_at: grant.expires_at.map(timestamp),
            line_id: line,
        })
        .on_conflict((api_keys::owner_id, api_keys::key_id))
        .do_update()
        // Replaces all columns: the retry may come from another caller with fewer permissions.
        .set((
            api_keys::prefix.eq(excluded(api_keys::prefix)),
            api_keys::token_hash.eq(excluded(api_keys::token_hash)),
            api_keys::pepper_id.eq(excluded(api_keys::pepper_id)),
            api_keys::name.eq(excluded(api_keys::name)),
            api_keys::scopes.eq(excluded(api_keys::scopes)),
            api_keys::restriction.eq(excluded(api_keys::restriction)),
            api_keys::member_id.eq(excluded(api_keys::member_id)),
            api_keys::expires_at.eq(excluded(api_keys::expires_at)),
        ));
    let id: i64 = methods::FilterDsl::filter(stored, api_keys::revoked_at.is_null())
        .returning(api_keys::key_id)
        .prepared()
        .get_result(connection)
        .await
        .optional()?
        .ok_or(Abort::Rule(()))?;
    if key.id.is_some() {
        let earlier = key_prefixes::owner_id.eq(owner.get()).and(key_prefixes::key_id.eq(id));
        diesel::delete(key_prefixes::table.filter(earlier)).execute(connection).await?;
    }
    diesel::insert_into(key_prefixes::table)
        .values((
            key_prefixes::prefix.eq(key.prefix.as_str()),
            key_prefixes::owner_id.eq(owner.get()),
            key_prefixes::key_id.eq(id),
        ))
        .execute(connection)
        .await?;
    Ok(KeyId::new(id))
}
