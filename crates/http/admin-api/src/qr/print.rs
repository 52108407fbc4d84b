//! Print files and logos of QR codes.

use crate::qr::wire::{QrLogoFile, QrPrintQuery, QrSheetQuery};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, put, web};
use auth_scopes::permissions::{Read, Write, qr};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Path, Query, Upload};
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::{CodedError, CodedOrValidationErrors, FileContent};
use landing_draft::file::Slot;
use landing_draft::uploads::Uploads;
use offload::{HEAVY, offload};
use qr_catalog::codes::Codes;
use qr_catalog::draw::DrawOptions;
use qr_catalog::picture::PictureForm;
use qr_catalog::ports::CodeRenderer;
use qr_catalog::print::Sheet;

use super::download;
use crate::qr::convert::{SheetRequest, print_width, sheet_request};

/// Registers the operations, before those on a code.
pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(logo_upload).service(sheet_download).service(pdf_download).service(eps_download);
}

/// Upload a picture for QR codes
///
/// The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB, 40 megapixels and 12,000 pixels a side. Use the
/// returned file name as `logo.file` of a design; a picture of another owner is not accepted. Codes with a logo are
/// drawn at error correction level H.
#[utoipa::path(
    tag = "qr codes",
    request_body(content = inline(FileContent), content_type = "application/octet-stream"),
    extensions(("x-permission" = json!(Authorized::<Write, qr::Edit>::permission()))),
    responses(
        (status = 200, description = "The file name of the picture", body = QrLogoFile),
        (status = 403, description = "`file_quota_reached`, `insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 422, description = "`invalid_file`, or all errors of the query and path", body = CodedOrValidationErrors),
    ),
)]
#[put("/qr/logo")]
async fn logo_upload(
    who: Authorized<Write, qr::Edit>,
    upload: Upload,
    uploads: web::Data<Uploads>,
) -> Result<ApiResponse, ApiError> {
    let (bytes, _place) = upload.into_parts();
    let file = uploads.picture(who.owner(), bytes, Slot::Logo).await?.file;
    ApiResponse::ok(&QrLogoFile { file: file.to_string() })
}

/// Download a QR code as PDF
///
/// A page for print shops in RGB. `size_mm` is the width of the drawing, which fills the safe area (`ArtBox`); trim and
/// bleed (`TrimBox`, `BleedBox`) are 3 mm each around it, with cutting marks. A request with `If-None-Match` may return
/// 304.
#[utoipa::path(
    tag = "qr codes",
    params(QrPrintQuery),
    extensions(("x-permission" = json!(Authorized::<Read, qr::View>::permission()))),
    responses(
        (status = 200, description = "The page", body = inline(FileContent), content_type = "application/pdf"),
        (status = 304, description = "The page has not changed since `If-None-Match`"),
        (status = 404, description = "`domain_not_found`, `qr_not_found`", body = CodedError),
    ),
)]
#[get("/qr/{domain}/{id}/image.pdf")]
async fn pdf_download(
    who: Authorized<Read, qr::View>,
    path: Path<(DomainName, String)>,
    query: Query<QrPrintQuery>,
    request: HttpRequest,
    codes: web::Data<Codes>,
    renderer: web::Data<dyn CodeRenderer>,
) -> Result<HttpResponse, ApiError> {
    let form = PictureForm::Pdf(print_width(query.size_mm).map_err(ApiError::query)?);
    download(who.owner(), &path, form, &request, &codes, &renderer).await
}

/// Download a QR code as EPS
///
/// The same page as encapsulated PostScript, level 3, with the boxes as `pdfmark`. A request with `If-None-Match` may
/// return 304.
#[utoipa::path(
    tag = "qr codes",
    params(QrPrintQuery),
    extensions(("x-permission" = json!(Authorized::<Read, qr::View>::permission()))),
    responses(
        (status = 200, description = "The page", body = inline(FileContent), content_type = "application/postscript"),
        (status = 304, description = "The page has not changed since `If-None-Match`"),
        (status = 404, description = "`domain_not_found`, `qr_not_found`", body = CodedError),
    ),
)]
#[get("/qr/{domain}/{id}/image.eps")]
async fn eps_download(
    who: Authorized<Read, qr::View>,
    path: Path<(DomainName, String)>,
    query: Query<QrPrintQuery>,
    request: HttpRequest,
    codes: web::Data<Codes>,
    renderer: web::Data<dyn CodeRenderer>,
) -> Result<HttpResponse, ApiError> {
    let form = PictureForm::Eps(print_width(query.size_mm).map_err(ApiError::query)?);
    download(who.owner(), &path, form, &request, &codes, &renderer).await
}

/// Download a sheet of QR codes
///
/// PDF pages in A4 or letter with up to 100 codes of a domain, each `copies` times and with bleed and cutting marks; at
/// most 1,000 in all (`too_many`). Without `ids`, the first 100 codes.
#[utoipa::path(
    tag = "qr codes",
    params(QrSheetQuery),
    extensions(("x-permission" = json!(Authorized::<Read, qr::View>::permission()))),
    responses(
        (status = 200, description = "The pages", body = inline(FileContent), content_type = "application/pdf"),
        (status = 404, description = "`domain_not_found`, `qr_not_found`", body = CodedError),
    ),
)]
#[get("/qr/{domain}/sheet.pdf")]
async fn sheet_download(
    who: Authorized<Read, qr::View>,
    domain: Path<DomainName>,
    query: Query<QrSheetQuery>,
    codes: web::Data<Codes>,
    renderer: web::Data<dyn CodeRenderer>,
) -> Result<HttpResponse, ApiError> {
    let SheetRequest { ids, copies, width, paper } = sheet_request(&query).map_err(ApiError::query)?;
    let found = codes.for_sheet(who.owner(), &domain, ids.as_deref()).await?;
    let draw = move || {
        let drawn = found.iter().map(|code| codes.picture(code, &DrawOptions::default()));
        let drawings = drawn.collect::<Result<Vec<_>, _>>()?;
        let sheet = Sheet::of(&drawings, width, copies, paper)?;
        Ok::<_, ApiError>((drawings, sheet))
    };
    let (drawings, sheet) = offload(HEAVY, draw).await.map_err(ApiError::internal)??;
    let pages = renderer.sheet(drawings, sheet).await?;
    Ok(HttpResponse::Ok().insert_header((header::CONTENT_TYPE, "application/pdf")).body(pages))
}
