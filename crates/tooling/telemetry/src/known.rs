//! Every metric, in one table: metrics are described by it, and documents, dashboard and alerts are checked against it.

use std::fmt;

/// What a metric counts like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It only grows, except when the process starts anew.
    Counter,
    /// It goes up and down.
    Gauge,
    /// Counted in steps, as `_bucket`, `_sum` and `_count`.
    Histogram,
}

/// A metric of `/metrics`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metric {
    /// Its name.
    pub name: &'static str,
    /// How it counts.
    pub kind: Kind,
    /// The names of its labels.
    pub labels: &'static [&'static str],
    /// What it measures, for people.
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

/// All of them, in the order of the document.
pub const METRICS: &[Metric] = &[
    counter(
        "http_requests_total",
        &["operation", "status"],
        "requests of all listeners; `operation` is the method and the pattern of the path",
    ),
    histogram("http_request_duration_seconds", &["operation", "status"], "how long they took"),
    counter(
        "requests_delayed_total",
        &[],
        "requests of the API that waited because their owner had used more than a quarter of a processor",
    ),
    counter(
        "cache_lookups_total",
        &["cache", "outcome"],
        "looks into the memory of a process, `hit` or `miss`; `cache` is `pages`, `links`, `codes` (by host), `pictures`, `labels`, `vaults` or `drafts`",
    ),
    gauge(
        "cache_entries",
        &["cache"],
        "what is kept: `edge` (hosts with their pages, links and codes), `agents`, `pictures`, `labels`, `vaults`, `drafts`",
    ),
    gauge("cache_bytes", &["cache"], "how many bytes that takes, about; each memory is bounded by them"),
    counter(
        "edge_last_known_total",
        &[],
        "pages, links and codes used from memory because the database was unavailable",
    ),
    gauge("edge_snapshot_hosts", &[], "hosts of which the edge keeps a snapshot in its data folder"),
    gauge("edge_snapshot_bytes", &[], "how many bytes the snapshots take there"),
    gauge("edge_snapshots_failing", &[], "1 while snapshots can't be taken, else 0"),
    counter(
        "edge_snapshots_restored_total",
        &[],
        "snapshots of hosts that were read because the database was unavailable",
    ),
    counter(
        "edge_snapshots_refused_total",
        &[],
        "snapshots and indexes of them that were not used because they are damaged or not of this installation",
    ),
    gauge(
        "read_replica_fresh",
        &[],
        "1 while the read replica is less than 30 seconds behind, else 0: it is not read then",
    ),
    gauge(
        "queue_waiting",
        &["queue", "platform"],
        "work of all owners that waits in the database, due or not, by queue; see below",
    ),
    gauge("queue_due", &["queue", "platform"], "how much of it is due"),
    gauge(
        "queue_overdue_seconds",
        &["queue", "platform"],
        "for how long the first of it has been due; 0 when nothing is",
    ),
    counter(
        "provisioning_attempts_total",
        &["outcome"],
        "`active`, `waiting`, `failed`, `lost` (the lease ran out or the domain is gone)",
    ),
    counter(
        "link_syncs_total",
        &["outcome"],
        "pulls of an owner's links: `done`, `with_errors`, `not_connected`, `failed`, `cut_off` (it took too long)",
    ),
    counter(
        "request_answers_submitted_total",
        &[],
        "answers to content requests that were submitted to engines, repeats too",
    ),
    counter(
        "engine_calls_total",
        &["operation", "outcome"],
        "calls, each once however often it was tried. `ok`, `refused`, `circuit_open` (not called: it failed too often just before), `busy` (too many at once), `timed_out`, `unreachable`, `status_5xx`, `malformed` …",
    ),
    histogram(
        "engine_call_duration_seconds",
        &["operation", "outcome"],
        "how long they took, with tries and waits",
    ),
    counter(
        "engine_bad_items_total",
        &["call"],
        "items of an engine's lists that could not be read and were left out",
    ),
    counter(
        "engine_events_total",
        &["source", "outcome"],
        "events by `push` or `pull`: `accepted`, `duplicate`, `rejected` (malformed), `quarantined` (the database can't take them, or they lie ahead; they are set aside), `unknown_type` (kept raw for 30 days; counted among the accepted too)",
    ),
    counter(
        "event_pulls_total",
        &["outcome"],
        "`done`, `failed`, `not_connected`, `cut_off` (it took too long)",
    ),
    counter(
        "pixel_requests_total",
        &["platform", "outcome", "error"],
        "requests to ad platforms, tests of pixels too; `outcome` is what the answer means: `delivered`, `throttled`, `retry` (no answer too), `auth`, `permanent`; `error` is the reason why no answer came: `timeout`, `dns`, `tls`, `refused`, `connection`, else `none`",
    ),
    histogram("pixel_request_duration_seconds", &["platform", "outcome"], "how long they took"),
    counter(
        "pixel_deliveries_total",
        &["platform", "outcome"],
        "tries of conversions: as above, `auth` (the pixel waits for a token), `permanent` (parked), and `not_sent` (too old, paused, deleted), `store_failed`",
    ),
    counter(
        "webhook_requests_total",
        &["outcome"],
        "requests to endpoints of webhooks, tests too: `delivered`, `failed` (no answer too), `gone`",
    ),
    histogram("webhook_request_duration_seconds", &["outcome"], "how long they took"),
    counter(
        "webhook_deliveries_total",
        &["lane", "outcome"],
        "tries of deliveries, to endpoints that are `working`, `slow` or `failing`: as above, and `not_sent` (switched off or deleted meanwhile), `store_failed`",
    ),
    counter(
        "destination_looks_total",
        &["outcome"],
        "looks at destinations: `reachable`, `failed`, `inconclusive` (an address that the configuration does not allow), `postponed` (too many looks at the host)",
    ),
    counter(
        "broadcast_attempts_total",
        &["outcome"],
        "rows of campaigns dealt with: `sent`, `failed` (refused for good), `unknown`, `skipped`, `deferred` (quiet hours), `released` (stopped before it began), `returned` (nothing was taken; later again), `lost` (somebody else had taken it over), `store_failed`",
    ),
    gauge(
        "broadcast_rows_pending",
        &[],
        "rows of running campaigns that are still to be sent, of the whole service; each worker shows the same",
    ),
    gauge("broadcast_rows_unknown", &[], "those whose outcome is not known"),
    gauge(
        "broadcast_overdue_seconds",
        &[],
        "how long the row waits that waits longest after the end of its lease or its time to be asked for again",
    ),
    counter("touches_shipped_total", &[], "scans, visits and clicks that were stored"),
    gauge("touch_segments_waiting", &[], "files of touches that wait for the database"),
    gauge("touch_segments_oldest_seconds", &[], "how old the oldest of them is; 0 when none waits"),
    counter("touches_lost_total", &[], "touches that could not be written to the disk"),
    counter(
        "touches_refused_total",
        &[],
        "touches that the database can't take for what is in them; they are set aside",
    ),
    counter(
        "touch_segments_torn_total",
        &[],
        "segments of which a part could not be read; they are set aside, without what could be",
    ),
    gauge(
        "touches_aside_bytes",
        &[],
        "what is set aside in the data folder, for `funnel touches redrive` and for whoever looks into it",
    ),
    counter("touch_journal_failures_total", &[], "writes to the disk that failed"),
];

impl Metric {
    /// Describes to the recorder of this process what the metric means. A counter without labels begins at zero, so that its
    /// first step is seen as one.
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

/// Its line in the table of the document.
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
