//! The gate that every delivery has to pass.

use serde::{Deserialize, Serialize};

/// One opening of the gate. An owner's gate that was closed and opened again is another opening, so that what ran under
/// the old one notices, however short the closing was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GateEpoch(i64);

impl GateEpoch {
    /// The opening with this stored number.
    pub const fn new(epoch: i64) -> Self {
        Self(epoch)
    }

    /// The stored number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// Whether deliveries may happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gate {
    /// Nothing may be sent.
    Closed,
    /// What was launched or resumed under this opening may be sent.
    Open(GateEpoch),
}

impl Gate {
    /// The gate of an owner: open by the server's configuration AND by the owner's switch.
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

    /// The opening, if it is open.
    pub fn epoch(self) -> Option<GateEpoch> {
        match self {
            Self::Open(epoch) => Some(epoch),
            Self::Closed => None,
        }
    }
}

/// Both halves of the gate of an owner, to show people why nothing is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateState {
    /// Whether the server's configuration lets switches of owners count.
    pub configured_open: bool,
    /// The owner's own switch.
    pub switch: Gate,
}

kernel::words! {
    /// What keeps the gate of an owner closed.
    ClosedBy {
        /// The configuration of the server, for all owners.
        Server = "server",
        /// The owner's own switch.
        Owner = "owner",
    }
}

impl GateState {
    /// The gate that both make.
    pub fn gate(self) -> Gate {
        Gate::of(self.configured_open, self.switch)
    }

    /// What keeps it closed; nothing where it is open.
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
