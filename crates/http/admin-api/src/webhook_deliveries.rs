//! Deliveries of a webhook.

use crate::pixel_deliveries::wire::DeliveryQuery;
use crate::publishing::wire::NoFields;
use crate::webhooks::wire::{WebhookDelivery, WebhookDeliveryList, WebhookRedrive, WebhookRedriven};
use actix_web::{get, post, web};
use application::subscriptions::actor;
use auth_scopes::permissions::{Read, Write, integrations};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{Json, Path, Query};
use http_kit::idempotency::Idempotent;
use http_kit::paging::Cursors;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use kernel::Page;
use webhooks::ports::DeliveryId;
use webhooks::{WebhookError, Webhooks};

use crate::webhooks::convert::{moment, webhook_delivery};
use crate::webhooks::named;

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(redeliver).service(redrive);
}

/// List a webhook's deliveries
///
/// Deliveries of the last 30 days, with messages and attempts. `payload` and `last_answer` are left out for events that
/// the calling key may not read; a message above 16 KiB is null.
#[utoipa::path(
    tag = "webhook deliveries",
    params(DeliveryQuery),
    extensions(("x-permission" = json!(Authorized::<Read, integrations::View>::permission()))),
    responses(
        (status = 200, description = "Newest first", body = WebhookDeliveryList),
        (status = 404, description = "`webhook_not_found`", body = CodedError),
    ),
)]
#[get("/webhooks/{id}/deliveries")]
async fn list(
    who: Authorized<Read, integrations::View>,
    path: Path<String>,
    query: Query<DeliveryQuery>,
    cursors: Cursors<DeliveryQuery>,
    hooks: web::Data<Webhooks>,
) -> Result<ApiResponse, ApiError> {
    let id = named(&path)?;
    let before = cursors.read_number(query.cursor.as_deref(), DeliveryId::new)?;
    let one_more = query.limit.saturating_add(1);
    let found = hooks.deliveries(who.owner(), id, before, one_more).await?;
    let found = Page::of(found, query.limit, |last| cursors.write(last.id));
    let readable = actor(who.caller()).readable;
    let items = found.items.iter().map(|delivery| webhook_delivery(delivery, &readable)).collect();
    ApiResponse::ok(&WebhookDeliveryList { items, next_cursor: found.next })
}

/// Send a delivery again
///
/// Retries a delivery in any state, with the same `webhook-id` and a fresh schedule. For a disabled webhook, the
/// delivery waits until it is enabled.
#[utoipa::path(
    tag = "webhook deliveries",
    extensions(("x-permission" = json!(Authorized::<Write, integrations::Webhooks>::permission()))),
    responses(
        (status = 200, description = "The delivery, pending", body = WebhookDelivery),
        (status = 403, description = "`beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`webhook_not_found`, `delivery_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/webhooks/{id}/deliveries/{delivery_id}/redeliver")]
async fn redeliver(
    who: Authorized<Write, integrations::Webhooks>,
    path: Path<(String, String)>,
    once: Idempotent,
    body: Json<NoFields>,
    hooks: web::Data<Webhooks>,
) -> Result<ApiResponse, ApiError> {
    let (actor, id) = (actor(who.caller()), named(&path.0)?);
    let number = path.1.parse().ok().map(DeliveryId::new);
    once.run(actor.by.owner, body.hash(), move || async move {
        // An invalid number is "not found", but a missing webhook is reported first.
        let Some(number) = number else {
            hooks.find(actor.by.owner, id).await?;
            return Err(WebhookError::DeliveryNotFound.into());
        };
        let again = hooks.redeliver(&actor, id, number).await?;
        ApiResponse::ok(&webhook_delivery(&again, &actor.readable))
    })
    .await
}

/// Send failed deliveries again
///
/// Retries the webhook's deliveries since a moment that failed for good or wait for their next attempt. Each is sent at
/// once, and restarts the whole schedule. Tests are left out.
#[utoipa::path(
    tag = "webhook deliveries",
    extensions(("x-permission" = json!(Authorized::<Write, integrations::Webhooks>::permission()))),
    responses(
        (status = 200, description = "The number of queued deliveries", body = WebhookRedriven),
        (status = 403, description = "`beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`webhook_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/webhooks/{id}/redrive")]
async fn redrive(
    who: Authorized<Write, integrations::Webhooks>,
    path: Path<String>,
    once: Idempotent,
    body: Json<WebhookRedrive>,
    hooks: web::Data<Webhooks>,
) -> Result<ApiResponse, ApiError> {
    let (actor, id, since) = (actor(who.caller()), named(&path)?, moment(&body.since)?);
    once.run(actor.by.owner, body.hash(), move || async move {
        ApiResponse::ok(&WebhookRedriven { queued: hooks.redrive(&actor, id, since).await? })
    })
    .await
}
