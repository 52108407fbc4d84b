//! The notification library.

pub mod wire;

use crate::library::wire::{
    NewPresetFields, PresetFields, PresetFromDomain, PresetIn, PresetList, PresetOut,
};
use actix_web::{delete, get, patch, post, put, web};
use auth_scopes::permissions::{Read, Write, notifications};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Json, Path, Query, Upload};
use http_kit::idempotency::Idempotent;
use http_kit::paging::Cursors;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::paging::PageQuery;
use http_kit::wire::{CodedError, CodedOrValidationErrors, FileContent};
use kernel::{Acting, OwnerId, ValidationErrors};
use landing_draft::banner::ContentPatch;
use landing_draft::file::Slot;
use landing_draft::id::PresetId;
use landing_draft::library::Library;
use landing_draft::preset::{Preset, PresetName, PresetPatch};
use landing_draft::uploads::Uploads;
use serde_json::{Value, json};

use super::notification::check_files;
use crate::convert::field;

/// Registers the operations. `from-domain` precedes the operations on a preset, because their path
/// also matches it.
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
/// Banner presets of the owner's library, in pages.
#[utoipa::path(
    tag = "banner presets",
    params(PageQuery),
    extensions(("x-permission" = json!(Authorized::<Read, notifications::View>::permission()))),
    responses(
        (status = 200, description = "Oldest first", body = PresetList),
    ),
)]
#[get("/library/notifications")]
async fn list(
    who: Authorized<Read, notifications::View>,
    query: Query<PageQuery>,
    cursors: Cursors<PageQuery>,
    library: web::Data<Library>,
) -> Result<ApiResponse, ApiError> {
    let after = cursors.read_number(query.cursor.as_deref(), PresetId::new)?;
    let page = library.list(who.owner(), after, query.limit).await?;
    let items: Vec<Value> = page.items.iter().map(|preset| preset_out(who.owner(), preset)).collect();
    let next_cursor = page.next.map(|next| cursors.write(next));
    ApiResponse::ok(&json!({ "items": items, "next_cursor": next_cursor }))
}

/// Create a preset
///
/// Texts and files may be added later. A preset is complete with a title, a body, a link text, a picture and, in link
/// mode `manual`, an address.
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
    body: Json<NewPresetFields>,
    library: web::Data<Library>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let patch = body.convert(|body| PresetPatch::parse(&Value::Object(body.0), true)).await?;
    check_files(&uploads, who.owner(), &patch.content).await?;
    let (hash, patch) = (patch.hash(), patch.into_inner());
    once.run(who.owner(), hash, move || async move {
        let preset = library.create(who.acting(), &patch.new_name()?, patch.content).await?;
        Ok(ApiResponse::created(&preset_out(who.owner(), &preset))?.at_state(preset.fingerprint()))
    })
    .await
}

/// Save a domain's banner as a preset
///
/// Creates a preset from the banner and assigns it to the domain, in one step. The banner stays enabled only if it is
/// complete.
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
    let domain = DomainName::named(&body.domain)?;
    once.run(who.owner(), body.hash(), move || async move {
        let preset = library.keep(who.acting(), &domain, &name).await?;
        Ok(ApiResponse::created(&preset_out(who.owner(), &preset))?.at_state(preset.fingerprint()))
    })
    .await
}

/// Change a preset
///
/// Also updates the drafts of all domains with this preset, in the same step. Visitors see the change after a
/// publication. If the preset becomes incomplete, these banners are switched off until it is complete again.
#[utoipa::path(
    tag = "banner presets",
    request_body = PresetIn,
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Library>::permission()))),
    responses(
        (status = 200, description = "The preset", body = PresetOut),
        (status = 404, description = "`preset_not_found`", body = CodedError),
        (status = 409, description = "`preset_name_taken`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[patch("/library/notifications/{id}")]
async fn update(
    who: Authorized<Write, notifications::Library>,
    path: Path<i64>,
    if_match: IfMatch,
    body: Json<PresetFields>,
    library: web::Data<Library>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let patch = body.convert(|body| PresetPatch::parse(&Value::Object(body.0), false)).await?;
    check_files(&uploads, who.owner(), &patch.content).await?;
    edited(&library, who.acting(), *path, patch.into_inner(), &if_match).await
}

/// Delete a preset
///
/// Domains with this preset keep its texts, and their banners are switched off.
#[utoipa::path(
    tag = "banner presets",
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Library>::permission()))),
    responses(
        (status = 204, description = "Deleted"),
        (status = 404, description = "`preset_not_found`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[delete("/library/notifications/{id}")]
async fn delete(
    who: Authorized<Write, notifications::Library>,
    path: Path<i64>,
    if_match: IfMatch,
    library: web::Data<Library>,
) -> Result<ApiResponse, ApiError> {
    library.delete(who.acting(), PresetId::new(*path), if_match.precondition()).await?;
    Ok(ApiResponse::no_content())
}

/// Upload a preset's picture
///
/// The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB; the content decides the type. An invalid file is
/// reported before an unknown preset.
#[utoipa::path(
    tag = "banner presets",
    request_body(content = inline(FileContent), content_type = "application/octet-stream"),
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Library>::permission()))),
    responses(
        (status = 200, description = "The preset", body = PresetOut),
        (status = 404, description = "`preset_not_found`", body = CodedError),
        (status = 403, description = "`file_quota_reached`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 422, description = "`invalid_file`, or all errors of the query and path", body = CodedOrValidationErrors),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[put("/library/notifications/{id}/avatar")]
async fn avatar_upload(
    who: Authorized<Write, notifications::Library>,
    path: Path<i64>,
    if_match: IfMatch,
    upload: Upload,
    library: web::Data<Library>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let (bytes, _place) = upload.into_parts();
    let file = uploads.picture(who.owner(), bytes, Slot::Avatar).await?.file;
    let patch = PresetPatch { name: None, content: ContentPatch::files(Some(file), None) };
    edited(&library, who.acting(), *path, patch, &if_match).await
}

/// Upload a preset's sound
///
/// The raw bytes of an MP3, Ogg or WAV file of at most 2 MiB; the content decides the type.
#[utoipa::path(
    tag = "banner presets",
    request_body(content = inline(FileContent), content_type = "application/octet-stream"),
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Library>::permission()))),
    responses(
        (status = 200, description = "The preset", body = PresetOut),
        (status = 404, description = "`preset_not_found`", body = CodedError),
        (status = 403, description = "`file_quota_reached`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 422, description = "`invalid_file`, or all errors of the query and path", body = CodedOrValidationErrors),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[put("/library/notifications/{id}/sound")]
async fn sound_upload(
    who: Authorized<Write, notifications::Library>,
    path: Path<i64>,
    if_match: IfMatch,
    upload: Upload,
    library: web::Data<Library>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let (bytes, _place) = upload.into_parts();
    let file = uploads.sound(who.owner(), bytes).await?;
    let patch = PresetPatch { name: None, content: ContentPatch::files(None, Some(file)) };
    edited(&library, who.acting(), *path, patch, &if_match).await
}

async fn edited(
    library: &Library,
    by: &Acting,
    id: i64,
    patch: PresetPatch,
    if_match: &IfMatch,
) -> Result<ApiResponse, ApiError> {
    let preset = library.edit(by, PresetId::new(id), &patch, if_match.precondition()).await?;
    Ok(ApiResponse::ok(&preset_out(by.owner, &preset))?.at_state(preset.fingerprint()))
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
