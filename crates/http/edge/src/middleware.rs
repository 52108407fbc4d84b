//! What happens around every request of a visitor. It is the frame of the API without what a flood of redirects can't afford:
//! the log line is one for `debug`, and metrics are kept by handles instead of being looked up by their labels.

use std::cell::RefCell;
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::ConnectionType;
use actix_web::http::header::{HeaderValue, X_CONTENT_TYPE_OPTIONS};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, HttpResponse, web};
use futures_util::FutureExt as _;
use http_kit::request_id::{HEADER, RequestId};
use http_kit::trace;
use metrics::{Counter, Histogram};
use runtime::InFlight;
use tracing::Instrument as _;

use super::answers;

const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
/// The name of what no resource serves.
const UNMATCHED: &str = "unmatched";

/// Gives the request its id, counts it, and answers also when a handler panics.
pub async fn observe(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let id = RequestId::of(&request);
    let in_flight = request.app_data::<web::Data<InFlight>>().map(|count| count.enter());
    let started = Instant::now();
    let trace = trace::request(request.headers());
    let work = next.call(request).instrument(trace.clone());
    let outcome = AssertUnwindSafe(work).catch_unwind().await;
    let is_last = in_flight.as_ref().is_some_and(|entered| entered.is_last());
    let (failure, mut answer) = match outcome {
        Ok(Ok(answer)) => {
            let mut answer = answer.map_into_boxed_body();
            record(answer.request(), answer.status().as_u16(), &id, started);
            stamp(answer.response_mut(), id, is_last);
            if !trace.is_disabled() {
                let operation = name(answer.request().method().as_str(), resource(answer.request()));
                trace::answered(&trace, &operation, answer.status().as_u16());
            }
            return Ok(answer);
        }
        Ok(Err(error)) => {
            let answer = error.error_response();
            (error, answer)
        }
        Err(_) => {
            tracing::error!(request_id = id.as_str(), "a handler of the edge panicked");
            (actix_web::error::ErrorInternalServerError("panic"), answers::failed())
        }
    };
    stamp(&mut answer, id, is_last);
    Err(InternalError::from_response(failure, answer).into())
}

fn stamp(answer: &mut HttpResponse, id: RequestId, is_last: bool) {
    if is_last {
        answer.head_mut().set_connection_type(ConnectionType::Close);
    }
    answer.headers_mut().insert(HEADER, id.into());
    answer.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, NOSNIFF);
}

/// The metrics of one kind of answer.
struct RequestMetrics {
    count: Counter,
    duration: Histogram,
}

thread_local! {
    static METRICS: RefCell<HashMap<(bool, String, u16), RequestMetrics>> = RefCell::default();
}

fn record(request: &HttpRequest, status: u16, id: &RequestId, started: Instant) {
    let elapsed = started.elapsed();
    let resource = resource(request);
    let is_get = request.method() == actix_web::http::Method::GET;
    METRICS.with_borrow_mut(|known| {
        // Few resources with few statuses each: looking for the key by its parts costs less than making one.
        let found =
            known.iter().find(|((get, name, code), _)| *get == is_get && name == resource && *code == status);
        match found {
            Some((_, metrics)) => metrics.add(elapsed.as_secs_f64()),
            None => {
                let metrics = RequestMetrics::of(request.method().as_str(), resource, status);
                metrics.add(elapsed.as_secs_f64());
                if is_get || request.method() == actix_web::http::Method::HEAD {
                    known.insert((is_get, resource.to_owned(), status), metrics);
                }
            }
        }
    });
    tracing::debug!(
        target: "access",
        request_id = id.as_str(),
        operation = resource,
        status,
        duration_ms = elapsed.as_secs_f64() * 1000.0,
    );
}

fn resource(request: &HttpRequest) -> &str {
    request.match_name().unwrap_or(UNMATCHED)
}

/// What a stranger makes up must not become a series of metrics: methods are those that resources take, or `OTHER`.
fn name(method: &str, resource: &str) -> String {
    let method = if ["GET", "HEAD", "POST"].contains(&method) { method } else { "OTHER" };
    format!("{method} {resource}")
}

impl RequestMetrics {
    fn of(method: &str, resource: &str, status: u16) -> Self {
        let labels = [("operation", name(method, resource)), ("status", status.to_string())];
        Self {
            count: metrics::counter!("http_requests_total", &labels),
            duration: metrics::histogram!("http_request_duration_seconds", &labels),
        }
    }

    fn add(&self, seconds: f64) {
        self.count.increment(1);
        self.duration.record(seconds);
    }
}
