// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::QrCodes;
use crate::operations::operations;
use crate::types;

operations! {
    QrCodes:

    /// Upload a picture for QR codes.
    ///
    /// The raw bytes of a png, jpeg or webp of at most 10 MiB. A design names the file that is answered as its `logo.file`.
    fn logo_upload(file file: impl Into<bytes::Bytes>) -> json types::QrLogoFile {
        QrCodesLogoUpload = PUT "/api/admin/qr/logo" as "qr_codes_logo_upload";
    }

    /// List the catalog of designs.
    ///
    /// 100 ready designs in twelve families, each with its colours and module shapes.
    fn presets_list() -> json types::QrPresetList {
        QrCodesPresetsList = GET "/api/admin/qr/presets" as "qr_codes_presets_list";
    }

    /// Preview a QR code.
    ///
    /// Draws a code that is not stored.
    fn preview(json body: &types::QrPreview) -> text String {
        QrCodesPreview = POST "/api/admin/qr/preview" as "qr_codes_preview";
    }

    /// List a domain's QR codes.
    ///
    /// The codes of the domain with their scans, a page at a time. With `Accept: text/csv` the answer is a table in CSV (RFC 4180): the
    /// whole list, or with `limit` a page of it, and the header `Next-Cursor` holds the cursor of the next.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn list(path domain: &str) -> json types::QrList {
        QrCodesList = GET "/api/admin/qr/{domain}" as "qr_codes_list", Paged(items: types::QrOut);
        /// How many at most.
        "limit" limit: i64;
        /// Where the page before ended.
        "cursor" cursor: &str;
    }

    /// Create a QR code.
    ///
    /// It is active at once.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn create(path domain: &str, json body: &types::QrCreate) -> json types::QrOut {
        QrCodesCreate = POST "/api/admin/qr/{domain}" as "qr_codes_create", Keyed;
    }

    /// Download a sheet of QR codes.
    ///
    /// Several codes of a domain on pages of A4 or letter as a PDF, each with its bleed and cutting marks.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn sheet_download(path domain: &str) -> bytes bytes::Bytes {
        QrCodesSheetDownload = GET "/api/admin/qr/{domain}/sheet.pdf" as "qr_codes_sheet_download";
        /// The numbers of up to 100 codes of the domain, with commas between them; without it the first 100 codes.
        "ids" ids: &str;
        /// How often each of them; at most 1,000 codes are on a sheet.
        "copies" copies: i64;
        /// The width of each drawing in millimetres. 3 mm to the trim and 3 mm of bleed come on every side.
        "size_mm" size_mm: i64;
        /// `a4` by default.
        "paper" paper: &str;
    }

    /// Show a QR code.
    ///
    /// The code with its design and its scans.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    fn show(path domain: &str, path id: &str) -> json types::QrOut {
        QrCodesShow = GET "/api/admin/qr/{domain}/{id}" as "qr_codes_show";
    }

    /// Change a QR code.
    ///
    /// Only what is supplied changes, at once on the live domain. Its label and its statistics stay.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    fn update(path domain: &str, path id: &str, json body: &types::QrUpdate) -> json types::QrOut {
        QrCodesUpdate = PATCH "/api/admin/qr/{domain}/{id}" as "qr_codes_update", Conditional;
    }

    /// Download a QR code as EPS.
    ///
    /// The same page as encapsulated PostScript, level 3. `ETag` allows a conditional repeat, which is answered with 304.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    fn eps_download(path domain: &str, path id: &str) -> bytes bytes::Bytes {
        QrCodesEpsDownload = GET "/api/admin/qr/{domain}/{id}/image.eps" as "qr_codes_eps_download";
        /// The width of the drawing in millimetres. 3 mm to the trim and 3 mm of bleed come on every side.
        "size_mm" size_mm: i64;
    }

    /// Download a QR code as PDF.
    ///
    /// A page for print shops: RGB, with cutting marks, and boxes for bleed, trim and safe area (`ArtBox`). `ETag` allows a conditional
    /// repeat, which is answered with 304.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    fn pdf_download(path domain: &str, path id: &str) -> bytes bytes::Bytes {
        QrCodesPdfDownload = GET "/api/admin/qr/{domain}/{id}/image.pdf" as "qr_codes_pdf_download";
        /// The width of the drawing in millimetres. 3 mm to the trim and 3 mm of bleed come on every side.
        "size_mm" size_mm: i64;
    }

    /// Download a QR code as PNG.
    ///
    /// The picture of the code in its design. `ETag` allows a conditional repeat, which is answered with 304.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    fn png_download(path domain: &str, path id: &str) -> bytes bytes::Bytes {
        QrCodesPngDownload = GET "/api/admin/qr/{domain}/{id}/image.png" as "qr_codes_png_download";
        /// Width and height in pixels.
        "size" size: i64;
    }

    /// Download a QR code as SVG.
    ///
    /// The drawing of the code in its design. `ETag` allows a conditional repeat, which is answered with 304.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    fn svg_download(path domain: &str, path id: &str) -> text String {
        QrCodesSvgDownload = GET "/api/admin/qr/{domain}/{id}/image.svg" as "qr_codes_svg_download";
    }
}
