//! Smart links: public addresses that split their visitors by a policy.

pub mod convert;
pub mod wire;

use crate::smart_links::wire::{
    PolicySimulate, PolicySimulation, SmartLinkCreate, SmartLinkList, SmartLinkOut, SmartLinkQuery,
    SmartLinkUpdate,
};
use actix_web::{delete, get, patch, post, web};
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
use kernel::{CountryCode, Search, UnixTime, ValidationErrors};
use serde_json::Value;
use smartlink_policy::expiry::{Expiry, ExpiryChange};
use smartlink_policy::link::SmartLinkId;
use smartlink_policy::policy::Policy;
use smartlink_policy::simulation::Samples;
use smartlink_policy::slug::{LinkName, Slug};
use smartlink_policy::smart_link::{SmartLink, SmartLinkChange};
use smartlink_policy::smart_links::SmartLinks;

use crate::convert::field;
use crate::smart_links::convert::{simulation_out, smart_link_out};

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(create).service(list).service(show).service(update).service(delete).service(simulate);
}

/// Create a smart link
///
/// The platform is never contacted. A policy of the wrong shape is a 422; a policy that breaks a rule, such as a
/// country named twice, is `invalid_policy`, whose message names up to five places.
#[utoipa::path(
    tag = "smart links",
    extensions(("x-permission" = json!(Authorized::<Write, links::Create>::permission()))),
    responses(
        (status = 201, description = "The link", body = SmartLinkOut),
        (status = 400, description = "`invalid_slug`, `slug_reserved`, `invalid_policy`", body = CodedError),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 409, description = "`slug_taken`, `idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/smartlinks")]
async fn create(
    who: Authorized<Write, links::Create>,
    once: Idempotent,
    body: Json<SmartLinkCreate>,
    smart_links: web::Data<SmartLinks>,
) -> Result<ApiResponse, ApiError> {
    let new = body.convert(|body| {
        let (name, slug) = (named(body.name.as_deref())?, Slug::parse(&body.slug)?);
        let expiry = Expiry::parse(body.expires_at, body.expired_url.as_deref())?;
        Ok::<_, ApiError>((
            name,
            slug,
            policy(body.policy.as_ref())?,
            expiry,
            DomainName::named(&body.domain)?,
        ))
    });
    let new = new.await?;
    let (hash, (name, slug, policy, expiry, domain)) = (new.hash(), new.into_inner());
    once.run(who.owner(), hash, move || async move {
        let link = smart_links.create(who.acting(), domain, slug, name, policy, expiry).await?;
        Ok(ApiResponse::created(&smart_link_out(&link))?.at_state(link.fingerprint()))
    })
    .await
}

/// List a domain's smart links
///
/// The smart links of one domain with their policies, in pages. `search` is part of the name or slug, ignoring case.
#[utoipa::path(
    tag = "smart links",
    params(SmartLinkQuery),
    extensions(("x-permission" = json!(Authorized::<Read, links::View>::permission()))),
    responses(
        (status = 200, description = "Oldest first", body = SmartLinkList),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/smartlinks")]
async fn list(
    who: Authorized<Read, links::View>,
    query: Query<SmartLinkQuery>,
    cursors: Cursors<SmartLinkQuery>,
    smart_links: web::Data<SmartLinks>,
) -> Result<ApiResponse, ApiError> {
    let domain = DomainName::named(&query.domain)?;
    let after = cursors.read_number(query.cursor.as_deref(), SmartLinkId::new)?;
    let search = query.search.as_deref().and_then(Search::parse);
    let page = smart_links.list(who.owner(), &domain, search.as_ref(), after, query.limit).await?;
    let next_cursor = page.next.map(|next| cursors.write(next));
    let (weight, links) = (page.items.iter().map(SmartLink::weight).sum(), page.items);
    let list = move || Ok(SmartLinkList { items: links.iter().map(smart_link_out).collect(), next_cursor });
    ApiResponse::ok_of(weight, list).await
}

/// Show a smart link
///
/// The smart link with its policy.
#[utoipa::path(
    tag = "smart links",
    extensions(("x-permission" = json!(Authorized::<Read, links::View>::permission()))),
    responses(
        (status = 200, description = "The link", body = SmartLinkOut),
        (status = 404, description = "`smart_link_not_found`", body = CodedError),
    ),
)]
#[get("/smartlinks/{id}")]
async fn show(
    who: Authorized<Read, links::View>,
    path: Path<String>,
    smart_links: web::Data<SmartLinks>,
) -> Result<ApiResponse, ApiError> {
    shown(&smart_links.get(who.owner(), named_link(&path)?).await?)
}

/// Change a smart link
///
/// A policy is replaced as a whole. The change is live at once. After `expires_at` the link leads to `expired_url` or
/// the landing page and stays `active`; a later end revives it.
#[utoipa::path(
    tag = "smart links",
    extensions(("x-permission" = json!(Authorized::<Write, links::Create>::permission()))),
    responses(
        (status = 200, description = "The link", body = SmartLinkOut),
        (status = 400, description = "`invalid_policy`", body = CodedError),
        (status = 404, description = "`smart_link_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[patch("/smartlinks/{id}")]
async fn update(
    who: Authorized<Write, links::Create>,
    path: Path<String>,
    if_match: IfMatch,
    body: Json<SmartLinkUpdate>,
    smart_links: web::Data<SmartLinks>,
) -> Result<ApiResponse, ApiError> {
    let change = body.convert(|body| {
        let name = named(body.name.as_deref())?;
        Ok::<_, ApiError>(SmartLinkChange {
            name,
            policy: policy(body.policy.as_ref())?,
            active: body.active,
            expiry: ExpiryChange::parse(body.expires_at.into_option(), body.expired_url.as_deref())?,
        })
    });
    let (change, expected) = (change.await?, if_match.precondition());
    shown(&smart_links.update(who.acting(), named_link(&path)?, &change, expected).await?)
}

/// Delete a smart link
///
/// The address stops working at once, and the slug is free again.
#[utoipa::path(
    tag = "smart links",
    extensions(("x-permission" = json!(Authorized::<Write, links::Create>::permission()))),
    responses(
        (status = 204, description = "Deleted"),
        (status = 404, description = "`smart_link_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[delete("/smartlinks/{id}")]
async fn delete(
    who: Authorized<Write, links::Create>,
    path: Path<String>,
    if_match: IfMatch,
    smart_links: web::Data<SmartLinks>,
) -> Result<ApiResponse, ApiError> {
    smart_links.delete(who.acting(), named_link(&path)?, if_match.precondition()).await?;
    Ok(ApiResponse::no_content())
}

/// Simulate a smart link
///
/// Shows what the visitors of a country get, and why. Shares are final: an arm without a link has share 0, and its
/// visitors count where they end. `samples` assigns that many random visitors with the production hash and returns
/// `sampled` for each arm. Nothing is sent or recorded.
#[utoipa::path(
    tag = "smart links",
    extensions(("x-permission" = json!(Authorized::<Read, links::View>::permission()))),
    responses(
        (status = 200, description = "The shares of both arms", body = PolicySimulation),
        (status = 404, description = "`smart_link_not_found`", body = CodedError),
    ),
)]
#[post("/smartlinks/{id}/simulate")]
async fn simulate(
    who: Authorized<Read, links::View>,
    path: Path<String>,
    body: Json<PolicySimulate>,
    smart_links: web::Data<SmartLinks>,
) -> Result<ApiResponse, ApiError> {
    let (owner, id) = (who.owner(), named_link(&path)?);
    let mut errors = ValidationErrors::none();
    let country =
        body.country.as_deref().and_then(|code| field(&mut errors, "country", CountryCode::read(code)));
    errors.into_result()?;
    let samples = Samples::parse(body.samples.unwrap_or_default())?;
    let link = smart_links.get(owner, id).await?;
    let simulation =
        smart_links.simulate(owner, id, country, samples, body.at.map(UnixTime::from_seconds)).await?;
    ApiResponse::ok(&simulation_out(&link.domain, &simulation))
}

fn shown(link: &SmartLink) -> Result<ApiResponse, ApiError> {
    Ok(ApiResponse::ok(&smart_link_out(link))?.at_state(link.fingerprint()))
}

fn named(name: Option<&str>) -> Result<Option<LinkName>, ApiError> {
    let mut errors = ValidationErrors::none();
    let name = name.and_then(|name| field(&mut errors, "name", LinkName::parse(name)));
    errors.into_result()?;
    Ok(name)
}

fn policy(policy: Option<&Value>) -> Result<Option<Policy>, ApiError> {
    Ok(policy.map(Policy::parse).transpose()?)
}

/// Parses the smart link id of a path. An invalid number is "not found".
fn named_link(text: &str) -> Result<SmartLinkId, ApiError> {
    let id = text.parse().ok().map(SmartLinkId::new);
    id.ok_or_else(|| ApiError::coded(ErrorCode::SmartLinkNotFound, "there is no such smart link"))
}
