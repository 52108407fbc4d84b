//! Reports of a process about itself: log lines, Prometheus metrics, OpenTelemetry traces. Tests compare code, reference
//! page, dashboard and alerts with the table [`METRICS`].

mod known;
mod logging;
mod metrics;
mod traces;

pub use metrics_exporter_prometheus::PrometheusHandle;

pub use known::{Kind, METRICS, Metric};
pub use logging::{LogFormat, is_filter, listeners_close, start};
pub use metrics::{ADDED_UP_EVERY, add_up, recorder};
pub use traces::Traces;
