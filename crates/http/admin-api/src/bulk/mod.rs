//! Copies to many domains.

mod results;
pub mod wire;

use std::convert::Infallible;
use std::time::Duration;

use crate::bulk::wire::{BulkCopy, BulkCopyOut, BulkCopyResult};
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, Responder as _, post, web};
use auth_scopes::permissions::{Write, landings};
use futures_util::future::LocalBoxFuture;
use futures_util::{Stream, stream};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Json};
use http_kit::idempotency::Idempotent;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::{CodedError, ErrorCode};
use kernel::Hostname;
use landing_draft::copying::CopyParts;
use landing_draft::editing::{CopyOutcome, EditDraft};
use results::CopyResults;
use runtime::{Entered, InFlight};
use tokio::sync::mpsc;

const MAX_TARGETS: usize = 1_000;

pub(crate) const NOT_TARGETS: &str = "targets must name 1 to 1000 domains";

pub(crate) const NOT_PARTS: &str = "parts must be some of buttons_segments, bg, ui, notification";

/// Time after which a response is streamed.
const QUICK_ANSWER: Duration = Duration::from_secs(1);

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(content_copy);
}

/// Copy parts of a draft to many domains
///
/// Each of at most 1,000 targets succeeds or fails by itself; only drafts change. `bg` copies canvas colour, background
/// pictures and design; `ui` the look of buttons, profile and gate, sharing, in-app handling and campaign parameters;
/// `notification` the banner without its preset. A response that takes longer than a second is streamed: status 200
/// first, then each result when it is ready. A target over which the database fails then has `ok` false and `detail`
/// `unavailable`, and may have been copied. With an `Idempotency-Key`, the work continues if the client disconnects.
#[utoipa::path(
    tag = "domains",
    extensions(("x-permission" = json!(Authorized::<Write, landings::Copy>::permission()))),
    responses(
        (status = 200, description = "The outcome for each target", body = BulkCopyOut),
        (status = 400, description = "`invalid_request`: unknown or empty parts, no targets or too many", body = CodedError),
        (status = 404, description = "`domain_not_found`: the source", body = CodedError),
        (status = 409, description = "`idempotency_conflict`", body = CodedError),
    ),
)]
#[post("/bulk/copy-content")]
async fn content_copy(
    who: Authorized<Write, landings::Copy>,
    request: HttpRequest,
    once: Idempotent,
    body: Json<BulkCopy>,
    edit: web::Data<EditDraft>,
    in_flight: web::Data<InFlight>,
) -> Result<HttpResponse, ApiError> {
    let body = body.convert(|body| {
        if !is_some_targets(&body.targets) {
            return Err(invalid(NOT_TARGETS));
        }
        Ok((CopyResults::of(body.targets.clone()), opening(&body)?, body))
    });
    let body = body.await?;
    let (hash, (results_so_far, opening, body)) = (body.hash(), body.into_inner());
    let (report, mut progress) = mpsc::unbounded_channel();
    let mut work: Work = Box::pin(once.run(who.owner(), hash, move || copy(who, body, edit, report)));
    if let Ok(answer) = tokio::time::timeout(QUICK_ANSWER, &mut work).await {
        return Ok(answer?.respond_to(&request));
    }
    // Only running copies report progress; all other outcomes determine the response status.
    let first = tokio::select! {
        answer = &mut work => return Ok(answer?.respond_to(&request)),
        Some(first) = progress.recv() => first,
    };
    let parts = Parts {
        work: Some(work),
        progress,
        results_so_far,
        text: opening,
        first: true,
        _entered: in_flight.enter(),
    };
    Ok(streamed(parts.begun_with(&first)))
}

type Work = LocalBoxFuture<'static, Result<ApiResponse, ApiError>>;
type Progress = Vec<(Hostname, CopyOutcome)>;

/// Copies the parts. Reports each batch when it is done; returns all results.
async fn copy(
    who: Authorized<Write, landings::Copy>,
    body: BulkCopy,
    edit: web::Data<EditDraft>,
    report: mpsc::UnboundedSender<Progress>,
) -> Result<ApiResponse, ApiError> {
    let parts = CopyParts::parse(body.parts.iter().map(String::as_str)).ok_or_else(|| invalid(NOT_PARTS))?;
    let source = DomainName::named(&body.source)?;
    let named: Vec<_> = body.targets.iter().filter_map(|target| Hostname::parse(target).ok()).collect();
    // The receiver may be gone.
    let reported = |done: &[(Hostname, CopyOutcome)]| drop(report.send(done.to_vec()));
    let outcomes = edit.bulk_copy(who.acting(), &source, &named, &parts, reported).await?;
    let mut results_so_far = CopyResults::of(body.targets);
    let mut results = results_so_far.report(&outcomes);
    results.extend(results_so_far.report_rest());
    ApiResponse::ok(&BulkCopyOut { source: source.to_string(), parts: body.parts, results })
}

/// Returns whether the number of targets is allowed.
pub(crate) fn is_some_targets(targets: &[String]) -> bool {
    !targets.is_empty() && targets.len() <= MAX_TARGETS
}

fn invalid(message: &'static str) -> ApiError {
    ApiError::coded(ErrorCode::InvalidRequest, message)
}

/// Builds the start of the body, up to the first result.
fn opening(body: &BulkCopy) -> Result<String, ApiError> {
    let source =
        Hostname::parse(&body.source).map_or_else(|_| body.source.clone(), |source| source.to_string());
    let whole = BulkCopyOut { source, parts: body.parts.clone(), results: Vec::new() };
    let whole = serde_json::to_string(&whole).map_err(ApiError::internal)?;
    Ok(whole.trim_end_matches("]}").to_owned())
}

/// A response being streamed.
struct Parts {
    /// The running work; `None` once everything was reported.
    work: Option<Work>,
    progress: mpsc::UnboundedReceiver<Progress>,
    results_so_far: CopyResults,
    /// Text to send next.
    text: String,
    /// Whether no result was reported yet.
    first: bool,
    /// Makes a stop wait for the response.
    _entered: Entered,
}

impl Parts {
    fn begun_with(mut self, done: &[(Hostname, CopyOutcome)]) -> Self {
        let results = self.results_so_far.report(done);
        self.write(&results);
        self
    }

    fn write(&mut self, results: &[BulkCopyResult]) {
        for result in results {
            if !std::mem::take(&mut self.first) {
                self.text.push(',');
            }
            // A result consists of strings and a flag, so this never fails.
            self.text.push_str(&serde_json::to_string(result).unwrap_or_default());
        }
    }

    /// Returns the next text to send; `None` at the end.
    async fn next(&mut self) -> Option<Bytes> {
        while self.text.is_empty() {
            let work = self.work.as_mut()?;
            tokio::select! {
                biased;
                Some(done) = self.progress.recv() => {
                    let results = self.results_so_far.report(&done);
                    self.write(&results);
                }
                outcome = work => {
                    self.work = None;
                    if let Err(error) = outcome {
                        tracing::error!(cause = ?error, "a bulk copy failed after its response had begun");
                    }
                    while let Ok(done) = self.progress.try_recv() {
                        let results = self.results_so_far.report(&done);
                        self.write(&results);
                    }
                    let rest = self.results_so_far.report_rest();
                    self.write(&rest);
                    self.text.push_str("]}");
                }
            }
        }
        Some(std::mem::take(&mut self.text).into())
    }
}

fn streamed(parts: Parts) -> HttpResponse {
    let body: std::pin::Pin<Box<dyn Stream<Item = Result<Bytes, Infallible>>>> =
        Box::pin(stream::unfold(parts, async |mut parts| Some((Ok(parts.next().await?), parts))));
    HttpResponse::Ok()
        .content_type(header::ContentType::json())
        // Compression would buffer the results.
        .insert_header((header::CONTENT_ENCODING, HeaderValue::from_static("identity")))
        .streaming(body)
}
