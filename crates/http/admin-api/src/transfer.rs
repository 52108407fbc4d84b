//! Export and import of an owner's data as one document.

mod archive;
mod document;
mod links;
mod packing;
mod tables;
mod unpacking;

use std::sync::Arc;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use api_contract::transfer::{ExportDocument, ExportQuery, ImportOut, ImportRequest};
use api_contract::validation::{InvalidBody, read_json};
use api_contract::{CodedError, ErrorCode};
use application::transfer::{Exporting, ImportOptions, Importing, NoFiles, Row, SentFiles};
use auth_scopes::permissions::{Read, Write, integrations};
use auth_scopes::{Caller, Right, Scope};
use http_kit::auth::Authorized;
use http_kit::error::{ApiError, Part as RequestPart};
use http_kit::extract::{DomainName, Upload};
use http_kit::idempotency::Idempotent;
use http_kit::input::{is_json, media_type, prefers};
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use kernel::{ErrorKind, Location, OwnerId, ValidationErrors, words};
use landing_draft::domain::Domain;
use offload::offload;
use runtime::InFlight;
use sha2::{Digest as _, Sha256};

use self::document::{Asked, Pieces};
use crate::convert::transfer::{import_out, import_rows, on_conflict};
use crate::rules::Query;

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(export).service(import).service(archive::archive_import);
    config.service(links::links_export).service(links::links_import);
}

words! {
    /// A part of a document.
    Part {
        Domains = "domains",
        SmartLinks = "smartlinks",
        Qr = "qr",
        Library = "library",
        Members = "members",
    }
}

/// Export what the owner has
///
/// One streamed document: domains with drafts, smart links, printed codes, the preset library and the team. `parts` and
/// `domain` limit it. It holds no secrets and nothing that can be derived. With `Accept: application/zip`, returns an
/// archive of the document (`export.json`) and the uploaded files that it names (`files/`). Members also need the right
/// `team.view`; without it they are left out, or rejected with 403 if `parts` names them.
#[utoipa::path(
    tag = "transfer",
    params(ExportQuery),
    extensions(("x-permission" = json!(Authorized::<Read, integrations::Export>::permission()))),
    responses(
        (status = 200, description = "The document", body = ExportDocument),
        (status = 403, description = "`insufficient_scope`, `insufficient_rights`", body = CodedError),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/export")]
async fn export(
    who: Authorized<Read, integrations::Export>,
    request: HttpRequest,
    query: Query<ExportQuery>,
    exporting: web::Data<Exporting>,
    in_flight: web::Data<InFlight>,
) -> Result<HttpResponse, ApiError> {
    let parts = parts(query.parts.as_deref(), query.domain.is_some(), who.caller())?;
    let domains = domains(&exporting, who.owner(), query.domain.as_deref()).await?;
    let asked = Asked { owner: who.owner(), parts, domains, is_narrow: query.domain.is_some() };
    let pieces = Pieces::new(exporting, asked, in_flight.enter());
    let (kind, name, body) = match prefers(&request, ZIP) {
        true => (ZIP, "export.zip", packing::stream(pieces)),
        false => ("application/json", "export.json", pieces.stream()),
    };
    Ok(HttpResponse::Ok()
        .content_type(kind)
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .insert_header((header::VARY, "Accept"))
        .streaming(body))
}

/// Media type of an archive.
const ZIP: &str = "application/zip";

/// Returns all domains of the owner, or only the named one.
async fn domains(
    exporting: &Exporting,
    owner: OwnerId,
    named: Option<&str>,
) -> Result<Vec<Domain>, ApiError> {
    let only = named.map(DomainName::named).transpose()?;
    let domains = exporting.domains(owner, only.as_ref()).await?;
    if only.is_some() && domains.is_empty() {
        return Err(ApiError::coded(ErrorCode::DomainNotFound, "this domain is not registered"));
    }
    Ok(domains)
}

/// Returns the requested parts in document order; by default everything that the caller may see.
/// The team belongs to no domain.
fn parts(named: Option<&str>, is_narrow: bool, caller: &Caller) -> Result<Vec<Part>, ApiError> {
    let may_see_team = caller.authorize(Scope::Read, Right::TeamView);
    let Some(named) = named.filter(|named| !named.is_empty()) else {
        let has_team = may_see_team.is_ok() && !is_narrow;
        return Ok(Part::ALL.into_iter().filter(|part| has_team || *part != Part::Members).collect());
    };
    let named: Option<Vec<Part>> = named.split(',').map(Part::parse).collect();
    let named = named.ok_or_else(|| {
        let message = format!("must be some of: {}", Part::WORDS.join(","));
        ApiError::query(ValidationErrors::one(Location::root().at("parts"), ErrorKind::Enum, message))
    })?;
    if named.contains(&Part::Members) {
        may_see_team?;
    }
    Ok(Part::ALL.into_iter().filter(|part| named.contains(part)).collect())
}

/// Import a document
///
/// Imports an exported document of at most 10 MiB and reports the result of each row. A domain is imported as a whole
/// with its links and codes, or not at all. Presets and members are imported one by one; members also need `team.edit`
/// and get no more rights than the caller has. Pages change with the next publication, links and codes at once.
/// Importing the same document again changes nothing. Ids of segments and buttons are kept where no other domain uses
/// them. `dry_run` reports the same and changes nothing; it needs the scope `write` too.
#[utoipa::path(
    tag = "transfer",
    request_body = ImportRequest,
    extensions(("x-permission" = json!(Authorized::<Write, integrations::Import>::permission()))),
    responses(
        (status = 200, description = "The result of each row", body = ImportOut),
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
    let (caller, (body, place)) = (who.caller().clone(), upload.into_parts());
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
    once.run(caller.owner, hash, move || async move {
        let _place = place;
        import_answer(&importing, caller, rows, options, Arc::new(NoFiles)).await
    })
    .await
}

/// Imports rows; responds with the result of each.
async fn import_answer(
    importing: &Importing,
    caller: Caller,
    rows: Vec<Row>,
    options: ImportOptions,
    sent: Arc<dyn SentFiles>,
) -> Result<ApiResponse, ApiError> {
    let results = importing.run(caller, rows, options, sent).await?;
    let weight = results.len().saturating_mul(RESULT);
    ApiResponse::ok_of(weight, move || Ok(import_out(options.dry_run, results))).await
}

/// Approximate size of a result, in bytes.
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
