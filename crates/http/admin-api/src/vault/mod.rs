//! Content of the vault and its sales.

pub mod convert;
pub mod wire;

use crate::vault::wire::{ContentDetail, ContentList, ContentQuery};
use actix_web::{get, web};
use attribution::ports::{ApartReads, MoneyOf};
use auth_scopes::permissions::{Read, vault};
use content_vault::item::ContentId;
use content_vault::listing::{Limit, window};
use content_vault::vault::{Vault, VaultError};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{Path, Query};
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::{CodedError, DetailError};
use kernel::Window;

use crate::stats::convert::by_code;
use crate::stats::money_apart;
use crate::vault::convert::{content_out, detail_out, sort};

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(show);
}

/// List content
///
/// The order by sales uses captured sales in the window; other orders use the engine's all-time counters. The list may
/// be 10 seconds old.
#[utoipa::path(
    tag = "content",
    params(ContentQuery),
    extensions(("x-permission" = json!(Authorized::<Read, vault::View>::permission()))),
    responses(
        (status = 200, description = "The first items in the order, and the total number", body = ContentList),
        (status = 409, description = "`engine_not_connected`", body = CodedError),
        (status = 502, description = "`engine_error`", body = CodedError),
    ),
)]
#[get("/content")]
async fn list(
    who: Authorized<Read, vault::View>,
    query: Query<ContentQuery>,
    vault: web::Data<Vault>,
    apart: web::Data<dyn ApartReads>,
) -> Result<ApiResponse, ApiError> {
    let window = window(query.from_ts, query.to_ts).map_err(ApiError::query)?;
    let limit = Limit::parse(query.limit).map_err(ApiError::query)?;
    let sort = sort(query.sort.unwrap_or_default());
    let listing = vault.list(who.owner(), sort, window, limit).await?;
    let apart = money_apart(&apart, who.owner(), MoneyOf::Content, sort.window(window)).await?;
    ApiResponse::ok(&ContentList {
        items: listing.items.iter().map(content_out).collect(),
        total: listing.total,
        currency: apart.currency.to_string(),
        other_currencies: by_code(&apart.others),
    })
}

/// Show an item of content
///
/// One item of the vault with its captured sales and the bundles that contain it: the newest 1,000 sales and the 1,000
/// best-selling bundles. The sums cover all.
#[utoipa::path(
    tag = "content",
    extensions(("x-permission" = json!(Authorized::<Read, vault::View>::permission()))),
    responses(
        (status = 200, description = "The item with its captured sales and bundles, of all time", body = ContentDetail),
        (status = 404, description = "`content not found`", body = DetailError),
        (status = 409, description = "`engine_not_connected`", body = CodedError),
        (status = 502, description = "`engine_error`", body = CodedError),
    ),
)]
#[get("/content/{content_id}")]
async fn show(
    who: Authorized<Read, vault::View>,
    path: Path<String>,
    vault: web::Data<Vault>,
    apart: web::Data<dyn ApartReads>,
) -> Result<ApiResponse, ApiError> {
    let id = path.parse().map_err(|_| VaultError::NotFound)?;
    let detail = vault.detail(who.owner(), ContentId::new(id)).await?;
    let apart = money_apart(&apart, who.owner(), MoneyOf::Item(id), Window::default()).await?;
    ApiResponse::ok(&detail_out(&detail, &apart))
}
