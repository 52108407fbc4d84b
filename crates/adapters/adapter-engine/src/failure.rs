use std::time::Duration;

use kernel::StoreError;
use outgoing::http::Cause;

/// Error of a call, in the three cases that callers distinguish.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EngineError {
    /// There is no connection, or the engine refuses the token (`engine_not_connected`).
    #[error("the engine is not connected")]
    NotConnected,
    /// The engine failed, or did not respond in time (`engine_error`).
    #[error("the engine failed")]
    Failed(#[source] Failure),
    /// The store of connections failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Failure of an engine. It contains nothing of the response.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The engine responded with 401 or 403.
    #[error("the engine rejects the token")]
    Refused,
    /// No connection could be opened.
    #[error("the engine can't be reached: {0}")]
    Unreachable(Cause),
    /// The engine has a private address, which the configuration forbids.
    #[error("the engine's address is not public")]
    ForbiddenAddress,
    /// The engine did not respond in time.
    #[error("the engine did not answer in time")]
    TimedOut,
    /// The connection broke before the response was complete.
    #[error("the connection closed before the response was complete")]
    ConnectionClosed,
    /// The engine responded with a 5xx.
    #[error("the engine responded with status {0}")]
    Status(u16),
    /// The engine responded with a 3xx, which is not followed.
    #[error("the engine responded with a redirect, which is not followed")]
    Redirected,
    /// The response is not JSON, or has the wrong structure.
    #[error("the engine's response is malformed: {0}")]
    Malformed(String),
    /// The response exceeds the maximum size.
    #[error("the engine's response is too long")]
    TooLarge,
    /// The engine responded with a 429, optionally with a wait time.
    #[error("the engine's rate limit is reached")]
    RateLimited(Option<Duration>),
    /// The engine responded with another 4xx.
    #[error("the engine rejected the call with status {0}")]
    Rejected(u16),
    /// A list has too many pages, or repeats a cursor.
    #[error("the engine's list has too many pages or repeats a cursor")]
    EndlessPages,
    /// The circuit breaker is open, so nothing was sent.
    #[error("the engine failed too often, so calls to it are paused")]
    CircuitOpen,
    /// Too many calls to this engine were running, so nothing was sent.
    #[error("too many calls to the engine are running")]
    Busy,
    /// The call can't be expressed as a request, so nothing was sent.
    #[error("the call can't be expressed as a request")]
    InvalidRequest,
}

impl Failure {
    /// Name of the failure in metrics.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Unreachable(_) => "unreachable",
            Self::ForbiddenAddress => "forbidden_address",
            Self::TimedOut => "timed_out",
            Self::ConnectionClosed => "broke_off",
            Self::Status(_) => "status_5xx",
            Self::Redirected => "redirected",
            Self::Malformed(_) => "malformed",
            Self::TooLarge => "too_large",
            Self::RateLimited(_) => "rate_limited",
            Self::Rejected(_) => "rejected",
            Self::EndlessPages => "endless_pages",
            Self::CircuitOpen => "circuit_open",
            Self::Busy => "busy",
            Self::InvalidRequest => "unspeakable",
        }
    }

    /// Returns whether a retry may succeed.
    pub(crate) fn may_pass(&self) -> bool {
        matches!(
            self,
            Self::Unreachable(_)
                | Self::TimedOut
                | Self::ConnectionClosed
                | Self::Status(_)
                | Self::Malformed(_)
                | Self::RateLimited(_)
        )
    }

    /// Returns whether the engine itself is at fault, and not this call.
    pub(crate) fn is_the_engines(&self) -> bool {
        matches!(
            self,
            Self::Unreachable(_)
                | Self::ForbiddenAddress
                | Self::TimedOut
                | Self::ConnectionClosed
                | Self::Status(_)
                | Self::Redirected
                | Self::Malformed(_)
                | Self::TooLarge
        )
    }

    /// Returns whether the call may have had an effect nevertheless.
    pub(crate) fn leaves_open(&self) -> bool {
        matches!(
            self,
            Self::TimedOut
                | Self::ConnectionClosed
                | Self::Status(_)
                | Self::Malformed(_)
                | Self::TooLarge
                | Self::Redirected
        )
    }
}
