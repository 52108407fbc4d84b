//! Import of a document with its files.

use std::sync::Arc;

use crate::transfer::wire::{ArchiveImportQuery, ImportOut, ImportedDocument};
use actix_web::{post, web};
use application::transfer::{ImportOptions, Importing, Row};
use auth_scopes::permissions::{Write, integrations};
use http_kit::auth::Authorized;
use http_kit::error::{ApiError, Part};
use http_kit::extract::{Query, Spooled, parse_json};
use http_kit::idempotency::Idempotent;
use http_kit::response::ApiResponse;
use http_kit::wire::{CodedError, CodedOrValidationErrors, FileContent};
use offload::{HEAVY, offload};

use super::import_answer;
use super::unpacking::Archive;
use crate::transfer::convert::{import_rows, on_conflict};

/// Import an archive
///
/// Imports the archive of an export (`Accept: application/zip`) of at most 256 MiB: `export.json` like the import of a
/// document, and from `files/` the files that its rows name and the service lacks. They count as uploads. Unexpected,
/// encrypted or linked entries, and entries that expand too far, fail the archive with `invalid_file` and the name of
/// the entry.
#[utoipa::path(
    tag = "transfer",
    params(ArchiveImportQuery),
    request_body(content = inline(FileContent), content_type = "application/zip"),
    extensions(("x-permission" = json!(Authorized::<Write, integrations::Import>::permission()))),
    responses(
        (status = 200, description = "The result of each row", body = ImportOut),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
        (status = 422, description = "`invalid_file`, or all errors of the query and the document", body = CodedOrValidationErrors),
    ),
)]
#[post("/import/archive")]
pub(super) async fn archive_import(
    who: Authorized<Write, integrations::Import>,
    query: Query<ArchiveImportQuery>,
    once: Idempotent,
    spooled: Spooled,
    importing: web::Data<Importing>,
) -> Result<ApiResponse, ApiError> {
    let (caller, query, Spooled { file, hash }) = (who.caller().clone(), query.into_inner(), spooled);
    let options = ImportOptions {
        on_conflict: on_conflict(query.on_conflict.unwrap_or_default()),
        dry_run: query.dry_run.unwrap_or_default(),
    };
    let read = move || -> Result<(Archive, Vec<Row>), ApiError> {
        let (archive, document) = Archive::open(file)?;
        let document =
            parse_json::<ImportedDocument>(&document).map_err(|faults| faults.response(Part::Body))?;
        Ok((archive, import_rows(document)?))
    };
    let (archive, rows) = offload(HEAVY, read).await.map_err(ApiError::internal)??;
    once.run(caller.owner, hash, move || async move {
        import_answer(&importing, caller, rows, options, Arc::new(archive)).await
    })
    .await
}
