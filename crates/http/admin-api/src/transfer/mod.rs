//! Export and import of an owner's data as one document.

mod archive;
pub mod convert;
mod document;
mod links;
mod packing;
mod tables;
mod unpacking;
pub mod wire;

use std::sync::Arc;

use crate::transfer::wire::{ExportDocument, ExportQuery, ImportOut, ImportRequest};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use application::transfer::{Exporting, ImportOptions, Importing, NoFiles, Row, SentFiles};
use auth_scopes::permissions::{Read, Write, integrations};
use auth_scopes::{Caller, Right, Scope};
use http_kit::auth::Authorized;
use http_kit::error::{ApiError, Part as RequestPart};
use http_kit::extract::{DomainName, Query, Upload, parse_json};
use http_kit::idempotency::Idempotent;
use http_kit::input::{is_json, media_type, prefers};
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::{CodedError, ErrorCode};
use kernel::{ErrorKind, Location, OwnerId, ValidationErrors, words};
use landing_draft::domain::Domain;
use offload::offload;
use runtime::InFlight;
use sha2::{Digest as _, Sha256};

use self::document::{Asked, Pieces};
use crate::transfer::convert::{import_out, import_rows, on_conflict};

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

impl Part {
    /// Right to see the things of the part.
    const fn right(self) -> Right {
        match self {
            Self::Domains => Right::LandingsView,
            Self::SmartLinks => Right::LinksView,
            Self::Qr => Right::QrView,
            Self::Library => Right::NotificationsView,
            Self::Members => Right::TeamView,
        }
    }
}

/// Parts of an export, in the order of the document.
struct Chosen {
    parts: Vec<Part>,
    /// Parts that the caller may not see.
    left_out: Vec<Part>,
}

/// Export the owner's data
///
/// Streams one document: domains with their drafts, smart links, printed codes, the library and the team. The document
/// contains no secrets and no derived data. With `Accept: application/zip`, returns an archive of the document
/// (`export.json`) and of the uploaded files that it names (`files/`). Each part also needs a right: `landings.view`,
/// `links.view`, `qr.view`, `notifications.view` or `team.view`. A requested part without its right is rejected. If no
/// parts are requested, `left_out` lists the missing parts.
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
    let Chosen { parts, left_out } = chosen(query.parts.as_deref(), query.domain.is_some(), who.caller())?;
    let domains = domains(&exporting, who.owner(), query.domain.as_deref()).await?;
    let asked = Asked { owner: who.owner(), parts, left_out, domains, is_narrow: query.domain.is_some() };
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

/// Returns the requested parts; by default everything that the caller may see. The team belongs to
/// no domain.
fn chosen(named: Option<&str>, is_narrow: bool, caller: &Caller) -> Result<Chosen, ApiError> {
    let may_see = |part: Part| caller.authorize(Scope::Read, part.right());
    let Some(named) = named.filter(|named| !named.is_empty()) else {
        let all = Part::ALL.into_iter().filter(|part| !(is_narrow && *part == Part::Members));
        let (parts, left_out) = all.partition(|part| may_see(*part).is_ok());
        return Ok(Chosen { parts, left_out });
    };
    let named: Option<Vec<Part>> = named.split(',').map(Part::parse).collect();
    let named = named.ok_or_else(|| {
        let message = format!("must be some of: {}", Part::WORDS.join(","));
        ApiError::query(ValidationErrors::one(Location::root().at("parts"), ErrorKind::Enum, message))
    })?;
    let parts: Vec<Part> = Part::ALL.into_iter().filter(|part| named.contains(part)).collect();
    parts.iter().try_for_each(|part| may_see(*part))?;
    Ok(Chosen { parts, left_out: Vec::new() })
}

/// Import a document
///
/// Imports an exported document of at most 10 MiB, and returns the result of each row. Each domain is imported
/// completely or not at all, with its links and codes; a failed domain does not affect others. Presets and members are
/// imported one by one. Members get no more rights than the caller has. Each row also needs rights: a domain
/// `landings.edit_content`, `appearance.edit` and `notifications.edit`, and for a new domain `landings.register`; a
/// smart link `links.create`, a code `qr.edit`, a preset `notifications.library`, a member `team.edit`. Pages change
/// with the next publication, links and codes at once. Importing the same document again changes nothing. Segments and
/// buttons keep their ids unless another domain has them.
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
        let asked =
            parse_json::<ImportRequest>(&body).map_err(|faults| faults.response(RequestPart::Body))?;
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

#[cfg(test)]
mod tests {
    use utoipa::PartialSchema as _;

    use super::Part;
    use crate::words::ExportPart;

    #[test]
    fn the_document_names_every_part() {
        let schema = serde_json::to_value(ExportPart::schema()).unwrap();
        assert_eq!(schema["enum"], serde_json::json!(Part::WORDS));
    }
}
