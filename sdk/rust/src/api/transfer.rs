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
    /// the uploaded files that it names (`files/`). Members need the right `team.view` too.
    fn export() -> json types::ExportDocument {
        TransferExport = GET "/api/admin/export" as "transfer_export";
        /// Some of `domains`, `smartlinks`, `qr`, `library` and `members`, with commas between them. Where it is left out, all but the
        /// members for a key that may not see them.
        "parts" parts: &str;
        /// Only what belongs to this domain; of the library that is the preset which its banner follows.
        "domain" domain: &str;
    }

    /// Export links as a table.
    ///
    /// The buttons of all domains, or of one, in CSV (RFC 4180, UTF-8): `domain,label,url,segment,position`. Cells that a spreadsheet would
    /// take for formulas have an apostrophe before them.
    fn links_export() -> text String {
        TransferLinksExport = GET "/api/admin/export/links" as "transfer_links_export";
        /// Only those of this domain.
        "domain" domain: &str;
    }

    /// Import a document.
    ///
    /// Takes in the document of an export, of at most 10 MiB, and reports what became of each row. Each domain is taken in whole or not at
    /// all, with its links and codes; the others go on. Presets and members are taken in one by one; members need the right `team.edit` too,
    /// and get no more rights than the caller has. Pages change with the next publication, links and codes at once. The same document a second
    /// time changes nothing. Ids of segments and buttons are kept where no other domain has them.
    fn import(json body: &types::ImportRequest) -> json types::ImportOut {
        TransferImport = POST "/api/admin/import" as "transfer_import", Keyed;
    }

    /// Import an archive.
    ///
    /// Takes in what an export answered with `Accept: application/zip`, of at most 256 MiB: the document `export.json` as the import of a document
    /// does, and from `files/` those that its rows name and that are not here yet, which count as uploads. Other entries, and entries that are
    /// encrypted, links, or much longer than they are packed, are refused by their names (`invalid_file`).
    fn archive_import(file file: impl Into<bytes::Bytes>) -> json types::ImportOut {
        TransferArchiveImport = POST "/api/admin/import/archive" as "transfer_archive_import", Keyed;
        /// Whether to report only what would become of each row, and change nothing.
        "dry_run" dry_run: bool;
        /// What becomes of a row whose natural name belongs to something else already; `skip` where it is left out.
        "on_conflict" on_conflict: &str;
    }

    /// Import links from a table or bookmarks.
    ///
    /// A table as the export gives it (`text/csv`), a plain list of addresses (`text/plain`), or the bookmarks of a browser (`text/html`),
    /// of at most 10 MiB and 100,000 rows, in UTF-8. Each domain is taken in whole or not at all. A row of a table is the button of its
    /// segment with the same label, whose address changes; an address of a list or of bookmarks that is there already is skipped. Nothing is
    /// fetched from the addresses, and nothing is deleted.
    fn links_import(file file: impl Into<bytes::Bytes>) -> json types::ImportOut {
        TransferLinksImport = POST "/api/admin/import/links" as "transfer_links_import", Keyed;
        /// The domain that the links are for; of a table it may be left out, if its rows name theirs.
        "domain" domain: &str;
        /// Whether to report only what would become of each row, and change nothing.
        "dry_run" dry_run: bool;
    }
}
