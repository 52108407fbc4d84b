//! Copies to many domains.

use crate::http::routes::Routes;
use actix_web::{post, web};
use api_contract::landing::{BulkCopy, BulkCopyOut, BulkCopyResult};
use api_contract::{CodedError, ErrorCode};
use auth_scopes::marks::{Write, landings};
use kernel::Hostname;
use landing_draft::copying::CopyParts;
use landing_draft::editing::{CopyOutcome, EditDraft};

use super::domains::named_domain;
use crate::http::answer::Answer;
use crate::http::auth::Authorized;
use crate::http::error::ApiError;
use crate::http::idempotency::Once;
use crate::http::valid::Json;

const MAX_TARGETS: usize = 1_000;

/// The operations of this file.
pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(copy_content);
}

/// Copy parts of a draft to many domains
///
/// Each target by itself: one that fails leaves the others alone. Drafts only.
#[utoipa::path(tag = "domains", responses(
    (status = 200, description = "The outcome for each target", body = BulkCopyOut),
    (status = 400, description = "`invalid_request`: unknown or empty parts, no targets or too many", body = CodedError),
    (status = 404, description = "`domain_not_found`: the source", body = CodedError),
    (status = 409, description = "`idempotency_conflict`", body = CodedError),
))]
#[post("/bulk/copy-content")]
async fn copy_content(
    who: Authorized<Write, landings::Copy>,
    once: Once,
    body: Json<BulkCopy>,
    edit: web::Data<EditDraft>,
) -> Result<Answer, ApiError> {
    let (owner, hash, body) = (who.owner(), body.hash(), body.into_inner());
    once.run(owner, hash, move || async move {
        let invalid = |message| ApiError::coded(ErrorCode::InvalidRequest, message);
        let parts = CopyParts::parse(body.parts.iter().map(String::as_str))
            .ok_or_else(|| invalid("parts must be some of buttons_segments, bg, ui, notification"))?;
        if body.targets.is_empty() || body.targets.len() > MAX_TARGETS {
            return Err(invalid("targets must name 1 to 1000 domains"));
        }
        let source = named_domain(&body.source)?;
        let named: Vec<_> = body.targets.iter().filter_map(|target| Hostname::parse(target).ok()).collect();
        let outcomes = edit.bulk_copy(owner, &source, &named, &parts).await?;
        let results = results(&body.targets, &outcomes);
        Answer::ok(&BulkCopyOut { source: source.to_string(), parts: body.parts, results })
    })
    .await
}

/// One result for each distinct target, as it was named first. What can't be a hostname is not registered either.
fn results(targets: &[String], outcomes: &[(Hostname, CopyOutcome)]) -> Vec<BulkCopyResult> {
    let mut results: Vec<BulkCopyResult> = Vec::new();
    for target in targets {
        let hostname = Hostname::parse(target).ok();
        let host = hostname.as_ref().map_or(target.as_str(), Hostname::as_str);
        if results.iter().any(|done| done.host == host) {
            continue;
        }
        let outcome = outcomes.iter().find(|(done, _)| Some(done) == hostname.as_ref());
        let (ok, detail) = match outcome.map(|(_, outcome)| outcome) {
            Some(CopyOutcome::Copied) => (true, "copied"),
            Some(CopyOutcome::SameDomain) => (false, "copy_same_domain"),
            Some(CopyOutcome::DomainNotFound) | None => (false, "domain_not_found"),
        };
        results.push(BulkCopyResult { host: host.to_owned(), ok, detail: detail.to_owned() });
    }
    results
}
