use std::time::Duration;

use kernel::StoreError;
use outgoing_http::Cause;

/// Why a call did not succeed, in the three cases that a caller has to distinguish.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EngineError {
    /// There is no connection, or the engine refuses it (`engine_not_connected`).
    #[error("the engine is not connected")]
    NotConnected,
    /// It is connected, but answered wrongly or not in time (`engine_error`).
    #[error("the engine failed")]
    Failed(#[source] Failure),
    /// Our own store of connections failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What an engine did wrong. It holds nothing of the answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The engine answered 401 or 403.
    #[error("the engine refuses the token")]
    Refused,
    /// No connection could be opened.
    #[error("the engine can't be reached: {0}")]
    Unreachable(Cause),
    /// The engine has a private address, and the configuration refuses those.
    #[error("the engine's address is not a public one")]
    ForbiddenAddress,
    /// No answer in time.
    #[error("the engine did not answer in time")]
    TimedOut,
    /// The connection broke before the answer was complete.
    #[error("the engine's answer broke off")]
    ConnectionClosed,
    /// A 5xx.
    #[error("the engine answered {0}")]
    Status(u16),
    /// A 3xx, which is not followed.
    #[error("the engine redirects elsewhere")]
    Redirected,
    /// Not JSON, or not of the right shape.
    #[error("the engine's answer has not the right shape: {0}")]
    Malformed(String),
    /// Longer than any answer may be.
    #[error("the engine's answer is too long")]
    TooLarge,
    /// A 429, with the time that it asks to wait.
    #[error("the engine asks to wait")]
    RateLimited(Option<Duration>),
    /// Another 4xx.
    #[error("the engine rejects the call with {0}")]
    Rejected(u16),
    /// A list does not end.
    #[error("the engine's list does not end")]
    EndlessPages,
    /// The circuit breaker is open: nothing was sent.
    #[error("the engine failed too often and is left alone for a while")]
    CircuitOpen,
    /// Too many calls to this engine were running all the time: nothing was sent.
    #[error("too many calls to the engine are running")]
    Busy,
    /// The call can't be written as a request: nothing was sent.
    #[error("the call names something that no engine can have")]
    InvalidRequest,
}

impl Failure {
    /// The name in metrics.
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

    /// Whether another try may end better.
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

    /// Whether the engine itself is at fault, and not this call.
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

    /// Whether the call may have had its effect nevertheless.
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
