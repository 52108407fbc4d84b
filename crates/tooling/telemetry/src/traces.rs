//! Sends the traces of requests to a collector of OpenTelemetry.
//!
//! Spans of traces have a target of their own, which the log leaves out. Where no collector is configured nobody listens to
//! that target, and a span costs one look at a flag.

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
    /// To the collector at this address, over OTLP in protobuf. What is sampled, and headers for the collector, are set by the
    /// standard variables (`OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`).
    pub fn open(endpoint: &str) -> Result<Self, ExporterBuildError> {
        // TLS of outgoing requests asks for the process's provider. One that is there already is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let address = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
        let exporter = SpanExporter::builder().with_http().with_endpoint(address).build()?;
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
