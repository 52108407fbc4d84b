//! Middleware around every request: request id, log line, metrics, and panic handling.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, HttpResponse, web};
use futures_util::FutureExt as _;
use jiff::Timestamp;
use kernel::UnixTime;
use runtime::InFlight;
use tracing::Instrument as _;

use super::auth::KnownCaller;
use super::error::ApiError;
use super::request_id::{HEADER, RequestId};
use crate::trace;

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
/// The response contains everything stored before this time. Without the header, the data is
/// current.
const DATA_AS_OF: HeaderName = HeaderName::from_static("x-data-as-of");

/// Outermost layer: assigns the request id, observes the response, and turns a panic into a 500.
pub async fn observe(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = RequestId::assign(&request);
    let in_flight = request.app_data::<web::Data<InFlight>>().map(|count| count.enter());
    let method = request.method().clone();
    let started = Instant::now();
    let span = tracing::info_span!("request", request_id = id.as_str());
    let trace = trace::request(request.headers());
    let work = next.call(request).instrument(span.clone()).instrument(trace.clone());
    let work = AssertUnwindSafe(runtime::data_age::observe(work)).catch_unwind();
    let (outcome, as_of) = match work.await {
        Ok(observed) => observed,
        Err(panic) => (Err(ApiError::internal(panic_text(panic.as_ref())).into()), None),
    };
    let _entered = span.enter();
    let is_last = in_flight.as_ref().is_some_and(|entered| entered.is_last());
    match outcome {
        Ok(answer) => {
            let mut answer = answer.map_into_boxed_body();
            let operation = operation(&method, answer.request().match_pattern());
            let caller = answer.request().extensions().get::<Arc<KnownCaller>>().cloned();
            record(&operation, caller.as_deref(), answer.status(), started);
            trace::answered(&trace, &operation, answer.status().as_u16());
            stamp(answer.response_mut(), &id, is_last);
            if let Some(as_of) = as_of.and_then(moment) {
                answer.headers_mut().insert(DATA_AS_OF, as_of);
            }
            Ok(answer)
        }
        Err(error) => {
            let mut answer = final_answer(&error, &id);
            let operation = operation(&method, None);
            record(&operation, None, answer.status(), started);
            trace::answered(&trace, &operation, answer.status().as_u16());
            answer.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
            stamp(&mut answer, &id, is_last);
            Err(InternalError::from_response(error, answer).into())
        }
    }
}

/// Accepts HEAD wherever GET is accepted: actix omits the body and keeps the headers.
pub async fn answer_head<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    next.call(request).await
}

/// Innermost layer of the API: writes the bodies of failures, which contain the request id, and
/// logs their causes.
pub async fn render(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = request.extensions().get::<RequestId>().cloned();
    let answer = next.call(request).await?.map_into_boxed_body();
    let failure = match (answer.response().error(), &id) {
        (Some(error), Some(id)) => Some(final_answer(error, id)),
        _ => None,
    };
    let mut answer = match failure {
        Some(failure) => keep_headers(answer, failure),
        None => answer,
    };
    // Pictures set their own caching.
    if !answer.headers().contains_key(header::CACHE_CONTROL) {
        answer.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
    }
    Ok(answer)
}

/// Returns the response to a failure. The cause of a server error is logged here only.
fn final_answer(error: &Error, id: &RequestId) -> HttpResponse {
    let foreign;
    let failure = match error.as_error::<ApiError>() {
        Some(failure) => failure,
        None => {
            foreign = from_framework(error);
            &foreign
        }
    };
    let answer = failure.answer(Some(id.as_str()));
    // Unavailability is temporary; any other server error is a bug.
    match answer.status() {
        StatusCode::INTERNAL_SERVER_ERROR => {
            tracing::error!(status = 500, cause = chain(failure), "request failed");
        }
        status if status.is_server_error() => {
            tracing::warn!(status = status.as_u16(), cause = chain(failure), "request failed");
        }
        _ => {}
    }
    answer
}

/// Converts a failure of the web framework.
fn from_framework(error: &Error) -> ApiError {
    let status = error.as_response_error().status_code();
    if status.is_server_error() {
        return ApiError::internal(error.to_string());
    }
    ApiError::detail(status.as_u16(), status.canonical_reason().unwrap_or("Bad Request"))
}

/// Keeps headers of inner layers, such as the rate limit, on the error response.
fn keep_headers(answer: ServiceResponse<BoxBody>, failure: HttpResponse) -> ServiceResponse<BoxBody> {
    let (request, old) = answer.into_parts();
    let mut failure = failure;
    for (name, value) in old.headers() {
        if name != header::CONTENT_TYPE
            && name != header::CONTENT_LENGTH
            && !failure.headers().contains_key(name)
        {
            failure.headers_mut().insert(name.clone(), value.clone());
        }
    }
    ServiceResponse::new(request, failure)
}

fn stamp(answer: &mut HttpResponse, id: &RequestId, is_last: bool) {
    if is_last {
        answer.head_mut().set_connection_type(ConnectionType::Close);
    }
    answer.headers_mut().insert(HEADER, id.header());
    answer.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF);
}

/// Formats a time in whole seconds, like all times of the API.
fn moment(at: UnixTime) -> Option<HeaderValue> {
    let moment = Timestamp::from_second(at.seconds()).ok()?;
    HeaderValue::from_str(&moment.to_string()).ok()
}

/// Returns method and path pattern for metrics. Unknown methods are grouped, so that strangers
/// can't create new series.
fn operation(method: &Method, pattern: Option<String>) -> String {
    const KNOWN: [Method; 7] = [
        Method::GET,
        Method::POST,
        Method::PUT,
        Method::PATCH,
        Method::DELETE,
        Method::HEAD,
        Method::OPTIONS,
    ];
    let method = if KNOWN.contains(method) { method.as_str() } else { "OTHER" };
    format!("{method} {}", pattern.as_deref().unwrap_or("unmatched"))
}

/// Writes one log line and two metrics per request. Neither contains the token.
fn record(operation: &str, caller: Option<&KnownCaller>, status: StatusCode, started: Instant) {
    let elapsed = started.elapsed();
    let labels = [("operation", operation.to_owned()), ("status", status.as_u16().to_string())];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_duration_seconds", &labels).record(elapsed.as_secs_f64());
    tracing::info!(
        target: "access",
        owner = caller.map(KnownCaller::owner_number),
        key = caller.map(KnownCaller::prefix),
        operation,
        status = status.as_u16(),
        duration_ms = elapsed.as_secs_f64() * 1000.0,
    );
}

fn chain(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source())
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("without a text"))
}
