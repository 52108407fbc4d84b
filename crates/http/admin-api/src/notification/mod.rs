//! The notification banner of a draft.

mod change;
pub mod wire;

use crate::library::wire::PresetAssignment;
use crate::notification::change::banner_change;
use crate::notification::wire::{BannerFields, BannerOut, BannerUpdate};
use actix_web::{get, patch, put, web};
use auth_scopes::permissions::{Read, Write, notifications};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Json, Path, Upload};
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::{CodedError, CodedOrValidationErrors, FileContent};
use kernel::{Acting, ErrorKind, Hostname, Location, OwnerId, ValidationErrors};
use landing_draft::banner::{Banner, BannerPatch, ContentPatch};
use landing_draft::domain::Revision;
use landing_draft::editing::EditDraft;
use landing_draft::file::Slot;
use landing_draft::id::PresetId;
use landing_draft::library::{Following, Library};
use landing_draft::uploads::Uploads;

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(show).service(update).service(avatar_upload).service(sound_upload).service(preset_assign);
}

/// Show the banner
///
/// The banner of the domain's draft, with the preset that it follows. A banner without title, body and link text is not
/// shown to visitors, even if it is enabled.
#[utoipa::path(
    tag = "banners",
    extensions(("x-permission" = json!(Authorized::<Read, notifications::View>::permission()))),
    responses(
        (status = 200, description = "The draft's banner", body = BannerOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/notification/{domain}")]
async fn show(
    who: Authorized<Read, notifications::View>,
    domain: Path<DomainName>,
    edit: web::Data<EditDraft>,
) -> Result<ApiResponse, ApiError> {
    let domain = domain.into_inner();
    let draft = edit.read(who.owner(), &domain).await?;
    banner_answer(&domain, &draft.landing.banner, draft.revision)
}

/// Change the banner
///
/// Only the fields of the body change. A `style` replaces the stored one as a whole; `{}` clears it, null keeps it.
/// `preset_id` assigns a preset first, then the other fields are applied, in two steps: if the second fails, the first
/// stays. `preset_id` null detaches the preset; the texts stay and the banner is switched off. Fields that a preset
/// brought can be changed, until a change of the preset overwrites them.
#[utoipa::path(
    tag = "banners",
    request_body = BannerUpdate,
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Edit>::permission()))),
    responses(
        (status = 200, description = "The banner", body = BannerOut),
        (status = 404, description = "`domain_not_found`, `preset_not_found`", body = CodedError),
        (status = 409, description = "`preset_incomplete`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[patch("/notification/{domain}")]
async fn update(
    who: Authorized<Write, notifications::Edit>,
    domain: Path<DomainName>,
    if_match: IfMatch,
    body: Json<BannerFields>,
    edit: web::Data<EditDraft>,
    library: web::Data<Library>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let (preset, patch) = body.convert(|body| banner_change(body.0)).await?.into_inner();
    check_files(&uploads, who.owner(), &patch.content).await?;
    let (by, domain) = (who.acting(), domain.into_inner());
    let expected = if_match.expected().map(Revision);
    let following = Following { preset, enabled: patch.enabled };
    let followed = library.follow(by, &domain, following, expected).await?;
    // Assigning a preset already decides whether the banner is enabled.
    let patch = BannerPatch { enabled: patch.enabled.filter(|_| followed != Some(true)), ..patch };
    // The preset step already checked the caller's revision, which is outdated now.
    let expected = expected.filter(|_| followed.is_none());
    let updated = edit.run(by, &domain, expected, move |landing| {
        landing.banner.apply(patch.clone());
        Ok(landing.banner.clone())
    });
    let updated = updated.await?;
    banner_answer(&domain, &updated.value, updated.revision)
}

/// Upload the banner's picture
///
/// The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB, 40 megapixels and 12,000 pixels a side. The shorter
/// side is stored with at most 144 pixels, for the sharpest screens. A file is named by its content and never changes.
#[utoipa::path(
    tag = "banners",
    request_body(content = inline(FileContent), content_type = "application/octet-stream"),
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Edit>::permission()))),
    responses(
        (status = 200, description = "The banner", body = BannerOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 403, description = "`file_quota_reached`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 422, description = "`invalid_file`, or all errors of the query and path", body = CodedOrValidationErrors),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[put("/notification/{domain}/avatar")]
async fn avatar_upload(
    who: Authorized<Write, notifications::Edit>,
    domain: Path<DomainName>,
    if_match: IfMatch,
    upload: Upload,
    edit: web::Data<EditDraft>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let domain = domain.into_inner();
    edit.read(who.owner(), &domain).await?;
    let (bytes, _place) = upload.into_parts();
    let file = uploads.picture(who.owner(), bytes, Slot::Avatar).await?.file;
    put_files(&edit, who.acting(), &domain, ContentPatch::files(Some(file), None), &if_match).await
}

/// Upload the banner's sound
///
/// The raw bytes of an MP3, Ogg or WAV file of at most 2 MiB, without Speex. Tags, comments and covers are removed.
#[utoipa::path(
    tag = "banners",
    request_body(content = inline(FileContent), content_type = "application/octet-stream"),
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Edit>::permission()))),
    responses(
        (status = 200, description = "The banner", body = BannerOut),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 403, description = "`file_quota_reached`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 422, description = "`invalid_file`, or all errors of the query and path", body = CodedOrValidationErrors),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[put("/notification/{domain}/sound")]
async fn sound_upload(
    who: Authorized<Write, notifications::Edit>,
    domain: Path<DomainName>,
    if_match: IfMatch,
    upload: Upload,
    edit: web::Data<EditDraft>,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let domain = domain.into_inner();
    edit.read(who.owner(), &domain).await?;
    let (bytes, _place) = upload.into_parts();
    let file = uploads.sound(who.owner(), bytes).await?;
    put_files(&edit, who.acting(), &domain, ContentPatch::files(None, Some(file)), &if_match).await
}

/// Assign a preset
///
/// The banner takes the preset's content and follows later changes of the preset. Only a complete preset can be enabled
/// (`preset_incomplete`).
#[utoipa::path(
    tag = "banners",
    extensions(("x-permission" = json!(Authorized::<Write, notifications::Edit>::permission()))),
    responses(
        (status = 200, description = "The banner", body = BannerOut),
        (status = 404, description = "`domain_not_found`, `preset_not_found`", body = CodedError),
        (status = 409, description = "`preset_incomplete`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[put("/notification/{domain}/preset")]
async fn preset_assign(
    who: Authorized<Write, notifications::Edit>,
    domain: Path<DomainName>,
    if_match: IfMatch,
    body: Json<PresetAssignment>,
    library: web::Data<Library>,
) -> Result<ApiResponse, ApiError> {
    let (domain, preset) = (domain.into_inner(), body.preset_id.map(PresetId::new));
    let expected = if_match.expected().map(Revision);
    let (revision, banner) = library.assign(who.acting(), &domain, preset, body.enabled, expected).await?;
    banner_answer(&domain, &banner, revision)
}

async fn put_files(
    edit: &EditDraft,
    by: &Acting,
    domain: &Hostname,
    files: ContentPatch,
    if_match: &IfMatch,
) -> Result<ApiResponse, ApiError> {
    let updated = edit.run(by, domain, if_match.expected().map(Revision), move |landing| {
        landing.banner.content.apply(files.clone());
        Ok(landing.banner.clone())
    });
    let updated = updated.await?;
    banner_answer(domain, &updated.value, updated.revision)
}

/// Rejects files that the owner did not upload.
pub(super) async fn check_files(
    uploads: &Uploads,
    owner: OwnerId,
    patch: &ContentPatch,
) -> Result<(), ApiError> {
    match uploads.missing_file(owner, patch).await? {
        None => Ok(()),
        Some(field) => {
            let at = Location::root().at(field);
            Err(ValidationErrors::one(at, ErrorKind::Value, "there is no such file; upload it first").into())
        }
    }
}

fn banner_answer(domain: &Hostname, banner: &Banner, revision: Revision) -> Result<ApiResponse, ApiError> {
    let mut out = banner.to_json();
    if let Some(fields) = out.as_object_mut() {
        fields.insert("domain".to_owned(), domain.to_string().into());
    }
    Ok(ApiResponse::ok(&out)?.at_revision(revision.0))
}
