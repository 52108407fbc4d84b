//! Spans of requests and of their outgoing calls, for OpenTelemetry. They have a target of their
//! own, which the log omits.

use actix_web::http::header::HeaderMap;
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator as _};
use opentelemetry::trace::TraceContextExt as _;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::{Span, field};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// Target of trace spans; adapters use it too.
pub const TARGET: &str = "traces";

const TRACEPARENT: &str = "traceparent";

/// Creates the span of an incoming request, as a child of the caller's trace if there is one.
pub fn request(headers: &HeaderMap) -> Span {
    let span = tracing::info_span!(
        target: TARGET,
        "request",
        otel.kind = "server",
        otel.status_code = field::Empty,
        http.response.status_code = field::Empty,
    );
    if !span.is_disabled() {
        // Fails only if nothing collects the span.
        let _ = span.set_parent(TraceContextPropagator::new().extract(&Incoming(headers)));
    }
    span
}

/// Records the response of a request. `operation` is method and path pattern, so that traces
/// contain no personal data.
pub fn answered(span: &Span, operation: &str, status: u16) {
    if span.is_disabled() {
        return;
    }
    // The pattern is known only now, and the layer reads a name field only at the start of a span.
    span.context().span().update_name(operation.to_owned());
    span.record("http.response.status_code", status);
    if status >= 500 {
        span.record("otel.status_code", "ERROR");
    }
}

/// Returns the header that continues the current trace in another service, if there is a trace.
pub fn traceparent() -> Option<String> {
    let span = Span::current();
    if span.is_disabled() {
        return None;
    }
    let mut outgoing = Outgoing(None);
    TraceContextPropagator::new().inject_context(&span.context(), &mut outgoing);
    outgoing.0
}

struct Incoming<'a>(&'a HeaderMap);

impl Extractor for Incoming<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(|name| name.as_str()).collect()
    }
}

struct Outgoing(Option<String>);

impl Injector for Outgoing {
    fn set(&mut self, key: &str, value: String) {
        if key == TRACEPARENT {
            self.0 = Some(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_traced_where_nobody_listens() {
        let span = request(&HeaderMap::new());
        assert!(span.is_disabled());
        answered(&span, "GET /", 500);
        assert_eq!(span.in_scope(traceparent), None);
    }
}
