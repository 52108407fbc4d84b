//! Webhooks: event notifications to the owner's own servers.

pub mod convert;
pub mod events;
pub mod wire;

use crate::publishing::wire::NoFields;
use crate::webhooks::wire::{
    WebhookCreate, WebhookList, WebhookOut, WebhookRotate, WebhookTested, WebhookUpdate, WebhookWithSecret,
};
use actix_web::{delete, get, patch, post, web};
use application::subscriptions::actor;
use auth_scopes::permissions::{Read, Write, integrations};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{Json, Path};
use http_kit::idempotency::Idempotent;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use landing_draft::id::Ids;
use webhooks::endpoints::USUAL_OVERLAP;
use webhooks::{EndpointId, OwnedEndpoint, WebhookError, Webhooks};

use crate::webhooks::convert::{
    endpoint_change, endpoint_input, webhook_out, webhook_tested, webhook_with_secret,
};

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(create).service(show).service(update).service(delete);
    config.service(rotate).service(test);
}

/// List webhooks
///
/// At most 20 webhooks an owner. No response shows a secret again.
#[utoipa::path(
    tag = "webhooks",
    extensions(("x-permission" = json!(Authorized::<Read, integrations::View>::permission()))),
    responses(
        (status = 200, description = "Oldest first", body = WebhookList),
    ),
)]
#[get("/webhooks")]
async fn list(
    who: Authorized<Read, integrations::View>,
    hooks: web::Data<Webhooks>,
) -> Result<ApiResponse, ApiError> {
    let found = hooks.list(who.owner()).await?;
    ApiResponse::ok(&WebhookList { items: found.iter().map(webhook_out).collect() })
}

/// Create a webhook
///
/// The response holds the signing secret, once. Messages follow Standard Webhooks: verify `webhook-signature` before
/// you use one. `url` must be https. An event type needs the right to read its data (`beyond_own_rights`); `*` alone
/// means every type that the key may read, now and later. A webhook belongs to the calling key, or the key that
/// replaces it by rotation; its rights are checked at each delivery.
#[utoipa::path(
    tag = "webhooks",
    extensions(("x-permission" = json!(Authorized::<Write, integrations::Webhooks>::permission()))),
    responses(
        (status = 201, description = "The webhook with its secret", body = WebhookWithSecret),
        (status = 400, description = "`invalid_request`: there are 20 already", body = CodedError),
        (status = 403, description = "`beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/webhooks")]
async fn create(
    who: Authorized<Write, integrations::Webhooks>,
    once: Idempotent,
    body: Json<WebhookCreate>,
    hooks: web::Data<Webhooks>,
    ids: web::Data<Ids>,
) -> Result<ApiResponse, ApiError> {
    let (actor, input) = (actor(who.caller()), endpoint_input(&body)?);
    once.run_with_id(actor.by.owner, body.hash(), (**ids).clone(), move |ids| async move {
        let (made, secret) = hooks.create(&actor, ids.unique(), input).await?;
        let state = made.endpoint.fingerprint();
        Ok(ApiResponse::created_once(&webhook_with_secret(&made, &secret))?.at_state(state))
    })
    .await
}

/// Show a webhook
///
/// The webhook, with the reason if the service disabled it.
#[utoipa::path(
    tag = "webhooks",
    extensions(("x-permission" = json!(Authorized::<Read, integrations::View>::permission()))),
    responses(
        (status = 200, description = "The webhook", body = WebhookOut),
        (status = 404, description = "`webhook_not_found`", body = CodedError),
    ),
)]
#[get("/webhooks/{id}")]
async fn show(
    who: Authorized<Read, integrations::View>,
    path: Path<String>,
    hooks: web::Data<Webhooks>,
) -> Result<ApiResponse, ApiError> {
    shown(&hooks.find(who.owner(), named(&path)?).await?)
}

/// Change a webhook
///
/// Changes only the fields of the body. `active: true` also re-enables a webhook that the service disabled, continues
/// pending deliveries, and assigns the webhook to the calling key if its own key is no longer valid. Another `url`
/// resets the failures. The calling key must have the rights to read everything the webhook receives
/// (`beyond_own_rights`).
#[utoipa::path(
    tag = "webhooks",
    extensions(("x-permission" = json!(Authorized::<Write, integrations::Webhooks>::permission()))),
    responses(
        (status = 200, description = "The webhook", body = WebhookOut),
        (status = 403, description = "`beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`webhook_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[patch("/webhooks/{id}")]
async fn update(
    who: Authorized<Write, integrations::Webhooks>,
    path: Path<String>,
    if_match: IfMatch,
    body: Json<WebhookUpdate>,
    hooks: web::Data<Webhooks>,
) -> Result<ApiResponse, ApiError> {
    let (id, change) = (named(&path)?, endpoint_change(&body)?);
    shown(&hooks.update(&actor(who.caller()), id, &change, if_match.precondition()).await?)
}

/// Delete a webhook
///
/// Deletes the webhook with its secret and deliveries. A message in flight may still arrive.
#[utoipa::path(
    tag = "webhooks",
    extensions(("x-permission" = json!(Authorized::<Write, integrations::Webhooks>::permission()))),
    responses(
        (status = 204, description = "Deleted"),
        (status = 403, description = "`beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`webhook_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[delete("/webhooks/{id}")]
async fn delete(
    who: Authorized<Write, integrations::Webhooks>,
    path: Path<String>,
    if_match: IfMatch,
    hooks: web::Data<Webhooks>,
) -> Result<ApiResponse, ApiError> {
    hooks.delete(&actor(who.caller()), named(&path)?, if_match.precondition()).await?;
    Ok(ApiResponse::no_content())
}

/// Rotate a webhook's secret
///
/// The response holds the new secret, once; a repeat under the same `Idempotency-Key` does not. During the overlap,
/// every message is signed with both secrets.
#[utoipa::path(
    tag = "webhooks",
    extensions(("x-permission" = json!(Authorized::<Write, integrations::Webhooks>::permission()))),
    responses(
        (status = 200, description = "The webhook with its new secret", body = WebhookWithSecret),
        (status = 403, description = "`beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`webhook_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/webhooks/{id}/rotate")]
async fn rotate(
    who: Authorized<Write, integrations::Webhooks>,
    path: Path<String>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<WebhookRotate>,
    hooks: web::Data<Webhooks>,
    ids: web::Data<Ids>,
) -> Result<ApiResponse, ApiError> {
    let (actor, id) = (actor(who.caller()), named(&path)?);
    let (overlap, expected) = (body.overlap_seconds.unwrap_or(USUAL_OVERLAP), if_match.precondition());
    once.run_with_id(actor.by.owner, body.hash(), (**ids).clone(), move |ids| async move {
        let (rotated, secret) = hooks.rotate(&actor, id, ids.unique(), overlap, expected).await?;
        let state = rotated.endpoint.fingerprint();
        Ok(ApiResponse::ok_once(&webhook_with_secret(&rotated, &secret))?.at_state(state))
    })
    .await
}

/// Test a webhook
///
/// Sends a message of the type `webhook.test`, also to a disabled webhook, and returns the response. The list of
/// deliveries shows the test with its attempt, as `delivered` or `failed`. A test is never retried, and has no other
/// effect.
#[utoipa::path(
    tag = "webhooks",
    extensions(("x-permission" = json!(Authorized::<Write, integrations::Webhooks>::permission()))),
    responses(
        (status = 200, description = "The answer of the endpoint, also a failure", body = WebhookTested),
        (status = 403, description = "`beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`webhook_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/webhooks/{id}/test")]
async fn test(
    who: Authorized<Write, integrations::Webhooks>,
    path: Path<String>,
    once: Idempotent,
    body: Json<NoFields>,
    hooks: web::Data<Webhooks>,
) -> Result<ApiResponse, ApiError> {
    let (actor, id) = (actor(who.caller()), named(&path)?);
    once.run(actor.by.owner, body.hash(), move || async move {
        ApiResponse::ok(&webhook_tested(&hooks.test(&actor, id).await?))
    })
    .await
}

fn shown(owned: &OwnedEndpoint) -> Result<ApiResponse, ApiError> {
    Ok(ApiResponse::ok(&webhook_out(owned))?.at_state(owned.endpoint.fingerprint()))
}

/// Parses the webhook id of a path. An invalid id is "not found".
pub(crate) fn named(text: &str) -> Result<EndpointId, WebhookError> {
    EndpointId::parse(text).ok_or(WebhookError::NotFound)
}
