//! Metrics of a process, for Prometheus.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use workers::StopSignal;

use super::known::{METRICS, Metric};

/// Upper bounds of the duration histograms, in seconds.
const BUCKETS: [f64; 12] = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// Interval of aggregating durations.
pub const ADDED_UP_EVERY: Duration = Duration::from_secs(5);

static RECORDER: Mutex<Option<PrometheusHandle>> = Mutex::new(None);

/// Returns the metrics of this process, which all its servers share.
pub fn recorder() -> anyhow::Result<PrometheusHandle> {
    let mut recorder = RECORDER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(handle) = &*recorder {
        return Ok(handle.clone());
    }
    let durations = Matcher::Suffix("_duration_seconds".to_owned());
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(durations, &BUCKETS)
        .and_then(PrometheusBuilder::install_recorder)
        .context("metrics can't be recorded")?;
    METRICS.iter().for_each(Metric::describe);
    Ok(recorder.insert(handle).clone())
}

/// Aggregates measured durations until the stop. Without that, each duration stays in memory until
/// somebody reads the metrics.
pub async fn add_up(metrics: PrometheusHandle, every: Duration, mut stop: StopSignal) {
    while !stop.within(every).await {
        metrics.run_upkeep();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use workers::Workers;

    use super::*;

    fn resident_megabytes() -> anyhow::Result<u64> {
        let status = std::fs::read_to_string("/proc/self/status")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no size")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? / 1024)
    }

    #[tokio::test]
    async fn durations_that_nobody_reads_take_no_room() {
        let recorder = PrometheusBuilder::new().set_buckets(&BUCKETS).unwrap().build_recorder();
        let durations = ::metrics::with_local_recorder(&recorder, || {
            ::metrics::histogram!("http_request_duration_seconds")
        });
        let (mut jobs, before) = (Workers::default(), resident_megabytes().unwrap());
        let metrics = recorder.handle();
        jobs.start(|stop| add_up(metrics, Duration::from_millis(1), stop));
        // Without aggregation each duration would take sixteen bytes. On a single thread the job runs
        // between any two rounds, even on a busy machine.
        for _ in 0..100 {
            (0..100_000).for_each(|_| durations.record(0.003));
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
        let grown = resident_megabytes().unwrap().saturating_sub(before);
        assert!(grown < 40, "{grown} MB");
        jobs.stop().await;
        assert!(recorder.handle().render().contains("http_request_duration_seconds_count 10000000"));
    }
}
