//! API keys.

pub mod convert;
pub mod wire;

use crate::api_keys::wire::{EffectiveRights, KeyList, KeyMint, KeyOut, KeyRotate, MintedKey};
use actix_web::{delete, get, post, web};
use attribution::ports::ApartReads;
use auth_scopes::permissions::{Read, Write, keys as rights};
use auth_scopes::{Caller, KeyId, Keys, Scope};
use http_kit::auth::{Authenticated, Authorized};
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
use kernel::{Currency, UnixTime};

use crate::api_keys::convert::{key_out, listed_key, mint_request, minted_key};

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(self_show).service(list).service(create).service(show).service(rotate).service(revoke);
}

/// Show the rights of the calling key
///
/// Scopes, restriction and resulting rights of the calling key. Every valid key may read them, without a scope or a
/// right. `workspace` is an opaque name of the owner, the same for all keys of the owner.
#[utoipa::path(
    tag = "api keys",
    responses(
        (status = 200, description = "The scopes and rights of the key", body = EffectiveRights),
    ),
)]
#[get("/api-keys/self")]
async fn self_show(
    who: Authenticated,
    money: web::Data<dyn ApartReads>,
    keys: web::Data<Keys>,
) -> Result<ApiResponse, ApiError> {
    let currency = money.currency(who.caller().owner).await?;
    ApiResponse::ok(&rights_of(who.caller(), &keys, currency))
}

/// List keys
///
/// Revoked and expired keys are not listed. No response shows a token again. Each entry has the prefix, the name, the
/// scopes and the last use; *Show a key* returns the rest.
#[utoipa::path(
    tag = "api keys",
    params(PageQuery),
    extensions(("x-permission" = json!(Authorized::<Read, rights::View>::permission()))),
    responses(
        (status = 200, description = "Oldest first", body = KeyList),
    ),
)]
#[get("/api-keys")]
async fn list(
    who: Authorized<Read, rights::View>,
    query: Query<PageQuery>,
    cursors: Cursors<PageQuery>,
    keys: web::Data<Keys>,
) -> Result<ApiResponse, ApiError> {
    let after = cursors.read_number(query.cursor.as_deref(), KeyId::new)?;
    let page = keys.list(who.owner(), after, query.limit).await?;
    let next_cursor = page.next.map(|next| cursors.write(next));
    ApiResponse::ok(&KeyList { items: page.items.iter().map(listed_key).collect(), next_cursor })
}

/// Create a key
///
/// The response holds the token, once. A field that is left out takes the value of the calling key; `scopes` left out
/// means both. A key can't have more rights, a later end or another member than the calling key (`scope_escalation`,
/// `beyond_own_rights`). `expires_at` must be in the future and before the year 10000. A repeat under the same
/// `Idempotency-Key` shows no token.
#[utoipa::path(
    tag = "api keys",
    extensions(("x-permission" = json!(Authorized::<Write, rights::Mint>::permission()))),
    responses(
        (status = 201, description = "The key with its token", body = MintedKey),
        (status = 400, description = "`invalid_scope`", body = CodedError),
        (status = 403, description = "`scope_escalation`, `beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`member_not_found`, `key_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/api-keys")]
async fn create(
    who: Authorized<Write, rights::Mint>,
    once: Idempotent,
    body: Json<KeyMint>,
    keys: web::Data<Keys>,
) -> Result<ApiResponse, ApiError> {
    let (caller, hash, request) = (who.caller().clone(), body.hash(), mint_request(body.into_inner()));
    once.run_numbered(who.owner(), hash, NumberedResource::Key, move |number| async move {
        let minted = keys.mint(&caller, &request, number.map(KeyId::new)).await?;
        Ok(ApiResponse::created_once(&minted_key(&minted))?.at_state(minted.fingerprint()))
    })
    .await
}

/// Show a key
///
/// By number or prefix, with its restriction, member and end. An expired key is shown; a revoked key, and a key whose
/// member was removed, is `key_not_found`.
#[utoipa::path(
    tag = "api keys",
    extensions(("x-permission" = json!(Authorized::<Read, rights::View>::permission()))),
    responses(
        (status = 200, description = "The key without its token", body = KeyOut),
        (status = 404, description = "`key_not_found`", body = CodedError),
    ),
)]
#[get("/api-keys/{id}")]
async fn show(
    who: Authorized<Read, rights::View>,
    path: Path<String>,
    keys: web::Data<Keys>,
) -> Result<ApiResponse, ApiError> {
    let key = keys.details(who.owner(), &path).await?;
    Ok(ApiResponse::ok(&key_out(&key))?.at_state(key.fingerprint()))
}

/// Rotate a key
///
/// Creates a token with the same name, rights, member and end; the old token works until the overlap ends. Webhooks of
/// the old key belong to the new one. The calling key needs at least all rights that the replaced key can ever have
/// (`scope_escalation`). The owner's first key can only be rotated by itself. If two requests rotate a key at once, one
/// is `key_not_found`.
#[utoipa::path(
    tag = "api keys",
    extensions(("x-permission" = json!(Authorized::<Write, rights::Mint>::permission()))),
    responses(
        (status = 201, description = "The new key with its token", body = MintedKey),
        (status = 403, description = "`scope_escalation`, `beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`key_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[post("/api-keys/{id}/rotate")]
async fn rotate(
    who: Authorized<Write, rights::Mint>,
    path: Path<String>,
    if_match: IfMatch,
    once: Idempotent,
    body: Json<KeyRotate>,
    keys: web::Data<Keys>,
) -> Result<ApiResponse, ApiError> {
    let (caller, key, overlap) = (who.caller().clone(), path.into_inner(), body.overlap_seconds);
    let expected = if_match.precondition();
    once.run_numbered(who.owner(), body.hash(), NumberedResource::Key, move |number| async move {
        let minted = keys.rotate(&caller, &key, overlap, number.map(KeyId::new), expected).await?;
        Ok(ApiResponse::created_once(&minted_key(&minted))?.at_state(minted.fingerprint()))
    })
    .await
}

/// Revoke a key
///
/// By number or prefix. Requests with the key are rejected from now on, and its webhooks receive nothing more. A key
/// that may do more than the calling key can't be revoked (`beyond_own_rights`). The owner's first key can only be
/// revoked by itself. Every key may revoke itself.
#[utoipa::path(
    tag = "api keys",
    extensions(("x-permission" = json!(Authorized::<Write, rights::Revoke>::permission()))),
    responses(
        (status = 204, description = "The key is revoked"),
        (status = 403, description = "`beyond_own_rights`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`key_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[delete("/api-keys/{id}")]
async fn revoke(
    who: Authorized<Write, rights::Revoke>,
    path: Path<String>,
    if_match: IfMatch,
    keys: web::Data<Keys>,
) -> Result<ApiResponse, ApiError> {
    keys.revoke(who.caller(), &path, if_match.precondition()).await?;
    Ok(ApiResponse::no_content())
}

/// Returns the current rights of a caller.
pub(crate) fn rights_of(caller: &Caller, keys: &Keys, currency: Currency) -> EffectiveRights {
    let functions = caller.rights.by_tab().map(|(tab, rights)| {
        let names = rights.into_iter().map(|right| right.function().to_owned()).collect();
        (tab.as_str().to_owned(), names)
    });
    EffectiveRights {
        scopes: caller.scopes.iter().map(Scope::as_str).map(str::to_owned).collect(),
        functions: functions.collect(),
        expires_at: caller.expires_at.map(UnixTime::seconds),
        currency: currency.to_string(),
        workspace: keys.workspace(caller.owner),
    }
}
