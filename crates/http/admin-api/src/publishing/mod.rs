//! Publishing, rollbacks, diffs, and simulated visitors.

pub mod wire;

use crate::preview::wire::{SimulateQuery, Simulation};
use crate::publishing::wire::{
    ChangeOp, ChangeOut, DiffOut, NoFields, PublishOut, Rollback, VersionList, VersionOut, VersionQuery,
};
use actix_web::{get, post, web};
use auth_scopes::permissions::{Read, Write, landings};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Json, Path, Query};
use http_kit::idempotency::Idempotent;
use http_kit::paging::Cursors;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use kernel::{Clock as _, Hostname};
use landing_draft::diff::{Change, ChangeOp as Happened};
use landing_draft::domain::{Revision, Version};
use landing_draft::ports::VersionInfo;
use landing_draft::publishing::{DraftAfter, Pending, Published, Publishing};
use runtime::SystemClock;

use crate::LivePageChanges;
use crate::convert::rfc3339;
use crate::preview::convert as simulation;

const DEFAULT_LIMIT: u32 = 50;

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(publish).service(versions_list).service(rollback).service(diff).service(simulate);
}

/// Publish the draft
///
/// The live page changes at once and as a whole. If nothing has changed, the live version is returned with `changed`
/// false. The newest 1,000 versions are kept.
#[utoipa::path(
    tag = "drafts",
    extensions(("x-permission" = json!(Authorized::<Write, landings::Publish>::permission()))),
    responses(
        (status = 200, description = "The live version", body = PublishOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/domains/{domain}/publish")]
async fn publish(
    who: Authorized<Write, landings::Publish>,
    domain: Path<DomainName>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<NoFields>,
    publishing: web::Data<Publishing>,
    live: web::Data<dyn LivePageChanges>,
) -> Result<ApiResponse, ApiError> {
    let domain = domain.into_inner();
    once.run(who.owner(), body.hash(), move || async move {
        let expected = if_match.expected().map(Revision);
        published(live.as_ref(), &domain, &publishing.publish(who.acting(), &domain, expected).await?)
    })
    .await
}

/// List published versions
///
/// Each publication with its time and key prefix, newest first, in pages.
#[utoipa::path(
    tag = "drafts",
    params(VersionQuery),
    extensions(("x-permission" = json!(Authorized::<Read, landings::View>::permission()))),
    responses(
        (status = 200, description = "Published versions, newest first", body = VersionList),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/domains/{domain}/versions")]
async fn versions_list(
    who: Authorized<Read, landings::View>,
    domain: Path<DomainName>,
    query: Query<VersionQuery>,
    cursors: Cursors<VersionQuery>,
    publishing: web::Data<Publishing>,
) -> Result<ApiResponse, ApiError> {
    let (domain, before) = (domain.into_inner(), cursors.read_number(query.cursor.as_deref(), Version)?);
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    // One extra item shows whether there are more.
    let mut found = publishing.versions(who.owner(), &domain, before, limit.saturating_add(1)).await?;
    let asked = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = found.len() > asked;
    found.truncate(asked);
    let next_cursor = found.last().filter(|_| more).map(|info| cursors.write(info.version.0));
    ApiResponse::ok(&VersionList { items: found.iter().map(version_out).collect(), next_cursor })
}

/// Roll back to a version
///
/// Publishes the content of the old version as a new version, and makes it the draft unless `keep_draft` is true. A
/// version that is no longer kept is `version_not_found`.
#[utoipa::path(
    tag = "drafts",
    extensions(("x-permission" = json!(Authorized::<Write, landings::Publish>::permission()))),
    responses(
        (status = 200, description = "The live version", body = PublishOut),
        (status = 404, description = "`domain_not_found`, `version_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/domains/{domain}/rollback")]
async fn rollback(
    who: Authorized<Write, landings::Publish>,
    domain: Path<DomainName>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<Rollback>,
    publishing: web::Data<Publishing>,
    live: web::Data<dyn LivePageChanges>,
) -> Result<ApiResponse, ApiError> {
    let (domain, to) = (domain.into_inner(), Version(body.version));
    let draft = if body.keep_draft { DraftAfter::Kept } else { DraftAfter::Replaced };
    once.run(who.owner(), body.hash(), move || async move {
        let expected = if_match.expected().map(Revision);
        let rolled = publishing.roll_back(who.acting(), &domain, to, draft, expected).await?;
        published(live.as_ref(), &domain, &rolled)
    })
    .await
}

/// Show what publishing would change
///
/// Each difference from the live version to the draft, as a path with the value before and after.
#[utoipa::path(
    tag = "drafts",
    extensions(("x-permission" = json!(Authorized::<Read, landings::View>::permission()))),
    responses(
        (status = 200, description = "The differences from live to draft", body = DiffOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/domains/{domain}/diff")]
async fn diff(
    who: Authorized<Read, landings::View>,
    domain: Path<DomainName>,
    publishing: web::Data<Publishing>,
) -> Result<ApiResponse, ApiError> {
    let pending = publishing.pending(who.owner(), &domain).await?;
    let Pending { live_version, changes, revision, weight } = pending;
    let out = move || {
        let live_version = live_version.map(|version| version.0);
        Ok(DiffOut { live_version, changes: changes.iter().map(change_out).collect() })
    };
    Ok(ApiResponse::ok_of(weight, out).await?.at_revision(revision.0))
}

/// Show what a visitor would get, and why
///
/// Reads the live version, or with `draft=true` the draft. A parameter that is left out is unknown; `channel` defaults
/// to `direct`, `at` to now. The same `visitor` always gets the same arm. On a domain that was never published,
/// `segment` is null. Nothing is sent or counted.
#[utoipa::path(
    tag = "drafts",
    params(SimulateQuery),
    extensions(("x-permission" = json!(Authorized::<Read, landings::View>::permission()))),
    responses(
        (status = 200, description = "Segment, buttons and arm, with the reason for each", body = Simulation),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/domains/{domain}/simulate")]
async fn simulate(
    who: Authorized<Read, landings::View>,
    domain: Path<DomainName>,
    query: Query<SimulateQuery>,
    publishing: web::Data<Publishing>,
) -> Result<ApiResponse, ApiError> {
    let domain = domain.into_inner();
    let visitor = simulation::visitor(&query, SystemClock.now()).map_err(ApiError::query)?;
    let landing = publishing.content(who.owner(), &domain, query.draft).await?;
    let weight = landing.weight();
    let of_draft = query.draft;
    let simulated = move || Ok(simulation::simulation(&domain, of_draft, &landing, &visitor));
    ApiResponse::ok_of(weight, simulated).await
}

/// Marks the page as stale in this process before the response. Other processes are notified by the
/// database within milliseconds.
fn published(
    live: &dyn LivePageChanges,
    domain: &Hostname,
    published: &Published,
) -> Result<ApiResponse, ApiError> {
    live.changed(domain);
    let out = PublishOut {
        domain: domain.to_string(),
        version: published.version.0,
        published_at: rfc3339(published.published_at),
        changed: published.changed,
    };
    Ok(ApiResponse::ok(&out)?.at_revision(published.revision.0))
}

fn version_out(info: &VersionInfo) -> VersionOut {
    VersionOut {
        version: info.version.0,
        published_at: rfc3339(info.published_at),
        published_by: info.published_by.clone(),
        rolled_back_from: info.rolled_back_from.map(|version| version.0),
    }
}

fn change_out(change: &Change) -> ChangeOut {
    ChangeOut {
        op: match change.op {
            Happened::Add => ChangeOp::Add,
            Happened::Remove => ChangeOp::Remove,
            Happened::Change => ChangeOp::Change,
        },
        path: change.path.clone(),
        from: change.from.clone(),
        to: change.to.clone(),
    }
}
