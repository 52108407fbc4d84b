//! How large an audience is, counted so coarsely that no single fan can be recognised.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::audience::FanTier;
use crate::histogram::{Bucket, FLOOR, TierCounts, in_steps, published};

/// Counts of an audience, which are published by [`Preview::published`] only: they have no serde.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preview {
    matched: u64,
    passing: TierCounts,
    left_out: TierCounts,
}

/// What may be published of an audience.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedPreview {
    /// Fans whom the selector takes; `None` from 1 to 4.
    pub matched: Option<u64>,
    /// Those of them who pass screening now; `None` from 1 to 4.
    pub selected: Option<u64>,
    /// The selected ones by tier, in steps of five.
    pub histogram: BTreeMap<Bucket, u64>,
    /// The smallest count that is published, where a count is withheld.
    pub floor: Option<u64>,
}

impl Preview {
    /// Counts a fan whom the selector takes: whether they pass screening, and whether they are left out by name.
    pub fn add(&mut self, tier: Option<FanTier>, passes: bool, is_left_out: bool) {
        self.matched += 1;
        if passes {
            self.passing.add(tier);
        }
        if passes && is_left_out {
            self.left_out.add(tier);
        }
    }

    /// What may be published.
    ///
    /// Names of fans are all that a selector can single somebody out by, so those who are left out by name go in whole steps:
    /// whoever leaves out one fan and compares sees no change, and learns nothing of them.
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

    /// A fan: the tier, whether screening lets them through, whether they are left out by name.
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
