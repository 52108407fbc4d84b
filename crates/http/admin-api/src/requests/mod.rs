//! Content requests of fans.

pub mod convert;
pub mod wire;

use crate::requests::wire::{RequestList, RequestQuery, RequestRespond, RespondedOut};
use actix_web::{get, post, web};
use auth_scopes::permissions::{Read, Write, vault};
use content_vault::request::{Answer as Response, AnswerInput, RequestId, RequestStatus};
use content_vault::requests::{RequestError, Requests};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{Json, Path, Query};
use http_kit::idempotency::Idempotent;
use http_kit::paging::Cursors;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::{CodedError, DetailError};

use crate::requests::convert::request_out;

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(respond);
}

/// List content requests
///
/// The content that fans requested, with state and price, newest first.
#[utoipa::path(
    tag = "content requests",
    params(RequestQuery),
    extensions(("x-permission" = json!(Authorized::<Read, vault::View>::permission()))),
    responses(
        (status = 200, description = "Newest first", body = RequestList),
    ),
)]
#[get("/requests")]
async fn list(
    who: Authorized<Read, vault::View>,
    query: Query<RequestQuery>,
    cursors: Cursors<RequestQuery>,
    requests: web::Data<Requests>,
) -> Result<ApiResponse, ApiError> {
    let status = query.status.and_then(|status| RequestStatus::parse(status.as_str()));
    let before = cursors.read_number(query.cursor.as_deref(), RequestId::new)?;
    // One extra item shows whether there are more.
    let mut found = requests.list(who.owner(), status, before, query.limit.saturating_add(1)).await?;
    let asked = usize::try_from(query.limit).unwrap_or(usize::MAX);
    let more = found.len() > asked;
    found.truncate(asked);
    let next_cursor = found.last().filter(|_| more).map(|request| cursors.write(request.id));
    let weight = found.iter().map(|request| 512 + request.request.text.len()).sum();
    let list = move || Ok(RequestList { items: found.iter().map(request_out).collect(), next_cursor });
    ApiResponse::ok_of(weight, list).await
}

/// Respond to a content request
///
/// The response is stored at once and sent to the engine with retries, under one key, until the outcome is certain.
/// `media_ids` counts for `fulfill` alone, `reason` for `decline` alone. A request of an account that is not connected
/// can be answered too; the response is sent when that account is connected again.
#[utoipa::path(
    tag = "content requests",
    extensions(("x-permission" = json!(Authorized::<Write, vault::Respond>::permission()))),
    responses(
        (status = 200, description = "The request after the answer", body = RespondedOut),
        (status = 404, description = "`request not found or invalid transition`", body = DetailError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/requests/{request_id}/respond")]
async fn respond(
    who: Authorized<Write, vault::Respond>,
    path: Path<String>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<RequestRespond>,
    requests: web::Data<Requests>,
) -> Result<ApiResponse, ApiError> {
    let hash = body.hash();
    let RequestRespond { action, media_ids, reason } = body.into_inner();
    let input = AnswerInput { action: Some(action), media_ids: media_ids.unwrap_or_default(), reason };
    let response = Response::parse(&input)?;
    let id = path.parse().map(RequestId::new).map_err(|_| RequestError::NotFoundOrInvalid)?;
    once.run(who.owner(), hash, move || async move {
        let answered = requests.respond(who.acting(), id, &response, if_match.precondition()).await?;
        let (state, status) = (answered.fingerprint(), answered.status.as_str().to_owned());
        let out = RespondedOut { id: answered.id.get(), status, media_ids: answered.media_ids };
        Ok(ApiResponse::ok(&out)?.at_state(state))
    })
    .await
}
