//! Export and import of links as a table.

use std::collections::VecDeque;

use crate::transfer::wire::{ImportOut, LinkExportQuery, LinkImportQuery};
use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use application::transfer::Exporting;
use application::transfer::link_tables::{LinkTable, LinkTables, TableOptions};
use application::transfer::links::segment_names;
use auth_scopes::permissions::{Read, Write, integrations};
use auth_scopes::{Right, Scope};
use futures_util::stream;
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Query, Upload};
use http_kit::idempotency::Idempotent;
use http_kit::input::media_type;
use http_kit::response::ApiResponse;
use http_kit::wire::{CodedError, CodedOrValidationErrors, ErrorCode, FileContent};
use landing_draft::domain::Domain;
use landing_draft::landing::Landing;
use offload::offload;
use runtime::InFlight;
use sha2::{Digest as _, Sha256};

use super::RESULT;
use super::tables::columns::COLUMNS;
use super::tables::rows::Links;
use super::tables::{Asked, Format};
use crate::csv;
use crate::transfer::convert::import_out;

/// Export links as a table
///
/// The buttons of all domains, or of one, in CSV (RFC 4180, UTF-8): `domain,label,url,segment,position`. Cells that a spreadsheet would
/// take for formulas have an apostrophe before them. The key needs the right `landings.view` too.
#[utoipa::path(
    tag = "transfer",
    params(LinkExportQuery),
    extensions(("x-permission" = json!(Authorized::<Read, integrations::Export>::permission()))),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
        (status = 403, description = "`insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/export/links")]
pub(super) async fn links_export(
    who: Authorized<Read, integrations::Export>,
    query: Query<LinkExportQuery>,
    exporting: web::Data<Exporting>,
    in_flight: web::Data<InFlight>,
) -> Result<HttpResponse, ApiError> {
    who.caller().authorize(Scope::Read, Right::LandingsView)?;
    let owner = who.owner();
    let domains = super::domains(&exporting, owner, query.domain.as_deref()).await?;
    let head = csv::Table::with(&COLUMNS).finish();
    let state = (owner, exporting, VecDeque::from(domains), Some(head), in_flight.enter());
    let pieces = stream::try_unfold(state, async |(owner, exporting, mut left, mut head, entered)| {
        if let Some(head) = head.take() {
            return Ok::<_, ApiError>(Some((Bytes::from(head), (owner, exporting, left, None, entered))));
        }
        while let Some(domain) = left.pop_front() {
            if let Some(landing) = exporting.landing(owner, &domain.hostname).await? {
                let rows = offload(landing.weight(), move || rows(&domain, &landing));
                let rows = rows.await.map_err(ApiError::internal)?;
                if !rows.is_empty() {
                    return Ok(Some((Bytes::from(rows), (owner, exporting, left, None, entered))));
                }
            }
        }
        Ok(None)
    });
    Ok(HttpResponse::Ok()
        .content_type(csv::CONTENT_TYPE)
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"links.csv\""))
        .streaming(Box::pin(pieces)))
}

fn rows(domain: &Domain, landing: &Landing) -> String {
    let mut table = csv::Table::headless();
    for (segment, name) in landing.segments().iter().zip(segment_names(landing)) {
        for (place, button) in segment.buttons().iter().enumerate() {
            let (label, url) = (button.label().as_str(), button.url().as_typed());
            table.row(&[domain.hostname.as_str(), label, url, &name, &place.to_string()]);
        }
    }
    table.finish()
}

/// Import links from a table or bookmarks
///
/// Imports an exported table (`text/csv`), a table of Bitly, Dub, Kutt, YOURLS, Shlink, Rebrandly or Linktree, a plain
/// list of addresses (`text/plain`), or the bookmarks of a browser (`text/html`), of at most 10 MiB and 100,000 rows.
/// Each domain is imported completely or not at all; with `partial`, only the faulty rows are left out. A row of an
/// exported table changes the address of the button with the same label in its segment. All other files skip addresses
/// that already exist. Nothing is fetched from the addresses, and nothing is deleted. The key also needs the right
/// `landings.edit_content`.
#[utoipa::path(
    tag = "transfer",
    params(LinkImportQuery),
    request_body(
        content((inline(FileContent) = "text/csv"), (inline(FileContent) = "text/plain"), (inline(FileContent) = "text/html"))
    ),
    extensions(("x-permission" = json!(Authorized::<Write, integrations::Import>::permission()))),
    responses(
        (status = 200, description = "What became of each row", body = ImportOut),
        (status = 403, description = "`insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
        (status = 422, description = "`invalid_file`, or all errors of the query", body = CodedOrValidationErrors),
    ),
)]
#[post("/import/links")]
pub(super) async fn links_import(
    who: Authorized<Write, integrations::Import>,
    request: HttpRequest,
    query: Query<LinkImportQuery>,
    once: Idempotent,
    upload: Upload,
    tables: web::Data<LinkTables>,
) -> Result<ApiResponse, ApiError> {
    who.caller().authorize(Scope::Write, Right::LandingsEditContent)?;
    let format = Format::of(media_type(&request).as_deref()).ok_or_else(|| {
        let said = "the body must be text/csv, text/plain or text/html";
        ApiError::coded(ErrorCode::UnsupportedMediaType, said)
    })?;
    let ((body, place), query) = (upload.into_parts(), query.into_inner());
    let domain = query.domain.as_deref().map(DomainName::named).transpose()?;
    let (asked, size) = (domain.clone(), body.len());
    let (partial, dry_run) = (query.partial.unwrap_or_default(), query.dry_run.unwrap_or_default());
    let read = move || {
        let hash: [u8; 32] = Sha256::digest(&body).into();
        let Links { by, rows, lines, passed_over } =
            format.read(&body, Asked { domain: asked.as_ref(), partial })?;
        Ok::<_, ApiError>((hash, by, LinkTable::of(rows), lines, passed_over))
    };
    let (hash, by, table, lines, passed_over) = offload(size, read).await.map_err(ApiError::internal)??;
    let options = TableOptions { by, dry_run, partial };
    if let Some(domain) = &domain {
        tables.check(who.owner(), domain).await?;
    }
    once.run(who.owner(), hash, move || async move {
        let _place = place;
        let imported = tables.run(who.acting(), table, options).await?;
        let weight = lines.len().saturating_mul(RESULT);
        let answer = move || {
            let mut out = import_out(dry_run, imported.into_results());
            for (result, line) in out.results.iter_mut().zip(lines) {
                result.line = Some(line);
            }
            out.passed_over = passed_over;
            Ok(out)
        };
        ApiResponse::ok_of(weight, answer).await
    })
    .await
}
