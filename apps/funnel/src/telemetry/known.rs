//! Table of all metrics. It describes them in the recorder, and tests compare documents, dashboard
//! and alerts with it.

use std::fmt;

/// Type of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Only grows, except when the process restarts.
    Counter,
    /// Rises and falls.
    Gauge,
    /// Counts in buckets, as `_bucket`, `_sum` and `_count`.
    Histogram,
}

/// A metric of `/metrics`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metric {
    pub name: &'static str,
    pub kind: Kind,
    /// Names of the labels.
    pub labels: &'static [&'static str],
    /// Description for people.
    pub meaning: &'static str,
}

const fn counter(name: &'static str, labels: &'static [&'static str], meaning: &'static str) -> Metric {
    Metric { name, kind: Kind::Counter, labels, meaning }
}

const fn gauge(name: &'static str, labels: &'static [&'static str], meaning: &'static str) -> Metric {
    Metric { name, kind: Kind::Gauge, labels, meaning }
}

const fn histogram(name: &'static str, labels: &'static [&'static str], meaning: &'static str) -> Metric {
    Metric { name, kind: Kind::Histogram, labels, meaning }
}

/// All metrics, in the order of the document.
pub const METRICS: &[Metric] = &[
    counter(
        "http_requests_total",
        &["operation", "status"],
        "requests of all listeners; `operation` is method and pattern of the path",
    ),
    histogram("http_request_duration_seconds", &["operation", "status"], "duration of requests"),
    counter(
        "requests_delayed_total",
        &[],
        "API requests that waited because their owner used over a quarter of a processor",
    ),
    counter(
        "cache_lookups_total",
        &["cache", "outcome"],
        "lookups, `hit` or `miss`, in `pages`, `links`, `codes` (by host), `pictures`, `labels`, `vaults` or `drafts`",
    ),
    gauge(
        "cache_entries",
        &["cache"],
        "entries of `edge` (hosts), `agents`, `pictures`, `labels`, `vaults` or `drafts`",
    ),
    gauge("cache_bytes", &["cache"], "approximate size of each cache"),
    counter(
        "edge_last_known_total",
        &[],
        "pages, links and codes served from memory because the database was unavailable",
    ),
    counter(
        "in_app_escapes_total",
        &["escape", "outcome"],
        "visits of pages with a way out of an app: `offered` it, `arrived` outside by it, or `stayed` inside; `escape` is the app and the system",
    ),
    gauge("edge_snapshot_hosts", &[], "hosts with a snapshot in the data folder of the edge"),
    gauge("edge_snapshot_bytes", &[], "size of the snapshots of the edge"),
    gauge("edge_snapshots_failing", &[], "1 while the edge can't take snapshots, else 0"),
    counter(
        "edge_snapshots_restored_total",
        &[],
        "snapshots of hosts read because the database was unavailable",
    ),
    counter(
        "edge_snapshots_refused_total",
        &[],
        "snapshots and indexes rejected because they are damaged or of another installation",
    ),
    gauge(
        "read_replica_fresh",
        &[],
        "1 while the read replica is less than 30 seconds behind; 0 while it is not read",
    ),
    gauge(
        "queue_waiting",
        &["queue", "platform"],
        "work of all owners that waits in the database, due or not, by queue",
    ),
    gauge("queue_due", &["queue", "platform"], "due work of all owners, by queue"),
    gauge(
        "queue_overdue_seconds",
        &["queue", "platform"],
        "time since the first item of the queue became due; 0 without due work",
    ),
    counter(
        "provisioning_attempts_total",
        &["outcome"],
        "provisioning attempts: `active`, `waiting`, `failed`, `lost` (the lease ended or the domain is gone)",
    ),
    counter(
        "link_syncs_total",
        &["outcome"],
        "pulls of an owner's links: `done`, `with_errors`, `not_connected`, `failed`, `cut_off` (too slow)",
    ),
    counter(
        "request_answers_submitted_total",
        &[],
        "answers to content requests submitted to engines, repeats included",
    ),
    counter(
        "engine_calls_total",
        &["operation", "outcome"],
        "calls to engines, retries not counted: `ok`, `refused`, `circuit_open` (not called after many failures), `busy` (too many at once), `timed_out`, `unreachable`, `status_5xx`, `malformed` …",
    ),
    histogram(
        "engine_call_duration_seconds",
        &["operation", "outcome"],
        "duration of calls to engines, with retries and waits",
    ),
    counter(
        "engine_bad_items_total",
        &["call"],
        "unreadable items in the lists of engines; they are skipped",
    ),
    counter(
        "engine_events_total",
        &["source", "outcome"],
        "events by `push` or `pull`: `accepted`, `duplicate`, `rejected` (malformed), `quarantined` (the database rejects them, they contradict an earlier report, or they lie in the future), `unknown_type` (kept for 30 days; counted as accepted too)",
    ),
    counter(
        "event_pulls_total",
        &["outcome"],
        "pulls of event logs: `done`, `failed`, `not_connected`, `cut_off` (too slow)",
    ),
    counter(
        "pixel_requests_total",
        &["platform", "outcome", "error"],
        "requests to ad platforms, tests of pixels included: `delivered`, `throttled`, `retry` (no answer included), `auth`, `permanent`; `error` says why no answer came: `timeout`, `dns`, `tls`, `refused`, `connection`, else `none`",
    ),
    histogram(
        "pixel_request_duration_seconds",
        &["platform", "outcome"],
        "duration of requests to ad platforms",
    ),
    counter(
        "pixel_deliveries_total",
        &["platform", "outcome"],
        "delivery attempts of conversions: as in `pixel_requests_total`, where `auth` waits for a token and `permanent` is parked, and `not_sent` (too old, paused, deleted), `store_failed`",
    ),
    counter(
        "webhook_requests_total",
        &["outcome"],
        "requests to webhook endpoints, tests included: `delivered`, `failed` (no answer included), `gone`",
    ),
    histogram("webhook_request_duration_seconds", &["outcome"], "duration of requests to webhook endpoints"),
    counter(
        "webhook_deliveries_total",
        &["lane", "outcome"],
        "delivery attempts to endpoints that are `working`, `slow` or `failing`: as in `webhook_requests_total`, and `not_sent` (switched off or deleted), `store_failed`",
    ),
    counter(
        "destination_looks_total",
        &["outcome"],
        "checks of destinations: `reachable`, `failed`, `inconclusive` (the configuration forbids the address), `postponed` (too many checks of the host)",
    ),
    counter(
        "broadcast_attempts_total",
        &["outcome"],
        "processed rows of campaigns: `sent`, `failed` (rejected for good), `unknown`, `skipped`, `deferred` (quiet hours), `released` (stopped before the attempt), `returned` (nothing was accepted; retried later), `lost` (another worker took over), `store_failed`",
    ),
    gauge(
        "broadcast_rows_pending",
        &[],
        "unsent rows of running campaigns; each worker shows the same number",
    ),
    gauge("broadcast_rows_unknown", &[], "rows of running campaigns whose outcome is unknown"),
    gauge("broadcast_overdue_seconds", &[], "delay of the most overdue row of a campaign"),
    counter("touches_shipped_total", &[], "stored scans, visits and clicks"),
    gauge("touch_segments_waiting", &[], "files of touches that wait for the database"),
    gauge(
        "touch_segments_oldest_seconds",
        &[],
        "age of the oldest file of touches that waits; 0 without one",
    ),
    counter("touches_lost_total", &[], "touches that could not be written to the disk"),
    counter("touches_refused_total", &[], "touches that the database rejects and that are set aside"),
    counter("touch_segments_torn_total", &[], "partly unreadable segments, whose rest is set aside"),
    gauge(
        "touches_aside_bytes",
        &[],
        "size of the touches set aside in the data folder, for `funnel touches redrive`",
    ),
    counter("touch_journal_failures_total", &[], "failed writes of touches to the disk"),
];

impl Metric {
    /// Describes the metric to the recorder. Initializes counters without labels to zero, so that
    /// the first increment is visible.
    pub(super) fn describe(&self) {
        let Self { name, meaning, .. } = *self;
        match self.kind {
            Kind::Counter => {
                metrics::describe_counter!(name, meaning);
                if self.labels.is_empty() {
                    metrics::counter!(name).increment(0);
                }
            }
            Kind::Gauge => metrics::describe_gauge!(name, meaning),
            Kind::Histogram => metrics::describe_histogram!(name, metrics::Unit::Seconds, meaning),
        }
    }
}

/// Formats the metric's row in the document's table.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        let labels: Vec<String> = self.labels.iter().map(|label| format!("`{label}`")).collect();
        let colon = if labels.is_empty() { "" } else { ": " };
        write!(f, "| `{}` | {kind}{colon}{} | {} |", self.name, labels.join(", "), self.meaning)
    }
}
