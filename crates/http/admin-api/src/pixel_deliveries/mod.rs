//! Deliveries and tests of a pixel.

pub mod convert;
pub mod wire;

use crate::pixel_deliveries::wire::{DeliveryList, DeliveryQuery, PixelTest, PixelTested, Redriven};
use crate::publishing::wire::NoFields;
use actix_web::{get, post, web};
use auth_scopes::permissions::{Read, Write, links};
use conversion_pixel::forwarding::PixelLog;
use conversion_pixel::pixels::PixelError;
use conversion_pixel::ports::DeliveryId;
use conversion_pixel::{Platform, TestCode};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{Json, Path, Query};
use http_kit::idempotency::Idempotent;
use http_kit::paging::Cursors;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use kernel::{Page, ValidationErrors};

use crate::convert::field;
use crate::pixel_deliveries::convert::{delivery_out, tested};

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(test).service(redrive);
}

/// List a pixel's deliveries
///
/// Includes deliveries of a deleted pixel. Data that identifies a fan is shown, like it is sent, as hashes only; they
/// are deleted once the platform no longer accepts the event, after 7 days (Meta) or 28 (TikTok). Click ids and user
/// agents are not shown.
#[utoipa::path(
    tag = "pixel deliveries",
    params(DeliveryQuery),
    extensions(("x-permission" = json!(Authorized::<Read, links::Pixels>::permission()))),
    responses(
        (status = 200, description = "Newest first", body = DeliveryList),
        (status = 400, description = "`invalid_platform`", body = CodedError),
        (status = 404, description = "`smart_link_not_found`", body = CodedError),
    ),
)]
#[get("/smart-links/{provider_id}/pixels/{platform}/deliveries")]
async fn list(
    who: Authorized<Read, links::Pixels>,
    path: Path<(String, String)>,
    query: Query<DeliveryQuery>,
    cursors: Cursors<DeliveryQuery>,
    log: web::Data<PixelLog>,
) -> Result<ApiResponse, ApiError> {
    let (provider_id, platform) = pixel(path)?;
    let before = cursors.read_number(query.cursor.as_deref(), DeliveryId::new)?;
    let one_more = query.limit.saturating_add(1);
    let found = log.list(who.owner(), &provider_id, platform, before, one_more).await?;
    let found = Page::of(found, query.limit, |last| cursors.write(last.id));
    let items = found.items.iter().map(delivery_out).collect();
    ApiResponse::ok(&DeliveryList { items, next_cursor: found.next })
}

/// Test a pixel
///
/// Sends one marked event that belongs to no person, also by a paused pixel, and returns the platform's response. The
/// list of the pixel's deliveries shows the test with the mark `test`, as `delivered` or, after a rejection, as
/// `parked`. A test is never retried.
#[utoipa::path(
    tag = "pixels",
    extensions(("x-permission" = json!(Authorized::<Write, links::Pixels>::permission()))),
    responses(
        (status = 200, description = "The answer of the platform, also a rejection", body = PixelTested),
        (status = 400, description = "`invalid_platform`", body = CodedError),
        (status = 404, description = "`smart_link_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/smart-links/{provider_id}/pixels/{platform}/test")]
async fn test(
    who: Authorized<Write, links::Pixels>,
    path: Path<(String, String)>,
    once: Idempotent,
    body: Json<PixelTest>,
    log: web::Data<PixelLog>,
) -> Result<ApiResponse, ApiError> {
    let (provider_id, platform) = pixel(path)?;
    let mut errors = ValidationErrors::none();
    let code = body.test_event_code.as_deref().map(TestCode::parse);
    let code = code.and_then(|code| field(&mut errors, "test_event_code", code));
    errors.into_result()?;
    let owner = who.owner();
    once.run(owner, body.hash(), move || async move {
        ApiResponse::ok(&tested(log.test(owner, &provider_id, platform, code).await?))
    })
    .await
}

/// Send parked deliveries again
///
/// Restarts the pixel's parked deliveries with the whole schedule. Leaves out tests, and events that are too old for
/// the platform.
#[utoipa::path(
    tag = "pixel deliveries",
    extensions(("x-permission" = json!(Authorized::<Write, links::Pixels>::permission()))),
    responses(
        (status = 200, description = "The number of queued deliveries", body = Redriven),
        (status = 400, description = "`invalid_platform`", body = CodedError),
        (status = 404, description = "`smart_link_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/smart-links/{provider_id}/pixels/{platform}/deliveries/redrive")]
async fn redrive(
    who: Authorized<Write, links::Pixels>,
    path: Path<(String, String)>,
    once: Idempotent,
    body: Json<NoFields>,
    log: web::Data<PixelLog>,
) -> Result<ApiResponse, ApiError> {
    let (provider_id, platform) = pixel(path)?;
    once.run(who.owner(), body.hash(), move || async move {
        let redriven = log.redrive(who.acting(), &provider_id, platform).await?;
        ApiResponse::ok(&Redriven { redriven })
    })
    .await
}

fn pixel(path: Path<(String, String)>) -> Result<(String, Platform), ApiError> {
    let (provider_id, platform) = path.into_inner();
    Ok((provider_id, Platform::parse(&platform).ok_or(PixelError::InvalidPlatform)?))
}
