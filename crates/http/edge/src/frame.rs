//! Wrapper around every visitor request. Unlike the API's middleware it suits a flood of redirects:
//! it logs at `debug`, and keeps handles of metrics instead of looking them up by label.

use std::cell::RefCell;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::time::Instant;

use actix_web::http::header::{HeaderValue, X_CONTENT_TYPE_OPTIONS};
use actix_web::http::{ConnectionType, Method};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::FutureExt as _;
use http_kit::request_id::{HEADER, RequestId};
use http_kit::trace;
use kernel::UnixTime;
use metrics::{Counter, Histogram};
use runtime::InFlight;
use tracing::Instrument as _;

use super::answers;
use super::operation::Operation;

const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");

/// Assigns the request id, counts the request, and responds even if a handler panics.
pub(super) async fn around(
    request: &HttpRequest,
    operation: Operation<'_>,
    now: UnixTime,
    in_flight: &InFlight,
    work: Pin<&mut impl Future<Output = HttpResponse>>,
) -> HttpResponse {
    let id = RequestId::of(request.headers(), now);
    let entered = in_flight.enter();
    let started = Instant::now();
    let trace = trace::request(request.headers());
    let outcome = AssertUnwindSafe(work.instrument(trace.clone())).catch_unwind().await;
    let mut answer = outcome.unwrap_or_else(|_| {
        tracing::error!(request_id = id.as_str(), "a handler of the edge panicked");
        answers::failed()
    });
    let (method, status) = (request.method(), answer.status().as_u16());
    record(method, operation, status, &id, started);
    if !trace.is_disabled() {
        trace::answered(&trace, &name(method, operation), status);
    }
    if entered.is_last() {
        answer.head_mut().set_connection_type(ConnectionType::Close);
    }
    let headers = answer.headers_mut();
    headers.insert(HEADER, id.into());
    headers.insert(X_CONTENT_TYPE_OPTIONS, NOSNIFF);
    answer
}

/// Metrics of one kind of response.
struct AnswerMetrics {
    is_get: bool,
    operation: &'static str,
    status: u16,
    count: Counter,
    duration: Histogram,
}

thread_local! {
    /// There are only a few operations with a few statuses each.
    static METRICS: RefCell<Vec<AnswerMetrics>> = RefCell::default();
}

fn record(method: &Method, operation: Operation<'_>, status: u16, id: &RequestId, started: Instant) {
    let elapsed = started.elapsed();
    METRICS.with_borrow_mut(|known| {
        let key = (status, method == Method::GET, operation.name());
        match known.iter().find(|metrics| metrics.key() == key) {
            Some(metrics) => metrics.add(elapsed.as_secs_f64()),
            None => {
                let metrics = AnswerMetrics::of(method, operation, status);
                metrics.add(elapsed.as_secs_f64());
                if metrics.is_get || method == Method::HEAD {
                    known.push(metrics);
                }
            }
        }
    });
    tracing::debug!(
        target: "access",
        request_id = id.as_str(),
        operation = operation.name(),
        status,
        duration_ms = elapsed.as_secs_f64() * 1000.0,
    );
}

/// Limits metric labels to known methods, so that strangers can't create new series.
fn name(method: &Method, operation: Operation<'_>) -> String {
    let method = method.as_str();
    let method = if ["GET", "HEAD", "POST"].contains(&method) { method } else { "OTHER" };
    format!("{method} {}", operation.name())
}

impl AnswerMetrics {
    fn of(method: &Method, operation: Operation<'_>, status: u16) -> Self {
        let labels = [("operation", name(method, operation)), ("status", status.to_string())];
        Self {
            is_get: method == Method::GET,
            operation: operation.name(),
            status,
            count: metrics::counter!("http_requests_total", &labels),
            duration: metrics::histogram!("http_request_duration_seconds", &labels),
        }
    }

    /// The most distinctive field comes first.
    fn key(&self) -> (u16, bool, &'static str) {
        (self.status, self.is_get, self.operation)
    }

    fn add(&self, seconds: f64) {
        self.count.increment(1);
        self.duration.record(seconds);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use actix_web::test::TestRequest;

    use super::*;

    async fn answered(in_flight: &InFlight, work: impl Future<Output = HttpResponse>) -> HttpResponse {
        let request = TestRequest::default().insert_header((HEADER, "mine")).to_http_request();
        around(&request, Operation::LandingPage, UnixTime::from_seconds(0), in_flight, pin!(work)).await
    }

    #[actix_web::test]
    async fn every_answer_has_its_id_also_after_a_panic() {
        let in_flight = InFlight::default();
        let panics = async { std::panic::panic_any("a test's panic") };
        for (answer, expected) in [
            (answered(&in_flight, async { HttpResponse::NoContent().finish() }).await, 204),
            (answered(&in_flight, panics).await, 500),
        ] {
            let header = |name| answer.headers().get(name).map(HeaderValue::as_bytes);
            assert_eq!(answer.status().as_u16(), expected);
            assert_eq!(header(HEADER), Some(b"mine".as_slice()), "{expected}");
            assert_eq!(header(X_CONTENT_TYPE_OPTIONS), Some(b"nosniff".as_slice()), "{expected}");
        }
        assert!(in_flight.idle(std::time::Duration::ZERO).await, "nothing is in flight any more");
    }

    #[actix_web::test]
    async fn an_answer_while_the_process_stops_ends_its_connection() {
        let in_flight = InFlight::default();
        for closes in [false, true] {
            let answer = answered(&in_flight, async { HttpResponse::NoContent().finish() }).await;
            assert_eq!(answer.head().connection_type() == ConnectionType::Close, closes);
            in_flight.close();
        }
    }
}
