//! Conversion pixels of tracked links.

pub mod wire;

use crate::pixels::wire::{PixelList, PixelOut, PixelPut};
use actix_web::{delete, get, put, web};
use auth_scopes::permissions::{Read, Write, links};
use auth_scopes::{Right, Scope};
use conversion_pixel::pixels::{PixelError, PixelInput, Pixels};
use conversion_pixel::{EventMap, Pixel, Platform};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{Json, Path};
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use kernel::ValidationErrors;
use secrecy::SecretString;

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(set).service(delete);
}

/// List a link's pixels
///
/// At most one pixel a platform. No response holds an access token. `ETag` covers all pixels of the link, and so does
/// the `If-Match` of a change. `provider_id` names a link of the connected account, or else of the most recently
/// connected account that has one.
#[utoipa::path(
    tag = "pixels",
    extensions(("x-permission" = json!(Authorized::<Read, links::Pixels>::permission()))),
    responses(
        (status = 200, description = "At most one pixel a platform", body = PixelList),
        (status = 404, description = "`smart_link_not_found`", body = CodedError),
    ),
)]
#[get("/smart-links/{provider_id}/pixels")]
async fn list(
    who: Authorized<Read, links::Pixels>,
    path: Path<String>,
    pixels: web::Data<Pixels>,
) -> Result<ApiResponse, ApiError> {
    let found = pixels.list(who.owner(), &path).await?;
    let list = PixelList { items: found.iter().map(pixel_out).collect() };
    Ok(ApiResponse::ok(&list)?.at_state(Pixel::fingerprint_of(&found)))
}

/// Set a pixel
///
/// A link has at most one pixel per platform. The token is write-only; without a token or with a blank one, the stored
/// token stays. A pixel receives conversions, so the key also needs the right `stats.sources` and the scope `read`.
#[utoipa::path(
    tag = "pixels",
    extensions(("x-permission" = json!(Authorized::<Write, links::Pixels>::permission()))),
    responses(
        (status = 200, description = "The pixel", body = PixelOut),
        (status = 400, description = "`invalid_platform`, `invalid_pixel_id`, `invalid_request`, `token_required`", body = CodedError),
        (status = 403, description = "`beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`smart_link_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[put("/smart-links/{provider_id}/pixels")]
async fn set(
    who: Authorized<Write, links::Pixels>,
    path: Path<String>,
    if_match: IfMatch,
    body: Json<PixelPut>,
    pixels: web::Data<Pixels>,
) -> Result<ApiResponse, ApiError> {
    let PixelPut { platform, pixel_id, access_token, event_map_json, active, send_user_agent } =
        body.into_inner();
    let token = access_token.map(|token| SecretString::from(token.0));
    let input = PixelInput {
        platform: &platform,
        pixel_id: &pixel_id,
        access_token: token.as_ref(),
        event_map: event_map_json.as_deref().map(event_map),
        active,
        send_user_agent,
        may_read_conversions: who.caller().authorize(Scope::Read, Right::StatsSources).is_ok(),
    };
    ApiResponse::ok(&pixel_out(&pixels.put(who.acting(), &path, input, if_match.precondition()).await?))
}

/// Delete a pixel
///
/// Forwarding to the platform and queued deliveries stop at once. Earlier deliveries stay listed.
#[utoipa::path(
    tag = "pixels",
    extensions(("x-permission" = json!(Authorized::<Write, links::Pixels>::permission()))),
    responses(
        (status = 204, description = "Deleted, or there was none"),
        (status = 400, description = "`invalid_platform`", body = CodedError),
        (status = 404, description = "`smart_link_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[delete("/smart-links/{provider_id}/pixels/{platform}")]
async fn delete(
    who: Authorized<Write, links::Pixels>,
    path: Path<(String, String)>,
    if_match: IfMatch,
    pixels: web::Data<Pixels>,
) -> Result<ApiResponse, ApiError> {
    let (provider_id, platform) = path.into_inner();
    let platform = Platform::parse(&platform).ok_or(PixelError::InvalidPlatform)?;
    pixels.delete(who.acting(), &provider_id, platform, if_match.precondition()).await?;
    Ok(ApiResponse::no_content())
}

pub(crate) fn event_map(text: &str) -> Result<EventMap, ValidationErrors> {
    let tree = serde_json::from_str(text).ok();
    EventMap::parse(text, tree.as_ref())
}

fn pixel_out(pixel: &Pixel) -> PixelOut {
    PixelOut {
        platform: pixel.platform.as_str().to_owned(),
        pixel_id: pixel.pixel_id.as_str().to_owned(),
        event_map_json: pixel.event_map.json().to_owned(),
        active: pixel.active,
        send_user_agent: pixel.send_user_agent,
        has_token: pixel.has_token,
        updated_at: pixel.updated_at.seconds(),
        last_error: pixel.last_error.clone(),
    }
}
