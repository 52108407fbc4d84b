//! The machine's clock and random source.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the Unix time in seconds.
pub(crate) fn now() -> i64 {
    #[expect(clippy::disallowed_methods, reason = "the dashboard has no domain; this is its one clock")]
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_epoch.as_secs()).unwrap_or(i64::MAX)
}

/// Returns cryptographically random bytes.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[expect(
        clippy::disallowed_methods,
        reason = "the dashboard has no domain; this is its one random source"
    )]
    if let Err(error) = getrandom::fill(&mut bytes) {
        // A predictable session key would be worse than none.
        tracing::error!(%error, "the machine's random source failed");
        std::process::abort();
    }
    bytes
}
