use serde::{Deserialize, Serialize};

use crate::StoreError;

/// Hash of a resource's state. Equal states have equal fingerprints in every process. Different states have
/// different fingerprints, except for rare hash collisions.
///
/// ```
/// use kernel::Fingerprint;
///
/// assert_eq!(Fingerprint::of(&("vip", true)), Fingerprint::of(&("vip", true)));
/// assert_ne!(Fingerprint::of(&("vip", true)), Fingerprint::of(&("vip", false)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fingerprint(i64);

impl Fingerprint {
    /// Computes the fingerprint of a state: FNV-1a over its JSON.
    ///
    /// Fingerprints are compared with states of the same resource only, so fingerprints of different owners never meet.
    pub fn of(state: &impl Serialize) -> Self {
        // Serialization of such states to JSON never fails.
        let json = serde_json::to_vec(state).unwrap_or_default();
        let hash = json.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self((hash >> 1).cast_signed())
    }

    /// Creates a fingerprint from the number in an `ETag` or `If-Match` header. No state has a negative fingerprint.
    pub const fn new(number: i64) -> Self {
        Self(number)
    }

    /// Number for the `ETag` header.
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// State that a resource must have for a change to apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precondition {
    /// Any state.
    #[default]
    None,
    /// The state with this fingerprint.
    Is(Fingerprint),
}

impl Precondition {
    /// Returns [`StoreError::PreconditionFailed`] unless the resource has the expected state.
    ///
    /// Stores call this method while they hold a lock on the resource.
    ///
    /// ```
    /// use kernel::{Fingerprint, Precondition};
    ///
    /// let (then, now) = (Fingerprint::of(&1), Fingerprint::of(&2));
    /// assert!(Precondition::None.check(now).is_ok());
    /// assert!(Precondition::Is(now).check(now).is_ok());
    /// assert!(Precondition::Is(then).check(now).is_err());
    /// ```
    pub fn check(self, current: Fingerprint) -> Result<(), StoreError> {
        match self {
            Self::Is(wanted) if wanted != current => Err(StoreError::PreconditionFailed),
            Self::None | Self::Is(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_the_same_in_every_release() {
        // A different hash would reject valid changes while two releases serve the same owner.
        assert_eq!(Fingerprint::of(&"a").get(), 7_643_613_572_477_730_677);
        assert!((0..10_000).all(|n| Fingerprint::of(&n).get() >= 0));
    }
}
