//! The clock and the random source of the machine. Nothing else in the program reads either.

use std::time::{SystemTime, UNIX_EPOCH};

use kernel::{Clock, Entropy, UnixTime};

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> UnixTime {
        #[expect(clippy::disallowed_methods, reason = "this is the one implementation of the clock port")]
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        UnixTime::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
    }
}

/// The machine's random source.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&self, buffer: &mut [u8]) {
        #[expect(clippy::disallowed_methods, reason = "this is the one implementation of the entropy port")]
        if let Err(error) = getrandom::fill(buffer) {
            // Going on with predictable bytes would be worse than not going on at all.
            tracing::error!(%error, "the machine's random source failed");
            std::process::abort();
        }
    }
}
