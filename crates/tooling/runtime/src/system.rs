//! The clock and the random source of the machine. Nothing else in the program reads them.

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

/// The machine's random source in small portions, for names that are made often. A call of the kernel for each of them would cost
/// more than all the rest of a redirect.
#[derive(Debug, Clone, Copy, Default)]
pub struct BufferedEntropy;

/// What one call of the kernel brings.
const PORTION: usize = 4096;

thread_local! {
    static PORTIONS: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) };
}

impl Entropy for BufferedEntropy {
    fn fill(&self, buffer: &mut [u8]) {
        PORTIONS.with_borrow_mut(|left| {
            if left.len() < buffer.len() {
                left.resize(PORTION.max(buffer.len()), 0);
                SystemEntropy.fill(left);
            }
            // Each byte is used once: it is taken away as it is handed out.
            let rest = left.len().saturating_sub(buffer.len());
            buffer.iter_mut().zip(left.drain(rest..)).for_each(|(to, from)| *to = from);
        });
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
            BufferedEntropy.fill(&mut bytes);
            assert!(seen.insert(bytes.get(..16).map(<[u8]>::to_vec)));
        }
    }
}
