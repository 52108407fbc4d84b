//! Traces of requests and of the calls that they make, for OpenTelemetry.
//!
//! Spans of traces have a target of their own, which the log leaves out. Where no collector is configured nobody listens to
//! that target, and a span costs one look at a flag.

use actix_web::http::header::HeaderMap;
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator as _};
use opentelemetry::trace::{TraceContextExt as _, TracerProvider as _};
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::{Span, field};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::{Layer, Registry};

use crate::config::ConfigError;

/// The target of spans that belong to traces; adapters name it too.
pub const TARGET: &str = "traces";

const TRACEPARENT: &str = "traceparent";

/// Sends spans to a collector, in batches, from a thread of its own.
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// To the collector at this address, over OTLP in protobuf. What is sampled, and headers for the collector, are told by the
    /// standard variables (`OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`).
    pub fn open(endpoint: &str) -> Result<Self, ConfigError> {
        // TLS of outgoing requests asks for the process's provider. One that is there already is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let address = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
        let exporter = SpanExporter::builder().with_http().with_endpoint(address).build();
        let exporter =
            exporter.map_err(|error| ConfigError::new("OTEL_EXPORTER_OTLP_ENDPOINT", error.to_string()))?;
        let resource = Resource::builder().with_service_name("funnel").build();
        Ok(Self(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build()))
    }

    /// What takes spans from the program.
    pub fn layer(&self) -> Box<dyn Layer<Registry> + Send + Sync> {
        let layer = tracing_opentelemetry::layer().with_tracer(self.0.tracer("funnel"));
        // Where in the source a span was made says nothing to its reader.
        let layer = layer.with_location(false).with_threads(false).with_target(false);
        layer.with_filter(filter_fn(|metadata| metadata.target() == TARGET)).boxed()
    }

    /// Sends what is left. What does not leave within some seconds is lost.
    pub fn close(self) {
        if let Err(error) = self.0.shutdown() {
            tracing::warn!(cause = ?error, "the last traces could not be sent");
        }
    }
}

/// The span of a request that is taken in, in the trace of the caller where he names one.
pub fn request(headers: &HeaderMap) -> Span {
    let span = tracing::info_span!(
        target: TARGET,
        "request",
        otel.kind = "server",
        otel.status_code = field::Empty,
        http.response.status_code = field::Empty,
    );
    if !span.is_disabled() {
        // An error means that nobody listens after all.
        let _ = span.set_parent(TraceContextPropagator::new().extract(&Incoming(headers)));
    }
    span
}

/// Notes how a request was answered. `operation` is the method and the pattern of the path, so nothing of a visitor's or a
/// fan's stands in a trace.
pub fn answered(span: &Span, operation: &str, status: u16) {
    if span.is_disabled() {
        return;
    }
    // The pattern is known only now, and the layer takes a name from a field only before the span begins.
    span.context().span().update_name(operation.to_owned());
    span.record("http.response.status_code", status);
    if status >= 500 {
        span.record("otel.status_code", "ERROR");
    }
}

/// The header by which another service goes on with the trace of the current span, if there is one.
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
