// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::QrCodes;
use crate::operations::operations;
use crate::types;

operations! {
    QrCodes:

    /// Upload a picture for QR codes.
    ///
    /// The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB, 40 megapixels and 12,000 pixels a side. Use the
    /// returned file name as `logo.file` of a design; a picture of another owner is not accepted. Codes with a logo are
    /// drawn at error correction level H.
    fn logo_upload(file file: impl Into<bytes::Bytes>) -> json types::QrLogoFile {
        QrCodesLogoUpload = PUT "/api/admin/qr/logo" as "qr_codes_logo_upload";
    }

    /// List the designs of QR codes.
    ///
    /// 100 ready designs in twelve families, each with colours and module shapes. None has a logo or a frame.
    fn presets_list() -> json types::QrPresetList {
        QrCodesPresetsList = GET "/api/admin/qr/presets" as "qr_codes_presets_list";
    }

    /// Preview a QR code.
    ///
    /// Draws a code that is not stored. Without a domain, the code leads to `links.example.com`.
    fn preview(json body: &types::QrPreview) -> text String {
        QrCodesPreview = POST "/api/admin/qr/preview" as "qr_codes_preview";
    }

    /// List a domain's QR codes.
    ///
    /// Codes of the domain with their scans, in pages. Scans are at most two seconds behind. With `Accept: text/csv`,
    /// returns CSV (RFC 4180): the whole list, or with `limit` a page whose next cursor is in the header `Next-Cursor`.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn list(path domain: &str) -> json types::QrList {
        QrCodesList = GET "/api/admin/qr/{domain}" as "qr_codes_list", Paged(items: types::QrCode);
        /// Maximum number of items.
        "limit" limit: i64;
        /// `next_cursor` of the previous page.
        "cursor" cursor: &str;
    }

    /// Create a QR code.
    ///
    /// Only `slug` is required, and the code is active at once. A `design` is sent as a whole and takes precedence over
    /// `preset`; the default is the preset `classic-ink`. The background must be light (`low_contrast`). `scannability`
    /// warns of designs that some readers can't read.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn create(path domain: &str, json body: &types::QrCreate) -> json types::QrCode {
        QrCodesCreate = POST "/api/admin/qr/{domain}" as "qr_codes_create", Keyed;
    }

    /// Download a sheet of QR codes.
    ///
    /// PDF pages in A4 or letter with up to 100 codes of a domain, each `copies` times and with bleed and cutting marks; at
    /// most 1,000 in all (`too_many`). Without `ids`, the first 100 codes.
    ///
    /// - `domain`: The hostname of a domain of the owner
    fn sheet_download(path domain: &str) -> bytes bytes::Bytes {
        QrCodesSheetDownload = GET "/api/admin/qr/{domain}/sheet.pdf" as "qr_codes_sheet_download";
        /// Numbers of up to 100 codes of the domain, separated by commas; by default the first 100 codes.
        "ids" ids: &str;
        /// Copies of each code; a sheet has at most 1,000 codes.
        "copies" copies: i64;
        /// Width of each drawing in millimetres. Trim and bleed add 3 mm each on every side.
        "size_mm" size_mm: i64;
        /// `a4` by default.
        "paper" paper: types::QrPaper;
    }

    /// Show a QR code.
    ///
    /// The code with its design and its scans.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    fn show(path domain: &str, path id: i64) -> json types::QrCode {
        QrCodesShow = GET "/api/admin/qr/{domain}/{id}" as "qr_codes_show";
    }

    /// Change a QR code.
    ///
    /// Changes only the fields of the body, at once on the live domain. The label and the scans stay. `smart_link` sends
    /// scans to a smart link of the domain instead of the page, without changing the printed address; null leads to the
    /// page again. While that link is paused or deleted, scans lead to the page.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    fn update(path domain: &str, path id: i64, json body: &types::QrUpdate) -> json types::QrCode {
        QrCodesUpdate = PATCH "/api/admin/qr/{domain}/{id}" as "qr_codes_update", Conditional;
    }

    /// Download a QR code as EPS.
    ///
    /// The same page as encapsulated PostScript, level 3, with the boxes as `pdfmark`. A request with `If-None-Match` may
    /// return 304.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    fn eps_download(path domain: &str, path id: i64) -> bytes bytes::Bytes {
        QrCodesEpsDownload = GET "/api/admin/qr/{domain}/{id}/image.eps" as "qr_codes_eps_download";
        /// Width of the drawing in millimetres. Trim and bleed add 3 mm each on every side.
        "size_mm" size_mm: i64;
    }

    /// Download a QR code as PDF.
    ///
    /// A page for print shops in RGB. `size_mm` is the width of the drawing, which fills the safe area (`ArtBox`); trim and
    /// bleed (`TrimBox`, `BleedBox`) are 3 mm each around it, with cutting marks. A request with `If-None-Match` may return
    /// 304.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    fn pdf_download(path domain: &str, path id: i64) -> bytes bytes::Bytes {
        QrCodesPdfDownload = GET "/api/admin/qr/{domain}/{id}/image.pdf" as "qr_codes_pdf_download";
        /// Width of the drawing in millimetres. Trim and bleed add 3 mm each on every side.
        "size_mm" size_mm: i64;
    }

    /// Download a QR code as PNG.
    ///
    /// The picture of the code in its design. `ETag` covers everything that is drawn. A request with `If-None-Match` may
    /// return 304.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    fn png_download(path domain: &str, path id: i64) -> bytes bytes::Bytes {
        QrCodesPngDownload = GET "/api/admin/qr/{domain}/{id}/image.png" as "qr_codes_png_download";
        /// Width in pixels; also the height, unless the code has a frame.
        "size" size: i64;
    }

    /// Download a QR code as SVG.
    ///
    /// The drawing of the code in its design. `ETag` covers everything that is drawn. A request with `If-None-Match` may
    /// return 304.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    fn svg_download(path domain: &str, path id: i64) -> text String {
        QrCodesSvgDownload = GET "/api/admin/qr/{domain}/{id}/image.svg" as "qr_codes_svg_download";
    }
}
