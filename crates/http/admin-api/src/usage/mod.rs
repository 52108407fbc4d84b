//! Usage of an owner's limits.

pub mod wire;

use crate::usage::wire::{UsageOut, UsedOut};
use actix_web::{get, web};
use auth_scopes::permissions::{Read, landings};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use landing_draft::domain::Used;
use landing_draft::domains::Domains;
use landing_draft::uploads::Uploads;

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(show);
}

/// Show the usage of the plan
///
/// Domains and uploads, each with the current number and the limit; null is unlimited. Uploaded files count for ever,
/// because none is deleted.
#[utoipa::path(
    tag = "usage",
    extensions(("x-permission" = json!(Authorized::<Read, landings::View>::permission()))),
    responses(
        (status = 200, description = "Usage and limits", body = UsageOut),
    ),
)]
#[get("/usage")]
async fn show(
    who: Authorized<Read, landings::View>,
    domains: web::Data<Domains>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let (plan, domains) = domains.plan_use(who.owner()).await?;
    let (files, file_bytes) = uploads.usage(who.owner()).await?;
    let [domains, files, file_bytes] = [domains, files, file_bytes].map(used_out);
    ApiResponse::ok(&UsageOut { plan, domains, files, file_bytes })
}

fn used_out(Used { used, allowed }: Used) -> UsedOut {
    UsedOut { used, allowed }
}
