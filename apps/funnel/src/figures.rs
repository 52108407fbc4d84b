//! The figures that a process keeps of itself, for Prometheus.

mod known;
mod lookups;

use std::sync::{Mutex, PoisonError};

use anyhow::Context as _;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

pub use known::{FIGURES, Figure, Kind};
pub use lookups::Lookups;

/// Upper bounds of the histograms of durations, in seconds.
const BUCKETS: [f64; 12] = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

static RECORDER: Mutex<Option<PrometheusHandle>> = Mutex::new(None);

/// The figures of this process, which all servers in it share.
pub(crate) fn recorder() -> anyhow::Result<PrometheusHandle> {
    let mut recorder = RECORDER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(handle) = &*recorder {
        return Ok(handle.clone());
    }
    let durations = Matcher::Suffix("_duration_seconds".to_owned());
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(durations, &BUCKETS)
        .and_then(PrometheusBuilder::install_recorder)
        .context("figures can't be recorded")?;
    FIGURES.iter().for_each(Figure::describe);
    Ok(recorder.insert(handle).clone())
}
