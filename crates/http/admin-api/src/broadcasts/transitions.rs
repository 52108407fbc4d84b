//! State transitions of campaigns.

use crate::broadcasts::wire::BroadcastOut;
use crate::publishing::wire::NoFields;
use actix_web::{post, web};
use auth_scopes::permissions::{Write, broadcasts};
use broadcast_gate::campaign::Campaign;
use broadcast_gate::campaigns::{CampaignError, Campaigns};
use broadcast_gate::text::CampaignId;
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{Json, Path};
use http_kit::idempotency::Idempotent;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use kernel::Acting;

use super::named;
use crate::broadcasts::convert::broadcast_out;

type Who = Authorized<Write, broadcasts::Deliver>;

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(launch).service(pause).service(resume).service(cancel).service(unschedule);
}

/// Launch a broadcast
///
/// Starts a draft, or schedules it if its start is in the future. Checks the state first, then the gate, then the
/// connection. A draft that names another account is `engine_not_connected`.
#[utoipa::path(
    tag = "broadcasts",
    extensions(("x-permission" = json!(Who::permission()))),
    responses(
        (status = 200, description = "The campaign, `running` or `scheduled`", body = BroadcastOut),
        (status = 404, description = "`broadcast_not_found`", body = CodedError),
        (status = 409, description = "`invalid_transition`, `broadcast_gate_closed`, `engine_not_connected`, `idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/broadcasts/{id}/launch")]
async fn launch(
    who: Who,
    path: Path<String>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<NoFields>,
    campaigns: web::Data<Campaigns>,
) -> Result<ApiResponse, ApiError> {
    let campaigns = campaigns.expecting(if_match.precondition());
    moved(who, once, body, &path, async move |by, id| campaigns.launch(&by, id).await).await
}

/// Pause a broadcast
///
/// Stops the campaign until it is resumed. A message in flight may still be sent.
#[utoipa::path(
    tag = "broadcasts",
    extensions(("x-permission" = json!(Who::permission()))),
    responses(
        (status = 200, description = "The campaign, `paused`", body = BroadcastOut),
        (status = 404, description = "`broadcast_not_found`", body = CodedError),
        (status = 409, description = "`invalid_transition`, `idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/broadcasts/{id}/pause")]
async fn pause(
    who: Who,
    path: Path<String>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<NoFields>,
    campaigns: web::Data<Campaigns>,
) -> Result<ApiResponse, ApiError> {
    let campaigns = campaigns.expecting(if_match.precondition());
    moved(who, once, body, &path, async move |by, id| campaigns.pause(&by, id).await).await
}

/// Resume a broadcast
///
/// Continues a paused campaign. The gate must be open, and the account of the launch must be connected
/// (`engine_not_connected`).
#[utoipa::path(
    tag = "broadcasts",
    extensions(("x-permission" = json!(Who::permission()))),
    responses(
        (status = 200, description = "The campaign, `running`", body = BroadcastOut),
        (status = 404, description = "`broadcast_not_found`", body = CodedError),
        (status = 409, description = "`invalid_transition`, `broadcast_gate_closed`, `engine_not_connected`, `idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/broadcasts/{id}/resume")]
async fn resume(
    who: Who,
    path: Path<String>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<NoFields>,
    campaigns: web::Data<Campaigns>,
) -> Result<ApiResponse, ApiError> {
    let campaigns = campaigns.expecting(if_match.precondition());
    moved(who, once, body, &path, async move |by, id| campaigns.resume(&by, id).await).await
}

/// Cancel a broadcast
///
/// Ends the campaign for good, in any state that is not an end.
#[utoipa::path(
    tag = "broadcasts",
    extensions(("x-permission" = json!(Who::permission()))),
    responses(
        (status = 200, description = "The campaign, `cancelled`", body = BroadcastOut),
        (status = 404, description = "`broadcast_not_found`", body = CodedError),
        (status = 409, description = "`invalid_transition`, `idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/broadcasts/{id}/cancel")]
async fn cancel(
    who: Who,
    path: Path<String>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<NoFields>,
    campaigns: web::Data<Campaigns>,
) -> Result<ApiResponse, ApiError> {
    let campaigns = campaigns.expecting(if_match.precondition());
    moved(who, once, body, &path, async move |by, id| campaigns.cancel(&by, id).await).await
}

/// Unschedule a broadcast
///
/// Makes a scheduled campaign a draft again.
#[utoipa::path(
    tag = "broadcasts",
    extensions(("x-permission" = json!(Who::permission()))),
    responses(
        (status = 200, description = "The campaign, a `draft`", body = BroadcastOut),
        (status = 404, description = "`broadcast_not_found`", body = CodedError),
        (status = 409, description = "`invalid_transition`, `idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/broadcasts/{id}/unschedule")]
async fn unschedule(
    who: Who,
    path: Path<String>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<NoFields>,
    campaigns: web::Data<Campaigns>,
) -> Result<ApiResponse, ApiError> {
    let campaigns = campaigns.expecting(if_match.precondition());
    moved(who, once, body, &path, async move |by, id| campaigns.unschedule(&by, id).await).await
}

async fn moved(
    who: Who,
    once: Idempotent,
    body: Json<NoFields>,
    path: &str,
    step: impl AsyncFnOnce(Acting, CampaignId) -> Result<Campaign, CampaignError> + 'static,
) -> Result<ApiResponse, ApiError> {
    let id = named(path)?;
    once.run(who.owner(), body.hash(), move || async move {
        let campaign = step(who.acting().clone(), id).await?;
        Ok(ApiResponse::ok(&broadcast_out(&campaign))?.at_revision(campaign.revision))
    })
    .await
}
