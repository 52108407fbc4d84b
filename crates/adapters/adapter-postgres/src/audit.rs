//! Audit log of changes, written in the transaction of each change.
//!
//! The audit log leaves out changes that the service makes by itself.

pub(crate) use application::audit::{Action, Subject};
use application::audit::{AskedAction, AskedActor, AuditActor, AuditEntry, AuditLog, AuditQuery, difference};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, Jsonb, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use futures_util::future::try_join;
use kernel::{Acting, Actor, OwnerId, StoreError, UnixTime};
use serde_json::Value;
use webhooks::Event;

use crate::Pool;
use crate::database::error::{connection, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::webhooks as hooks;

/// Audit log on PostgreSQL.
#[derive(Clone)]
pub struct PgAuditLog {
    pool: Pool,
}

impl PgAuditLog {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

/// Action, its subject, and the values before and after.
#[derive(Debug, Clone)]
pub(crate) struct AuditRecord {
    action: &'static str,
    subject_type: &'static str,
    subject_id: String,
    before: Option<Value>,
    after: Option<Value>,
}

impl AuditRecord {
    /// Creates a record that keeps only the values that differ between `before` and `after`.
    pub(crate) fn new(
        action: Action,
        subject: (Subject, impl ToString),
        before: Option<Value>,
        after: Option<Value>,
    ) -> Self {
        let (before, after) = difference(before, after);
        Self::of_difference(action, subject, before, after)
    }

    /// Creates a record with values that differ.
    pub(crate) fn of_difference(
        action: Action,
        (subject_type, subject_id): (Subject, impl ToString),
        before: Option<Value>,
        after: Option<Value>,
    ) -> Self {
        let subject_id = subject_id.to_string();
        Self { action: action.as_str(), subject_type: subject_type.as_str(), subject_id, before, after }
    }
}

/// Entry to be inserted.
struct NewEntry<'a> {
    owner_id: i64,
    key_prefix: Option<&'a str>,
    member_id: Option<i64>,
    cli: bool,
    request_id: Option<&'a str>,
    record: AuditRecord,
}

impl<'a> NewEntry<'a> {
    /// Creates an entry. A change by the service has none, and does not call `record`.
    fn of(by: &'a Acting, record: impl FnOnce() -> AuditRecord) -> Option<Self> {
        is_audited(by).then(|| Self {
            owner_id: by.owner.get(),
            key_prefix: by.key().map(|key| key.prefix.as_str()),
            member_id: by.key().and_then(|key| key.member),
            cli: by.actor == Actor::Operator,
            request_id: by.request_id.as_deref(),
            record: record(),
        })
    }
}

/// Whether a change of this actor has an entry.
pub(crate) fn is_audited(by: &Acting) -> bool {
    by.actor != Actor::Service
}

impl QueryFragment<Pg> for NewEntry<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self { owner_id, key_prefix, member_id, cli, request_id, record } = self;
        out.push_sql(
            "INSERT INTO audit_entries (owner_id, key_prefix, member_id, cli, request_id, action, subject_type, subject_id, before, \
             after, at) VALUES (",
        );
        out.push_bind_param::<BigInt, _>(owner_id)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<Text>, _>(key_prefix)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<BigInt>, _>(member_id)?;
        out.push_sql(", ");
        out.push_bind_param::<Bool, _>(cli)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<Text>, _>(request_id)?;
        out.push_sql(", ");
        out.push_bind_param::<Text, _>(&record.action)?;
        out.push_sql(", ");
        out.push_bind_param::<Text, _>(&record.subject_type)?;
        out.push_sql(", ");
        out.push_bind_param::<Text, _>(&record.subject_id)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<Jsonb>, _>(&record.before)?;
        out.push_sql(", ");
        out.push_bind_param::<Nullable<Jsonb>, _>(&record.after)?;
        out.push_sql(", clock_timestamp())");
        Ok(())
    }
}

// The statement has one text for all values, so each connection prepares the statement once.
impl QueryId for NewEntry<'_> {
    type QueryId = NewEntry<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

/// Row change and its audit entry as one statement.
struct Noted<'a, Q> {
    entry: NewEntry<'a>,
    change: Q,
}

impl<Q: QueryFragment<Pg>> QueryFragment<Pg> for Noted<'_, Q> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH noted AS (");
        self.entry.walk_ast(out.reborrow())?;
        out.push_sql(") ");
        self.change.walk_ast(out)
    }
}

impl<Q: QueryId> QueryId for Noted<'_, Q> {
    type QueryId = Noted<'static, Q::QueryId>;
    const HAS_STATIC_QUERY_ID: bool = Q::HAS_STATIC_QUERY_ID;
}

/// Executes `change` and appends its audit entry in one statement.
///
/// The caller MUST hold the changed row: the entry is appended even if `change` matches no row.
pub(crate) async fn execute_noted<Q>(
    mut transaction: &PgConnection,
    by: &Acting,
    record: impl FnOnce() -> AuditRecord,
    change: Q,
) -> QueryResult<usize>
where
    Q: QueryFragment<Pg> + QueryId + Send,
{
    match NewEntry::of(by, record) {
        Some(entry) => Noted { entry, change }.prepared().execute(&mut transaction).await,
        None => change.prepared().execute(&mut transaction).await,
    }
}

/// Appends an entry, unless the service makes the change.
pub(crate) async fn append(
    mut transaction: &PgConnection,
    by: &Acting,
    record: impl FnOnce() -> AuditRecord,
) -> QueryResult<()> {
    match NewEntry::of(by, record) {
        Some(entry) => entry.execute(&mut transaction).await.map(|_| ()),
        None => Ok(()),
    }
}

/// Appends an entry and queues the webhook messages about the change, both in one round trip.
pub(crate) async fn append_and_emit(
    transaction: &PgConnection,
    by: &Acting,
    record: impl FnOnce() -> AuditRecord,
    events: &[Event],
    now: UnixTime,
) -> QueryResult<()> {
    let emit = hooks::emit(transaction, by.owner, events, now);
    try_join(append(transaction, by, record), emit).await.map(|_| ())
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    entry_id: i64,
    #[diesel(sql_type = Timestamptz)]
    at: DateTime<Utc>,
    #[diesel(sql_type = Nullable<Text>)]
    key_prefix: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    member_id: Option<i64>,
    #[diesel(sql_type = Bool)]
    cli: bool,
    #[diesel(sql_type = Text)]
    action: String,
    #[diesel(sql_type = Text)]
    subject_type: String,
    #[diesel(sql_type = Text)]
    subject_id: String,
    #[diesel(sql_type = Nullable<Text>)]
    request_id: Option<String>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    before: Option<Value>,
    #[diesel(sql_type = Nullable<Jsonb>)]
    after: Option<Value>,
}

const LIST: &str = "
    SELECT entry_id, at, key_prefix, member_id, cli, action, subject_type, subject_id, request_id, before, after
    FROM audit_entries
    WHERE owner_id = $1 AND entry_id < $2
        AND ($3 IS NULL OR key_prefix = $3) AND ($4 IS NULL OR member_id = $4) AND (NOT $5 OR cli)
        AND ($6 IS NULL OR action = $6 OR split_part(action, '.', 1) = $6)
        AND ($7 IS NULL OR subject_type = $7) AND ($8 IS NULL OR subject_id = $8)
        AND ($9 IS NULL OR at >= $9) AND ($10 IS NULL OR at < $10)
    ORDER BY entry_id DESC LIMIT $11";

/// Deletes at most 1,000 entries, so that the statement stays short.
const PURGE: &str = "
    DELETE FROM audit_entries WHERE (owner_id, entry_id) IN (
        SELECT owner_id, entry_id FROM audit_entries WHERE at < $1 ORDER BY at LIMIT 1000
    )";

#[async_trait]
impl AuditLog for PgAuditLog {
    async fn list(
        &self,
        owner: OwnerId,
        query: &AuditQuery,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        let (key, member, cli) = match &query.actor {
            Some(AskedActor::Key(prefix)) => (Some(prefix), None, false),
            Some(AskedActor::Member(id)) => (None, Some(*id), false),
            Some(AskedActor::Cli) => (None, None, true),
            None => (None, None, false),
        };
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<Row> = statement(LIST)
            .bind::<BigInt, _>(owner.get())
            .bind::<BigInt, _>(query.before.unwrap_or(i64::MAX))
            .bind::<Nullable<Text>, _>(key)
            .bind::<Nullable<BigInt>, _>(member)
            .bind::<Bool, _>(cli)
            .bind::<Nullable<Text>, _>(query.action.map(AskedAction::as_str))
            .bind::<Nullable<Text>, _>(query.subject_type.map(Subject::as_str))
            .bind::<Nullable<Text>, _>(query.subject_id.as_deref())
            .bind::<Nullable<Timestamptz>, _>(query.from.map(timestamp))
            .bind::<Nullable<Timestamptz>, _>(query.to.map(timestamp))
            .bind::<BigInt, _>(i64::from(limit))
            .load(&mut connection)
            .await
            .map_err(failed)?;
        Ok(rows.into_iter().map(Row::entry).collect())
    }

    async fn purge(&self, before: UnixTime) -> Result<u64, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let purged = statement(PURGE)
            .bind::<Timestamptz, _>(timestamp(before))
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        Ok(u64::try_from(purged).unwrap_or_default())
    }
}

impl Row {
    fn entry(self) -> AuditEntry {
        let Self { key_prefix, member_id, cli, .. } = self;
        AuditEntry {
            id: self.entry_id,
            at: unix_time(self.at),
            actor: AuditActor { key_prefix, member_id, cli },
            action: self.action,
            subject_type: self.subject_type,
            subject_id: self.subject_id,
            request_id: self.request_id,
            before: self.before,
            after: self.after,
        }
    }
}
