//! Published versions, and the publication of new ones.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, Hostname, OwnerId, StoreError};
use landing_draft::domain::{Revision, Version};
use landing_draft::landing::Landing;
use landing_draft::ports::{Publication, SaveError, VersionInfo, VersionStore};
use serde_json::json;
use webhooks::Event;

use super::{NewDraft, PgDraftStore, replace_draft};
use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::changes;
use crate::database::changes::Change;
use crate::database::error::{Abort, connection, failed};
use crate::database::json::RawJson;
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::drafts::document;
use crate::schema::landing::{domains, drafts, landing_versions};

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
        by: &Acting,
        domain: &Hostname,
        publication: &Publication,
    ) -> Result<Revision, SaveError> {
        let new = NewDraft::of(&publication.landing).await?;
        let mut connection = connection(&self.pool).await?;
        let transaction = connection
            .transaction(async |connection| -> Result<Revision, Abort<()>> {
                write_publication(connection, by, domain, publication, &new).await
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

/// Deletes in small batches: domains created before retention existed may have thousands of versions.
const PURGE_VERSIONS: &str = "
    DELETE FROM landing_versions WHERE owner_id = $1 AND hostname = $2 AND version IN (
        SELECT version FROM landing_versions WHERE owner_id = $1 AND hostname = $2 AND version < $3
        ORDER BY version LIMIT 10
    )";

async fn purge_versions(
    connection: &mut PgConnection,
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

/// Returns the audit record of a publication. The entries of draft edits record the changed content.
fn published(domain: &Hostname, publication: &Publication) -> AuditRecord {
    let Publication { version: Version(version), rolled_back_from, .. } = publication;
    let before = (*version > 1).then(|| json!({ "version": version - 1 }));
    let (action, after) = match rolled_back_from {
        Some(Version(from)) => {
            (Action::LandingRollback, json!({ "version": version, "rolled_back_from": from }))
        }
        None => (Action::LandingPublish, json!({ "version": version })),
    };
    AuditRecord::new(action, (Subject::Domain, domain), before, Some(after))
}

async fn write_publication(
    connection: &mut PgConnection,
    by: &Acting,
    domain: &Hostname,
    publication: &Publication,
    new: &NewDraft,
) -> Result<Revision, Abort<()>> {
    let owner = by.owner;
    // The lock on the draft serializes publications and edits of one domain.
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
    audit::append_and_emit(connection, by, record, &[published], publication.published_at).await?;
    Ok(revision)
}
