//! Status of a campaign, its transitions, and the actors behind them.

use std::borrow::Cow;

pub use kernel::ActingKey;
use kernel::{Acting, ParseError, UnixTime};
use serde::{Deserialize, Serialize};

kernel::words! {
    /// Reason why a campaign is paused.
    PauseReason {
        /// The owner or an operator paused the campaign.
        Operator = "operator",
        /// The gate was closed.
        GateClosed = "gate_closed",
        /// The account is no longer connected.
        EngineDisconnected = "engine_disconnected",
        /// Too many of the latest messages failed.
        FailureRate = "failure_rate",
        /// Too many fans opted out after the latest messages.
        OptOutRate = "opt_out_rate",
    }
}

kernel::words! {
    /// Reason why a campaign is finished.
    FinishReason {
        /// All fans in the audience are done; there may have been none.
        Done = "done",
        /// The campaign reached its maximum number of messages or its revenue goal.
        AutoStop = "auto_stop",
        /// The campaign reached its end time.
        EndAt = "end_at",
    }
}

/// Status of a campaign. Serde uses two words: `{"status": "paused", "reason": "operator"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "StatusWords", into = "StatusWords")]
pub enum Status {
    /// Created, but not launched.
    Draft,
    /// Launched, with a start in the future.
    Scheduled,
    /// Sending, or waiting for its turn on the account.
    Running,
    /// Paused until resumed.
    Paused(PauseReason),
    /// Finished for this reason.
    Finished(FinishReason),
    /// Cancelled by the owner.
    Cancelled,
    /// Failed, because building the audience failed.
    Failed,
}

/// Transition between states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transition {
    /// Launch by a person. With a start in the future, the campaign is scheduled.
    Launch {
        /// Start time, if the campaign has one.
        start_at: Option<UnixTime>,
    },
    /// The start time has come.
    Start,
    /// A person returns the campaign to a draft.
    Unschedule,
    /// The campaign pauses for this reason.
    Pause(PauseReason),
    /// A person resumes the campaign.
    Resume,
    /// A person cancels the campaign.
    Cancel,
    /// The campaign finishes for this reason.
    Finish(FinishReason),
    /// Building the audience failed.
    Fail,
}

/// Error for a transition that the status does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not possible for a {} campaign", .0.as_str())]
pub struct InvalidTransition(pub Status);

/// Serialized form of a status, in two words.
#[derive(Serialize, Deserialize)]
struct StatusWords {
    status: Cow<'static, str>,
    reason: Option<Cow<'static, str>>,
}

impl TryFrom<StatusWords> for Status {
    type Error = ParseError;

    fn try_from(words: StatusWords) -> Result<Self, ParseError> {
        let needs = ParseError::needs("a state, and a reason that fits it");
        Self::parse(&words.status, words.reason.as_deref()).ok_or(needs)
    }
}

impl From<Status> for StatusWords {
    fn from(status: Status) -> Self {
        Self { status: status.as_str().into(), reason: status.reason().map(Cow::Borrowed) }
    }
}

impl Status {
    /// Word of the status in the API, without the reason.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Scheduled => "scheduled",
            Self::Running => "running",
            Self::Paused(_) => "paused",
            Self::Finished(_) => "finished",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }

    /// Word of the reason, for a status with one.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Self::Paused(reason) => Some(reason.as_str()),
            Self::Finished(reason) => Some(reason.as_str()),
            _ => None,
        }
    }

    /// Parses the two words; `None` if they don't match.
    pub fn parse(word: &str, reason: Option<&str>) -> Option<Self> {
        match (word, reason) {
            ("draft", None) => Some(Self::Draft),
            ("scheduled", None) => Some(Self::Scheduled),
            ("running", None) => Some(Self::Running),
            ("paused", Some(reason)) => reason.parse().ok().map(Self::Paused),
            ("finished", Some(reason)) => reason.parse().ok().map(Self::Finished),
            ("cancelled", None) => Some(Self::Cancelled),
            ("failed", None) => Some(Self::Failed),
            _ => None,
        }
    }

    /// Whether the status is final.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Finished(_) | Self::Cancelled | Self::Failed)
    }

    /// Returns the status after a transition at `now`.
    pub fn after(self, step: Transition, now: UnixTime) -> Result<Self, InvalidTransition> {
        match (self, step) {
            (Self::Draft, Transition::Launch { start_at: Some(at) }) if at > now => Ok(Self::Scheduled),
            (Self::Draft, Transition::Launch { .. })
            | (Self::Scheduled, Transition::Start)
            | (Self::Paused(_), Transition::Resume) => Ok(Self::Running),
            (Self::Scheduled, Transition::Unschedule) => Ok(Self::Draft),
            (Self::Running, Transition::Pause(reason)) => Ok(Self::Paused(reason)),
            (Self::Running, Transition::Finish(reason)) => Ok(Self::Finished(reason)),
            (Self::Running, Transition::Fail) => Ok(Self::Failed),
            (state, Transition::Cancel) if !state.is_over() => Ok(Self::Cancelled),
            (state, _) => Err(InvalidTransition(state)),
        }
    }
}

/// Actor of a transition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// Holder of this API key.
    Key(ActingKey),
    /// The service itself.
    Service,
}

impl Actor {
    /// Returns the actor to record. An operator counts as the service.
    pub fn of(by: &Acting) -> Self {
        by.key().cloned().map_or(Self::Service, Self::Key)
    }
}

/// Audit entry for one status change of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// Moment of the change.
    pub at: UnixTime,
    /// Actor of the change.
    pub actor: Actor,
    /// Status before the change.
    pub from: Status,
    /// Status after the change.
    pub to: Status,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::NOW;

    const STATES: [Status; 7] = [
        Status::Draft,
        Status::Scheduled,
        Status::Running,
        Status::Paused(PauseReason::Operator),
        Status::Finished(FinishReason::Done),
        Status::Cancelled,
        Status::Failed,
    ];

    #[test]
    fn every_move_from_every_state() {
        let gate = PauseReason::GateClosed;
        let later = Some(NOW.plus_seconds(1));
        // One column per status, in the order of `STATES`; "" means that the transition is rejected.
        for (step, expected) in [
            (Transition::Launch { start_at: None }, ["running", "", "", "", "", "", ""]),
            (Transition::Launch { start_at: Some(NOW) }, ["running", "", "", "", "", "", ""]),
            (Transition::Launch { start_at: later }, ["scheduled", "", "", "", "", "", ""]),
            (Transition::Start, ["", "running", "", "", "", "", ""]),
            (Transition::Unschedule, ["", "draft", "", "", "", "", ""]),
            (Transition::Pause(gate), ["", "", "paused", "", "", "", ""]),
            (Transition::Resume, ["", "", "", "running", "", "", ""]),
            (Transition::Cancel, ["cancelled", "cancelled", "cancelled", "cancelled", "", "", ""]),
            (Transition::Finish(FinishReason::Done), ["", "", "finished", "", "", "", ""]),
            (Transition::Fail, ["", "", "failed", "", "", "", ""]),
        ] {
            for (state, word) in STATES.into_iter().zip(expected) {
                let found = state.after(step, NOW);
                assert_eq!(found.map_or("", Status::as_str), word, "{step:?} from {state:?}");
                assert!(found.is_ok() || found == Err(InvalidTransition(state)));
            }
        }
    }

    #[test]
    fn words_are_read_back() {
        let paused = PauseReason::ALL.iter().map(|&reason| Status::Paused(reason));
        let over = FinishReason::ALL.iter().map(|&reason| Status::Finished(reason));
        for state in STATES.into_iter().chain(paused).chain(over) {
            assert_eq!(Status::parse(state.as_str(), state.reason()), Some(state));
        }
        for (word, reason) in
            [("paused", None), ("paused", Some("done")), ("draft", Some("done")), ("gone", None)]
        {
            assert_eq!(Status::parse(word, reason), None, "{word} {reason:?}");
        }
    }
}
