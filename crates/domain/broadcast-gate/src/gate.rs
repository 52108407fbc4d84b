//! The gate that every delivery has to pass.

/// One opening of the gate. An owner's gate that was closed and opened again is another opening, so that what ran under
/// the old one notices, however short the closing was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_must_open_it() {
        let open = Gate::Open(GateEpoch::new(3));
        for (configured, switch, expected) in [
            (false, Gate::Closed, Gate::Closed),
            (false, open, Gate::Closed),
            (true, Gate::Closed, Gate::Closed),
            (true, open, open),
        ] {
            assert_eq!(Gate::of(configured, switch), expected);
        }
    }
}
