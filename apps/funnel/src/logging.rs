//! The log: lines on standard error, for people or for machines.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::EnvFilter;

use crate::config::LogFormat;

/// Starts the log of this process. A second call, as from tests that share a process, changes nothing.
pub fn start(filter: &str, format: LogFormat) {
    // The web server tells every listener several times at its start; a filter that names it still wins.
    let filter = format!("actix_server=warn,{filter}");
    let builder = tracing_subscriber::fmt().with_env_filter(EnvFilter::new(filter)).with_writer(io::stderr);
    // An error means that a log is running already.
    let _already = match format {
        LogFormat::Text => builder.with_ansi(io::stderr().is_terminal()).try_init(),
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
    };
}
