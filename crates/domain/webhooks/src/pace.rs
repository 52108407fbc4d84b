//! Pace: the recent response time of an endpoint.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Moving average of an endpoint's response times, in milliseconds. A new response has a weight of a quarter.
///
/// ```
/// use webhooks::Pace;
///
/// assert!(Pace::QUICK.after(14).is_slow());
/// assert!(!Pace::QUICK.after(14).after(0).after(0).is_slow());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pace(u32);

impl Pace {
    /// Pace without slow responses. Response times of one or two seconds are not recorded, to save writes.
    pub const QUICK: Self = Self(0);

    /// Upper limit of an average that is rounded down to [`Self::QUICK`].
    const NEGLIGIBLE: u32 = 600;

    /// Average from which an endpoint is slow.
    const SLOW: u32 = 2_000;

    /// Stored averages of endpoints that are not slow, in milliseconds.
    pub const QUICK_ONES: Range<u32> = 0..Self::SLOW;
    /// Stored averages of slow endpoints, in milliseconds.
    pub const SLOW_ONES: Range<u32> = Self::SLOW..i32::MAX.unsigned_abs();

    /// Creates a pace from an average in milliseconds.
    pub const fn of_millis(mean: u32) -> Self {
        Self(mean)
    }

    /// Average in milliseconds.
    pub const fn millis(self) -> u32 {
        self.0
    }

    /// Returns the pace after a response or timeout that took `seconds`.
    #[must_use]
    pub fn after(self, seconds: u32) -> Self {
        let mean = (u64::from(self.0) * 3 + u64::from(seconds) * 1_000) / 4;
        let mean = u32::try_from(mean).unwrap_or(u32::MAX).min(Self::SLOW_ONES.end - 1);
        if mean < Self::NEGLIGIBLE { Self::QUICK } else { Self(mean) }
    }

    /// Whether the endpoint is slow, so that its deliveries use another lane.
    pub fn is_slow(self) -> bool {
        Self::SLOW_ONES.contains(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Number of responses after which the endpoint becomes slow, or stops being slow.
    fn until(slow: bool, mut pace: Pace, seconds: u32) -> Option<usize> {
        (1..=50).find(|_| {
            pace = pace.after(seconds);
            pace.is_slow() == slow
        })
    }

    #[test]
    fn answers_make_an_endpoint_slow_and_quick_again() {
        for (seconds, expected) in [
            (0, None),
            (1, None),
            (2, None),
            (3, Some(4)),
            (5, Some(2)),
            (8, Some(1)),
            (14, Some(1)),
            (15, Some(1)),
        ] {
            assert_eq!(until(true, Pace::QUICK, seconds), expected, "{seconds}");
        }
        let slow = (0..20).fold(Pace::QUICK, |pace, _| pace.after(14));
        for (seconds, expected) in [(0, Some(7)), (1, Some(9)), (2, None), (14, None)] {
            assert_eq!(until(false, slow, seconds), expected, "{seconds}");
        }
    }

    #[test]
    fn of_those_that_are_quick_nothing_is_remembered() {
        for seconds in 0..=2 {
            assert_eq!(Pace::QUICK.after(seconds), Pace::QUICK, "{seconds}");
        }
    }

    proptest! {
        /// An average never exceeds the longest response time, and every pace is either quick or slow.
        #[test]
        fn a_mean_stays_among_what_it_is_of(answers in prop::collection::vec(0_u32..=20, 1..60)) {
            let longest = answers.iter().max().copied().unwrap_or_default() * 1_000;
            let mut pace = Pace::QUICK;
            for seconds in answers {
                pace = pace.after(seconds);
                prop_assert!(pace.millis() <= longest);
                prop_assert!(Pace::QUICK_ONES.contains(&pace.millis()) != pace.is_slow());
                prop_assert_eq!(Pace::of_millis(pace.millis()), pace);
            }
        }
    }
}
