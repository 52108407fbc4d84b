//! Geo-segments of a draft.

pub mod conditions;
pub mod convert;
pub mod wire;

use crate::segments::wire::{SegmentCreate, SegmentDeleteQuery, SegmentList, SegmentOut, SegmentUpdate};
use actix_web::{delete, get, patch, post, web};
use auth_scopes::permissions::{Read, Write, landings};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Json, Path, Query};
use http_kit::idempotency::Idempotent;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use kernel::Hostname;
use landing_draft::domain::Revision;
use landing_draft::editing::{AtRevision, EditDraft};
use landing_draft::id::{Ids, SegmentId};
use landing_draft::landing::{Landing, LandingError};

use crate::segments::convert::{new_segment, segment_out, segment_patch};

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(create).service(update).service(delete);
}

/// List segments
///
/// The segments of the draft with their conditions, in the order in which they are tried.
#[utoipa::path(
    tag = "segments",
    extensions(("x-permission" = json!(Authorized::<Read, landings::View>::permission()))),
    responses(
        (status = 200, description = "The draft's segments by position", body = SegmentList),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/segments/{domain}")]
async fn list(
    who: Authorized<Read, landings::View>,
    domain: Path<DomainName>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let domain = domain.into_inner();
    let draft = edit.read(who.owner(), &domain).await?;
    let weight = draft.landing.weight();
    let landing = draft.landing;
    let shown = move || {
        let segments = landing.segments().iter().enumerate();
        let items = segments.map(|(position, segment)| segment_out(&domain, position, segment)).collect();
        Ok(SegmentList { items })
    };
    Ok(ApiResponse::ok_of(weight, shown).await?.at_revision(draft.revision.0))
}

/// Create a segment
///
/// The first segment of a domain becomes its catch-all default. The default serves all remaining visitors, whatever its
/// own countries, conditions and schedule. A landing page has at most 100 segments (`too_many`).
#[utoipa::path(
    tag = "segments",
    extensions(("x-permission" = json!(Authorized::<Write, landings::EditContent>::permission()))),
    responses(
        (status = 201, description = "The segment", body = SegmentOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/segments/{domain}")]
async fn create(
    who: Authorized<Write, landings::EditContent>,
    domain: Path<DomainName>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<SegmentCreate>,
    edit: web::Data<EditDraft>,
    ids: web::Data<Ids>,
) -> Result<ApiResponse, ApiError> {
    let domain = domain.into_inner();
    let new = body.convert(|body| new_segment(&body)).await?;
    once.run_with_id(who.owner(), new.hash(), (**ids).clone(), move |ids| async move {
        let id = ids.segment();
        let created = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
            landing.create_segment(id, new.clone())
        });
        let AtRevision { landing, revision, .. } = created.await?;
        Ok(ApiResponse::created(&shown(&landing, &domain, &id)?)?.at_revision(revision.0))
    })
    .await
}

/// Change a segment
///
/// Changes the fields of the body. To move the default, make another segment the default. A change of an arm's weight
/// moves only the visitors whose share changes; another experiment `key` assigns every visitor anew.
#[utoipa::path(
    tag = "segments",
    extensions(("x-permission" = json!(Authorized::<Write, landings::EditContent>::permission()))),
    responses(
        (status = 200, description = "The segment", body = SegmentOut),
        (status = 404, description = "`domain_not_found`, `segment_not_found`", body = CodedError),
        (status = 409, description = "`segment_default_required`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[patch("/segments/{domain}/{segment_id}")]
async fn update(
    who: Authorized<Write, landings::EditContent>,
    path: Path<(DomainName, String)>,
    if_match: IfMatch,
    body: Json<SegmentUpdate>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let (domain, id) = path.into_inner();
    let id = SegmentId::parse(&id);
    let patch = body.convert(|body| segment_patch(&body)).await?;
    let updated = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
        let id = id.ok_or(LandingError::SegmentNotFound)?;
        landing.update_segment(&id, patch.clone())?;
        Ok(id)
    });
    let AtRevision { value: id, landing, revision, .. } = updated.await?;
    Ok(ApiResponse::ok(&shown(&landing, &domain, &id)?)?.at_revision(revision.0))
}

/// Delete a segment
///
/// Removes the segment and its buttons from the draft. The default segment can't be deleted.
#[utoipa::path(
    tag = "segments",
    params(SegmentDeleteQuery),
    extensions(("x-permission" = json!(Authorized::<Write, landings::EditContent>::permission()))),
    responses(
        (status = 204, description = "Deleted"),
        (status = 404, description = "`domain_not_found`, `segment_not_found`", body = CodedError),
        (status = 409, description = "`segment_default_required`, `segment_not_empty`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[delete("/segments/{domain}/{segment_id}")]
async fn delete(
    who: Authorized<Write, landings::EditContent>,
    path: Path<(DomainName, String)>,
    query: Query<SegmentDeleteQuery>,
    if_match: IfMatch,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let (domain, id) = path.into_inner();
    let id = SegmentId::parse(&id);
    let deleted = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
        landing.delete_segment(&id.ok_or(LandingError::SegmentNotFound)?, query.force)
    });
    Ok(ApiResponse::no_content().at_revision(deleted.await?.revision.0))
}

/// Returns the segment after an edit.
fn shown(landing: &Landing, domain: &Hostname, id: &SegmentId) -> Result<SegmentOut, LandingError> {
    let (position, segment) = landing.segment(id).ok_or(LandingError::SegmentNotFound)?;
    Ok(segment_out(domain, position, segment))
}
