//! Drafts and published versions.

pub(crate) mod edits;
mod memory;

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Jsonb, Nullable, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use futures_util::future::join_all;
use kernel::{Hostname, OwnerId, StoreError, UnixTime};
use landing_draft::domain::{Revision, Version};
use landing_draft::landing::Landing;
use landing_draft::ports::{
    ChangedDraft, Draft, DraftStore, Publication, SaveError, VersionInfo, VersionStore,
};
use serde_json::json;
use webhooks::Event;

use crate::Pool;
use crate::audit::{self, AuditRecord};
use crate::changes::{self, Change};
use crate::document;
use crate::error::{Abort, connection, corrupt, failed};
use crate::json::RawJson;
use crate::lookups::Lookups;
use crate::prepared::Prepare as _;
use crate::schema::landing::{domains, drafts, landing_versions};
use crate::shape::Shape;
use crate::statement::statement;
use crate::time::{timestamp, unix_time};
use edits::Edit;
pub use memory::DraftCache;
use memory::Seen;

/// Drafts and versions on PostgreSQL.
#[derive(Clone)]
pub struct PgDraftStore {
    pool: Pool,
    lookups: Lookups,
    read: Arc<DraftCache>,
    shape: Shape,
}

impl PgDraftStore {
    /// The store on this pool, which need not be asked for what was read before and still holds.
    pub fn new(pool: Pool, read: Arc<DraftCache>) -> Self {
        Self { lookups: Lookups::new(pool.clone()), pool, read, shape: Shape::default() }
    }

    /// A draft whose document may be long, on a connection of its own.
    async fn long(
        &self,
        owner: OwnerId,
        domain: &Hostname,
    ) -> Result<Option<(i64, i64, RawJson)>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let draft = drafts::table.find((owner.get(), domain.as_str()));
        let row = draft.select((drafts::revision, row_version(), drafts::document)).prepared();
        row.get_result(&mut connection).await.optional().map_err(failed)
    }
}

/// A document that the server stores in 4 KiB or less, and else none. A page of twenty buttons takes less; unpacked, none can be a megabyte long.
fn short_document() -> SqlLiteral<Nullable<Jsonb>> {
    diesel::dsl::sql("CASE WHEN pg_column_size(drafts.document) <= 4096 THEN drafts.document END")
}

/// The transaction that wrote a row, which is the row's version as in `live.rs`.
fn row_version() -> SqlLiteral<BigInt> {
    diesel::dsl::sql("drafts.xmin::text::bigint")
}

#[async_trait]
impl DraftStore for PgDraftStore {
    async fn load(&self, owner: OwnerId, domain: &Hostname) -> Result<Option<Draft>, StoreError> {
        // Writing a document out and reading it in is most of the work of a read, so one that is known is only asked after.
        if let Some(known) = self.read.get(owner, domain) {
            let look = async |connection: &AsyncPgConnection| seen(connection, owner, domain).await;
            let Some(seen) = self.lookups.run(look).await? else { return Ok(None) };
            if seen == known.seen {
                self.read.count(true);
                return Ok(Some(Draft {
                    revision: Revision(seen.revision),
                    landing: Arc::clone(&known.landing),
                }));
            }
        }
        let look = async |connection: &AsyncPgConnection| short(connection, owner, domain).await;
        let (revision, version, document) = match self.lookups.run(look).await? {
            None => return Ok(None),
            Some((revision, version, Some(document))) => (revision, version, document),
            Some((_, _, None)) => match self.long(owner, domain).await? {
                Some(row) => row,
                None => return Ok(None),
            },
        };
        self.read.count(false);
        let landing = Arc::new(document::of_raw(document).await?);
        self.read.keep(owner, domain, Seen { revision, version }, &landing);
        Ok(Some(Draft { revision: Revision(revision), landing }))
    }

    async fn save(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        expected: Revision,
        landing: &Arc<Landing>,
        now: UnixTime,
    ) -> Result<Revision, SaveError> {
        let new = NewDraft::of(landing).await?;
        let edit = edits::edit(self, owner, domain, expected, landing).await?;
        let mut connection = connection(&self.pool).await?;
        let saved =
            save(&mut connection, &self.shape, owner, domain, expected, &new, edit.as_ref(), now).await?;
        saved.ok_or(SaveError::Stale)
    }

    async fn load_each(
        &self,
        owner: OwnerId,
        domains: &[Hostname],
    ) -> Result<Vec<(Hostname, Draft)>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let names: Vec<&str> = domains.iter().map(Hostname::as_str).collect();
        let rows: Vec<(String, i64, i64, RawJson)> = drafts::table
            .filter(drafts::owner_id.eq(owner.get()).and(drafts::hostname.eq_any(names)))
            .select((drafts::hostname, drafts::revision, row_version(), drafts::document))
            .prepared()
            .load(&mut connection)
            .await
            .map_err(failed)?;
        drop(connection);
        let mut found = Vec::with_capacity(rows.len());
        for (name, revision, version, document) in rows {
            let domain = Hostname::parse(&name).map_err(corrupt)?;
            let landing = Arc::new(document::of_raw(document).await?);
            // Whoever changes it next compares with what it was.
            self.read.keep(owner, &domain, Seen { revision, version }, &landing);
            found.push((domain, Draft { revision: Revision(revision), landing }));
        }
        Ok(found)
    }

    async fn save_each(
        &self,
        owner: OwnerId,
        changed: &[ChangedDraft],
        now: UnixTime,
    ) -> Result<Vec<Result<Revision, SaveError>>, StoreError> {
        let mut all = Vec::with_capacity(changed.len());
        for draft in changed {
            let ChangedDraft { domain, expected, landing } = draft;
            let edit = edits::edit(self, owner, domain, *expected, landing).await?;
            all.push((draft, NewDraft::of(landing).await?, edit));
        }
        let mut connection = connection(&self.pool).await?;
        if self.shape.is_distributed(&connection).await.map_err(failed)? {
            let mut saves = Vec::with_capacity(all.len());
            for (ChangedDraft { domain, expected, .. }, new, edit) in &all {
                let (connection, edit) = (&mut connection, edit.as_ref());
                let saved = save(connection, &self.shape, owner, domain, *expected, new, edit, now).await?;
                saves.push(saved.ok_or(SaveError::Stale));
            }
            return Ok(saves);
        }
        // The statements go out one behind the other without waiting for answers; each commits by itself.
        let saves = all.iter().map(async |(ChangedDraft { domain, expected, .. }, new, edit)| {
            let edit = edit.as_ref();
            let saved = save_at_once(&connection, owner, domain, *expected, new, edit, now).await?;
            saved.ok_or(SaveError::Stale)
        });
        Ok(join_all(saves).await)
    }
}

/// A draft, with its document if that is short.
async fn short(
    mut connection: &AsyncPgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> QueryResult<Option<(i64, i64, Option<RawJson>)>> {
    let draft = drafts::table.find((owner.get(), domain.as_str()));
    let row = draft.select((drafts::revision, row_version(), short_document())).prepared();
    row.get_result(&mut connection).await.optional()
}

/// In which state a draft is.
async fn seen(
    mut connection: &AsyncPgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> QueryResult<Option<Seen>> {
    let state = drafts::table.find((owner.get(), domain.as_str())).select((drafts::revision, row_version()));
    let found: Option<(i64, i64)> = state.prepared().get_result(&mut connection).await.optional()?;
    Ok(found.map(|(revision, version)| Seen { revision, version }))
}

/// What a draft becomes.
pub(crate) struct NewDraft {
    button_count: i32,
    document: RawJson,
}

impl NewDraft {
    pub(crate) async fn of(landing: &Arc<Landing>) -> Result<Self, StoreError> {
        let button_count = i32::try_from(landing.button_count()).unwrap_or(i32::MAX);
        Ok(Self { button_count, document: document::written(landing).await? })
    }
}

/// Replaces a draft and writes down what was edited; `None` when it is not at `expected`.
#[expect(clippy::too_many_arguments, reason = "the parts of one statement, and which way it goes")]
pub(crate) async fn save(
    connection: &mut AsyncPgConnection,
    shape: &Shape,
    owner: OwnerId,
    domain: &Hostname,
    expected: Revision,
    new: &NewDraft,
    edit: Option<&Edit>,
    now: UnixTime,
) -> Result<Option<Revision>, StoreError> {
    match edit {
        Some(edit) if shape.is_distributed(connection).await.map_err(failed)? => {
            edits::replace_draft_in_two(connection, owner, domain, expected, new, edit, now).await
        }
        edit => save_at_once(connection, owner, domain, expected, new, edit, now).await,
    }
}

/// The same in one statement.
async fn save_at_once(
    connection: &AsyncPgConnection,
    owner: OwnerId,
    domain: &Hostname,
    expected: Revision,
    new: &NewDraft,
    edit: Option<&Edit>,
    now: UnixTime,
) -> Result<Option<Revision>, StoreError> {
    match edit {
        Some(edit) => edits::replace_draft(connection, owner, domain, expected, new, edit, now).await,
        None => replace_draft(connection, owner, domain, expected, new, now).await,
    }
}

/// Replaces a draft in one statement; `None` when it is not at `expected`.
async fn replace_draft(
    mut connection: &AsyncPgConnection,
    owner: OwnerId,
    domain: &Hostname,
    expected: Revision,
    new: &NewDraft,
    now: UnixTime,
) -> Result<Option<Revision>, StoreError> {
    let at_revision =
        drafts::table.find((owner.get(), domain.as_str())).filter(drafts::revision.eq(expected.0));
    let revision = diesel::update(at_revision)
        .set((
            drafts::revision.eq(drafts::revision + 1),
            drafts::button_count.eq(new.button_count),
            drafts::document.eq(&new.document),
            drafts::updated_at.eq(timestamp(now)),
        ))
        .returning(drafts::revision)
        .prepared()
        .get_result(&mut connection)
        .await
        .optional()
        .map_err(failed)?;
    Ok(revision.map(Revision))
}

type InfoRow = (i32, DateTime<Utc>, String, Option<i32>);

fn info((version, published_at, published_by, rolled_back_from): InfoRow) -> VersionInfo {
    VersionInfo {
        version: Version(version),
        published_at: unix_time(published_at),
        published_by,
        rolled_back_from: rolled_back_from.map(Version),
    }
}

#[derive(Insertable)]
#[diesel(table_name = landing_versions, treat_none_as_default_value = false)]
struct VersionRow<'a> {
    owner_id: i64,
    hostname: &'a str,
    version: i32,
    document: &'a RawJson,
    published_at: DateTime<Utc>,
    published_by: &'a str,
    rolled_back_from: Option<i32>,
}

#[async_trait]
impl VersionStore for PgDraftStore {
    async fn live(
        &self,
        owner: OwnerId,
        domain: &Hostname,
    ) -> Result<Option<(VersionInfo, Arc<Landing>)>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<(InfoRow, RawJson)> = landing_versions::table
            .inner_join(domains::table.on(is_live()))
            .filter(domains::owner_id.eq(owner.get()).and(domains::hostname.eq(domain.as_str())))
            .select((
                (
                    landing_versions::version,
                    landing_versions::published_at,
                    landing_versions::published_by,
                    landing_versions::rolled_back_from,
                ),
                landing_versions::document,
            ))
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        drop(connection);
        let Some((row, document)) = row else { return Ok(None) };
        Ok(Some((info(row), Arc::new(document::of_raw(document).await?))))
    }

    async fn find(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        version: Version,
    ) -> Result<Option<Arc<Landing>>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let document: Option<RawJson> = landing_versions::table
            .find((owner.get(), domain.as_str(), version.0))
            .select(landing_versions::document)
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        drop(connection);
        let Some(document) = document else { return Ok(None) };
        Ok(Some(Arc::new(document::of_raw(document).await?)))
    }

    async fn list(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        before: Option<Version>,
        limit: u32,
    ) -> Result<Option<Vec<VersionInfo>>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        // One statement distinguishes an unknown domain (no row) from one without versions (a row of nulls).
        let rows: Vec<Option<InfoRow>> = domains::table
            .left_join(
                landing_versions::table.on(landing_versions::owner_id
                    .eq(domains::owner_id)
                    .and(landing_versions::hostname.eq(domains::hostname))
                    .and(landing_versions::version.lt(before.map_or(i32::MAX, |version| version.0)))),
            )
            .filter(domains::owner_id.eq(owner.get()).and(domains::hostname.eq(domain.as_str())))
            .order(landing_versions::version.desc())
            .limit(i64::from(limit.max(1)))
            .select(
                (
                    landing_versions::version,
                    landing_versions::published_at,
                    landing_versions::published_by,
                    landing_versions::rolled_back_from,
                )
                    .nullable(),
            )
            .load(&mut connection)
            .await
            .map_err(failed)?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok((!rows.is_empty()).then(|| rows.into_iter().flatten().take(limit).map(info).collect()))
    }

    async fn publish(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        publication: &Publication,
    ) -> Result<Revision, SaveError> {
        let new = NewDraft::of(&publication.landing).await?;
        let mut connection = connection(&self.pool).await?;
        let transaction = connection
            .transaction(async |connection| -> Result<Revision, Abort<()>> {
                write_publication(connection, owner, domain, publication, &new).await
            })
            .await;
        transaction.map_err(|abort| match abort {
            Abort::Rule(()) => SaveError::Stale,
            Abort::Store(error) => error.into(),
        })
    }
}

#[diesel::dsl::auto_type]
fn is_live() -> _ {
    landing_versions::owner_id
        .eq(domains::owner_id)
        .and(landing_versions::hostname.eq(domains::hostname))
        .and(landing_versions::version.nullable().eq(domains::live_version))
}

/// A few at a time, so that a publication stays quick where thousands are left over from before there was an end.
const PURGE_VERSIONS: &str = "
    DELETE FROM landing_versions WHERE owner_id = $1 AND hostname = $2 AND version IN (
        SELECT version FROM landing_versions WHERE owner_id = $1 AND hostname = $2 AND version < $3
        ORDER BY version LIMIT 10
    )";

async fn purge_versions(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    domain: &Hostname,
    newest: Version,
) -> QueryResult<usize> {
    statement(PURGE_VERSIONS)
        .bind::<BigInt, _>(owner.get())
        .bind::<Text, _>(domain.as_str())
        .bind::<Integer, _>(newest.keeps().0)
        .execute(connection)
        .await
}

/// What the audit log records of a publication; what it changed is recorded with the edits of the draft.
fn published(domain: &Hostname, publication: &Publication) -> AuditRecord {
    let Publication { version: Version(version), rolled_back_from, .. } = publication;
    let before = (*version > 1).then(|| json!({ "version": version - 1 }));
    let (action, after) = match rolled_back_from {
        Some(Version(from)) => ("landing.rollback", json!({ "version": version, "rolled_back_from": from })),
        None => ("landing.publish", json!({ "version": version })),
    };
    AuditRecord::new(action, ("domain", domain), before, Some(after))
}

async fn write_publication(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    domain: &Hostname,
    publication: &Publication,
    new: &NewDraft,
) -> Result<Revision, Abort<()>> {
    // The lock on the draft orders publications and edits of one domain.
    let at: Option<i64> = drafts::table
        .find((owner.get(), domain.as_str()))
        .select(drafts::revision)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    if at != Some(publication.expected.0) {
        return Err(Abort::Rule(()));
    }
    let inserted = diesel::insert_into(landing_versions::table)
        .values(VersionRow {
            owner_id: owner.get(),
            hostname: domain.as_str(),
            version: publication.version.0,
            document: &new.document,
            published_at: timestamp(publication.published_at),
            published_by: &publication.published_by,
            rolled_back_from: publication.rolled_back_from.map(|version| version.0),
        })
        .on_conflict_do_nothing()
        .prepared()
        .execute(connection)
        .await?;
    if inserted == 0 {
        return Err(Abort::Rule(()));
    }
    diesel::update(domains::table.find((owner.get(), domain.as_str())))
        .set(domains::live_version.eq(publication.version.0))
        .prepared()
        .execute(connection)
        .await?;
    purge_versions(connection, owner, domain, publication.version).await?;
    let mut revision = publication.expected;
    if publication.replaces_draft {
        let now = publication.published_at;
        revision = replace_draft(connection, owner, domain, publication.expected, new, now)
            .await
            .map_err(Abort::Store)?
            .ok_or(Abort::Rule(()))?;
    }
    changes::announce(connection, &[Change::Live(domain.clone())]).await?;
    let published = Event::LandingPublished {
        domain: domain.clone(),
        version: publication.version.0,
        rolled_back_from: publication.rolled_back_from.map(|version| version.0),
    };
    let record = || self::published(domain, publication);
    audit::append_and_emit(connection, owner, record, &[published], publication.published_at).await?;
    Ok(revision)
}
