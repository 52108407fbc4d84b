//! Members of an owner's team.

pub mod convert;
pub mod wire;

use crate::members::wire::{MemberCreate, MemberList, MemberOut, MemberUpdate};
use actix_web::{delete, get, patch, post, web};
use auth_scopes::permissions::{Read, Write, team};
use auth_scopes::{Member, MemberId, Members};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{Json, Path, Query};
use http_kit::idempotency::Idempotent;
use http_kit::paging::Cursors;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use http_kit::wire::paging::PageQuery;
use idempotency::NumberedResource;

use crate::members::convert::{member_out, member_patch, member_request};

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(list).service(create).service(show).service(update).service(delete);
}

/// List members
///
/// The people of the team with their rights, in pages.
#[utoipa::path(
    tag = "members",
    params(PageQuery),
    extensions(("x-permission" = json!(Authorized::<Read, team::View>::permission()))),
    responses(
        (status = 200, description = "Oldest first", body = MemberList),
    ),
)]
#[get("/members")]
async fn list(
    who: Authorized<Read, team::View>,
    query: Query<PageQuery>,
    cursors: Cursors<PageQuery>,
    members: web::Data<Members>,
) -> Result<ApiResponse, ApiError> {
    let after = cursors.read_number(query.cursor.as_deref(), MemberId::new)?;
    let page = members.list(who.owner(), after, query.limit).await?;
    let next_cursor = page.next.map(|next| cursors.write(next));
    ApiResponse::ok(&MemberList { items: page.items.iter().map(member_out).collect(), next_cursor })
}

/// Add a member
///
/// A member has a name, an e-mail address and rights. Nobody can grant more than the calling key may do now
/// (`scope_escalation`). A member without a restriction has all rights of the owner, so only an unrestricted key can
/// create one.
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
        Ok(ApiResponse::created(&member_out(&member))?.at_state(member.fingerprint()))
    })
    .await
}

/// Show a member
///
/// The member with their rights. A removed member is `member_not_found`.
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
    shown(&members.find(who.owner(), MemberId::new(*path)).await?)
}

/// Change a member
///
/// The keys of the member have the new rights from the next request on. `tabs` and `caps` are checked together with the
/// fields that stay. Nobody can grant more than the calling key may do now (`scope_escalation`), or change a member who
/// may do more (`beyond_own_rights`), not even oneself.
#[utoipa::path(
    tag = "members",
    extensions(("x-permission" = json!(Authorized::<Write, team::Edit>::permission()))),
    responses(
        (status = 200, description = "The member", body = MemberOut),
        (status = 403, description = "`scope_escalation`, `beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`member_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[patch("/members/{id}")]
async fn update(
    who: Authorized<Write, team::Edit>,
    path: Path<i64>,
    if_match: IfMatch,
    body: Json<MemberUpdate>,
    members: web::Data<Members>,
) -> Result<ApiResponse, ApiError> {
    let (patch, expected) = (member_patch(body.into_inner()), if_match.precondition());
    shown(&members.patch(who.caller(), MemberId::new(*path), patch, expected).await?)
}

/// Remove a member
///
/// Keys of the member are rejected from the next request on. A member who may do more than the calling key can't be
/// removed (`beyond_own_rights`).
#[utoipa::path(
    tag = "members",
    extensions(("x-permission" = json!(Authorized::<Write, team::Edit>::permission()))),
    responses(
        (status = 204, description = "The member is removed"),
        (status = 403, description = "`beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`member_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[delete("/members/{id}")]
async fn delete(
    who: Authorized<Write, team::Edit>,
    path: Path<i64>,
    if_match: IfMatch,
    members: web::Data<Members>,
) -> Result<ApiResponse, ApiError> {
    members.remove(who.caller(), MemberId::new(*path), if_match.precondition()).await?;
    Ok(ApiResponse::no_content())
}

fn shown(member: &Member) -> Result<ApiResponse, ApiError> {
    Ok(ApiResponse::ok(&member_out(member))?.at_state(member.fingerprint()))
}
