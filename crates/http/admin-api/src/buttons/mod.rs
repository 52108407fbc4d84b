//! Buttons of a draft's segments.

pub mod convert;
pub mod wire;

use crate::buttons::wire::{ButtonCreate, ButtonList, ButtonOrder, ButtonOut, ButtonUpdate};
use actix_web::{delete, get, patch, post, put, web};
use auth_scopes::permissions::{Read, Write, landings};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Json, Path};
use http_kit::idempotency::Idempotent;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use kernel::Hostname;
use landing_draft::button::ButtonPatch;
use landing_draft::domain::Revision;
use landing_draft::editing::{AtRevision, EditDraft};
use landing_draft::id::{ButtonId, Ids, SegmentId};
use landing_draft::landing::{Landing, LandingError};

use crate::buttons::convert::{button_out, button_patch, new_button};

/// Registers the operations. `order` precedes the operations on a button, because their path also
/// matches it.
pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(create).service(reorder).service(update).service(delete);
}

/// List buttons
///
/// The buttons of one segment of the draft, in display order.
#[utoipa::path(
    tag = "buttons",
    extensions(("x-permission" = json!(Authorized::<Read, landings::View>::permission()))),
    responses(
        (status = 200, description = "The draft's buttons by position", body = ButtonList),
        (status = 404, description = "`domain_not_found`, `segment_unknown`", body = CodedError),
    ),
)]
#[get("/buttons/{domain}/{tier}")]
async fn list(
    who: Authorized<Read, landings::View>,
    path: Path<(DomainName, String)>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let (domain, tier) = path.into_inner();
    let draft = edit.read(who.owner(), &domain).await?;
    let (weight, landing) = (draft.landing.weight(), draft.landing);
    let shown = move || Ok(shown_all(&landing, &domain, SegmentId::parse(&tier))?);
    Ok(ApiResponse::ok_of(weight, shown).await?.at_revision(draft.revision.0))
}

/// Create a button
///
/// Adds a button to a segment of the draft, last unless `position` is given. A landing page has at most 500 buttons
/// (`too_many`). A position past the end is `less_than_equal`. Visitors see the button once the draft is published.
#[utoipa::path(
    tag = "buttons",
    extensions(("x-permission" = json!(Authorized::<Write, landings::EditContent>::permission()))),
    responses(
        (status = 201, description = "The button", body = ButtonOut),
        (status = 404, description = "`domain_not_found`, `segment_unknown`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/buttons/{domain}/{tier}")]
async fn create(
    who: Authorized<Write, landings::EditContent>,
    path: Path<(DomainName, String)>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<ButtonCreate>,
    edit: web::Data<EditDraft>,
    ids: web::Data<Ids>,
) -> Result<ApiResponse, ApiError> {
    let (domain, tier) = path.into_inner();
    let tier = SegmentId::parse(&tier);
    let new = body.convert(|body| new_button(&body)).await?;
    once.run_with_id(who.owner(), new.hash(), (**ids).clone(), move |ids| async move {
        let id = ids.button();
        let created = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
            landing.create_button(&tier.ok_or(LandingError::SegmentUnknown)?, id, new.clone())
        });
        let AtRevision { landing, revision, .. } = created.await?;
        Ok(ApiResponse::created(&shown(&landing, &domain, &id)?)?.at_revision(revision.0))
    })
    .await
}

/// Reorder a segment's buttons
///
/// Takes the ids of all buttons of the segment in the new order. A list that lacks a button or names another one is
/// rejected.
#[utoipa::path(
    tag = "buttons",
    extensions(("x-permission" = json!(Authorized::<Write, landings::EditContent>::permission()))),
    responses(
        (status = 200, description = "The buttons in their new order", body = ButtonList),
        (status = 400, description = "`invalid_request`: not a permutation of the segment's buttons", body = CodedError),
        (status = 404, description = "`domain_not_found`, `segment_unknown`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[put("/buttons/{domain}/{tier}/order")]
async fn reorder(
    who: Authorized<Write, landings::EditContent>,
    path: Path<(DomainName, String)>,
    if_match: IfMatch,
    body: Json<ButtonOrder>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let (domain, tier) = path.into_inner();
    let tier = SegmentId::parse(&tier);
    // An invalid id can't be a button of this segment, so the order is no permutation.
    let order: Option<Vec<_>> = body.button_ids.iter().map(|id| ButtonId::parse(id)).collect();
    let ordered = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
        let id = tier.filter(|id| landing.segment(id).is_some()).ok_or(LandingError::SegmentUnknown)?;
        landing.order_buttons(&id, order.as_ref().ok_or(LandingError::OrderNotPermutation)?)
    });
    let AtRevision { landing, revision, .. } = ordered.await?;
    let weight = landing.weight();
    let shown = move || Ok(shown_all(&landing, &domain, tier)?);
    Ok(ApiResponse::ok_of(weight, shown).await?.at_revision(revision.0))
}

/// Change a button
///
/// Changes the fields of the body. `tier` moves the button to another segment, last unless `position` is given. Without
/// `If-Match`, two changes at once are both applied. Visitors see the change once the draft is published.
#[utoipa::path(
    tag = "buttons",
    extensions(("x-permission" = json!(Authorized::<Write, landings::EditContent>::permission()))),
    responses(
        (status = 200, description = "The button", body = ButtonOut),
        (status = 404, description = "`domain_not_found`, `segment_unknown`, `button_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[patch("/buttons/{domain}/{tier}/{button_id}")]
async fn update(
    who: Authorized<Write, landings::EditContent>,
    path: Path<(DomainName, String, String)>,
    if_match: IfMatch,
    body: Json<ButtonUpdate>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let (domain, tier, id) = path.into_inner();
    let (tier, id) = (SegmentId::parse(&tier), ButtonId::parse(&id));
    let change = body.convert(|body| {
        let moved_to = body.tier.as_deref().map(SegmentId::parse);
        button_patch(&body).map(|patch| (patch, moved_to))
    });
    let (patch, moved_to) = change.await?.into_inner();
    let updated = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
        let tier = tier.filter(|id| landing.segment(id).is_some()).ok_or(LandingError::SegmentUnknown)?;
        let id = id.ok_or(LandingError::ButtonNotFound)?;
        let to = moved_to.map(|to| to.ok_or(LandingError::SegmentUnknown)).transpose()?;
        landing.update_button(&tier, &id, ButtonPatch { tier: to, ..patch.clone() })?;
        Ok(id)
    });
    let AtRevision { value: id, landing, revision, .. } = updated.await?;
    Ok(ApiResponse::ok(&shown(&landing, &domain, &id)?)?.at_revision(revision.0))
}

/// Delete a button
///
/// Removes the button from the draft. Visitors see it until the draft is published.
#[utoipa::path(
    tag = "buttons",
    extensions(("x-permission" = json!(Authorized::<Write, landings::EditContent>::permission()))),
    responses(
        (status = 204, description = "Deleted"),
        (status = 404, description = "`domain_not_found`, `segment_unknown`, `button_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[delete("/buttons/{domain}/{tier}/{button_id}")]
async fn delete(
    who: Authorized<Write, landings::EditContent>,
    path: Path<(DomainName, String, String)>,
    if_match: IfMatch,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let (domain, tier, id) = path.into_inner();
    let (tier, id) = (SegmentId::parse(&tier), ButtonId::parse(&id));
    let deleted = edit.run(who.acting(), &domain, if_match.expected().map(Revision), move |landing| {
        let tier = tier.filter(|id| landing.segment(id).is_some()).ok_or(LandingError::SegmentUnknown)?;
        landing.delete_button(&tier, &id.ok_or(LandingError::ButtonNotFound)?)
    });
    Ok(ApiResponse::no_content().at_revision(deleted.await?.revision.0))
}

/// Returns a button after an edit.
fn shown(landing: &Landing, domain: &Hostname, id: &ButtonId) -> Result<ButtonOut, LandingError> {
    let (segment, position, button) = landing.button(id).ok_or(LandingError::ButtonNotFound)?;
    Ok(button_out(domain, segment.id(), position, button))
}

/// Returns all buttons of a segment.
fn shown_all(
    landing: &Landing,
    domain: &Hostname,
    tier: Option<SegmentId>,
) -> Result<ButtonList, LandingError> {
    let (_, segment) = tier.and_then(|id| landing.segment(&id)).ok_or(LandingError::SegmentUnknown)?;
    let buttons = segment.buttons().iter().enumerate();
    Ok(ButtonList {
        tier: segment.id().to_string(),
        domain: domain.to_string(),
        items: buttons.map(|(position, button)| button_out(domain, segment.id(), position, button)).collect(),
    })
}
