//! Funnel links: the upstream links of an account, and the links in a domain's slots.

pub mod convert;
pub mod wire;

use crate::funnel_links::wire::{
    DryRunOut, FunnelLinkOut, LinkToggle, ProvisionLinks, ProvisionedOut, ToggledOut, TrackedLinkList,
    TrackedLinkQuery,
};
use actix_web::{get, patch, post, web};
use auth_scopes::permissions::{Read, Write, links};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Json, Path, Query};
use http_kit::idempotency::Idempotent;
use http_kit::paging::Cursors;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::{CodedError, ErrorCode};
use kernel::{AccountNumber, Search, UnixTime};
use smartlink_policy::config::{ProvisionConfig, ProvisionRequest};
use smartlink_policy::link::{FunnelLinkId, Offer, ProviderId};
use smartlink_policy::listing::LinkListing;
use smartlink_policy::ports::LinkPlace;
use smartlink_policy::provisioning::Provisioning;

use crate::funnel_links::convert::{dry_run_out, funnel_link_out, provisioned_out, tracked_link_out};

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(provision).service(plan).service(show).service(toggle);
}

/// List tracked funnel links
///
/// The recorded links with the engine's current statistics, by offer and then by creation time. `search` is part of the
/// name or provider id, ignoring case. Links that were created on the platform appear after the next pull. Links of an
/// account that was connected before have `state` `foreign` and counters of 0.
#[utoipa::path(
    tag = "funnel links",
    params(TrackedLinkQuery),
    extensions(("x-permission" = json!(Authorized::<Read, links::View>::permission()))),
    responses(
        (status = 200, description = "The links", body = TrackedLinkList),
        (status = 401, description = "`unauthorized`: the key is missing, unknown, revoked or expired", body = CodedError),
        (status = 409, description = "`engine_not_connected`", body = CodedError),
        (status = 502, description = "`engine_error`", body = CodedError),
    ),
)]
#[get("/smart-links")]
async fn list(
    who: Authorized<Read, links::View>,
    query: Query<TrackedLinkQuery>,
    cursors: Cursors<TrackedLinkQuery>,
    listing: web::Data<LinkListing>,
) -> Result<ApiResponse, ApiError> {
    let after = cursors.read(query.cursor.as_deref(), place)?;
    let search = query.search.as_deref().and_then(Search::parse);
    let page = listing.page(who.owner(), search.as_ref(), after, query.limit).await?;
    let next_cursor = page.next.as_ref().map(|next| cursors.write(written(next)));
    ApiResponse::ok(&TrackedLinkList {
        items: page.items.iter().map(tracked_link_out).collect(),
        next_cursor,
    })
}

/// Provision a domain's funnel links
///
/// Creates the missing upstream links for the domain's slots, and puts their addresses on the draft's buttons. Repeated
/// calls create no link twice, and retry the slots that failed. `If-Match` takes the `ETag` of the domain, which is
/// compared before anything is created.
#[utoipa::path(
    tag = "funnel links",
    extensions(("x-permission" = json!(Authorized::<Write, links::Provision>::permission()))),
    responses(
        (status = 200, description = "The result", body = ProvisionedOut),
        (status = 400, description = "`invalid_request`", body = CodedError),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 409, description = "`engine_not_connected`, `idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
        (status = 502, description = "`engine_error`", body = CodedError),
    ),
)]
#[post("/domains/{domain}/provision-links")]
async fn provision(
    who: Authorized<Write, links::Provision>,
    domain: Path<DomainName>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<ProvisionLinks>,
    provisioning: web::Data<Provisioning>,
) -> Result<ApiResponse, ApiError> {
    let config = body.convert(|body| config_of(&body)).await?;
    let domain = domain.into_inner();
    once.run(who.owner(), config.hash(), move || async move {
        let done = provisioning.provision(who.acting(), &domain, &config, if_match.precondition()).await?;
        ApiResponse::ok(&provisioned_out(&domain, &done))
    })
    .await
}

/// Plan a domain's funnel links
///
/// Shows for each slot whether its link is recorded, would be reused or would be created. Nothing is written.
#[utoipa::path(
    tag = "funnel links",
    extensions(("x-permission" = json!(Authorized::<Read, links::Provision>::permission()))),
    responses(
        (status = 200, description = "The plan", body = DryRunOut),
        (status = 400, description = "`invalid_request`", body = CodedError),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 409, description = "`engine_not_connected`", body = CodedError),
        (status = 502, description = "`engine_error`", body = CodedError),
    ),
)]
#[post("/domains/{domain}/provision-links/dry-run")]
async fn plan(
    who: Authorized<Read, links::Provision>,
    domain: Path<DomainName>,
    body: Json<ProvisionLinks>,
    provisioning: web::Data<Provisioning>,
) -> Result<ApiResponse, ApiError> {
    let config = body.convert(|body| config_of(&body)).await?;
    let domain = domain.into_inner();
    ApiResponse::ok(&dry_run_out(&domain, &provisioning.dry_run(who.owner(), &domain, &config).await?))
}

/// Show a funnel link
///
/// A link that fills a slot of the domain, as it is recorded. `ETag` is of the link alone.
#[utoipa::path(
    tag = "funnel links",
    extensions(("x-permission" = json!(Authorized::<Read, links::View>::permission()))),
    responses(
        (status = 200, description = "The link", body = FunnelLinkOut),
        (status = 404, description = "`domain_not_found`, `link_not_found`", body = CodedError),
    ),
)]
#[get("/domains/{domain}/links/{link_id}")]
async fn show(
    who: Authorized<Read, links::View>,
    path: Path<(DomainName, String)>,
    provisioning: web::Data<Provisioning>,
) -> Result<ApiResponse, ApiError> {
    let (domain, link) = path.into_inner();
    let found = provisioning.link(who.owner(), &domain, link_id(&link)).await?;
    Ok(ApiResponse::ok(&funnel_link_out(&found))?.at_state(found.fingerprint()))
}

/// Switch a funnel link on or off
///
/// Switches the link upstream, then here, then stamps the draft's buttons again. A link of an account that was
/// connected before can't be switched (`link_foreign`).
#[utoipa::path(
    tag = "funnel links",
    extensions(("x-permission" = json!(Authorized::<Write, links::Toggle>::permission()))),
    responses(
        (status = 200, description = "The link", body = ToggledOut),
        (status = 404, description = "`domain_not_found`, `link_not_found`", body = CodedError),
        (status = 409, description = "`engine_not_connected`, `link_foreign`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
        (status = 502, description = "`engine_error`", body = CodedError),
    ),
)]
#[patch("/domains/{domain}/links/{link_id}")]
async fn toggle(
    who: Authorized<Write, links::Toggle>,
    path: Path<(DomainName, String)>,
    if_match: IfMatch,
    body: Json<LinkToggle>,
    provisioning: web::Data<Provisioning>,
) -> Result<ApiResponse, ApiError> {
    let (domain, link) = path.into_inner();
    let expected = if_match.precondition();
    let toggled = provisioning.toggle(who.acting(), &domain, link_id(&link), body.active, expected).await?;
    let out = ToggledOut { link: funnel_link_out(&toggled.link), stamped: toggled.stamped.changed };
    Ok(ApiResponse::ok(&out)?.at_state(toggled.link.fingerprint()))
}

/// Parses the id of a link. No link has the number 0, so an invalid number is "not found".
fn link_id(text: &str) -> FunnelLinkId {
    FunnelLinkId::new(text.parse().unwrap_or_default())
}

pub(crate) fn provision_request(body: &ProvisionLinks) -> ProvisionRequest<'_> {
    ProvisionRequest {
        trial_countries: &body.trial_countries,
        paid_countries: &body.paid_countries,
        default_paid: body.default_paid,
        trial_days: body.trial_days,
    }
}

fn config_of(body: &ProvisionLinks) -> Result<ProvisionConfig, ApiError> {
    ProvisionConfig::parse(&provision_request(body))
        .map_err(|errors| ApiError::coded(ErrorCode::InvalidRequest, errors.to_string()))
}

/// Formats a list position as a cursor: `paid.1795176000000.pl_1`, or `paid@1.1795176000000.pl_1`
/// for an account other than the first.
fn written(place: &LinkPlace) -> String {
    let id = &place.provider_id;
    let account = match id.account() {
        AccountNumber::FIRST => String::new(),
        other => format!("@{other}"),
    };
    format!("{}{account}.{}.{}", place.offer.as_str(), place.created_at.millis(), id.as_str())
}

/// Parses a cursor position; `None` if invalid.
fn place(text: &str) -> Option<LinkPlace> {
    let (offer, rest) = text.split_once('.')?;
    let (millis, id) = rest.split_once('.')?;
    let (offer, account) = offer.split_once('@').unwrap_or((offer, "0"));
    let provider_id = ProviderId::parse(id)?.of_account(AccountNumber::new(account.parse().ok()?));
    let created_at = UnixTime::from_millis(millis.parse().ok()?);
    Some(LinkPlace { offer: Offer::parse(offer)?, created_at, provider_id })
}
