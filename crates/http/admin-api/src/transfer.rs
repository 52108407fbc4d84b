//! What an owner has, given out as one document and taken in again.

mod document;
mod links;
mod tables;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use api_contract::transfer::{ExportDocument, ExportQuery, ImportOut, ImportRequest};
use api_contract::validation::{InvalidBody, read_json};
use api_contract::{CodedError, ErrorCode};
use application::transfer::{Exporting, ImportOptions, Importing};
use auth_scopes::permissions::{Read, Write, integrations};
use http_kit::auth::Authorized;
use http_kit::error::{ApiError, Part as RequestPart};
use http_kit::extract::{Query, Upload};
use http_kit::idempotency::Idempotent;
use http_kit::input::{is_json, media_type};
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use kernel::{ErrorKind, Location, OwnerId, ValidationErrors, words};
use landing_draft::domain::Domain;
use offload::offload;
use runtime::InFlight;
use sha2::{Digest as _, Sha256};

use self::document::{Asked, Pieces};
use crate::convert::named_domain;
use crate::convert::transfer::{import_out, import_rows, on_conflict};

/// The operations of this file.
pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(export).service(import).service(links::links_export).service(links::links_import);
}

words! {
    /// A part of a document.
    Part {
        /// Domains with their drafts.
        Domains = "domains",
        /// Smart links.
        SmartLinks = "smartlinks",
        /// Printed codes.
        Qr = "qr",
    }
}

/// Export what the owner has
///
/// One document, sent bit by bit: domains with their drafts, smart links and printed codes. No secret is in it, and nothing that follows from the rest.
#[utoipa::path(
    tag = "transfer",
    params(ExportQuery),
    extensions(("x-permission" = json!(Authorized::<Read, integrations::Export>::permission()))),
    responses(
        (status = 200, description = "The document", body = ExportDocument),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/export")]
async fn export(
    who: Authorized<Read, integrations::Export>,
    query: Query<ExportQuery>,
    exporting: web::Data<Exporting>,
    in_flight: web::Data<InFlight>,
) -> Result<HttpResponse, ApiError> {
    let parts = parts(query.parts.as_deref())?;
    let domains = domains(&exporting, who.owner(), query.domain.as_deref()).await?;
    let asked = Asked { owner: who.owner(), parts, domains };
    let pieces = Pieces::new(exporting, asked, in_flight.enter());
    Ok(HttpResponse::Ok()
        .content_type(header::ContentType::json())
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"export.json\""))
        .streaming(pieces.stream()))
}

/// All domains of the owner, or the one that is named.
async fn domains(
    exporting: &Exporting,
    owner: OwnerId,
    named: Option<&str>,
) -> Result<Vec<Domain>, ApiError> {
    let only = named.map(named_domain).transpose()?;
    let domains = exporting.domains(owner, only.as_ref()).await?;
    if only.is_some() && domains.is_empty() {
        return Err(ApiError::coded(ErrorCode::DomainNotFound, "this domain is not registered"));
    }
    Ok(domains)
}

/// The parts that are asked for, in the order of the document.
fn parts(named: Option<&str>) -> Result<Vec<Part>, ApiError> {
    let Some(named) = named.filter(|named| !named.is_empty()) else { return Ok(Part::ALL.to_vec()) };
    let named: Option<Vec<Part>> = named.split(',').map(Part::parse).collect();
    let named = named.ok_or_else(|| {
        let message = format!("needs some of {}", Part::WORDS.join(","));
        ApiError::query(ValidationErrors::one(Location::root().at("parts"), ErrorKind::Enum, message))
    })?;
    Ok(Part::ALL.into_iter().filter(|part| named.contains(part)).collect())
}

/// Import a document
///
/// Takes in what an export answered, of at most 10 MiB, and tells what became of each row. Each domain is taken in whole or not at
/// all, with its links and codes; the others go on. Pages change with the next publication, links and codes at once. The same document a second time
/// changes nothing. Ids of segments and buttons are kept where no other domain has them.
#[utoipa::path(
    tag = "transfer",
    request_body = ImportRequest,
    extensions(("x-permission" = json!(Authorized::<Write, integrations::Import>::permission()))),
    responses(
        (status = 200, description = "What became of each row", body = ImportOut),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/import")]
async fn import(
    who: Authorized<Write, integrations::Import>,
    request: HttpRequest,
    once: Idempotent,
    upload: Upload,
    importing: web::Data<Importing>,
) -> Result<ApiResponse, ApiError> {
    let kind = media_type(&request);
    let (owner, body) = (who.owner(), upload.into_inner());
    let size = body.len();
    let read = move || {
        let hash: [u8; 32] = Sha256::digest(&body).into();
        if !kind.is_none_or(|kind| is_json(&kind)) {
            return Err(unreadable());
        }
        let asked = read_json::<ImportRequest>(&body).map_err(invalid)?;
        let options = ImportOptions { on_conflict: on_conflict(asked.on_conflict), dry_run: asked.dry_run };
        Ok((hash, options, import_rows(asked.document)?))
    };
    let (hash, options, rows) = offload(size, read).await.map_err(ApiError::internal)??;
    once.run(owner, hash, move || async move {
        let results = importing.run(owner, rows, options).await?;
        ApiResponse::ok_of(results.len().saturating_mul(RESULT), move || {
            Ok(import_out(options.dry_run, results))
        })
        .await
    })
    .await
}

/// The bytes of a result, about.
const RESULT: usize = 200;

fn unreadable() -> ApiError {
    ApiError::coded(ErrorCode::UnsupportedMediaType, "the body must be application/json")
}

fn invalid(error: InvalidBody) -> ApiError {
    match error {
        InvalidBody::Invalid(errors) => ApiError::Invalid { part: RequestPart::Body, errors },
        InvalidBody::Schema(error) => ApiError::internal(error),
    }
}
