// Written by `cargo xtask sdk` from docs/openapi.json: changes made by hand are lost.

use super::Transfer;
use crate::operations::operations;
use crate::types;

operations! {
    Transfer:

    /// Export what the owner has.
    ///
    /// One document, sent bit by bit: domains with their drafts, smart links, printed codes, the library and the team. No secret is in it,
    /// and nothing that follows from the rest. With `Accept: application/zip` the answer is an archive of the document (`export.json`) and of
    /// the uploaded files that it names (`files/`). Each part needs the right to see what is in it too: `landings.view`, `links.view`, `qr.view`,
    /// `notifications.view`, `team.view`. A part that is named without it is refused; where no parts are named, the document lists it in
    /// `left_out`.
    fn export() -> json types::ExportDocument {
        TransferExport = GET "/api/admin/export" as "transfer_export";
        /// Some of `domains`, `smartlinks`, `qr`, `library` and `members`, with commas between them. Where it is left out, all that
        /// the key may see.
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
    /// Takes in the document of an export, of at most 10 MiB, and reports what became of each row. Each domain is taken in whole or not at
    /// all, with its links and codes; the others go on. Presets and members are taken in one by one; members get no more rights than the caller
    /// has. Each row needs the rights of its change too: a domain `landings.edit_content`, `appearance.edit` and `notifications.edit`, and
    /// `landings.register` where it is new; a smart link `links.create`, a code `qr.edit`, a preset `notifications.library`, a member
    /// `team.edit`. Pages change with the next publication, links and codes at once. The same document a second
    /// time changes nothing. Ids of segments and buttons are kept where no other domain has them.
    fn import(json body: &types::ImportRequest) -> json types::ImportOut {
        TransferImport = POST "/api/admin/import" as "transfer_import", Keyed;
    }

    /// Import an archive.
    ///
    /// Imports the archive of an export (`Accept: application/zip`) of at most 256 MiB: `export.json` like the import of a
    /// document, and from `files/` the files that its rows name and the service lacks. They count as uploads. Unexpected,
    /// encrypted or linked entries, and entries that expand too far, fail the archive with `invalid_file` and the name of
    /// the entry.
    fn archive_import(file file: impl Into<bytes::Bytes>) -> json types::ImportOut {
        TransferArchiveImport = POST "/api/admin/import/archive" as "transfer_archive_import", Keyed;
        /// Whether to report the result of each row without changing anything.
        "dry_run" dry_run: bool;
        /// Handling of a row whose name exists with other content; `skip` by default.
        "on_conflict" on_conflict: &str;
    }

    /// Import links from a table or bookmarks.
    ///
    /// A table as the export gives it (`text/csv`), a plain list of addresses (`text/plain`), or the bookmarks of a browser (`text/html`),
    /// of at most 10 MiB and 100,000 rows, in UTF-8. Each domain is taken in whole or not at all. A row of a table is the button of its
    /// segment with the same label, whose address changes; an address of a list or of bookmarks that is there already is skipped. Nothing is
    /// fetched from the addresses, and nothing is deleted. The key needs the right `landings.edit_content` too.
    fn links_import(file file: impl Into<bytes::Bytes>) -> json types::ImportOut {
        TransferLinksImport = POST "/api/admin/import/links" as "transfer_links_import", Keyed;
        /// Domain of the links; may be left out for a table whose rows name their domains.
        "domain" domain: &str;
        /// Whether to report the result of each row without changing anything.
        "dry_run" dry_run: bool;
    }
}
