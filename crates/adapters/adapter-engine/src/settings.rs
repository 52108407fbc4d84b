use std::time::Duration;

use engine_link::AddressPolicy;

/// When a circuit breaker opens and closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BreakerSettings {
    /// Calls that fail one after the other.
    pub failures: u32,
    /// Within which time they do.
    pub window: Duration,
    /// The first pause, which doubles as long as the engine keeps failing.
    pub pause: Duration,
    /// The longest pause.
    pub longest_pause: Duration,
}

/// The limits of calls to engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EngineSettings {
    /// For connecting.
    pub connect_timeout: Duration,
    /// For a whole call with all its tries.
    pub call_timeout: Duration,
    /// Tries of one call.
    pub tries: u32,
    /// The wait before the second try, which doubles before each further one.
    pub backoff: Duration,
    /// Bytes of one answer.
    pub longest_answer: usize,
    /// Calls to one connection at a time.
    pub calls_at_once: usize,
    /// Pages of one list of links or of content.
    pub most_pages: usize,
    /// When the breaker of a connection opens and closes.
    pub breaker: BreakerSettings,
    /// Which addresses of engines are allowed.
    pub addresses: AddressPolicy,
}

impl EngineSettings {
    /// The limits of the protocol.
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
