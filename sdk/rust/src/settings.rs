//! What a client is made of, and how it is named in the environment.

use std::time::Duration;

/// Names the base address of the service, such as `https://admin.example`.
pub(crate) const URL: &str = "FUNNEL_API_URL";

/// Names the API key.
pub(crate) const KEY: &str = "FUNNEL_API_KEY";

#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    /// How long one attempt may take.
    pub(crate) timeout: Duration,
    /// How often a call is tried at most.
    pub(crate) attempts: u32,
    /// How long the first pause between two attempts is at most; each one may be twice as long as the one before.
    pub(crate) backoff: Duration,
    /// The longest `Retry-After` that is waited for.
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
