use std::time::Duration;

use engine_link::AddressPolicy;

/// Settings of a circuit breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BreakerSettings {
    /// Number of consecutive failures that opens the breaker.
    pub failures: u32,
    /// Maximum time between the first and the last of these failures.
    pub window: Duration,
    /// First pause; doubles while the engine keeps failing.
    pub pause: Duration,
    /// Maximum pause.
    pub longest_pause: Duration,
}

/// Limits of calls to engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EngineSettings {
    /// Timeout of opening a connection.
    pub connect_timeout: Duration,
    /// Timeout of a whole call with all its attempts.
    pub call_timeout: Duration,
    /// Maximum number of attempts of a call.
    pub tries: u32,
    /// Delay before the second attempt; doubles before each further attempt.
    pub backoff: Duration,
    /// Maximum size of a response, in bytes.
    pub longest_answer: usize,
    /// Maximum number of concurrent calls to one connection.
    pub calls_at_once: usize,
    /// Maximum number of pages of one list of links or content.
    pub most_pages: usize,
    /// Settings of each connection's circuit breaker.
    pub breaker: BreakerSettings,
    /// Policy for the addresses of engines.
    pub addresses: AddressPolicy,
}

impl EngineSettings {
    /// Creates settings with the limits of the protocol.
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
