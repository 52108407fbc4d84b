//! Sends request traces to an OpenTelemetry collector.
//!
//! Trace spans have a target of their own, which the log omits. Without a collector that target is
//! disabled, and a span costs one check of a flag.

use http_kit::trace::TARGET;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::{Layer, Registry};

/// Sends spans to a collector, in batches, from a thread of its own.
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Connects to the collector at this address, over OTLP in protobuf. The standard variables set
    /// sampling and headers (`OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`).
    pub fn open(endpoint: &str) -> Result<Self, ExporterBuildError> {
        // TLS needs a process-wide provider; one that is already installed works too.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let address = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
        let exporter = SpanExporter::builder().with_http().with_endpoint(address).build()?;
        let resource = Resource::builder().with_service_name("funnel").build();
        Ok(Self(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build()))
    }

    /// Returns the layer that receives spans from the program.
    pub fn layer(&self) -> Box<dyn Layer<Registry> + Send + Sync> {
        let layer = tracing_opentelemetry::layer().with_tracer(self.0.tracer("funnel"));
        // Source locations mean nothing to readers of traces.
        let layer = layer.with_location(false).with_threads(false).with_target(false);
        layer.with_filter(filter_fn(|metadata| metadata.target() == TARGET)).boxed()
    }

    /// Sends the remaining spans. Spans that are not sent within some seconds are lost.
    pub fn close(self) {
        if let Err(error) = self.0.shutdown() {
            tracing::warn!(cause = ?error, "the last traces could not be sent");
        }
    }
}
