//! Size of an audience, coarse enough that no single fan can be identified.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::audience::FanTier;
use crate::histogram::{Bucket, FLOOR, TierCounts, in_steps, published};

/// Exact counts of an audience. Without serde, because only [`Preview::published`] may leave the service.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preview {
    matched: u64,
    passing: TierCounts,
    left_out: TierCounts,
}

/// Publishable counts of an audience.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedPreview {
    /// Number of fans who match the selector; `None` for 1 to 4.
    pub matched: Option<u64>,
    /// Number of matching fans who pass screening now; `None` for 1 to 4.
    pub selected: Option<u64>,
    /// Selected fans by tier, in steps of five.
    pub histogram: BTreeMap<Bucket, u64>,
    /// Smallest count that is published; set only if a count is withheld.
    pub floor: Option<u64>,
}

impl Preview {
    /// Counts a fan who matches the selector. `passes` is the result of screening; `is_left_out` marks a fan excluded
    /// by id.
    pub fn add(&mut self, tier: Option<FanTier>, passes: bool, is_left_out: bool) {
        self.matched += 1;
        if passes {
            self.passing.add(tier);
        }
        if passes && is_left_out {
            self.left_out.add(tier);
        }
    }

    /// Returns the counts that may be published.
    ///
    /// A selector can single out a fan only by id. Fans excluded by id are subtracted in steps of five:
    /// excluding one fan does not change the counts, and so reveals nothing about that fan.
    pub fn published(&self) -> PublishedPreview {
        let (matched, passing) = (published(self.matched), self.passing.total());
        let selected = published(passing.saturating_sub(in_steps(self.left_out.total())));
        let hides = matched.is_none() || selected.is_none();
        let histogram = self.passing.without(&self.left_out).histogram();
        PublishedPreview { matched, selected, histogram, floor: hides.then_some(FLOOR) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Fan in a test: tier, whether screening passes, and whether the fan is excluded by id.
    type Counted = (Option<FanTier>, bool, bool);

    fn preview(fans: &[Counted]) -> PublishedPreview {
        let mut preview = Preview::default();
        fans.iter().for_each(|&(tier, passes, is_left_out)| preview.add(tier, passes, is_left_out));
        preview.published()
    }

    fn whales(count: usize, left_out: usize) -> Vec<Counted> {
        (0..count).map(|index| (Some(FanTier::Whale), true, index < left_out)).collect()
    }

    #[test]
    fn what_is_shown_of_whales() {
        for (fans, left_out, matched, selected, whales_shown, floor) in [
            (0, 0, Some(0), Some(0), None, None),
            (1, 0, None, None, None, Some(5)),
            (4, 0, None, None, None, Some(5)),
            (5, 0, Some(5), Some(5), Some(5), None),
            (9, 0, Some(9), Some(9), Some(5), None),
            (9, 1, Some(9), Some(9), Some(5), None),
            (9, 4, Some(9), Some(9), Some(5), None),
            (9, 5, Some(9), None, None, Some(5)),
            (10, 9, Some(10), Some(5), Some(5), None),
            (10, 10, Some(10), Some(0), None, None),
        ] {
            let histogram =
                whales_shown.map(|count| (Bucket::Tier(FanTier::Whale), count)).into_iter().collect();
            let expected = PublishedPreview { matched, selected, histogram, floor };
            assert_eq!(preview(&whales(fans, left_out)), expected, "{fans} fans, {left_out} left out");
        }
    }

    fn counted() -> impl Strategy<Value = Counted> {
        let tier = proptest::option::weighted(0.9, proptest::sample::select(FanTier::ALL.to_vec()));
        (tier, proptest::bool::weighted(0.9), proptest::bool::weighted(0.2))
    }

    proptest! {
        #[test]
        fn leaving_out_one_fan_more_changes_nothing_or_a_whole_step(
            fans in proptest::collection::vec(counted(), 1..80),
            one in any::<proptest::sample::Index>(),
        ) {
            let one = one.index(fans.len());
            let by = |is_left_out| {
                let mut fans = fans.clone();
                fans[one].2 = is_left_out;
                (preview(&fans), fans.iter().filter(|fan| fan.1 && fan.2).count())
            };
            let ((with, _), (without, left_out)) = (by(false), by(true));
            prop_assert_eq!(with.matched, without.matched);
            if left_out < 5 {
                prop_assert_eq!(&with, &without, "so few are not counted out");
            }
            if let (Some(with), Some(without)) = (with.selected, without.selected) {
                prop_assert_eq!(with.abs_diff(without) % FLOOR, 0);
            }
        }

        #[test]
        fn no_bucket_reveals_one_fan_whoever_they_are(
            fans in proptest::collection::vec(counted(), 0..80),
            one in counted(),
            other in counted(),
        ) {
            let with = |one| preview(&[&fans[..], &[one]].concat());
            for published in [with(one), with(other), preview(&fans)] {
                prop_assert!(published.histogram.values().all(|count| *count > 0 && count % FLOOR == 0));
                prop_assert!([published.matched, published.selected].iter().flatten().all(|count| *count == 0 || *count >= FLOOR));
                prop_assert_eq!(published.floor.is_some(), published.matched.is_none() || published.selected.is_none());
            }
        }
    }
}
