//! The methods of qr codes.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Conditional, Keyed, Operation, Paged, Request, read};
use crate::types;

/// Printed codes with a design, and their scans.
#[derive(Debug, Clone)]
pub struct QrCodes {
    pub(super) client: Client,
}

impl QrCodes {
    /// Upload a picture for QR codes.
    ///
    /// The raw bytes of a png, jpeg or webp of at most 10 MiB. A design names the file that is answered as its `logo.file`.
    pub fn logo_upload(&self, file: impl Into<Bytes>) -> Request<QrCodesLogoUpload> {
        Request::new(&self.client, &[]).with_file(file.into())
    }

    /// List the catalog of designs.
    ///
    /// 100 ready designs in twelve families, each with its colours and module shapes.
    pub fn presets_list(&self) -> Request<QrCodesPresetsList> {
        Request::new(&self.client, &[])
    }

    /// Preview a QR code.
    ///
    /// Draws a code that is not stored.
    pub fn preview(&self, body: &types::QrPreview) -> Request<QrCodesPreview> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// List a domain's QR codes.
    ///
    /// The codes of the domain with their scans, a page at a time. With `Accept: text/csv` the answer is a table in CSV (RFC 4180): the
    /// whole list, or with `limit` a page of it, and the header `Next-Cursor` holds the cursor of the next.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn list(&self, domain: &str) -> Request<QrCodesList> {
        Request::new(&self.client, &[domain])
    }

    /// Create a QR code.
    ///
    /// It is active at once.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn create(&self, domain: &str, body: &types::QrCreate) -> Request<QrCodesCreate> {
        Request::new(&self.client, &[domain]).with_json(body)
    }

    /// Download a sheet of QR codes.
    ///
    /// Several codes of a domain on pages of A4 or letter as a PDF, each with its bleed and cutting marks.
    ///
    /// - `domain`: The hostname of a domain of the owner
    pub fn sheet_download(&self, domain: &str) -> Request<QrCodesSheetDownload> {
        Request::new(&self.client, &[domain])
    }

    /// Show a QR code.
    ///
    /// The code with its design and its scans.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    pub fn show(&self, domain: &str, id: &str) -> Request<QrCodesShow> {
        Request::new(&self.client, &[domain, id])
    }

    /// Change a QR code.
    ///
    /// Only what is supplied changes, at once on the live domain. Its label and its statistics stay.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    pub fn update(&self, domain: &str, id: &str, body: &types::QrUpdate) -> Request<QrCodesUpdate> {
        Request::new(&self.client, &[domain, id]).with_json(body)
    }

    /// Download a QR code as EPS.
    ///
    /// The same page as encapsulated PostScript, level 3. `ETag` allows a conditional repeat, which is answered with 304.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    pub fn eps_download(&self, domain: &str, id: &str) -> Request<QrCodesEpsDownload> {
        Request::new(&self.client, &[domain, id])
    }

    /// Download a QR code as PDF.
    ///
    /// A page for print shops: RGB, with cutting marks, and boxes for bleed, trim and safe area (`ArtBox`). `ETag` allows a conditional
    /// repeat, which is answered with 304.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    pub fn pdf_download(&self, domain: &str, id: &str) -> Request<QrCodesPdfDownload> {
        Request::new(&self.client, &[domain, id])
    }

    /// Download a QR code as PNG.
    ///
    /// The picture of the code in its design. `ETag` allows a conditional repeat, which is answered with 304.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    pub fn png_download(&self, domain: &str, id: &str) -> Request<QrCodesPngDownload> {
        Request::new(&self.client, &[domain, id])
    }

    /// Download a QR code as SVG.
    ///
    /// The drawing of the code in its design. `ETag` allows a conditional repeat, which is answered with 304.
    ///
    /// - `domain`: The hostname of a domain of the owner
    /// - `id`: The number of the resource, as its list shows it
    pub fn svg_download(&self, domain: &str, id: &str) -> Request<QrCodesSvgDownload> {
        Request::new(&self.client, &[domain, id])
    }
}

/// `PUT /api/admin/qr/logo`
#[derive(Debug, Clone, Copy)]
pub enum QrCodesLogoUpload {}

impl Operation for QrCodesLogoUpload {
    type Output = types::QrLogoFile;
    const ID: &'static str = "qr_codes_logo_upload";
    const METHOD: Method = Method::PUT;
    const PATH: &'static str = "/api/admin/qr/logo";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::QrLogoFile, Error> {
        read::json(&body)
    }
}

/// `GET /api/admin/qr/presets`
#[derive(Debug, Clone, Copy)]
pub enum QrCodesPresetsList {}

impl Operation for QrCodesPresetsList {
    type Output = types::QrPresetList;
    const ID: &'static str = "qr_codes_presets_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/qr/presets";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::QrPresetList, Error> {
        read::json(&body)
    }
}

/// `POST /api/admin/qr/preview`
#[derive(Debug, Clone, Copy)]
pub enum QrCodesPreview {}

impl Operation for QrCodesPreview {
    type Output = String;
    const ID: &'static str = "qr_codes_preview";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/qr/preview";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<String, Error> {
        read::text(&body)
    }
}

/// `GET /api/admin/qr/{domain}`
#[derive(Debug, Clone, Copy)]
pub enum QrCodesList {}

impl Operation for QrCodesList {
    type Output = types::QrList;
    const ID: &'static str = "qr_codes_list";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/qr/{domain}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::QrList, Error> {
        read::json(&body)
    }
}

impl Paged for QrCodesList {
    type Item = types::QrOut;

    fn split(page: types::QrList) -> (Vec<types::QrOut>, Option<String>) {
        (page.items, page.next_cursor)
    }

    fn next_cursor(page: &types::QrList) -> Option<&str> {
        page.next_cursor.as_deref()
    }
}

impl Request<QrCodesList> {
    /// How many at most.
    pub fn limit(self, value: i64) -> Self {
        self.with_query("limit", &value.to_string())
    }

    /// Where the page before ended.
    pub fn cursor(self, value: &str) -> Self {
        self.with_query("cursor", value)
    }
}

/// `POST /api/admin/qr/{domain}`
#[derive(Debug, Clone, Copy)]
pub enum QrCodesCreate {}

impl Operation for QrCodesCreate {
    type Output = types::QrOut;
    const ID: &'static str = "qr_codes_create";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/qr/{domain}";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::QrOut, Error> {
        read::json(&body)
    }
}

impl Keyed for QrCodesCreate {}

/// `GET /api/admin/qr/{domain}/sheet.pdf`
#[derive(Debug, Clone, Copy)]
pub enum QrCodesSheetDownload {}

impl Operation for QrCodesSheetDownload {
    type Output = Bytes;
    const ID: &'static str = "qr_codes_sheet_download";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/qr/{domain}/sheet.pdf";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<Bytes, Error> {
        Ok(body)
    }
}

impl Request<QrCodesSheetDownload> {
    /// The numbers of up to 100 codes of the domain, with commas between them; without it the first 100 codes.
    pub fn ids(self, value: &str) -> Self {
        self.with_query("ids", value)
    }

    /// How often each of them; at most 1,000 codes are on a sheet.
    pub fn copies(self, value: i64) -> Self {
        self.with_query("copies", &value.to_string())
    }

    /// The width of each drawing in millimetres. 3 mm to the trim and 3 mm of bleed come on every side.
    pub fn size_mm(self, value: i64) -> Self {
        self.with_query("size_mm", &value.to_string())
    }

    /// `a4` by default.
    pub fn paper(self, value: &str) -> Self {
        self.with_query("paper", value)
    }
}

/// `GET /api/admin/qr/{domain}/{id}`
#[derive(Debug, Clone, Copy)]
pub enum QrCodesShow {}

impl Operation for QrCodesShow {
    type Output = types::QrOut;
    const ID: &'static str = "qr_codes_show";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/qr/{domain}/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::QrOut, Error> {
        read::json(&body)
    }
}

/// `PATCH /api/admin/qr/{domain}/{id}`
#[derive(Debug, Clone, Copy)]
pub enum QrCodesUpdate {}

impl Operation for QrCodesUpdate {
    type Output = types::QrOut;
    const ID: &'static str = "qr_codes_update";
    const METHOD: Method = Method::PATCH;
    const PATH: &'static str = "/api/admin/qr/{domain}/{id}";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::QrOut, Error> {
        read::json(&body)
    }
}

impl Conditional for QrCodesUpdate {}

/// `GET /api/admin/qr/{domain}/{id}/image.eps`
#[derive(Debug, Clone, Copy)]
pub enum QrCodesEpsDownload {}

impl Operation for QrCodesEpsDownload {
    type Output = Bytes;
    const ID: &'static str = "qr_codes_eps_download";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/qr/{domain}/{id}/image.eps";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<Bytes, Error> {
        Ok(body)
    }
}

impl Request<QrCodesEpsDownload> {
    /// The width of the drawing in millimetres. 3 mm to the trim and 3 mm of bleed come on every side.
    pub fn size_mm(self, value: i64) -> Self {
        self.with_query("size_mm", &value.to_string())
    }
}

/// `GET /api/admin/qr/{domain}/{id}/image.pdf`
#[derive(Debug, Clone, Copy)]
pub enum QrCodesPdfDownload {}

impl Operation for QrCodesPdfDownload {
    type Output = Bytes;
    const ID: &'static str = "qr_codes_pdf_download";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/qr/{domain}/{id}/image.pdf";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<Bytes, Error> {
        Ok(body)
    }
}

impl Request<QrCodesPdfDownload> {
    /// The width of the drawing in millimetres. 3 mm to the trim and 3 mm of bleed come on every side.
    pub fn size_mm(self, value: i64) -> Self {
        self.with_query("size_mm", &value.to_string())
    }
}

/// `GET /api/admin/qr/{domain}/{id}/image.png`
#[derive(Debug, Clone, Copy)]
pub enum QrCodesPngDownload {}

impl Operation for QrCodesPngDownload {
    type Output = Bytes;
    const ID: &'static str = "qr_codes_png_download";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/qr/{domain}/{id}/image.png";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<Bytes, Error> {
        Ok(body)
    }
}

impl Request<QrCodesPngDownload> {
    /// Width and height in pixels.
    pub fn size(self, value: i64) -> Self {
        self.with_query("size", &value.to_string())
    }
}

/// `GET /api/admin/qr/{domain}/{id}/image.svg`
#[derive(Debug, Clone, Copy)]
pub enum QrCodesSvgDownload {}

impl Operation for QrCodesSvgDownload {
    type Output = String;
    const ID: &'static str = "qr_codes_svg_download";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/qr/{domain}/{id}/image.svg";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<String, Error> {
        read::text(&body)
    }
}
