//! Previews of the draft, for a dashboard's frame.

pub mod convert;
pub mod wire;

use std::sync::Arc;

use crate::preview::wire::SimulateQuery;
use actix_web::http::header;
use actix_web::{HttpResponse, get, web};
use auth_scopes::permissions::{Read, landings};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Path, Query};
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use kernel::{Clock as _, UnixTime};
use landing_draft::domain::Version;
use landing_draft::domains::Domains;
use landing_draft::editing::EditDraft;
use landing_draft::ports::{LivePage, LiveStamp};
use landing_page::CompiledPage;
use runtime::SystemClock;

use crate::preview::convert as simulation;

/// Origin that may show a preview in a frame.
#[derive(Debug, Clone)]
pub struct PreviewFrame(pub Option<String>);

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(preview);
}

/// Preview the draft
///
/// Renders the draft for the simulated visitor, as after a publication. The parameters are the same as for *Show what
/// a visitor would get, and why*. The dashboard's origin may frame the page. Nothing is stored or counted.
#[utoipa::path(
    tag = "drafts",
    params(SimulateQuery),
    extensions(("x-permission" = json!(Authorized::<Read, landings::View>::permission()))),
    responses(
        (status = 200, description = "The page", body = String, content_type = "text/html"),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/domains/{domain}/preview")]
async fn preview(
    who: Authorized<Read, landings::View>,
    domain: Path<DomainName>,
    query: Query<SimulateQuery>,
    frame: web::Data<PreviewFrame>,
    domains: web::Data<Domains>,
    edit: web::Data<EditDraft>,
) -> Result<HttpResponse, ApiError> {
    let domain = domain.into_inner();
    let visitor = simulation::visitor(&query, SystemClock.now()).map_err(ApiError::query)?;
    let found = domains.find(who.owner(), &domain).await?;
    let landing = edit.read(who.owner(), &domain).await?.landing;
    let stamp =
        LiveStamp { owner: who.owner(), version: Version(0), published_at: UnixTime::from_seconds(0) };
    let page = LivePage { stamp, hostname: domain, display_name: found.display_name, landing };
    let (rendering, _) = Arc::new(CompiledPage::new(page)).rendering(visitor).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CONTENT_SECURITY_POLICY, rendering.policy_framed_by(frame.0.as_deref())))
        .body(rendering.html()))
}
