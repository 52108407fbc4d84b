//! Audit entries of draft edits: the changed values with their paths.

use std::convert::Infallible;
use std::sync::Arc;

use application::audit::changed;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Jsonb, Nullable, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, Actor, Hostname, OwnerId, StoreError, UnixTime};
use landing_draft::diff::{Change, ChangeOp, diff};
use landing_draft::domain::Revision;
use landing_draft::landing::Landing;
use offload::offload;
use serde_json::Value;

use super::{NewDraft, PgDraftStore};
use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::error::{Abort, connection, failed};
use crate::database::json::RawJson;
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::drafts::document;
use crate::schema::landing::drafts;

/// Audited values of an edit.
pub(crate) struct Edit {
    before: Option<Value>,
    after: Option<Value>,
}

/// Returns the changes from the draft at `expected` to `landing`.
///
/// Returns `None` for an edit by the service, or if the draft has moved past `expected`, because then the save fails too.
pub(super) async fn edit(
    store: &PgDraftStore,
    by: &Acting,
    domain: &Hostname,
    expected: Revision,
    landing: &Arc<Landing>,
) -> Result<Option<Edit>, StoreError> {
    if !audit::is_audited(by) {
        return Ok(None);
    }
    let known = store.read.get(by.owner, domain).filter(|known| known.seen.revision == expected.0);
    let before = match known {
        Some(known) => Some(Arc::clone(&known.landing)),
        None => at(store, by.owner, domain, expected).await?,
    };
    let Some(before) = before else { return Ok(None) };
    between(before, landing).await.map(Some)
}

/// Returns the changes between two landings; `None` for an edit by the service.
pub(crate) async fn edit_of(
    by: &Acting,
    before: &Arc<Landing>,
    landing: &Arc<Landing>,
) -> Result<Option<Edit>, StoreError> {
    match audit::is_audited(by) {
        true => between(Arc::clone(before), landing).await.map(Some),
        false => Ok(None),
    }
}

async fn between(before: Arc<Landing>, landing: &Arc<Landing>) -> Result<Edit, StoreError> {
    let (weight, landing) = (before.weight().saturating_add(landing.weight()), Arc::clone(landing));
    let difference_of = move || {
        let value = |change: Change| {
            let Change { op, path, from, to } = change;
            (path, (op != ChangeOp::Add).then_some(from), (op != ChangeOp::Remove).then_some(to))
        };
        changed(diff(&before, &landing).into_iter().map(value).collect())
    };
    let (before, after) =
        offload(weight, difference_of).await.map_err(|lost| StoreError::Failed(lost.into()))?;
    Ok(Edit { before, after })
}

async fn at(
    store: &PgDraftStore,
    owner: OwnerId,
    domain: &Hostname,
    expected: Revision,
) -> Result<Option<Arc<Landing>>, StoreError> {
    let mut connection = connection(&store.pool).await?;
    let found: Option<RawJson> = drafts::table
        .find((owner.get(), domain.as_str()))
        .filter(drafts::revision.eq(expected.0))
        .select(drafts::document)
        .first(&mut connection)
        .await
        .optional()
        .map_err(failed)?;
    drop(connection);
    match found {
        Some(document) => Ok(Some(Arc::new(document::of_raw(document).await?))),
        None => Ok(None),
    }
}

const REPLACE: &str = "
    WITH saved AS (
        UPDATE drafts SET revision = revision + 1, button_count = $4, document = $5, updated_at = $6
        WHERE owner_id = $1 AND hostname = $2 AND revision = $3
        RETURNING owner_id, revision
    ), noted AS (
        INSERT INTO audit_entries (owner_id, at, key_prefix, member_id, cli, action, subject_type, subject_id, request_id, before,
            after)
        SELECT owner_id, clock_timestamp(), $7, $8, $9, 'landing.edit', 'domain', $2, $10, $11, $12 FROM saved
    )
    SELECT revision FROM saved";

#[derive(QueryableByName)]
struct Saved {
    #[diesel(sql_type = BigInt)]
    revision: i64,
}

/// Replaces a draft and records the edit in one statement. Returns `None` if the draft is not at `expected`.
pub(super) async fn replace_draft(
    mut connection: &PgConnection,
    by: &Acting,
    domain: &Hostname,
    expected: Revision,
    new: &NewDraft,
    edit: &Edit,
    now: UnixTime,
) -> Result<Option<Revision>, StoreError> {
    let Edit { before, after } = edit;
    let saved: Option<Saved> = statement(REPLACE)
        .bind::<BigInt, _>(by.owner.get())
        .bind::<Text, _>(domain.as_str())
        .bind::<BigInt, _>(expected.0)
        .bind::<Integer, _>(new.button_count)
        .bind::<Jsonb, _>(&new.document)
        .bind::<Timestamptz, _>(timestamp(now))
        .bind::<Nullable<Text>, _>(by.key().map(|key| key.prefix.as_str()))
        .bind::<Nullable<BigInt>, _>(by.key().and_then(|key| key.member))
        .bind::<Bool, _>(by.actor == Actor::Operator)
        .bind::<Nullable<Text>, _>(by.request_id.as_deref())
        .bind::<Nullable<Jsonb>, _>(before)
        .bind::<Nullable<Jsonb>, _>(after)
        .get_result(&mut connection)
        .await
        .optional()
        .map_err(failed)?;
    Ok(saved.map(|saved| Revision(saved.revision)))
}

/// Replaces a draft and records the edit in two statements.
///
/// On a distributed database, a single statement would pass its intermediate result through every node, and fail while
/// any node is down.
pub(super) async fn replace_draft_in_two(
    connection: &mut PgConnection,
    by: &Acting,
    domain: &Hostname,
    expected: Revision,
    new: &NewDraft,
    edit: &Edit,
    now: UnixTime,
) -> Result<Option<Revision>, StoreError> {
    let saved = connection.transaction(async |transaction| -> Result<_, Abort<Infallible>> {
        let saved = super::replace_draft(transaction, by.owner, domain, expected, new, now).await;
        let saved = saved.map_err(Abort::Store)?;
        if saved.is_some() {
            let record = || {
                let Edit { before, after } = edit;
                let subject = (Subject::Domain, domain);
                AuditRecord::of_difference(Action::LandingEdit, subject, before.clone(), after.clone())
            };
            audit::append(transaction, by, record).await?;
        }
        Ok(saved)
    });
    saved.await.map_err(Abort::into_store)
}
