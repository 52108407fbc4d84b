//! How quickly an endpoint answers of late.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The mean of what an endpoint's answers took of late, in milliseconds; a new answer counts a quarter.
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
    /// Nothing is known against it. Of those who answer within a second or two nothing else is remembered, so that they cost no
    /// write.
    pub const QUICK: Self = Self(0);

    /// Below it the mean counts as quick.
    const NEGLIGIBLE: u32 = 600;

    /// From it on an endpoint is slow.
    const SLOW: u32 = 2_000;

    /// What is stored of those that are not slow, and of those that are, in milliseconds.
    pub const QUICK_ONES: Range<u32> = 0..Self::SLOW;
    /// What is stored of those that are slow.
    pub const SLOW_ONES: Range<u32> = Self::SLOW..i32::MAX.unsigned_abs();

    /// The pace with this mean.
    pub const fn of_millis(mean: u32) -> Self {
        Self(mean)
    }

    /// The mean, in milliseconds.
    pub const fn millis(self) -> u32 {
        self.0
    }

    /// After an answer that took so many seconds, or that did not come for so long.
    #[must_use]
    pub fn after(self, seconds: u32) -> Self {
        let mean = (u64::from(self.0) * 3 + u64::from(seconds) * 1_000) / 4;
        let mean = u32::try_from(mean).unwrap_or(u32::MAX).min(Self::SLOW_ONES.end - 1);
        if mean < Self::NEGLIGIBLE { Self::QUICK } else { Self(mean) }
    }

    /// Whether the endpoint has to keep out of the way of those who are quick.
    pub fn is_slow(self) -> bool {
        Self::SLOW_ONES.contains(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// After how many answers an endpoint is slow, or no more.
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
        /// A mean never passes the longest answer, and every pace is of one of the two kinds.
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
