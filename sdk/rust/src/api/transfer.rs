// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Transfer;
use crate::operations::operations;
use crate::types;

operations! {
    Transfer:

    /// Export the owner's data.
    ///
    /// Streams one document: domains with their drafts, smart links, printed codes, the library and the team. The document
    /// contains no secrets and no derived data. With `Accept: application/zip`, returns an archive of the document
    /// (`export.json`) and of the uploaded files that it names (`files/`). Each part also needs a right: `landings.view`,
    /// `links.view`, `qr.view`, `notifications.view` or `team.view`. A requested part without its right is rejected. If no
    /// parts are requested, `left_out` lists the missing parts.
    fn export() -> json types::ExportDocument {
        TransferExport = GET "/api/admin/export" as "transfer_export";
        /// Parts to export, separated by commas: `domains`, `smartlinks`, `qr`, `library`, `members`. By default, all parts
        /// that the key may see.
        "parts" parts: &str;
        /// Only data of this domain; of the library, only the preset that its banner follows.
        "domain" domain: &str;
    }

    /// Export links as a table.
    ///
    /// The buttons of all domains, or of one, in CSV (RFC 4180, UTF-8): `domain,label,url,segment,position`. Cells that a spreadsheet would
    /// take for formulas have an apostrophe before them. The key needs the right `landings.view` too.
    fn links_export() -> text String {
        TransferLinksExport = GET "/api/admin/export/links" as "transfer_links_export";
        /// Only links of this domain.
        "domain" domain: &str;
    }

    /// Import a document.
    ///
    /// Imports an exported document of at most 10 MiB, and returns the result of each row. Each domain is imported
    /// completely or not at all, with its links and codes; a failed domain does not affect others. Presets and members are
    /// imported one by one. Members get no more rights than the caller has. Each row also needs rights: a domain
    /// `landings.edit_content`, `appearance.edit` and `notifications.edit`, and for a new domain `landings.register`; a
    /// smart link `links.create`, a code `qr.edit`, a preset `notifications.library`, a member `team.edit`. Pages change
    /// with the next publication, links and codes at once. Importing the same document again changes nothing. Segments and
    /// buttons keep their ids unless another domain has them.
    fn import(json body: &types::ImportRequest) -> json types::ImportReport {
        TransferImport = POST "/api/admin/import" as "transfer_import", Keyed;
    }

    /// Import an archive.
    ///
    /// Imports the archive of an export (`Accept: application/zip`) of at most 256 MiB: `export.json` like the import of a
    /// document, and from `files/` the files that its rows name and the service lacks. They count as uploads. Unexpected,
    /// encrypted or linked entries, and entries that expand too far, fail the archive with `invalid_file` and the name of
    /// the entry.
    fn archive_import(file file: impl Into<bytes::Bytes>) -> json types::ImportReport {
        TransferArchiveImport = POST "/api/admin/import/archive" as "transfer_archive_import", Keyed;
        /// Whether to report the result of each row without changing anything.
        "dry_run" dry_run: bool;
        /// Handling of a row whose name exists with other content; `skip` by default.
        "on_conflict" on_conflict: types::ImportConflict;
    }

    /// Import links from a table or bookmarks.
    ///
    /// Imports an exported table (`text/csv`), a table of Bitly, Dub, Kutt, YOURLS, Shlink, Rebrandly or Linktree, a plain
    /// list of addresses (`text/plain`), or the bookmarks of a browser (`text/html`), of at most 10 MiB and 100,000 rows.
    /// Each domain is imported completely or not at all; with `partial`, only the faulty rows are left out. A row of an
    /// exported table changes the address of the button with the same label in its segment. All other files skip addresses
    /// that already exist. Nothing is fetched from the addresses, and nothing is deleted. The key also needs the right
    /// `landings.edit_content`.
    fn links_import(file file: impl Into<bytes::Bytes>) -> json types::ImportReport {
        TransferLinksImport = POST "/api/admin/import/links" as "transfer_links_import", Keyed;
        /// Domain of the links; may be left out for a table whose rows name their domains.
        "domain" domain: &str;
        /// Whether to report the result of each row without changing anything.
        "dry_run" dry_run: bool;
        /// Whether to import the valid rows of a domain although others fail; by default, a domain with a failed row is not
        /// imported.
        "partial" partial: bool;
    }
}
