//! Members of an owner's team.

use actix_web::{delete, get, patch, post, web};
use api_contract::CodedError;
use api_contract::members::{MemberCreate, MemberList, MemberOut, MemberUpdate};
use api_contract::paging::PageQuery;
use auth_scopes::permissions::{Read, Write, team};
use auth_scopes::{MemberId, Members};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{Json, Path, Query};
use http_kit::idempotency::Idempotent;
use http_kit::paging::behind;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use idempotency::NumberedResource;

use crate::convert::members::{member_out, member_patch, member_request};

/// The operations of this file.
pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(create).service(show).service(update).service(delete);
}

/// List members
///
/// The people of the team with their rights, a page at a time.
#[utoipa::path(
    tag = "members",
    params(PageQuery),
    extensions(("x-permission" = json!(Authorized::<Read, team::View>::permission()))),
    responses(
        (status = 200, description = "Oldest first", body = MemberList),
        (status = 400, description = "`invalid_request`: a cursor that is none", body = CodedError),
    ),
)]
#[get("/members")]
async fn list(
    who: Authorized<Read, team::View>,
    query: Query<PageQuery>,
    members: web::Data<Members>,
) -> Result<ApiResponse, ApiError> {
    let page = members.list(who.owner(), behind(&query, MemberId::new)?, query.limit).await?;
    let next_cursor = page.next.map(|next| next.get().to_string());
    ApiResponse::ok(&MemberList { items: page.items.iter().map(member_out).collect(), next_cursor })
}

/// Add a member
///
/// A member has a name, an address of mail and rights; keys are created for a member or for the owner.
#[utoipa::path(
    tag = "members",
    extensions(("x-permission" = json!(Authorized::<Write, team::Edit>::permission()))),
    responses(
        (status = 201, description = "The member", body = MemberOut),
        (status = 403, description = "`scope_escalation`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/members")]
async fn create(
    who: Authorized<Write, team::Edit>,
    once: Idempotent,
    body: Json<MemberCreate>,
    members: web::Data<Members>,
) -> Result<ApiResponse, ApiError> {
    let (caller, hash, request) = (who.caller().clone(), body.hash(), member_request(body.into_inner()));
    once.run_numbered(who.owner(), hash, NumberedResource::Member, move |number| async move {
        let member = members.create(&caller, &request, number.map(MemberId::new)).await?;
        ApiResponse::created(&member_out(&member))
    })
    .await
}

/// Show a member
///
/// The member with their rights.
#[utoipa::path(
    tag = "members",
    extensions(("x-permission" = json!(Authorized::<Read, team::View>::permission()))),
    responses(
        (status = 200, description = "The member", body = MemberOut),
        (status = 404, description = "`member_not_found`", body = CodedError),
    ),
)]
#[get("/members/{id}")]
async fn show(
    who: Authorized<Read, team::View>,
    path: Path<i64>,
    members: web::Data<Members>,
) -> Result<ApiResponse, ApiError> {
    ApiResponse::ok(&member_out(&members.find(who.owner(), MemberId::new(*path)).await?))
}

/// Change a member
///
/// Their keys have the new rights from the next request on. A member who may do more than the calling key is left alone.
#[utoipa::path(
    tag = "members",
    extensions(("x-permission" = json!(Authorized::<Write, team::Edit>::permission()))),
    responses(
        (status = 200, description = "The member", body = MemberOut),
        (status = 403, description = "`scope_escalation`, `beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`member_not_found`", body = CodedError),
    ),
)]
#[patch("/members/{id}")]
async fn update(
    who: Authorized<Write, team::Edit>,
    path: Path<i64>,
    body: Json<MemberUpdate>,
    members: web::Data<Members>,
) -> Result<ApiResponse, ApiError> {
    let patch = member_patch(body.into_inner());
    ApiResponse::ok(&member_out(&members.patch(who.caller(), MemberId::new(*path), patch).await?))
}

/// Remove a member
///
/// Their keys are refused from the next request on. A member who may do more than the calling key is left alone.
#[utoipa::path(
    tag = "members",
    extensions(("x-permission" = json!(Authorized::<Write, team::Edit>::permission()))),
    responses(
        (status = 204, description = "They are gone"),
        (status = 403, description = "`beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`member_not_found`", body = CodedError),
    ),
)]
#[delete("/members/{id}")]
async fn delete(
    who: Authorized<Write, team::Edit>,
    path: Path<i64>,
    members: web::Data<Members>,
) -> Result<ApiResponse, ApiError> {
    members.remove(who.caller(), MemberId::new(*path)).await?;
    Ok(ApiResponse::no_content())
}
