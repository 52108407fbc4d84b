//! The notification library.

use actix_web::{delete, get, patch, post, put, web};
use api_contract::appearance::FreeObject;
use api_contract::notification::{PresetFromDomain, PresetIn, PresetList, PresetOut};
use api_contract::paging::PageQuery;
use api_contract::{CodedError, CodedOrValidationErrors, FileContent};
use auth_scopes::permissions::{Read, Write, notifications};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Json, Path, Query, Upload};
use http_kit::idempotency::Idempotent;
use http_kit::paging::behind;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use kernel::{OwnerId, ValidationErrors};
use landing_draft::banner::ContentPatch;
use landing_draft::id::PresetId;
use landing_draft::library::Library;
use landing_draft::preset::{Preset, PresetName, PresetPatch};
use landing_draft::uploads::Uploads;
use serde_json::{Value, json};

use super::notification::check_files;
use crate::convert::field;

/// The operations of this file. `from-domain` comes before the operations on a preset.
pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config
        .service(list)
        .service(create)
        .service(capture)
        .service(update)
        .service(delete)
        .service(avatar_upload);
    config.service(sound_upload);
}

/// List banner presets
///
/// The banners that are kept in the library, a page at a time.
#[utoipa::path(
    tag = "banner presets",
    params(PageQuery),
    extensions(("x-permission" = json!(Authorized::<Read, notifications::View>::permission()))),
    responses(
        (status = 200, description = "Oldest first", body = PresetList),
        (status = 400, description = "`invalid_request`: a cursor that is none", body = CodedError),
    ),
)]
#[get("/library/notifications")]
async fn list(
    who: Authorized<Read, notifications::View>,
    query: Query<PageQuery>,
    library: web::Data<Library>,
) -> Result<ApiResponse, ApiError> {
    let page = library.list(who.owner(), behind(&query, PresetId::new)?, query.limit).await?;
    let items: Vec<Value> = page.items.iter().map(|preset| preset_out(who.owner(), preset)).collect();
    let next_cursor = page.next.map(|next| next.get().to_string());
    ApiResponse::ok(&json!({ "items": items, "next_cursor": next_cursor }))
}

/// Create a preset
///
/// Texts and files may be filled in later.
#[utoipa::path(
    tag = "banner presets",
    request_body = PresetIn,
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Library>::permission()))),
    responses(
        (status = 201, description = "The preset", body = PresetOut),
        (status = 409, description = "`preset_name_taken`, `idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/library/notifications")]
async fn create(
    who: Authorized<Write, notifications::Library>,
    once: Idempotent,
    body: Json<FreeObject>,
    library: web::Data<Library>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let patch = body.convert(|body| PresetPatch::parse(&Value::Object(body.0), true)).await?;
    check_files(&uploads, who.owner(), &patch.content).await?;
    let (owner, hash, patch) = (who.owner(), patch.hash(), patch.into_inner());
    once.run(owner, hash, move || async move {
        let preset = library.create(owner, &patch.new_name()?, patch.content).await?;
        ApiResponse::created(&preset_out(owner, &preset))
    })
    .await
}

/// Keep a domain's banner as a preset
///
/// The new preset is assigned to the domain.
#[utoipa::path(
    tag = "banner presets",
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Library>::permission()))),
    responses(
        (status = 201, description = "The preset", body = PresetOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 409, description = "`notification_empty`, `preset_name_taken`, `idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/library/notifications/from-domain")]
async fn capture(
    who: Authorized<Write, notifications::Library>,
    once: Idempotent,
    body: Json<PresetFromDomain>,
    library: web::Data<Library>,
) -> Result<ApiResponse, ApiError> {
    let mut errors = ValidationErrors::none();
    let name = field(&mut errors, "name", PresetName::parse(&body.name));
    let Some(name) = name else { return Err(errors.into()) };
    let (owner, domain) = (who.owner(), DomainName::named(&body.domain)?);
    once.run(owner, body.hash(), move || async move {
        ApiResponse::created(&preset_out(owner, &library.keep(owner, &domain, &name).await?))
    })
    .await
}

/// Change a preset
///
/// Every domain that it is assigned to changes with it, in the same step; going live still needs a publish.
#[utoipa::path(
    tag = "banner presets",
    request_body = PresetIn,
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Library>::permission()))),
    responses(
        (status = 200, description = "The preset", body = PresetOut),
        (status = 404, description = "`preset_not_found`", body = CodedError),
        (status = 409, description = "`preset_name_taken`", body = CodedError),
    ),
)]
#[patch("/library/notifications/{id}")]
async fn update(
    who: Authorized<Write, notifications::Library>,
    path: Path<i64>,
    body: Json<FreeObject>,
    library: web::Data<Library>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let patch = body.convert(|body| PresetPatch::parse(&Value::Object(body.0), false)).await?;
    check_files(&uploads, who.owner(), &patch.content).await?;
    edited(&library, who.owner(), *path, patch.into_inner()).await
}

/// Delete a preset
///
/// The domains that it is assigned to keep its texts, and their banners go off.
#[utoipa::path(
    tag = "banner presets",
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Library>::permission()))),
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "`preset_not_found`", body = CodedError),
    ),
)]
#[delete("/library/notifications/{id}")]
async fn delete(
    who: Authorized<Write, notifications::Library>,
    path: Path<i64>,
    library: web::Data<Library>,
) -> Result<ApiResponse, ApiError> {
    library.delete(who.owner(), PresetId::new(*path)).await?;
    Ok(ApiResponse::no_content())
}

/// Upload a preset's picture
///
/// The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB; the type is decided by the content.
#[utoipa::path(
    tag = "banner presets",
    request_body(content = inline(FileContent), content_type = "application/octet-stream"),
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Library>::permission()))),
    responses(
        (status = 200, description = "The preset", body = PresetOut),
        (status = 404, description = "`preset_not_found`", body = CodedError),
        (status = 403, description = "`file_quota_reached`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 422, description = "`invalid_file`; or every error of the query or path", body = CodedOrValidationErrors),
    ),
)]
#[put("/library/notifications/{id}/avatar")]
async fn avatar_upload(
    who: Authorized<Write, notifications::Library>,
    path: Path<i64>,
    upload: Upload,
    library: web::Data<Library>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let (bytes, _place) = upload.into_parts();
    let file = uploads.picture(who.owner(), bytes).await?;
    let patch = PresetPatch { name: None, content: ContentPatch::files(Some(file), None) };
    edited(&library, who.owner(), *path, patch).await
}

/// Upload a preset's sound
///
/// The raw bytes of an MP3, Ogg or WAV file; the type is decided by the content.
#[utoipa::path(
    tag = "banner presets",
    request_body(content = inline(FileContent), content_type = "application/octet-stream"),
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Library>::permission()))),
    responses(
        (status = 200, description = "The preset", body = PresetOut),
        (status = 404, description = "`preset_not_found`", body = CodedError),
        (status = 403, description = "`file_quota_reached`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 422, description = "`invalid_file`; or every error of the query or path", body = CodedOrValidationErrors),
    ),
)]
#[put("/library/notifications/{id}/sound")]
async fn sound_upload(
    who: Authorized<Write, notifications::Library>,
    path: Path<i64>,
    upload: Upload,
    library: web::Data<Library>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let (bytes, _place) = upload.into_parts();
    let file = uploads.sound(who.owner(), bytes).await?;
    let patch = PresetPatch { name: None, content: ContentPatch::files(None, Some(file)) };
    edited(&library, who.owner(), *path, patch).await
}

async fn edited(
    library: &Library,
    owner: OwnerId,
    id: i64,
    patch: PresetPatch,
) -> Result<ApiResponse, ApiError> {
    let preset = library.edit(owner, PresetId::new(id), &patch).await?;
    ApiResponse::ok(&preset_out(owner, &preset))
}

fn preset_out(owner: OwnerId, preset: &Preset) -> Value {
    let mut out = preset.content.to_json();
    if let Some(fields) = out.as_object_mut() {
        fields.insert("id".to_owned(), preset.id.get().into());
        fields.insert("creator_id".to_owned(), owner.to_string().into());
        fields.insert("name".to_owned(), preset.name.as_str().into());
        fields.insert("created_at".to_owned(), preset.created_at.seconds().into());
        fields.insert("updated_at".to_owned(), preset.updated_at.seconds().into());
    }
    out
}
