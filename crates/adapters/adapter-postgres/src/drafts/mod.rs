//! Drafts. Their published versions are in `versions.rs`.

pub(crate) mod document;
pub(crate) mod edits;
mod memory;
mod versions;

use std::sync::Arc;

use async_trait::async_trait;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Jsonb, Nullable};
use diesel_async::RunQueryDsl;
use futures_util::future::join_all;
use kernel::{Acting, Hostname, OwnerId, StoreError, UnixTime};
use landing_draft::domain::Revision;
use landing_draft::landing::Landing;
use landing_draft::ports::{ChangedDraft, Draft, DraftStore, SaveError};

use crate::Pool;
use crate::database::pg_connection::PgConnection;

use crate::database::error::{connection, corrupt, failed};
use crate::database::json::RawJson;
use crate::database::lookups::Lookups;
use crate::database::prepared::Prepare as _;
use crate::database::shape::Shape;
use crate::database::time::timestamp;
use crate::schema::landing::drafts;
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
    /// Creates the store. `read` caches drafts, and spares the transfer of documents that have not changed.
    pub fn new(pool: Pool, read: Arc<DraftCache>) -> Self {
        Self { lookups: Lookups::new(pool.clone()), pool, read, shape: Shape::default() }
    }

    /// Loads a document that may be long, on a separate connection.
    async fn long_document(
        &self,
        owner: OwnerId,
        domain: &Hostname,
    ) -> Result<Option<(Seen, RawJson)>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let draft = drafts::table.find((owner.get(), domain.as_str()));
        let row = draft.select((drafts::revision, row_version(), drafts::document)).prepared();
        let found: Option<(i64, i64, RawJson)> =
            row.get_result(&mut connection).await.optional().map_err(failed)?;
        Ok(found.map(|(revision, version, document)| (Seen { revision, version }, document)))
    }
}

/// Selects the document if it takes at most 4 KiB of storage, otherwise null. A page of twenty buttons takes less, and
/// such a document is always shorter than 1 MB uncompressed.
fn document_if_short() -> SqlLiteral<Nullable<Jsonb>> {
    diesel::dsl::sql("CASE WHEN pg_column_size(drafts.document) <= 4096 THEN drafts.document END")
}

/// Selects the transaction that wrote the row, as the row's version, like `live.rs`.
fn row_version() -> SqlLiteral<BigInt> {
    diesel::dsl::sql("drafts.xmin::text::bigint")
}

#[async_trait]
impl DraftStore for PgDraftStore {
    async fn load(&self, owner: OwnerId, domain: &Hostname) -> Result<Option<Draft>, StoreError> {
        // Serializing and parsing the document is most of the cost of a read, so a cached draft needs only a check of
        // its version.
        if let Some(known) = self.read.get(owner, domain) {
            let look = async |connection: &PgConnection| seen(connection, owner, domain).await;
            let Some(seen) = self.lookups.run(look).await? else { return Ok(None) };
            if seen == known.seen {
                self.read.count(true);
                return Ok(Some(Draft {
                    revision: Revision(seen.revision),
                    landing: Arc::clone(&known.landing),
                }));
            }
        }
        let look = async |connection: &PgConnection| short_document(connection, owner, domain).await;
        let found = match self.lookups.run(look).await? {
            Some((seen, Some(document))) => Some((seen, document)),
            Some((_, None)) => self.long_document(owner, domain).await?,
            None => None,
        };
        let Some((seen, document)) = found else { return Ok(None) };
        self.read.count(false);
        let revision = Revision(seen.revision);
        let landing = Arc::new(document::of_raw(document).await?);
        self.read.keep(owner, domain, seen, &landing);
        Ok(Some(Draft { revision, landing }))
    }

    async fn save(
        &self,
        by: &Acting,
        domain: &Hostname,
        expected: Revision,
        landing: &Arc<Landing>,
        now: UnixTime,
    ) -> Result<Revision, SaveError> {
        let new = NewDraft::of(landing).await?;
        let edit = edits::edit(self, by, domain, expected, landing).await?;
        let mut connection = connection(&self.pool).await?;
        let saved =
            save(&mut connection, &self.shape, by, domain, expected, &new, edit.as_ref(), now).await?;
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
            // The next change compares the draft with this state.
            self.read.keep(owner, &domain, Seen { revision, version }, &landing);
            found.push((domain, Draft { revision: Revision(revision), landing }));
        }
        Ok(found)
    }

    async fn save_each(
        &self,
        by: &Acting,
        changed: &[ChangedDraft],
        now: UnixTime,
    ) -> Result<Vec<Result<Revision, SaveError>>, StoreError> {
        let mut all = Vec::with_capacity(changed.len());
        for draft in changed {
            let ChangedDraft { domain, expected, landing } = draft;
            let edit = edits::edit(self, by, domain, *expected, landing).await?;
            all.push((draft, NewDraft::of(landing).await?, edit));
        }
        let mut connection = connection(&self.pool).await?;
        if self.shape.is_distributed(&connection).await.map_err(failed)? {
            let mut saves = Vec::with_capacity(all.len());
            for (ChangedDraft { domain, expected, .. }, new, edit) in &all {
                let (connection, edit) = (&mut connection, edit.as_ref());
                let saved = save(connection, &self.shape, by, domain, *expected, new, edit, now).await?;
                saves.push(saved.ok_or(SaveError::Stale));
            }
            return Ok(saves);
        }
        // The statements are pipelined, and each commits by itself.
        let saves = all.iter().map(async |(ChangedDraft { domain, expected, .. }, new, edit)| {
            let edit = edit.as_ref();
            let saved = save_at_once(&connection, by, domain, *expected, new, edit, now).await?;
            saved.ok_or(SaveError::Stale)
        });
        Ok(join_all(saves).await)
    }
}

/// Returns the version of a draft, and its document if that is short.
async fn short_document(
    mut connection: &PgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> QueryResult<Option<(Seen, Option<RawJson>)>> {
    let draft = drafts::table.find((owner.get(), domain.as_str()));
    let row = draft.select((drafts::revision, row_version(), document_if_short())).prepared();
    let found: Option<(i64, i64, Option<RawJson>)> = row.get_result(&mut connection).await.optional()?;
    Ok(found.map(|(revision, version, document)| (Seen { revision, version }, document)))
}

/// Returns the version of a draft.
async fn seen(mut connection: &PgConnection, owner: OwnerId, domain: &Hostname) -> QueryResult<Option<Seen>> {
    let state = drafts::table.find((owner.get(), domain.as_str())).select((drafts::revision, row_version()));
    let found: Option<(i64, i64)> = state.prepared().get_result(&mut connection).await.optional()?;
    Ok(found.map(|(revision, version)| Seen { revision, version }))
}

/// New content of a draft.
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

/// Replaces a draft and records the edit. Returns `None` if the draft is not at `expected`.
#[expect(clippy::too_many_arguments, reason = "the parts of one statement, and which way it goes")]
pub(crate) async fn save(
    connection: &mut PgConnection,
    shape: &Shape,
    by: &Acting,
    domain: &Hostname,
    expected: Revision,
    new: &NewDraft,
    edit: Option<&Edit>,
    now: UnixTime,
) -> Result<Option<Revision>, StoreError> {
    match edit {
        Some(edit) if shape.is_distributed(connection).await.map_err(failed)? => {
            edits::replace_draft_in_two(connection, by, domain, expected, new, edit, now).await
        }
        edit => save_at_once(connection, by, domain, expected, new, edit, now).await,
    }
}

/// Replaces a draft in one statement, with or without an audit entry.
async fn save_at_once(
    connection: &PgConnection,
    by: &Acting,
    domain: &Hostname,
    expected: Revision,
    new: &NewDraft,
    edit: Option<&Edit>,
    now: UnixTime,
) -> Result<Option<Revision>, StoreError> {
    match edit {
        Some(edit) => edits::replace_draft(connection, by, domain, expected, new, edit, now).await,
        None => replace_draft(connection, by.owner, domain, expected, new, now).await,
    }
}

/// Replaces a draft in one statement. Returns `None` if the draft is not at `expected`.
async fn replace_draft(
    mut connection: &PgConnection,
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
