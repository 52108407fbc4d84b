use std::time::Duration;

use kernel::StoreError;
use outgoing_http::Cause;

/// Reason why a call failed, in the cases that callers distinguish.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EngineError {
    /// No connection exists, or the engine refuses it (`engine_not_connected`).
    #[error("the engine is not connected")]
    NotConnected,
    /// The engine gave no valid answer in time (`engine_error`).
    #[error("the engine failed")]
    Failed(#[source] Failure),
    /// The store of connections failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Failure of a call to an engine. Never contains parts of the answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The engine answered 401 or 403.
    #[error("the engine refuses the token")]
    Refused,
    /// No connection could be opened.
    #[error("the engine can't be reached: {0}")]
    Unreachable(Cause),
    /// The engine has a private address, which the configuration forbids.
    #[error("the engine's address is not a public one")]
    ForbiddenAddress,
    /// No answer arrived in time.
    #[error("the engine did not answer in time")]
    TimedOut,
    /// The connection closed before the answer was complete.
    #[error("the engine's answer broke off")]
    ConnectionClosed,
    /// The engine answered with a 5xx status.
    #[error("the engine answered {0}")]
    Status(u16),
    /// The engine answered with a redirect, which is not followed.
    #[error("the engine redirects elsewhere")]
    Redirected,
    /// The answer is not JSON or has a wrong structure.
    #[error("the engine's answer has not the right shape: {0}")]
    Malformed(String),
    /// The answer exceeds the size limit.
    #[error("the engine's answer is too long")]
    TooLarge,
    /// The engine answered 429, with the requested wait.
    #[error("the engine asks to wait")]
    RateLimited(Option<Duration>),
    /// The engine answered with another 4xx status.
    #[error("the engine rejects the call with {0}")]
    Rejected(u16),
    /// A list has no end.
    #[error("the engine's list does not end")]
    EndlessPages,
    /// The circuit breaker is open; nothing was sent.
    #[error("the engine failed too often and is left alone for a while")]
    CircuitOpen,
    /// Too many calls to this engine were running; nothing was sent.
    #[error("too many calls to the engine are running")]
    Busy,
    /// The call can't be written as a request; nothing was sent.
    #[error("the call names something that no engine can have")]
    InvalidRequest,
}

impl Failure {
    /// Returns the name for metrics.
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

    /// Returns whether another attempt may succeed.
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

    /// Returns whether the engine is at fault, and not this call.
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
