use serde::{Deserialize, Serialize};

use crate::StoreError;

/// State of a thing as a number: the same state has the same number in every process, and another state has another one.
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
    /// Fingerprint of a state, made of its JSON by FNV-1a. Two owners can't mix up their things: a fingerprint is compared with the state
    /// of one thing only.
    pub fn of(state: &impl Serialize) -> Self {
        // Numbers, texts, lists and maps with names always have a form in JSON.
        let json = serde_json::to_vec(state).unwrap_or_default();
        let hash = json.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self((hash >> 1).cast_signed())
    }

    /// The fingerprint that `ETag` and `If-Match` carry as this number. No state has a negative one.
    pub const fn new(number: i64) -> Self {
        Self(number)
    }

    /// The number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// State that a change is meant for.
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
    /// Refuses a change with [`StoreError::PreconditionFailed`] unless the thing has the state that the change is meant for. A store calls it
    /// while it holds the thing.
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
        // Another number would refuse changes while two releases serve the same owner.
        assert_eq!(Fingerprint::of(&"a").get(), 7_643_613_572_477_730_677);
        assert!((0..10_000).all(|n| Fingerprint::of(&n).get() >= 0));
    }
}
