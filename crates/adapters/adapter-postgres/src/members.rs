//! Members of owners' teams. The row of a removed member stays, because API keys reference it.

use std::convert::Infallible;

use async_trait::async_trait;
use auth_scopes::{
    Email, Member, MemberChange, MemberEdit, MemberError, MemberId, MemberName, MemberStore, NewMember,
    Rights, check_authority,
};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, OwnerId, Precondition, StoreError, UnixTime};
use serde_json::{Value, json};

use crate::Pool;
use crate::api_keys::restriction;
use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::time::{timestamp, unix_time};
use crate::schema::auth::members;

/// Team members on PostgreSQL.
#[derive(Clone)]
pub struct PgMemberStore {
    pool: Pool,
}

impl PgMemberStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = members)]
struct MemberRow {
    member_id: i64,
    name: String,
    email: String,
    restriction: Option<Value>,
    created_at: DateTime<Utc>,
}

impl MemberRow {
    fn read(self) -> Result<Member, StoreError> {
        Ok(Member {
            id: MemberId::new(self.member_id),
            name: MemberName::restore(&self.name).map_err(corrupt)?,
            email: Email::parse(&self.email).map_err(corrupt)?,
            restriction: self.restriction.map(restriction::read).transpose()?,
            created_at: unix_time(self.created_at),
        })
    }
}

// Without an explicit id, the database assigns the next one.
#[derive(Insertable)]
#[diesel(table_name = members)]
struct NewMemberRow<'a> {
    owner_id: i64,
    member_id: Option<i64>,
    name: &'a str,
    email: &'a str,
    restriction: Option<Value>,
    created_at: DateTime<Utc>,
}

#[derive(AsChangeset)]
#[diesel(table_name = members)]
struct MemberChangeRow<'a> {
    name: Option<&'a str>,
    email: Option<&'a str>,
    restriction: Option<Option<Value>>,
}

impl<'a> MemberChangeRow<'a> {
    fn of(change: &'a MemberChange) -> Result<Self, StoreError> {
        let write = |restriction: &Option<_>| restriction.as_ref().map(restriction::write).transpose();
        Ok(Self {
            name: change.name.as_ref().map(MemberName::as_str),
            email: change.email.as_ref().map(Email::as_str),
            restriction: change.restriction.as_ref().map(write).transpose()?,
        })
    }
}

#[async_trait]
impl MemberStore for PgMemberStore {
    async fn insert(&self, by: &Acting, new: &NewMember) -> Result<Member, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let inserted = connection
            .transaction(async |connection| -> Result<Member, Abort<Infallible>> {
                insert(connection, by, new).await
            })
            .await;
        inserted.map_err(Abort::into_store)
    }

    async fn find(&self, owner: OwnerId, member: MemberId) -> Result<Option<Member>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<MemberRow> = members::table
            .find((owner.get(), member.get()))
            .filter(members::removed_at.is_null())
            .select(MemberRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        row.map(MemberRow::read).transpose()
    }

    async fn list(
        &self,
        owner: OwnerId,
        after: Option<MemberId>,
        limit: u32,
    ) -> Result<Vec<Member>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<MemberRow> = members::table
            .filter(members::owner_id.eq(owner.get()).and(members::removed_at.is_null()))
            .filter(members::member_id.gt(after.map_or(i64::MIN, MemberId::get)))
            .order(members::member_id)
            .limit(limit.into())
            .select(MemberRow::as_select())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        rows.into_iter().map(MemberRow::read).collect()
    }

    async fn update(&self, by: &Acting, member: MemberId, edit: &MemberEdit) -> Result<Member, MemberError> {
        let mut connection = connection(&self.pool).await?;
        let changed = connection
            .transaction(async |connection| -> Result<Member, Abort<MemberError>> {
                change(connection, by, member, edit).await
            })
            .await;
        changed.map_err(ruled)
    }

    async fn remove(
        &self,
        by: &Acting,
        member: MemberId,
        rights: Rights,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<(), MemberError> {
        let mut connection = connection(&self.pool).await?;
        let removed = connection
            .transaction(async |connection| -> Result<(), Abort<MemberError>> {
                remove(connection, by, member, (rights, expected), now).await
            })
            .await;
        removed.map_err(ruled)
    }
}

fn ruled(abort: Abort<MemberError>) -> MemberError {
    match abort {
        Abort::Rule(error) => error,
        Abort::Store(error) => error.into(),
    }
}

/// Loads a present member and locks the row until the transaction ends.
async fn hold(
    connection: &mut PgConnection,
    owner: OwnerId,
    member: MemberId,
) -> Result<Member, Abort<MemberError>> {
    let present = members::table.find((owner.get(), member.get())).filter(members::removed_at.is_null());
    let row: Option<MemberRow> =
        present.select(MemberRow::as_select()).for_no_key_update().first(connection).await.optional()?;
    row.ok_or(Abort::Rule(MemberError::NotFound))?.read().map_err(Abort::Store)
}

/// Returns the audited fields of a member. Email addresses are left out, because the audit log outlives members by far.
fn audited(member: &Member) -> Result<Value, StoreError> {
    let restriction = member.restriction.as_ref().map(restriction::write).transpose()?;
    Ok(json!({ "name": member.name.as_str(), "restriction": restriction }))
}

async fn insert(
    connection: &mut PgConnection,
    by: &Acting,
    new: &NewMember,
) -> Result<Member, Abort<Infallible>> {
    let restriction = new.restriction.as_ref().map(restriction::write).transpose().map_err(Abort::Store)?;
    let row: MemberRow = diesel::insert_into(members::table)
        .values(NewMemberRow {
            owner_id: by.owner.get(),
            member_id: new.id.map(MemberId::get),
            name: new.name.as_str(),
            email: new.email.as_str(),
            restriction,
            created_at: timestamp(new.created_at),
        })
        // The update changes nothing, but RETURNING yields only written rows.
        .on_conflict((members::owner_id, members::member_id))
        .do_update()
        .set(members::name.eq(members::name))
        .returning(MemberRow::as_select())
        .prepared()
        .get_result(connection)
        .await?;
    let member = row.read().map_err(Abort::Store)?;
    let after = audited(&member).map_err(Abort::Store)?;
    let record =
        || AuditRecord::new(Action::MemberAdd, (Subject::Member, member.id.get()), None, Some(after));
    audit::append(connection, by, record).await?;
    Ok(member)
}

async fn remove(
    connection: &mut PgConnection,
    by: &Acting,
    member: MemberId,
    (rights, expected): (Rights, Precondition),
    now: UnixTime,
) -> Result<(), Abort<MemberError>> {
    let owner = by.owner;
    let current = hold(connection, owner, member).await?;
    check_authority(rights, &current).map_err(Abort::Rule)?;
    expected.check(current.fingerprint()).map_err(Abort::Store)?;
    diesel::update(members::table.find((owner.get(), member.get())))
        .set(members::removed_at.eq(timestamp(now)))
        .prepared()
        .execute(connection)
        .await?;
    let before = audited(&current).map_err(Abort::Store)?;
    let record =
        || AuditRecord::new(Action::MemberRemove, (Subject::Member, member.get()), Some(before), None);
    audit::append(connection, by, record).await?;
    Ok(())
}

async fn change(
    connection: &mut PgConnection,
    by: &Acting,
    member: MemberId,
    edit: &MemberEdit,
) -> Result<Member, Abort<MemberError>> {
    let owner = by.owner;
    let current = hold(connection, owner, member).await?;
    let change = edit.decide(&current).map_err(Abort::Rule)?;
    // An UPDATE without columns is invalid SQL.
    if change == MemberChange::default() {
        return Ok(current);
    }
    let changed = current.changed(&change);
    let (before, mut after) =
        (audited(&current).map_err(Abort::Store)?, audited(&changed).map_err(Abort::Store)?);
    if let (true, Value::Object(fields)) = (changed.email != current.email, &mut after) {
        fields.insert("email_changed".to_owned(), true.into());
    }
    let record =
        || AuditRecord::new(Action::MemberChange, (Subject::Member, member.get()), Some(before), Some(after));
    let written = diesel::update(members::table.find((owner.get(), member.get())))
        .set(MemberChangeRow::of(&change).map_err(Abort::Store)?);
    audit::execute_noted(connection, by, record, written).await?;
    Ok(changed)
}
