//! The machine's clock and random source. Nothing else in the program reads them.

use std::time::{SystemTime, UNIX_EPOCH};

use kernel::{Clock, Entropy, UnixTime};
use rand::RngCore as _;

#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> UnixTime {
        #[expect(clippy::disallowed_methods, reason = "this is the one implementation of the clock port")]
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        UnixTime::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&self, buffer: &mut [u8]) {
        #[expect(clippy::disallowed_methods, reason = "this is the one implementation of the entropy port")]
        if let Err(error) = getrandom::fill(buffer) {
            // Continuing with predictable bytes would be worse than aborting.
            tracing::error!(%error, "the machine's random source failed");
            std::process::abort();
        }
    }
}

/// Per-thread generator, reseeded regularly from the machine's random source, for frequent ids. A
/// system call per id would cost more than the rest of a redirect.
#[derive(Debug, Clone, Copy, Default)]
pub struct ThreadEntropy;

impl Entropy for ThreadEntropy {
    fn fill(&self, buffer: &mut [u8]) {
        #[expect(
            clippy::disallowed_methods,
            reason = "this is the other implementation of the entropy port"
        )]
        rand::rng().fill_bytes(buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_byte_is_handed_out_twice() {
        let mut seen = std::collections::HashSet::new();
        for size in [16, 32, 5_000].into_iter().cycle().take(600) {
            let mut bytes = vec![0; size];
            ThreadEntropy.fill(&mut bytes);
            assert!(seen.insert(bytes.get(..16).map(<[u8]>::to_vec)));
        }
    }
}
