//! Settings of a client, and their environment variables.

use std::time::Duration;

/// Variable with the base address of the service, such as `https://admin.example`.
pub(crate) const URL: &str = "FUNNEL_API_URL";

/// Variable with the API key.
pub(crate) const KEY: &str = "FUNNEL_API_KEY";

#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    /// Time limit of an attempt.
    pub(crate) timeout: Duration,
    /// Maximum number of attempts of a call.
    pub(crate) attempts: u32,
    /// Maximum of the first pause between two attempts. The maximum doubles with each attempt, up to 32 times the
    /// first.
    pub(crate) backoff: Duration,
    /// Longest `Retry-After` that the client waits for.
    pub(crate) patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(30),
            attempts: 4,
            backoff: Duration::from_millis(500),
            patience: Duration::from_secs(60),
        }
    }
}
