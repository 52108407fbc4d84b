//! The states of a campaign and who moved it.

use std::borrow::Cow;

use kernel::{ParseError, UnixTime};
use serde::{Deserialize, Serialize};

kernel::words! {
    /// Why a campaign does not send at the moment.
    PauseReason {
        /// It was paused by its owner or an operator.
        Operator = "operator",
        /// The gate was closed.
        GateClosed = "gate_closed",
        /// The account is not connected any more.
        EngineDisconnected = "engine_disconnected",
        /// Too many of the latest messages failed.
        FailureRate = "failure_rate",
        /// Too many fans opted out after the latest messages.
        OptOutRate = "opt_out_rate",
    }
}

kernel::words! {
    /// Why a campaign is over.
    FinishReason {
        /// Every fan who was to get it got it; there may have been none.
        Done = "done",
        /// It reached its number of messages or its revenue.
        AutoStop = "auto_stop",
        /// Its time was over.
        EndAt = "end_at",
    }
}

/// The state of a campaign. serde writes its two words: `{"status": "paused", "reason": "operator"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "StatusWords", into = "StatusWords")]
pub enum Status {
    /// Made, and nothing more.
    Draft,
    /// Waits for its start.
    Scheduled,
    /// Sends, or waits for its turn on the account.
    Running,
    /// Paused until it is resumed.
    Paused(PauseReason),
    /// Over.
    Finished(FinishReason),
    /// Ended by its owner.
    Cancelled,
    /// Over, because no audience could be built.
    Failed,
}

/// What moves a campaign from state to state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transition {
    /// Somebody launches it; with a start that is still to come it is scheduled.
    Launch {
        /// When it is to start, if it says so.
        start_at: Option<UnixTime>,
    },
    /// Its start has come.
    Start,
    /// Somebody takes it back to a draft.
    Unschedule,
    /// It stops.
    Pause(PauseReason),
    /// Somebody lets it go on.
    Resume,
    /// Somebody ends it.
    Cancel,
    /// It is over.
    Finish(FinishReason),
    /// No audience could be built.
    Fail,
}

/// The state does not allow the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not possible for a {} campaign", .0.as_str())]
pub struct InvalidTransition(pub Status);

/// A state in the two words that it is stored as.
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
    /// The word of the interface, reasons aside.
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

    /// The word of the reason, for a state that has one.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Self::Paused(reason) => Some(reason.as_str()),
            Self::Finished(reason) => Some(reason.as_str()),
            _ => None,
        }
    }

    /// Reads the two words back; `None` when they do not fit together.
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

    /// Whether nothing happens to the campaign any more.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Finished(_) | Self::Cancelled | Self::Failed)
    }

    /// The state after a move at `now`.
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

/// Who moved a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// Somebody with this key.
    Key(ActingKey),
    /// The service itself.
    Service,
}

/// A key as it was when somebody moved a campaign with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActingKey {
    /// Its public part.
    pub prefix: String,
    /// What it was called.
    pub name: String,
    /// The number of the member on whose behalf it acted; `None` for the owner's own key.
    pub member: Option<i64>,
}

/// One line of a campaign's audit: who changed the state, when, from what to what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    /// When.
    pub at: UnixTime,
    /// Who.
    pub actor: Actor,
    /// The state before.
    pub from: Status,
    /// The state after.
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
        // One column a state, in the order of `STATES`; "" is refused.
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
