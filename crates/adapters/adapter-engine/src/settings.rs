use std::time::Duration;

use engine_link::AddressPolicy;

/// Thresholds of a circuit breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BreakerSettings {
    /// Number of consecutive failures that open the breaker.
    pub failures: u32,
    /// Period in which the failures must occur.
    pub window: Duration,
    /// First pause; it doubles while the engine keeps failing.
    pub pause: Duration,
    /// Maximum pause.
    pub longest_pause: Duration,
}

/// Limits of calls to engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EngineSettings {
    /// Timeout for connecting.
    pub connect_timeout: Duration,
    /// Timeout for a call with all attempts.
    pub call_timeout: Duration,
    /// Maximum number of attempts per call.
    pub tries: u32,
    /// Wait before the second attempt; it doubles before each further one.
    pub backoff: Duration,
    /// Maximum size of an answer in bytes.
    pub longest_answer: usize,
    /// Maximum number of concurrent calls per connection.
    pub calls_at_once: usize,
    /// Maximum number of pages of a list of links or content.
    pub most_pages: usize,
    /// Thresholds of each connection's breaker.
    pub breaker: BreakerSettings,
    /// Allowed addresses of engines.
    pub addresses: AddressPolicy,
}

impl EngineSettings {
    /// Limits according to the protocol.
    pub const fn new(addresses: AddressPolicy) -> Self {
        Self {
            connect_timeout: Duration::from_secs(2),
            call_timeout: Duration::from_secs(10),
            tries: 3,
            backoff: Duration::from_millis(200),
            longest_answer: 8 * 1024 * 1024,
            calls_at_once: 8,
            most_pages: 1_000,
            breaker: BreakerSettings {
                failures: 5,
                window: Duration::from_secs(60),
                pause: Duration::from_secs(5),
                longest_pause: Duration::from_secs(60),
            },
            addresses,
        }
    }
}
