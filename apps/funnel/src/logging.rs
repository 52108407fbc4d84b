//! The log: lines on standard error, for people or for machines; and beside it the traces.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use crate::config::LogFormat;
use crate::traces::{TARGET, Traces};

/// Starts the log of this process. A second call, as from tests that share a process, changes nothing.
pub fn start(filter: &str, format: LogFormat, traces: Option<&Traces>) {
    // The web server tells every listener several times at its start; a filter that names it still wins.
    let filter = EnvFilter::new(format!("actix_server=warn,{TARGET}=off,{filter}"));
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let both = tracing_subscriber::registry().with(traces.map(Traces::layer)).with(lines.with_filter(filter));
    // An error means that a log is running already.
    let _already = both.try_init();
}
