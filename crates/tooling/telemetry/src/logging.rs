//! The log: lines on standard error, for people or for machines; and beside it the traces.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicBool, Ordering};

use http_kit::trace::TARGET;
use tracing_subscriber::filter::{FilterExt as _, dynamic_filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use crate::traces::Traces;

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines.
    Json,
}

/// Whether this process closes its listeners.
static CLOSING: AtomicBool = AtomicBool::new(false);

/// Whether a text filters lines of the log, as `info` and `funnel=debug` do.
pub fn is_filter(text: &str) -> bool {
    text.parse::<EnvFilter>().is_ok()
}

/// From now on the accept loops are not listened to: closing a socket under them makes each of them report it as an error.
pub fn listeners_close() {
    CLOSING.store(true, Ordering::Relaxed);
}

/// Starts the log of this process. A second call, as from tests that share a process, changes nothing.
pub fn start(filter: &str, format: LogFormat, traces: Option<&Traces>) {
    // The web server logs every listener several times at its start, and the HTTP library takes a client's malformed request or
    // broken connection for an error; failures of ours are reported by `middleware`. A filter that names either still wins.
    let filter = EnvFilter::new(format!("actix_server=warn,actix_http=off,{TARGET}=off,{filter}"));
    let filter = filter.and(dynamic_filter_fn(|event, _| {
        event.target() != "actix_server::accept" || !CLOSING.load(Ordering::Relaxed)
    }));
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let both = tracing_subscriber::registry().with(traces.map(Traces::layer)).with(lines.with_filter(filter));
    // An error means that a log is running already.
    let _already = both.try_init();
}
