//! Destination health: whether the addresses that pages and links lead to still work.

pub mod convert;
pub mod wire;

use crate::destinations::wire::{
    DestinationCheck, DestinationList, DestinationOut, DestinationQuery, DestinationSwitch,
};
use actix_web::{get, post, put, web};
use application::destinations::ports::DestinationId;
use application::destinations::{CheckError, Destinations, switch_fingerprint};
use auth_scopes::permissions::{Read, Write, links};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{Json, Query};
use http_kit::idempotency::Idempotent;
use http_kit::paging::Cursors;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::{CodedError, ErrorCode};

use crate::destinations::convert::{destination_out, destination_url, health_state};

/// Approximate size of a destination, in bytes.
const ENTRY: usize = 500;

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(switch).service(check);
}

/// List destinations and their health
///
/// Destinations are the `http` and `https` addresses of buttons, in drafts and on live pages, and the targets of
/// expired smart links. While the owner has opted in, each is checked once a day. A destination is `broken` after two
/// consecutive failed checks, at least an hour apart. A check fails without a response, or with a status of 400 or
/// above except 401, 403, 405 and 429. One successful check repairs the destination. `ETag` covers only the switch.
#[utoipa::path(
    tag = "destinations",
    params(DestinationQuery),
    extensions(("x-permission" = json!(Authorized::<Read, links::View>::permission()))),
    responses(
        (status = 200, description = "The destinations", body = DestinationList),
    ),
)]
#[get("/links/health")]
async fn list(
    who: Authorized<Read, links::View>,
    query: Query<DestinationQuery>,
    cursors: Cursors<DestinationQuery>,
    destinations: web::Data<Destinations>,
) -> Result<ApiResponse, ApiError> {
    let after = cursors.read_number(query.cursor.as_deref(), DestinationId::new)?;
    let enabled = destinations.is_enabled(who.owner()).await?;
    let state = query.state.map(health_state);
    let page = destinations.list(who.owner(), state, after, query.limit).await?;
    let next_cursor = page.next.map(|next| cursors.write(next));
    let (weight, found) = (page.items.len().saturating_mul(ENTRY), page.items);
    let list = move || {
        let items = found.iter().map(destination_out).collect();
        Ok(DestinationList { enabled, items, next_cursor })
    };
    Ok(ApiResponse::ok_of(weight, list).await?.at_state(switch_fingerprint(enabled)))
}

/// Switch destination checks on or off
///
/// Off by default. After switching on, destinations are collected within seconds and again every hour. Switching off
/// stops the checks and deletes all results.
#[utoipa::path(
    tag = "destinations",
    extensions(("x-permission" = json!(Authorized::<Write, links::Create>::permission()))),
    responses(
        (status = 200, description = "How it is now", body = DestinationSwitch),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[put("/links/health")]
async fn switch(
    who: Authorized<Write, links::Create>,
    if_match: IfMatch,
    body: Json<DestinationSwitch>,
    destinations: web::Data<Destinations>,
) -> Result<ApiResponse, ApiError> {
    let switched = body.into_inner();
    destinations.set_enabled(who.acting(), switched.enabled, if_match.precondition()).await?;
    Ok(ApiResponse::ok(&switched)?.at_state(switch_fingerprint(switched.enabled)))
}

/// Check a destination now
///
/// Counts like any other check; the next check follows a day later. A host gets at most one request a second, so the
/// response may take half a minute. An address that is not in the list is `destination_not_found`.
#[utoipa::path(
    tag = "destinations",
    extensions(("x-permission" = json!(Authorized::<Write, links::Create>::permission()))),
    responses(
        (status = 200, description = "The destination after the check", body = DestinationOut),
        (status = 404, description = "`destination_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
        (status = 429, description = "Too many requests with this key or all keys of the owner, or too many checks of the host", body = CodedError),
    ),
)]
#[post("/links/health/check")]
async fn check(
    who: Authorized<Write, links::Create>,
    once: Idempotent,
    body: Json<DestinationCheck>,
    destinations: web::Data<Destinations>,
) -> Result<ApiResponse, ApiError> {
    let (owner, url) = (who.owner(), destination_url(&body.url)?);
    once.run(owner, body.hash(), move || async move {
        let checked = destinations.check(owner, &url).await.map_err(failure)?;
        ApiResponse::ok(&destination_out(&checked))
    })
    .await
}

fn failure(error: CheckError) -> ApiError {
    let code = match error {
        CheckError::Store(error) => return error.into(),
        CheckError::NotFound => ErrorCode::DestinationNotFound,
        CheckError::HostBusy(_) => ErrorCode::RateLimited,
    };
    ApiError::coded(code, error.to_string())
}
