//! Creation of a link at most once, at a platform that has no idempotency key and accepts equal names.
//!
//! A row per account and name protects the creation. Its store replaces a row only if the row is still the one that was
//! read. [`Creation`] says the next step; the caller does it and reports the result.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use super::id::PlatformLinkId;
use crate::answer::Outcome;

/// Time for which a started creation keeps others away, in seconds.
pub const BUSY_SECONDS: i64 = 120;
/// Time after the start in which a creation may be sent, in seconds. The rest of [`BUSY_SECONDS`] is for the answer.
pub const POST_SECONDS: i64 = 60;

/// State of a stored creation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CreationState {
    /// A process works on it, or crashed.
    Started,
    /// Nobody works on it, and the link may or may not exist.
    Open,
    /// The link exists.
    Done(PlatformLinkId),
}

/// Stored creation of a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreationRow {
    /// Number of the attempt, which tells two owners of the row apart.
    pub attempt: u32,
    /// Start of the attempt.
    pub started_at: UnixTime,
    /// State.
    pub state: CreationState,
}

/// Result of looking at the row of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// The caller may work after it stored this row in place of the one that it read.
    Take(CreationRow),
    /// Another process works on it.
    Busy {
        /// Seconds until the row may be taken over.
        seconds: i64,
    },
    /// The link exists.
    Done(PlatformLinkId),
}

impl CreationRow {
    /// Decides about the row of a name at `now`; `None` if there is no row.
    pub fn claim(row: Option<&Self>, now: UnixTime) -> Claimed {
        let take = |attempt| Claimed::Take(Self { attempt, started_at: now, state: CreationState::Started });
        let Some(row) = row else { return take(0) };
        let free_at = row.started_at.plus_seconds(BUSY_SECONDS);
        match &row.state {
            CreationState::Done(id) => Claimed::Done(id.clone()),
            CreationState::Started if now < free_at => {
                Claimed::Busy { seconds: (free_at.millis() - now.millis() + 999) / 1_000 }
            }
            CreationState::Started | CreationState::Open => take(row.attempt.wrapping_add(1)),
        }
    }

    /// Returns the row after a live list proved that the created link is gone.
    #[must_use]
    pub fn reopened(self) -> Self {
        Self { state: CreationState::Open, ..self }
    }
}

/// Result of reading the newest live links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Looked {
    /// The oldest link of the name.
    Found(PlatformLinkId),
    /// No link has the name.
    Absent,
    /// The list could not be read.
    Failed(Outcome),
}

/// Result of sending a creation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Posted {
    /// The platform created the link.
    Created(PlatformLinkId),
    /// The call did not succeed.
    Failed(Outcome),
}

/// Next step of a creation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Read the newest live links of the kind and report with [`Creation::looked`].
    Look,
    /// Send the creation and report with [`Creation::posted`].
    Post,
    /// Replace the row that was taken by this one, and report with [`Creation::saved`].
    Save(CreationRow),
    /// The attempt is over.
    End(Ended),
}

/// End of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The link exists.
    Made {
        /// Id of the link.
        id: PlatformLinkId,
        /// Whether the link was found by its name.
        adopted: bool,
    },
    /// Another process took the row over, or the attempt took too long. A later attempt goes on.
    Busy,
    /// The call failed, or the outcome stays unknown. A later attempt looks first.
    Failed(Outcome),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Phase {
    Looking,
    Posting,
    Saving(CreationState, Ended),
    Over(Ended),
}

/// Attempt to create a link, in the process that took its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Creation {
    row: CreationRow,
    phase: Phase,
    unclear: Option<Outcome>,
}

impl Creation {
    /// Begins an attempt with the row that the process stored. The attempt reads the live links first, because a row
    /// may be missing after a restore.
    pub const fn begin(row: CreationRow) -> Self {
        Self { row, phase: Phase::Looking, unclear: None }
    }

    /// Returns the next step at `now`. A step may be repeated until its result is reported, except [`Step::Post`].
    pub fn next(&self, now: UnixTime) -> Step {
        match &self.phase {
            Phase::Looking => Step::Look,
            // A slow process must not send what another one may send already.
            Phase::Posting if now < self.row.started_at.plus_seconds(POST_SECONDS) => Step::Post,
            Phase::Posting => Step::End(Ended::Busy),
            Phase::Saving(state, _) => Step::Save(CreationRow { state: state.clone(), ..self.row.clone() }),
            Phase::Over(ended) => Step::End(ended.clone()),
        }
    }

    /// Reports the result of [`Step::Look`].
    #[must_use]
    pub fn looked(self, looked: Looked) -> Self {
        let phase = match (looked, self.unclear) {
            (Looked::Found(id), _) => made(id, true),
            (Looked::Absent, None) => Phase::Posting,
            (Looked::Absent, Some(unclear)) => open(unclear),
            (Looked::Failed(outcome), None) => open(outcome),
            (Looked::Failed(_), Some(unclear)) => open(unclear),
        };
        Self { phase, ..self }
    }

    /// Reports the result of [`Step::Post`]. An unclear outcome is looked up at once, and never sent again by the same
    /// attempt.
    #[must_use]
    pub fn posted(self, posted: Posted) -> Self {
        match posted {
            Posted::Created(id) => Self { phase: made(id, false), ..self },
            Posted::Failed(Outcome::Done | Outcome::Unknown) => {
                Self { phase: Phase::Looking, unclear: Some(Outcome::Unknown), ..self }
            }
            Posted::Failed(outcome) => Self { phase: open(outcome), ..self },
        }
    }

    /// Reports the result of [`Step::Save`]: whether the row was still the one that this process took.
    #[must_use]
    pub fn saved(self, was_ours: bool) -> Self {
        let phase = match self.phase {
            Phase::Saving(_, ended) if was_ours => Phase::Over(ended),
            Phase::Saving(_, ended @ Ended::Made { .. }) => Phase::Over(ended),
            Phase::Saving(..) => Phase::Over(Ended::Busy),
            phase => phase,
        };
        Self { phase, ..self }
    }
}

fn made(id: PlatformLinkId, adopted: bool) -> Phase {
    Phase::Saving(CreationState::Done(id.clone()), Ended::Made { id, adopted })
}

fn open(outcome: Outcome) -> Phase {
    Phase::Saving(CreationState::Open, Ended::Failed(outcome))
}
