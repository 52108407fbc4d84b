//! Creating and reading broadcasts. `broadcasts/transitions.rs` changes their states.

pub mod convert;
mod transitions;
pub mod wire;

use crate::broadcasts::wire::{
    BroadcastAudit, BroadcastCreate, BroadcastCreated, BroadcastDetail, BroadcastGate, BroadcastList,
    BroadcastQuery, BroadcastReport, PreviewAsk, PreviewOut,
};
use actix_web::{get, post, web};
use auth_scopes::permissions::{Read, Write, broadcasts};
use broadcast_gate::audience::Audience;
use broadcast_gate::campaign::Definition;
use broadcast_gate::campaigns::{CampaignError, Campaigns};
use broadcast_gate::text::CampaignId;
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{Json, Path, Query};
use http_kit::idempotency::Idempotent;
use http_kit::paging::Cursors;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use idempotency::NumberedResource;
use kernel::{Location, ValidationErrors};

use crate::broadcasts::convert::{
    audience_input, audit_out, broadcast_detail, broadcast_out, campaign_input, gate_out, preview_out,
    report_out,
};

/// Approximate size of a campaign in JSON, in bytes.
const CAMPAIGN_BYTES: usize = 2 * 1024;

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    // Fixed names must precede numbers in the routing order.
    config
        .service(preview)
        .service(gate_show)
        .service(create)
        .service(list)
        .service(show)
        .service(report)
        .service(audit);
    transitions::routes(config);
}

/// Create a broadcast
///
/// Creates a draft and delivers nothing. `platform_account_id` must be the connected account, which is the default.
/// Rules over several fields are checked once every field fits.
#[utoipa::path(
    tag = "broadcasts",
    extensions(("x-permission" = json!(Authorized::<Write, broadcasts::Create>::permission()))),
    responses(
        (status = 201, description = "The draft", body = BroadcastCreated),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/broadcasts")]
async fn create(
    who: Authorized<Write, broadcasts::Create>,
    once: Idempotent,
    body: Json<BroadcastCreate>,
    campaigns: web::Data<Campaigns>,
) -> Result<ApiResponse, ApiError> {
    let definition = body.convert(|body| Definition::parse(&campaign_input(body))).await?;
    once.run_numbered(who.owner(), definition.hash(), NumberedResource::Broadcast, move |number| async move {
        let campaign = campaigns.create(who.acting(), &definition, number.map(CampaignId::new)).await?;
        let created = BroadcastCreated { id: campaign.id.get() };
        Ok(ApiResponse::created(&created)?.at_revision(campaign.revision))
    })
    .await
}

/// Preview an audience
///
/// Creates and sends nothing. A preview may read all fans of the account, so it takes as long as the engine does.
/// Counts from 1 to 4 are null, and the histogram has steps of five, so that single fans can't be identified. Fans to
/// exclude count in `matched` and are taken off `selected` in steps of five.
#[utoipa::path(
    tag = "broadcasts",
    extensions(("x-permission" = json!(Authorized::<Read, broadcasts::Preview>::permission()))),
    responses(
        (status = 200, description = "The size of the audience by tier", body = PreviewOut),
        (status = 409, description = "`engine_not_connected`", body = CodedError),
        (status = 502, description = "`engine_error`", body = CodedError),
    ),
)]
#[post("/broadcasts/preview")]
async fn preview(
    who: Authorized<Read, broadcasts::Preview>,
    body: Json<PreviewAsk>,
    campaigns: web::Data<Campaigns>,
) -> Result<ApiResponse, ApiError> {
    let audience = body.convert(|body| {
        let mut errors = ValidationErrors::none();
        let audience = Audience::parse(&audience_input(body.audience));
        let audience = errors.take(&Location::root().at("audience"), audience);
        errors.into_result().map(|()| audience.unwrap_or_default())
    });
    ApiResponse::ok(&preview_out(&campaigns.preview(who.owner(), &*audience.await?).await?))
}

/// Show the gate
///
/// Whether launches and deliveries are possible now, and what closes the gate: `server` (for all owners) or `owner`. An
/// operator of the service opens both. The gate says nothing about the connection to the engine.
#[utoipa::path(
    tag = "broadcasts",
    extensions(("x-permission" = json!(Authorized::<Read, broadcasts::View>::permission()))),
    responses(
        (status = 200, description = "The state of the gate", body = BroadcastGate),
    ),
)]
#[get("/broadcasts/gate")]
async fn gate_show(
    who: Authorized<Read, broadcasts::View>,
    campaigns: web::Data<Campaigns>,
) -> Result<ApiResponse, ApiError> {
    ApiResponse::ok(&gate_out(campaigns.gate(who.owner()).await?))
}

/// List broadcasts
///
/// Campaigns of the owner, newest first, in pages.
#[utoipa::path(
    tag = "broadcasts",
    params(BroadcastQuery),
    extensions(("x-permission" = json!(Authorized::<Read, broadcasts::View>::permission()))),
    responses(
        (status = 200, description = "Newest first", body = BroadcastList),
    ),
)]
#[get("/broadcasts")]
async fn list(
    who: Authorized<Read, broadcasts::View>,
    query: Query<BroadcastQuery>,
    cursors: Cursors<BroadcastQuery>,
    campaigns: web::Data<Campaigns>,
) -> Result<ApiResponse, ApiError> {
    let before = cursors.read_number(query.cursor.as_deref(), CampaignId::new)?;
    // One extra item shows whether there are more.
    let mut found = campaigns.list(who.owner(), before, query.limit.saturating_add(1)).await?;
    let asked = usize::try_from(query.limit).unwrap_or(usize::MAX);
    let more = found.len() > asked;
    found.truncate(asked);
    let next_cursor = found.last().filter(|_| more).map(|campaign| cursors.write(campaign.id));
    let list = move || Ok(BroadcastList { items: found.iter().map(broadcast_out).collect(), next_cursor });
    ApiResponse::ok_of(asked.saturating_mul(CAMPAIGN_BYTES), list).await
}

/// Show a broadcast
///
/// The campaign with its audience, message and pace, and its numbers of sent, waiting and withheld messages. Fields
/// that were left out show their defaults.
#[utoipa::path(
    tag = "broadcasts",
    extensions(("x-permission" = json!(Authorized::<Read, broadcasts::View>::permission()))),
    responses(
        (status = 200, description = "The campaign with its progress", body = BroadcastDetail),
        (status = 404, description = "`broadcast_not_found`", body = CodedError),
    ),
)]
#[get("/broadcasts/{id}")]
async fn show(
    who: Authorized<Read, broadcasts::View>,
    path: Path<String>,
    campaigns: web::Data<Campaigns>,
) -> Result<ApiResponse, ApiError> {
    let found = campaigns.get(who.owner(), named(&path)?).await?;
    Ok(ApiResponse::ok(&broadcast_detail(&found))?.at_revision(found.campaign.revision))
}

/// Report on a broadcast
///
/// Messages by outcome, replies, and purchases of the fans who received a message.
#[utoipa::path(
    tag = "broadcasts",
    extensions(("x-permission" = json!(Authorized::<Read, broadcasts::View>::permission()))),
    responses(
        (status = 200, description = "The report", body = BroadcastReport),
        (status = 404, description = "`broadcast_not_found`", body = CodedError),
    ),
)]
#[get("/broadcasts/{id}/report")]
async fn report(
    who: Authorized<Read, broadcasts::View>,
    path: Path<String>,
    campaigns: web::Data<Campaigns>,
) -> Result<ApiResponse, ApiError> {
    ApiResponse::ok(&report_out(&campaigns.report(who.owner(), named(&path)?).await?))
}

/// List the history of a broadcast
///
/// Each change of state: before, after, time, and the key and member who made it. Revoked keys and removed members stay
/// listed.
#[utoipa::path(
    tag = "broadcasts",
    extensions(("x-permission" = json!(Authorized::<Read, broadcasts::View>::permission()))),
    responses(
        (status = 200, description = "Changes of state with time and key, oldest first", body = BroadcastAudit),
        (status = 404, description = "`broadcast_not_found`", body = CodedError),
    ),
)]
#[get("/broadcasts/{id}/audit")]
async fn audit(
    who: Authorized<Read, broadcasts::View>,
    path: Path<String>,
    campaigns: web::Data<Campaigns>,
) -> Result<ApiResponse, ApiError> {
    let entries = campaigns.audit(who.owner(), named(&path)?).await?;
    ApiResponse::ok(&BroadcastAudit { items: entries.iter().map(audit_out).collect() })
}

/// Parses the campaign id of a path. An invalid number is "not found".
fn named(text: &str) -> Result<CampaignId, CampaignError> {
    text.parse().map(CampaignId::new).map_err(|_| CampaignError::NotFound)
}
