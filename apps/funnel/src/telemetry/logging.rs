//! The log on standard error, for people or machines, and the traces.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicBool, Ordering};

use http_kit::trace::TARGET;
use tracing_subscriber::filter::{FilterExt as _, dynamic_filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use super::traces::Traces;

/// Format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines.
    Json,
}

/// Whether this process is closing its listeners.
static CLOSING: AtomicBool = AtomicBool::new(false);

/// Returns whether a text is a valid log filter, such as `info` or `funnel=debug`.
pub fn is_filter(text: &str) -> bool {
    text.parse::<EnvFilter>().is_ok()
}

/// Ignores the accept loops from now on, because each would log an error when its socket closes.
pub fn listeners_close() {
    CLOSING.store(true, Ordering::Relaxed);
}

/// Starts the log of this process. Later calls, as from tests in one process, do nothing.
pub fn start(filter: &str, format: LogFormat, traces: Option<&Traces>) {
    let filter = EnvFilter::new(directives(filter));
    let filter = filter.and(dynamic_filter_fn(|event, _| {
        event.target() != "actix_server::accept" || !CLOSING.load(Ordering::Relaxed)
    }));
    // With a closed pipe, reporting the write error would panic.
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).log_internal_errors(false);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let both = tracing_subscriber::registry().with(traces.map(Traces::layer)).with(lines.with_filter(filter));
    // Fails only if a log is already running.
    let _already = both.try_init();
}

/// Builds the log filter. Suppresses noise of libraries, unless `filter` names them.
///
/// The web server logs every listener several times at its start. The HTTP library logs clients'
/// malformed requests and broken connections as errors, while `middleware` reports the service's
/// own failures. The TLS libraries log bad certificates of servers that an owner named as errors,
/// while the caller gets the cause.
fn directives(filter: &str) -> String {
    const QUIET: &str = "actix_server=warn,actix_http=off,rustls=off,rustls_platform_verifier=off";
    format!("{QUIET},{TARGET}=off,{filter}")
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Returns the lines that a filter passes, from three libraries and this program.
    fn lines(filter: &str) -> String {
        #[derive(Clone, Default)]
        struct Written(Arc<Mutex<Vec<u8>>>);

        impl io::Write for Written {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.lock().unwrap().extend_from_slice(bytes);
                Ok(bytes.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }

        let written = Written::default();
        let (here, filter) = (written.clone(), EnvFilter::new(directives(filter)));
        let lines = tracing_subscriber::fmt::layer().with_writer(move || here.clone()).with_filter(filter);
        tracing::subscriber::with_default(tracing_subscriber::registry().with(lines), || {
            tracing::error!(target: "rustls_platform_verifier::verification::others", "certificate");
            tracing::warn!(target: "rustls::common_state", "alert");
            tracing::error!(target: "actix_http::h1", "broken");
            tracing::error!(target: "funnel", "ours");
        });
        let bytes = written.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn what_servers_of_owners_do_wrong_is_no_line_of_the_log() {
        let usual = lines("info");
        assert!(usual.contains("ours") && usual.lines().count() == 1, "{usual}");
        let asked = lines("info,rustls_platform_verifier=error");
        assert!(asked.contains("certificate") && asked.lines().count() == 2, "{asked}");
    }
}
