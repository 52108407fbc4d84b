//! The methods of transfer.
// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use bytes::Bytes;
use reqwest::Method;

use crate::client::Client;
use crate::error::Error;
use crate::request::{Keyed, Operation, Request, read};
use crate::types;

/// What an owner has, given out as one document and taken in again.
#[derive(Debug, Clone)]
pub struct Transfer {
    pub(super) client: Client,
}

impl Transfer {
    /// Export what the owner has.
    ///
    /// One document, sent bit by bit: domains with their drafts, smart links, printed codes, the library and the team. No secret is in it,
    /// and nothing that follows from the rest. With `Accept: application/zip` the answer is an archive of the document (`export.json`) and of
    /// the uploaded files that it names (`files/`). Members need the right `team.view` too.
    pub fn export(&self) -> Request<TransferExport> {
        Request::new(&self.client, &[])
    }

    /// Export links as a table.
    ///
    /// The buttons of all domains, or of one, in CSV (RFC 4180, UTF-8): `domain,label,url,segment,position`. Cells that a spreadsheet would
    /// take for formulas have an apostrophe before them.
    pub fn links_export(&self) -> Request<TransferLinksExport> {
        Request::new(&self.client, &[])
    }

    /// Import a document.
    ///
    /// Takes in the document of an export, of at most 10 MiB, and reports what became of each row. Each domain is taken in whole or not at
    /// all, with its links and codes; the others go on. Presets and members are taken in one by one; members need the right `team.edit` too,
    /// and get no more rights than the caller has. Pages change with the next publication, links and codes at once. The same document a second
    /// time changes nothing. Ids of segments and buttons are kept where no other domain has them.
    pub fn import(&self, body: &types::ImportRequest) -> Request<TransferImport> {
        Request::new(&self.client, &[]).with_json(body)
    }

    /// Import an archive.
    ///
    /// Takes in what an export answered with `Accept: application/zip`, of at most 256 MiB: the document `export.json` as the import of a document
    /// does, and from `files/` those that its rows name and that are not here yet, which count as uploads. Other entries, and entries that are
    /// encrypted, links, or much longer than they are packed, are refused by their names (`invalid_file`).
    pub fn archive_import(&self, file: impl Into<Bytes>) -> Request<TransferArchiveImport> {
        Request::new(&self.client, &[]).with_file(file.into())
    }

    /// Import links from a table or bookmarks.
    ///
    /// A table as the export gives it (`text/csv`), a plain list of addresses (`text/plain`), or the bookmarks of a browser (`text/html`),
    /// of at most 10 MiB and 100,000 rows, in UTF-8. Each domain is taken in whole or not at all. A row of a table is the button of its
    /// segment with the same label, whose address changes; an address of a list or of bookmarks that is there already is skipped. Nothing is
    /// fetched from the addresses, and nothing is deleted.
    pub fn links_import(&self, file: impl Into<Bytes>) -> Request<TransferLinksImport> {
        Request::new(&self.client, &[]).with_file(file.into())
    }
}

/// `GET /api/admin/export`
#[derive(Debug, Clone, Copy)]
pub enum TransferExport {}

impl Operation for TransferExport {
    type Output = types::ExportDocument;
    const ID: &'static str = "transfer_export";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/export";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<types::ExportDocument, Error> {
        read::json(&body)
    }
}

impl Request<TransferExport> {
    /// Some of `domains`, `smartlinks`, `qr`, `library` and `members`, with commas between them. Where it is left out, all but the
    /// members for a key that may not see them.
    pub fn parts(self, value: &str) -> Self {
        self.with_query("parts", value)
    }

    /// Only what belongs to this domain; of the library that is the preset which its banner follows.
    pub fn domain(self, value: &str) -> Self {
        self.with_query("domain", value)
    }
}

/// `GET /api/admin/export/links`
#[derive(Debug, Clone, Copy)]
pub enum TransferLinksExport {}

impl Operation for TransferLinksExport {
    type Output = String;
    const ID: &'static str = "transfer_links_export";
    const METHOD: Method = Method::GET;
    const PATH: &'static str = "/api/admin/export/links";
    const KEYED: bool = false;

    fn read(body: Bytes) -> Result<String, Error> {
        read::text(&body)
    }
}

impl Request<TransferLinksExport> {
    /// Only those of this domain.
    pub fn domain(self, value: &str) -> Self {
        self.with_query("domain", value)
    }
}

/// `POST /api/admin/import`
#[derive(Debug, Clone, Copy)]
pub enum TransferImport {}

impl Operation for TransferImport {
    type Output = types::ImportOut;
    const ID: &'static str = "transfer_import";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/import";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::ImportOut, Error> {
        read::json(&body)
    }
}

impl Keyed for TransferImport {}

/// `POST /api/admin/import/archive`
#[derive(Debug, Clone, Copy)]
pub enum TransferArchiveImport {}

impl Operation for TransferArchiveImport {
    type Output = types::ImportOut;
    const ID: &'static str = "transfer_archive_import";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/import/archive";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::ImportOut, Error> {
        read::json(&body)
    }
}

impl Keyed for TransferArchiveImport {}

impl Request<TransferArchiveImport> {
    /// Whether to report only what would become of each row, and change nothing.
    pub fn dry_run(self, value: bool) -> Self {
        self.with_query("dry_run", if value { "true" } else { "false" })
    }

    /// What becomes of a row whose natural name belongs to something else already; `skip` where it is left out.
    pub fn on_conflict(self, value: &str) -> Self {
        self.with_query("on_conflict", value)
    }
}

/// `POST /api/admin/import/links`
#[derive(Debug, Clone, Copy)]
pub enum TransferLinksImport {}

impl Operation for TransferLinksImport {
    type Output = types::ImportOut;
    const ID: &'static str = "transfer_links_import";
    const METHOD: Method = Method::POST;
    const PATH: &'static str = "/api/admin/import/links";
    const KEYED: bool = true;

    fn read(body: Bytes) -> Result<types::ImportOut, Error> {
        read::json(&body)
    }
}

impl Keyed for TransferLinksImport {}

impl Request<TransferLinksImport> {
    /// The domain that the links are for; of a table it may be left out, if its rows name theirs.
    pub fn domain(self, value: &str) -> Self {
        self.with_query("domain", value)
    }

    /// Whether to report only what would become of each row, and change nothing.
    pub fn dry_run(self, value: bool) -> Self {
        self.with_query("dry_run", if value { "true" } else { "false" })
    }
}
