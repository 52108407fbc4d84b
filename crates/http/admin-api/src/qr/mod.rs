//! QR codes: printed entry points of a domain. They are not part of the draft, so changes are live
//! at once.

pub mod convert;
mod print;
pub mod wire;

use crate::qr::wire::{QrCreate, QrList, QrOut, QrPresetList, QrPreview, QrSizeQuery, QrUpdate};
use actix_web::http::header::{self, EntityTag, IfNoneMatch};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse, Responder as _, get, patch, post, web};
use auth_scopes::permissions::{Read, Write, qr};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Json, Path, Query};
use http_kit::idempotency::Idempotent;
use http_kit::paging::Cursors;
use http_kit::precondition::IfMatch;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::paging::PageQuery;
use http_kit::wire::{CodedError, ErrorCode, FileContent};
use kernel::{Hostname, OwnerId, Page};
use qr_catalog::code::{CodeId, Slug};
use qr_catalog::codes::Codes;
use qr_catalog::draw::DrawOptions;
use qr_catalog::picture::{PictureForm, PictureName};
use qr_catalog::ports::CodeRenderer;

use crate::csv;
use crate::qr::convert::{code_edit, code_out, code_request, judged_code_out, preset_out, preview_look};

/// Pictures change with the code, so browsers must revalidate.
const ASK_AGAIN: &str = "private, no-cache";

/// Approximate size of a code with its design in JSON, in bytes.
const CODE_BYTES: usize = 1024;

/// Columns of the list as CSV.
const COLUMNS: [&str; 16] = [
    "id",
    "domain",
    "slug",
    "path",
    "title",
    "channel",
    "source",
    "active",
    "created_at",
    "stats/scans",
    "stats/visits",
    "stats/clicks",
    "stats/subs",
    "stats/revenue_cents",
    "smart_link",
    "stats/other_currencies",
];

/// Registers the operations. `presets` and `preview` precede the operations on a domain, because
/// their path also matches them.
pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(presets_list).service(preview);
    print::routes(config);
    config.service(list).service(create).service(show).service(update);
    config.service(svg_download).service(png_download);
}

/// List the designs of QR codes
///
/// 100 ready designs in twelve families, each with colours and module shapes. None has a logo or a frame.
#[utoipa::path(
    tag = "qr codes",
    extensions(("x-permission" = json!(Authorized::<Read, qr::View>::permission()))),
    responses(
        (status = 200, description = "100 designs in a stable order", body = QrPresetList),
    ),
)]
#[get("/qr/presets")]
async fn presets_list(
    _who: Authorized<Read, qr::View>,
    codes: web::Data<Codes>,
) -> Result<ApiResponse, ApiError> {
    ApiResponse::ok(&QrPresetList { items: codes.presets().iter().map(preset_out).collect() })
}

/// Preview a QR code
///
/// Draws a code that is not stored. Without a domain, the code leads to `links.example.com`.
#[utoipa::path(
    tag = "qr codes",
    extensions(("x-permission" = json!(Authorized::<Read, qr::View>::permission()))),
    responses(
        (status = 200, description = "The drawing", body = String, content_type = "image/svg+xml"),
        (status = 400, description = "`invalid_slug`", body = CodedError),
        (status = 404, description = "`domain_not_found`, `preset_not_found`", body = CodedError),
    ),
)]
#[post("/qr/preview")]
async fn preview(
    who: Authorized<Read, qr::View>,
    body: Json<QrPreview>,
    codes: web::Data<Codes>,
    renderer: web::Data<dyn CodeRenderer>,
) -> Result<HttpResponse, ApiError> {
    let look = preview_look(&body)?;
    let slug = body.slug.as_deref().map(Slug::parse).transpose()?.unwrap_or_default();
    let domain = body.domain.as_deref().map(DomainName::named).transpose()?;
    let preview = codes.preview(who.owner(), &look, domain.as_ref(), &slug).await?;
    let svg = renderer.picture(preview.drawing, PictureForm::Svg).await?;
    let media = (header::CONTENT_TYPE, PictureForm::Svg.content_type());
    Ok(HttpResponse::Ok().insert_header(media).body(web::Bytes::from_owner(svg)))
}

/// List a domain's QR codes
///
/// Codes of the domain with their scans, in pages. Scans are at most two seconds behind. With `Accept: text/csv`,
/// returns CSV (RFC 4180): the whole list, or with `limit` a page whose next cursor is in the header `Next-Cursor`.
#[utoipa::path(
    tag = "qr codes",
    params(PageQuery),
    extensions(("x-permission" = json!(Authorized::<Read, qr::View>::permission()))),
    responses(
        (status = 200, description = "Oldest first, with current statistics", body = QrList),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/qr/{domain}")]
async fn list(
    who: Authorized<Read, qr::View>,
    request: HttpRequest,
    domain: Path<DomainName>,
    query: Query<PageQuery>,
    cursors: Cursors<PageQuery>,
    codes: web::Data<Codes>,
) -> Result<HttpResponse, ApiError> {
    let PageQuery { limit, cursor } = query.into_inner();
    let (owner, domain) = (who.owner(), domain.into_inner());
    let read = async move |cursor: Option<String>| {
        let after = cursors.read_number(cursor.as_deref(), CodeId::new)?;
        let Page { items: codes, next } = codes.list(owner, &domain, after, limit).await?;
        let weight = codes.len().saturating_mul(CODE_BYTES);
        let entries = move || codes.iter().map(code_out).collect();
        Ok(csv::Part { weight, entries, next: next.map(|next| cursors.write(next)) })
    };
    if csv::is_asked_for(&request) {
        return csv::list(&request, &COLUMNS, cursor, read).await;
    }
    let csv::Part { weight, entries, next } = read(cursor).await?;
    let list = move || Ok(QrList { items: entries(), next_cursor: next });
    Ok(ApiResponse::ok_of(weight, list).await?.respond_to(&request))
}

/// Create a QR code
///
/// Only `slug` is required, and the code is active at once. A `design` is sent as a whole and takes precedence over
/// `preset`; the default is the preset `classic-ink`. The background must be light (`low_contrast`). `scannability`
/// warns of designs that some readers can't read.
#[utoipa::path(
    tag = "qr codes",
    extensions(("x-permission" = json!(Authorized::<Write, qr::Edit>::permission()))),
    responses(
        (status = 201, description = "The code", body = QrOut),
        (status = 400, description = "`invalid_slug`", body = CodedError),
        (status = 404, description = "`domain_not_found`, `smart_link_not_found`, `preset_not_found`", body = CodedError),
        (status = 409, description = "`slug_taken`, `idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/qr/{domain}")]
async fn create(
    who: Authorized<Write, qr::Edit>,
    domain: Path<DomainName>,
    once: Idempotent,
    body: Json<QrCreate>,
    codes: web::Data<Codes>,
) -> Result<ApiResponse, ApiError> {
    let request = code_request(Slug::parse(&body.slug)?, &body)?;
    let domain = domain.into_inner();
    once.run(who.owner(), body.hash(), move || async move {
        let code = codes.create(who.acting(), &domain, request).await?;
        Ok(ApiResponse::created(&judged_code_out(&code))?.at_state(code.code.fingerprint()))
    })
    .await
}

/// Show a QR code
///
/// The code with its design and its scans.
#[utoipa::path(
    tag = "qr codes",
    extensions(("x-permission" = json!(Authorized::<Read, qr::View>::permission()))),
    responses(
        (status = 200, description = "The code with current statistics", body = QrOut),
        (status = 404, description = "`domain_not_found`, `qr_not_found`", body = CodedError),
    ),
)]
#[get("/qr/{domain}/{id}")]
async fn show(
    who: Authorized<Read, qr::View>,
    path: Path<(DomainName, String)>,
    codes: web::Data<Codes>,
) -> Result<ApiResponse, ApiError> {
    let (domain, id) = (&path.0, named_code(&path.1)?);
    let found = codes.get(who.owner(), domain, id).await?;
    Ok(ApiResponse::ok(&code_out(&found))?.at_state(found.code.fingerprint()))
}

/// Change a QR code
///
/// Changes only the fields of the body, at once on the live domain. The label and the scans stay. `smart_link` sends
/// scans to a smart link of the domain instead of the page, without changing the printed address; null leads to the
/// page again. While that link is paused or deleted, scans lead to the page.
#[utoipa::path(
    tag = "qr codes",
    extensions(("x-permission" = json!(Authorized::<Write, qr::Edit>::permission()))),
    responses(
        (status = 200, description = "The code", body = QrOut),
        (status = 400, description = "`invalid_slug`", body = CodedError),
        (status = 404, description = "`domain_not_found`, `qr_not_found`, `smart_link_not_found`, `preset_not_found`", body = CodedError),
        (status = 409, description = "`slug_taken`", body = CodedError),
        (status = 412, description = "`precondition_failed`", body = CodedError),
    ),
)]
#[patch("/qr/{domain}/{id}")]
async fn update(
    who: Authorized<Write, qr::Edit>,
    path: Path<(DomainName, String)>,
    if_match: IfMatch,
    body: Json<QrUpdate>,
    codes: web::Data<Codes>,
) -> Result<ApiResponse, ApiError> {
    let slug = body.slug.as_deref().map(Slug::parse).transpose()?;
    let edit = code_edit(slug, &body)?;
    let (domain, id) = (&path.0, named_code(&path.1)?);
    let edited = codes.edit(who.acting(), domain, id, &edit, if_match.precondition()).await?;
    Ok(ApiResponse::ok(&judged_code_out(&edited))?.at_state(edited.code.fingerprint()))
}

/// Download a QR code as SVG
///
/// The drawing of the code in its design. `ETag` covers everything that is drawn. A request with `If-None-Match` may
/// return 304.
#[utoipa::path(
    tag = "qr codes",
    extensions(("x-permission" = json!(Authorized::<Read, qr::View>::permission()))),
    responses(
        (status = 200, description = "The picture", body = String, content_type = "image/svg+xml"),
        (status = 304, description = "The picture has not changed since `If-None-Match`"),
        (status = 404, description = "`domain_not_found`, `qr_not_found`", body = CodedError),
    ),
)]
#[get("/qr/{domain}/{id}/image.svg")]
async fn svg_download(
    who: Authorized<Read, qr::View>,
    path: Path<(DomainName, String)>,
    request: HttpRequest,
    codes: web::Data<Codes>,
    renderer: web::Data<dyn CodeRenderer>,
) -> Result<HttpResponse, ApiError> {
    download(who.owner(), &path, PictureForm::Svg, &request, &codes, &renderer).await
}

/// Download a QR code as PNG
///
/// The picture of the code in its design. `ETag` covers everything that is drawn. A request with `If-None-Match` may
/// return 304.
#[utoipa::path(
    tag = "qr codes",
    params(QrSizeQuery),
    extensions(("x-permission" = json!(Authorized::<Read, qr::View>::permission()))),
    responses(
        (status = 200, description = "The picture", body = inline(FileContent), content_type = "image/png"),
        (status = 304, description = "The picture has not changed since `If-None-Match`"),
        (status = 404, description = "`domain_not_found`, `qr_not_found`", body = CodedError),
    ),
)]
#[get("/qr/{domain}/{id}/image.png")]
async fn png_download(
    who: Authorized<Read, qr::View>,
    path: Path<(DomainName, String)>,
    query: Query<QrSizeQuery>,
    request: HttpRequest,
    codes: web::Data<Codes>,
    renderer: web::Data<dyn CodeRenderer>,
) -> Result<HttpResponse, ApiError> {
    download(who.owner(), &path, PictureForm::Png(query.size), &request, &codes, &renderer).await
}

/// Responds with the picture of a stored code, or with 304 if the caller's copy is current.
pub(super) async fn download(
    owner: OwnerId,
    path: &(Hostname, String),
    form: PictureForm,
    request: &HttpRequest,
    codes: &Codes,
    renderer: &web::Data<dyn CodeRenderer>,
) -> Result<HttpResponse, ApiError> {
    let (domain, id) = (&path.0, named_code(&path.1)?);
    let found = codes.get(owner, domain, id).await?;
    let drawing = codes.picture(&found.code, &DrawOptions::default())?;
    let tag = tag(&PictureName::of(&drawing, form));
    if is_known(request, &tag) {
        return Ok(unchanged(tag));
    }
    let picture = renderer.picture(drawing, form).await?;
    Ok(answer(tag, form.content_type()).body(web::Bytes::from_owner(picture)))
}

/// Builds a weak tag, because the same picture may be sent with or without compression.
fn tag(name: &PictureName) -> EntityTag {
    EntityTag::new_weak(name.text())
}

fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match request.get_header::<IfNoneMatch>() {
        Some(IfNoneMatch::Any) => true,
        Some(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        None => false,
    }
}

fn answer(tag: EntityTag, content_type: &'static str) -> actix_web::HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header(header::ETag(tag))
        .insert_header((header::CACHE_CONTROL, ASK_AGAIN))
        .insert_header((header::CONTENT_TYPE, content_type));
    answer
}

fn unchanged(tag: EntityTag) -> HttpResponse {
    let cache = (header::CACHE_CONTROL, ASK_AGAIN);
    HttpResponse::NotModified().insert_header(header::ETag(tag)).insert_header(cache).finish()
}

/// Parses the code id of a path. An invalid number is "not found".
pub(super) fn named_code(text: &str) -> Result<CodeId, ApiError> {
    let id = text.parse().ok().map(CodeId::new);
    id.ok_or_else(|| ApiError::coded(ErrorCode::QrNotFound, "there is no such QR code"))
}
