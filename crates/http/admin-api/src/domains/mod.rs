//! Landing domains.

pub mod convert;
pub mod wire;

use crate::bulk::wire::CopyFrom;
use crate::domains::wire::{DomainList, DomainOut, DomainQuery, DomainRegister, DomainSort, DomainState};
use crate::publishing::wire::NoFields;
use actix_web::{delete, get, post, web};
use auth_scopes::permissions::{Read, Write, landings};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Json, Path, Query};
use http_kit::idempotency::Idempotent;
use http_kit::paging::Cursors;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::{CodedError, ErrorCode};
use kernel::{Hostname, Search};
use landing_draft::copying::CopyParts;
use landing_draft::domain::{Domain, Revision};
use landing_draft::domains::Domains;
use landing_draft::editing::EditDraft;
use landing_draft::text::DisplayName;

use crate::LivePageChanges;
use crate::convert::field;
use crate::domains::convert::domain_out;
use crate::listing::{Listing, Part, Place, SortKey};

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(create).service(show).service(delete).service(provision).service(draft_copy);
}

/// Converts a domain, with the DNS records to set.
fn with_records(domains: &Domains, domain: &Domain) -> DomainOut {
    domain_out(domain, domains.records(&domain.hostname))
}

/// List domains
///
/// Every domain of the owner with its provisioning state, or those that match `search` (part of the hostname, also as
/// people write it, or of the display name, ignoring case) and `state`. Without `limit` and `cursor`, the list is
/// returned in full and has no `next_cursor`.
#[utoipa::path(
    tag = "domains",
    params(DomainQuery),
    extensions(("x-permission" = json!(Authorized::<Read, landings::View>::permission()))),
    responses(
        (status = 200, description = "The domains, oldest first unless sorted otherwise", body = DomainList),
    ),
)]
#[get("/domains")]
async fn list(
    who: Authorized<Read, landings::View>,
    query: Query<DomainQuery>,
    cursors: Cursors<DomainQuery>,
    domains: web::Data<Domains>,
) -> Result<ApiResponse, ApiError> {
    // Plans limit an owner to some hundreds of domains, so reading the whole list is cheap.
    let mut found = domains.list(who.owner()).await?;
    let search = query.search.as_deref().and_then(Search::parse);
    found.retain(|domain| {
        let unicode = domain.hostname.to_unicode();
        let texts = [domain.hostname.as_str(), &unicode, domain.display_name.as_str()];
        search.as_ref().is_none_or(|search| search.is_in(&texts))
            && query.state.is_none_or(|state| domain.infra.state.as_str() == state_word(state))
    });
    let (sort, descending) = order(query.sort.unwrap_or_default());
    let limit = query.limit.unwrap_or(u32::MAX);
    let listing = Listing { descending, limit, after: cursors.read(query.cursor.as_deref(), Place::parse)? };
    let place = |domain: &Domain| {
        let key = match sort {
            "hostname" => SortKey::text(domain.hostname.as_str()),
            "display_name" => SortKey::text(domain.display_name.as_str()),
            _ => SortKey::Number(domain.created_at.millis()),
        };
        Place(key, domain.hostname.to_string())
    };
    let Part { items, next } = listing.part(found, place);
    let next = next.map(|place| cursors.write(place));
    let in_parts = query.limit.is_some() || query.cursor.is_some();
    let items = items.iter().map(|domain| with_records(&domains, domain)).collect();
    ApiResponse::ok(&DomainList { items, next_cursor: in_parts.then_some(next) })
}

/// Returns the sort field, and whether the order is descending.
fn order(sort: DomainSort) -> (&'static str, bool) {
    match sort {
        DomainSort::CreatedAt => ("created_at", false),
        DomainSort::CreatedAtDesc => ("created_at", true),
        DomainSort::Hostname => ("hostname", false),
        DomainSort::HostnameDesc => ("hostname", true),
        DomainSort::DisplayName => ("display_name", false),
        DomainSort::DisplayNameDesc => ("display_name", true),
    }
}

fn state_word(state: DomainState) -> &'static str {
    match state {
        DomainState::Pending => "pending",
        DomainState::Active => "active",
        DomainState::Failed => "failed",
    }
}

/// Register a domain
///
/// The domain is created as `pending`; a worker provisions it and makes it `active`. The address of a whole site, such as
/// `https://links.example.com/`, is taken as its host, which the response names. If the hostname is taken and the
/// plan's limit is reached, the limit is reported. A hostname that another account gave up can't be registered for 7
/// days. For 90 days it needs a DNS record, which the error names.
#[utoipa::path(
    tag = "domains",
    extensions(("x-permission" = json!(Authorized::<Write, landings::Register>::permission()))),
    responses(
        (status = 201, description = "The pending domain", body = DomainOut),
        (status = 400, description = "`invalid_request`: not a hostname", body = CodedError),
        (status = 403, description = "`domain_cap_reached`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 409, description = "`domain_taken`, `hostname_quarantined`, `hostname_unproven`, `idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/domains")]
async fn create(
    who: Authorized<Write, landings::Register>,
    once: Idempotent,
    body: Json<DomainRegister>,
    domains: web::Data<Domains>,
) -> Result<ApiResponse, ApiError> {
    let (hash, body) = (body.hash(), body.into_inner());
    once.run(who.owner(), hash, move || async move {
        let mut errors = kernel::ValidationErrors::none();
        let display_name = field(&mut errors, "display_name", DisplayName::parse(&body.display_name));
        let Some(display_name) = display_name else { return Err(errors.into()) };
        let hostname = Hostname::typed(&body.hostname)
            .map_err(|error| ApiError::coded(ErrorCode::InvalidRequest, format!("hostname {error}")))?;
        let domain = domains.register(who.acting(), hostname, display_name).await?;
        ApiResponse::created(&with_records(&domains, &domain))
    })
    .await
}

/// Show a domain
///
/// The domain with its provisioning state. A hostname is reachable if its CNAME or one of its addresses is a target of
/// the service. `provisioning_error` is the last failed attempt, also while the domain is still `pending`. After the
/// fifth failure the domain is `failed`. `dns_records` are the records to set at the DNS provider. `ETag` is the
/// revision of the draft.
#[utoipa::path(
    tag = "domains",
    extensions(("x-permission" = json!(Authorized::<Read, landings::View>::permission()))),
    responses(
        (status = 200, description = "The domain", body = DomainOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/domains/{domain}")]
async fn show(
    who: Authorized<Read, landings::View>,
    domain: Path<DomainName>,
    domains: web::Data<Domains>,
) -> Result<ApiResponse, ApiError> {
    let domain = domains.find(who.owner(), &domain).await?;
    Ok(ApiResponse::ok(&with_records(&domains, &domain))?.at_revision(domain.revision.0))
}

/// Delete a domain
///
/// Deletes the domain with its draft, versions and pages, and frees the hostname. Funnel links stay in the account; a
/// later domain of the same name takes them over.
#[utoipa::path(
    tag = "domains",
    extensions(("x-permission" = json!(Authorized::<Write, landings::Register>::permission()))),
    responses(
        (status = 204, description = "Deleted"),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[delete("/domains/{domain}")]
async fn delete(
    who: Authorized<Write, landings::Register>,
    domain: Path<DomainName>,
    if_match: IfMatch,
    domains: web::Data<Domains>,
    live: web::Data<dyn LivePageChanges>,
) -> Result<ApiResponse, ApiError> {
    let domain = domain.into_inner();
    domains.delete(who.acting(), &domain, if_match.expected().map(Revision)).await?;
    live.changed(&domain);
    Ok(ApiResponse::no_content())
}

/// Retry the provisioning of a domain
///
/// Call this operation after you have fixed the cause, such as a DNS record. The number of attempts restarts at 0. A
/// domain that has not failed is `invalid_transition`.
#[utoipa::path(
    tag = "domains",
    extensions(("x-permission" = json!(Authorized::<Write, landings::Register>::permission()))),
    responses(
        (status = 200, description = "The domain, pending again", body = DomainOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 409, description = "`invalid_transition`: it has not failed; `idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/domains/{domain}/provision")]
async fn provision(
    who: Authorized<Write, landings::Register>,
    domain: Path<DomainName>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<NoFields>,
    domains: web::Data<Domains>,
) -> Result<ApiResponse, ApiError> {
    let hostname = domain.into_inner();
    once.run(who.owner(), body.hash(), move || async move {
        let expected = if_match.expected().map(Revision);
        let domain = domains.restart_provisioning(who.acting(), &hostname, expected).await?;
        Ok(ApiResponse::ok(&with_records(&domains, &domain))?.at_revision(domain.revision.0))
    })
    .await
}

/// Copy a whole draft from another domain
///
/// Replaces the draft of the path's domain with a copy of the source's draft, under new ids. Stamped addresses and QR
/// codes are not copied.
#[utoipa::path(
    tag = "domains",
    extensions(("x-permission" = json!(Authorized::<Write, landings::Copy>::permission()))),
    responses(
        (status = 200, description = "The domain with its new draft", body = DomainOut),
        (status = 400, description = "`copy_same_domain`", body = CodedError),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/domains/{domain}/copy-from")]
async fn draft_copy(
    who: Authorized<Write, landings::Copy>,
    domain: Path<DomainName>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<CopyFrom>,
    edit: web::Data<EditDraft>,
    domains: web::Data<Domains>,
) -> Result<ApiResponse, ApiError> {
    let (target, source) = (domain.into_inner(), DomainName::named(&body.source)?);
    once.run(who.owner(), body.hash(), move || async move {
        let expected = if_match.expected().map(Revision);
        let revision = edit.copy(who.acting(), &source, &target, &CopyParts::all(), expected).await?;
        let domain = domains.find(who.owner(), &target).await?;
        Ok(ApiResponse::ok(&with_records(&domains, &domain))?.at_revision(revision.0))
    })
    .await
}
