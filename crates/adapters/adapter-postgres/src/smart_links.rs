//! Smart links.

use std::convert::Infallible;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use diesel_async::{AsyncConnection, RunQueryDsl};
use futures_util::future::try_join;
use kernel::{Acting, Hostname, OwnerId, Precondition, Search, StoreError, UnixTime};
use serde_json::{Value, json};
use smartlink_policy::address::LinkUrl;
use smartlink_policy::link::SmartLinkId;
use smartlink_policy::policy::Policy;
use smartlink_policy::ports::{InsertError, SmartLinkStore};
use smartlink_policy::slug::{LinkName, Slug};
use smartlink_policy::smart_link::{NewSmartLink, SmartLink, SmartLinkChange};
use webhooks::{Event, LinkChange, LinkKind};

use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::changes;
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::search::pattern;
use crate::database::time::{timestamp, unix_time};
use crate::database::transaction::transaction;
use crate::funnel_links::rows::{read_expiry, read_policy};
use crate::live::{has_domain, links_renumbered, lock_domain};
use crate::schema::links::smart_links;
use crate::{Pool, webhooks as hooks};

/// Smart links on PostgreSQL.
#[derive(Clone)]
pub struct PgSmartLinkStore {
    pool: Pool,
}

impl PgSmartLinkStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }

    async fn page(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        search: Option<&Search>,
        after: Option<SmartLinkId>,
        limit: u32,
    ) -> Result<Option<Vec<SmartLink>>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let page = smart_links::table
            .filter(smart_links::owner_id.eq(owner.get()).and(smart_links::hostname.eq(domain.as_str())))
            .filter(smart_links::smart_link_id.gt(after.map_or(i64::MIN, SmartLinkId::get)))
            .order(smart_links::smart_link_id)
            .limit(i64::from(limit))
            .select(Row::as_select());
        let rows: Vec<Row> = match search.map(pattern) {
            None => page.load(&mut connection).await,
            Some(pattern) => {
                let has_it = smart_links::name.ilike(pattern.clone()).or(smart_links::slug.ilike(pattern));
                page.filter(has_it).load(&mut connection).await
            }
        }
        .map_err(failed)?;
        // A link proves that its domain exists, so only an empty page needs a check.
        if rows.is_empty() && !has_domain(&mut connection, owner, domain).await.map_err(failed)? {
            return Ok(None);
        }
        rows.into_iter().map(Row::read).collect::<Result<_, _>>().map(Some)
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = smart_links, check_for_backend(diesel::pg::Pg))]
struct Row {
    smart_link_id: i64,
    hostname: String,
    slug: String,
    name: String,
    policy: Value,
    active: bool,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    expires_at: Option<DateTime<Utc>>,
    expired_url: Option<String>,
}

impl Row {
    fn read(self) -> Result<SmartLink, StoreError> {
        Ok(SmartLink {
            id: SmartLinkId::new(self.smart_link_id),
            domain: Hostname::parse(&self.hostname).map_err(corrupt)?,
            slug: Slug::parse(&self.slug).map_err(corrupt)?,
            name: LinkName::restore(&self.name).map_err(corrupt)?,
            policy: read_policy(&self.policy)?,
            active: self.active,
            expiry: read_expiry(self.expires_at, self.expired_url.as_deref())?,
            created_at: unix_time(self.created_at),
            updated_at: unix_time(self.updated_at),
        })
    }
}

fn written(policy: &Policy) -> Value {
    policy.to_json()
}

#[async_trait]
impl SmartLinkStore for PgSmartLinkStore {
    async fn insert(&self, by: &Acting, link: &NewSmartLink) -> Result<SmartLink, InsertError> {
        let mut connection = connection(&self.pool).await?;
        let insert = async |connection: &PgConnection| insert_row(connection, by.owner, link).await;
        let note_down = async |connection: &PgConnection, made: &Made| note_down(connection, by, made).await;
        let inserted = transaction(&mut connection, insert, |row| made(link, row), note_down);
        inserted.await.map(|made| made.link).map_err(|abort| match abort {
            Abort::Rule(error) => error,
            Abort::Store(error) => error.into(),
        })
    }

    async fn find(&self, owner: OwnerId, id: SmartLinkId) -> Result<Option<SmartLink>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<Row> = smart_links::table
            .find((owner.get(), id.get()))
            .select(Row::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        row.map(Row::read).transpose()
    }

    async fn list(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        after: Option<SmartLinkId>,
        limit: u32,
    ) -> Result<Option<Vec<SmartLink>>, StoreError> {
        self.page(owner, domain, None, after, limit).await
    }

    async fn search(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        search: &Search,
        after: Option<SmartLinkId>,
        limit: u32,
    ) -> Result<Option<Vec<SmartLink>>, StoreError> {
        self.page(owner, domain, Some(search), after, limit).await
    }

    async fn update(
        &self,
        by: &Acting,
        id: SmartLinkId,
        change: &SmartLinkChange,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<Option<SmartLink>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let updated = connection
            .transaction(async |connection| -> Result<Option<SmartLink>, Abort<Infallible>> {
                update(connection, by, id, change, expected, now).await
            })
            .await;
        updated.map_err(Abort::into_store)
    }

    async fn delete(&self, by: &Acting, id: SmartLinkId, expected: Precondition) -> Result<bool, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let deleted = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                let Some(domain) = lock_domain_of(connection, owner, id).await? else { return Ok(false) };
                let link = smart_links::table.find((owner.get(), id.get()));
                let deleted: Option<Row> = diesel::delete(link)
                    .returning(Row::as_returning())
                    .get_result(connection)
                    .await
                    .optional()?;
                let Some(deleted) = deleted else { return Ok(false) };
                let deleted = deleted.read().map_err(Abort::Store)?;
                expected.check(deleted.fingerprint()).map_err(Abort::Store)?;
                let before = audited(&deleted);
                let record = || {
                    AuditRecord::new(
                        Action::SmartLinkDelete,
                        (Subject::SmartLink, id.get()),
                        Some(before),
                        None,
                    )
                };
                let now = hooks::moment(connection).await?;
                let events = [changed(id, domain.clone(), LinkChange::Deleted)];
                changes::announcing(connection);
                let append = audit::append_and_emit(connection, by, record, &events, now);
                try_join(append, links_renumbered(connection, owner, &domain)).await?;
                Ok(true)
            })
            .await;
        deleted.map_err(Abort::into_store)
    }
}

const fn changed(id: SmartLinkId, domain: Hostname, change: LinkChange) -> Event {
    Event::LinkChanged { kind: LinkKind::SmartLink, id: id.get(), domain: Some(domain), change }
}

pub(crate) async fn insert(
    connection: &mut PgConnection,
    by: &Acting,
    link: &NewSmartLink,
) -> Result<SmartLink, Abort<InsertError>> {
    let made = made(link, insert_row(connection, by.owner, link).await)?;
    changes::announcing(connection);
    note_down(connection, by, &made).await?;
    Ok(made.link)
}

/// Inserted link.
struct Made {
    link: SmartLink,
    /// Whether the owner has an active webhook endpoint.
    has_endpoint: bool,
}

/// Inserts a link. Returns the link's id, and whether the owner has a webhook endpoint.
async fn insert_row(
    mut connection: &PgConnection,
    owner: OwnerId,
    link: &NewSmartLink,
) -> QueryResult<(i64, bool)> {
    let now = timestamp(link.created_at);
    let row = diesel::insert_into(smart_links::table)
        .values((
            smart_links::owner_id.eq(owner.get()),
            smart_links::hostname.eq(link.domain.as_str()),
            smart_links::slug.eq(link.slug.as_str()),
            smart_links::name.eq(link.name.as_str()),
            smart_links::policy.eq(written(&link.policy)),
            smart_links::active.eq(true),
            smart_links::created_at.eq(now),
            smart_links::updated_at.eq(now),
            smart_links::expires_at.eq(link.expiry.expires_at.map(timestamp)),
            smart_links::expired_url.eq(link.expiry.expired_url.as_ref().map(LinkUrl::as_str)),
        ))
        .returning(smart_links::smart_link_id)
        .get_result(&mut connection);
    try_join(row, hooks::has_endpoint(connection, owner)).await
}

/// Converts the result of the insertion. The row's foreign key locks the domain, as `lock_domain` would.
fn made(link: &NewSmartLink, row: QueryResult<(i64, bool)>) -> Result<Made, Abort<InsertError>> {
    let (id, has_endpoint) = row.map_err(|error| match error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => Abort::Rule(InsertError::SlugTaken),
        Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => {
            Abort::Rule(InsertError::DomainNotFound)
        }
        error => error.into(),
    })?;
    Ok(Made { link: SmartLink::made(SmartLinkId::new(id), link), has_endpoint })
}

/// Stores the consequences of an insertion: audit entry, webhook messages and notification of the edge.
async fn note_down(connection: &PgConnection, by: &Acting, made: &Made) -> QueryResult<()> {
    let Made { link, has_endpoint } = made;
    let record = || {
        AuditRecord::new(
            Action::SmartLinkCreate,
            (Subject::SmartLink, link.id.get()),
            None,
            Some(audited(link)),
        )
    };
    let event = has_endpoint.then(|| changed(link.id, link.domain.clone(), LinkChange::Created));
    let append = audit::append_and_emit(connection, by, record, event.as_slice(), link.created_at);
    try_join(append, links_renumbered(connection, by.owner, &link.domain)).await.map(|_| ())
}

/// Returns the audited fields of a link.
fn audited(link: &SmartLink) -> Value {
    json!({
        "domain": link.domain.as_str(),
        "slug": link.slug.as_str(),
        "name": link.name.as_str(),
        "policy": written(&link.policy),
        "active": link.active,
        "expires_at": link.expiry.expires_at.map(UnixTime::seconds),
        "expired_url": link.expiry.expired_url.as_ref().map(LinkUrl::as_str),
    })
}

pub(crate) async fn update(
    connection: &mut PgConnection,
    by: &Acting,
    id: SmartLinkId,
    change: &SmartLinkChange,
    expected: Precondition,
    now: UnixTime,
) -> Result<Option<SmartLink>, Abort<Infallible>> {
    let owner = by.owner;
    if lock_domain_of(connection, owner, id).await?.is_none() {
        return Ok(None);
    }
    let row: Option<Row> = smart_links::table
        .find((owner.get(), id.get()))
        .select(Row::as_select())
        .for_update()
        .first(connection)
        .await
        .optional()?;
    let Some(stored) = row.map(Row::read).transpose().map_err(Abort::Store)? else { return Ok(None) };
    expected.check(stored.fingerprint()).map_err(Abort::Store)?;
    let changed = stored.changed(change, now);
    if changed != stored {
        diesel::update(smart_links::table.find((owner.get(), id.get())))
            .set((
                smart_links::name.eq(changed.name.as_str()),
                smart_links::policy.eq(written(&changed.policy)),
                smart_links::active.eq(changed.active),
                smart_links::updated_at.eq(timestamp(changed.updated_at)),
                smart_links::expires_at.eq(changed.expiry.expires_at.map(timestamp)),
                smart_links::expired_url.eq(changed.expiry.expired_url.as_ref().map(LinkUrl::as_str)),
            ))
            .prepared()
            .execute(connection)
            .await?;
        let record = || {
            let (before, after) = (Some(audited(&stored)), Some(audited(&changed)));
            AuditRecord::new(Action::SmartLinkChange, (Subject::SmartLink, id.get()), before, after)
        };
        let events = [self::changed(id, changed.domain.clone(), LinkChange::Updated)];
        changes::announcing(connection);
        let append = audit::append_and_emit(connection, by, record, &events, now);
        try_join(append, links_renumbered(connection, owner, &changed.domain)).await?;
    }
    Ok(Some(changed))
}

/// Locks the domain of a link; a link never moves to another domain. Returns `None` if the link or its domain is gone.
async fn lock_domain_of(
    connection: &mut PgConnection,
    owner: OwnerId,
    id: SmartLinkId,
) -> Result<Option<Hostname>, Abort<Infallible>> {
    let stored: Option<String> = smart_links::table
        .find((owner.get(), id.get()))
        .select(smart_links::hostname)
        .first(connection)
        .await
        .optional()?;
    let Some(stored) = stored else { return Ok(None) };
    let domain = Hostname::parse(&stored).map_err(|error| Abort::Store(corrupt(error)))?;
    let held = lock_domain(connection, owner, &domain).await?;
    Ok(held.then_some(domain))
}
