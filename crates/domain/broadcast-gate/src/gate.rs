//! Gate that every delivery must pass.

use serde::{Deserialize, Serialize};

/// Number of one opening of an owner's gate. Closing and reopening gives a new number, so campaigns from before notice
/// even the shortest closing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GateEpoch(i64);

impl GateEpoch {
    /// Creates the epoch from its stored number.
    pub const fn new(epoch: i64) -> Self {
        Self(epoch)
    }

    /// Returns the stored number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// State of an owner's gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gate {
    /// No messages may be sent.
    Closed,
    /// Campaigns that were launched or resumed under this opening may send.
    Open(GateEpoch),
}

impl Gate {
    /// Combines both halves of a gate, which is open only if the server's configuration and the owner's switch are
    /// open.
    ///
    /// ```
    /// use broadcast_gate::{Gate, GateEpoch};
    ///
    /// let switch = Gate::Open(GateEpoch::new(3));
    /// assert_eq!(Gate::of(true, switch), switch);
    /// assert_eq!(Gate::of(false, switch), Gate::Closed);
    /// ```
    pub fn of(configured_open: bool, switch: Gate) -> Self {
        if configured_open { switch } else { Self::Closed }
    }

    /// Returns the epoch of the opening; `None` if the gate is closed.
    pub fn epoch(self) -> Option<GateEpoch> {
        match self {
            Self::Open(epoch) => Some(epoch),
            Self::Closed => None,
        }
    }
}

/// Both halves of an owner's gate, to show people why nothing is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateState {
    /// Whether the server's configuration allows open gates.
    pub configured_open: bool,
    /// Switch of the owner.
    pub switch: Gate,
}

kernel::words! {
    /// Half of the gate that keeps it closed.
    ClosedBy {
        /// Configuration of the server, for all owners.
        Server = "server",
        /// Switch of the owner.
        Owner = "owner",
    }
}

impl GateState {
    /// Combines both halves.
    pub fn gate(self) -> Gate {
        Gate::of(self.configured_open, self.switch)
    }

    /// Returns the closed halves; empty if the gate is open.
    ///
    /// ```
    /// use broadcast_gate::gate::{ClosedBy, Gate, GateState};
    ///
    /// let state = GateState { configured_open: true, switch: Gate::Closed };
    /// assert_eq!(state.closed_by(), [ClosedBy::Owner]);
    /// ```
    pub fn closed_by(self) -> Vec<ClosedBy> {
        let server = (!self.configured_open).then_some(ClosedBy::Server);
        let owner = (self.switch == Gate::Closed).then_some(ClosedBy::Owner);
        server.into_iter().chain(owner).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_must_open_it() {
        let open = Gate::Open(GateEpoch::new(3));
        for (configured_open, switch, expected, closed_by) in [
            (false, Gate::Closed, Gate::Closed, &[ClosedBy::Server, ClosedBy::Owner][..]),
            (false, open, Gate::Closed, &[ClosedBy::Server]),
            (true, Gate::Closed, Gate::Closed, &[ClosedBy::Owner]),
            (true, open, open, &[]),
        ] {
            let state = GateState { configured_open, switch };
            assert_eq!((state.gate(), state.closed_by().as_slice()), (expected, closed_by));
        }
    }
}
