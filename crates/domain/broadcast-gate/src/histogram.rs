//! Histogram of an audience by tier, coarse enough that no single fan can be identified.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::audience::FanTier;

/// Smallest published count above 0, and the step for rounding counts.
pub const FLOOR: u64 = 5;

/// Returns a count if it may be published; `None` for 1 to 4.
pub fn published(count: u64) -> Option<u64> {
    (count == 0 || count >= FLOOR).then_some(count)
}

/// Rounds a count down to a multiple of [`FLOOR`], so that one fan more or less rarely changes the result.
pub fn in_steps(count: u64) -> u64 {
    count - count % FLOOR
}

/// Group of fans in a histogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bucket {
    /// Fans of one tier.
    Tier(FanTier),
    /// Fans with an unknown tier, or in a tier with too few fans to be shown.
    Other,
}

kernel::text_value!(Bucket, "the word of a tier, or other");

impl Bucket {
    const OTHER: &str = "other";

    /// Parses a word of the API.
    pub fn parse(word: &str) -> Option<Self> {
        if word == Self::OTHER { Some(Self::Other) } else { FanTier::parse(word).map(Self::Tier) }
    }

    /// Word of the group in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tier(tier) => tier.as_str(),
            Self::Other => Self::OTHER,
        }
    }
}

impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Exact counts of fans by tier. Without serde, because only the [`histogram`](Self::histogram) may leave the service.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TierCounts {
    tiers: BTreeMap<FanTier, u64>,
    unknown: u64,
}

impl TierCounts {
    /// Counts one fan.
    pub fn add(&mut self, tier: Option<FanTier>) {
        match tier {
            Some(tier) => *self.tiers.entry(tier).or_default() += 1,
            None => self.unknown += 1,
        }
    }

    /// Returns the number of counted fans.
    pub fn total(&self) -> u64 {
        self.tiers.values().sum::<u64>() + self.unknown
    }

    /// Subtracts `others`, a subset of these fans, in steps of [`FLOOR`].
    #[must_use]
    pub fn without(&self, others: &Self) -> Self {
        let rest = |count: u64, less: u64| count.saturating_sub(in_steps(less));
        let of = |tier: &FanTier| others.tiers.get(tier).copied().unwrap_or_default();
        Self {
            tiers: self.tiers.iter().map(|(tier, count)| (*tier, rest(*count, of(tier)))).collect(),
            unknown: rest(self.unknown, others.unknown),
        }
    }

    /// Returns the publishable counts by tier, with merged tiers under [`Bucket::Other`]. Counts are rounded down to
    /// multiples of [`FLOOR`], and groups under five are left out.
    pub fn histogram(&self) -> BTreeMap<Bucket, u64> {
        let merged = self.merged();
        let mut shown = BTreeMap::new();
        let mut other = self.unknown;
        for (tier, count) in &self.tiers {
            if merged.contains(tier) {
                other += count;
            } else {
                shown.insert(Bucket::Tier(*tier), in_steps(*count));
            }
        }
        shown.insert(Bucket::Other, in_steps(other));
        shown.retain(|_, count| *count > 0);
        shown
    }

    /// Returns the tiers to publish as `other`.
    ///
    /// All tiers with fewer than five fans are merged. If the merged group still has fewer than five fans, the next
    /// smallest tier joins, together with all tiers at most one fan larger.
    ///
    /// The margin of one fan protects small tiers. Without it, two audiences that differ by one fan might merge
    /// different tiers. The difference between their histograms would then reveal a small tier.
    fn merged(&self) -> BTreeSet<FanTier> {
        let small = |count: &u64| *count < FLOOR;
        let mut merged: BTreeSet<FanTier> =
            self.tiers.iter().filter(|(_, count)| small(count)).map(|(tier, _)| *tier).collect();
        let other = self.unknown + merged.iter().filter_map(|tier| self.tiers.get(tier)).sum::<u64>();
        let next = self.tiers.values().filter(|count| !small(count)).min();
        if let (1..FLOOR, Some(next)) = (other, next) {
            let joining = self.tiers.iter().filter(|(_, count)| **count <= next + 1).map(|(tier, _)| *tier);
            merged.extend(joining);
        }
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(of: [u64; 4], unknown: u64) -> TierCounts {
        let tiers = FanTier::ALL.iter().copied().zip(of).filter(|(_, count)| *count > 0);
        TierCounts { tiers: tiers.collect(), unknown }
    }

    #[test]
    fn small_buckets_are_merged() {
        // Order of tiers: whale, spender, free, trial.
        for (of, unknown, expected) in [
            ([0, 0, 0, 0], 0, vec![]),
            ([5, 6, 0, 0], 0, vec![("whale", 5), ("spender", 5)]),
            ([1, 0, 0, 0], 0, vec![]),
            ([4, 4, 9, 0], 0, vec![("free", 5), ("other", 5)]),
            ([4, 20, 9, 0], 0, vec![("spender", 20), ("other", 10)]),
            ([4, 10, 9, 0], 0, vec![("other", 20)]),
            ([5, 20, 0, 0], 3, vec![("spender", 20), ("other", 5)]),
            ([5, 24, 0, 0], 5, vec![("whale", 5), ("spender", 20), ("other", 5)]),
        ] {
            let histogram = counts(of, unknown).histogram();
            let found: Vec<_> =
                histogram.into_iter().map(|(bucket, count)| (bucket.as_str(), count)).collect();
            assert_eq!(found, expected, "{of:?} {unknown}");
        }
    }

    #[test]
    fn few_are_not_counted_out() {
        for (count, shown, steps) in [
            (0, Some(0), 0),
            (1, None, 0),
            (4, None, 0),
            (5, Some(5), 5),
            (9, Some(9), 5),
            (10, Some(10), 10),
        ] {
            assert_eq!((published(count), in_steps(count)), (shown, steps), "{count}");
        }
    }

    #[test]
    fn others_go_in_whole_steps() {
        for (left_out, rest) in [
            ([0; 4], [12, 7, 6, 0]),
            ([4; 4], [12, 7, 6, 0]),
            ([5, 9, 6, 0], [7, 2, 1, 0]),
            ([12, 0, 0, 0], [2, 7, 6, 0]),
        ] {
            assert_eq!(
                counts([12, 7, 6, 0], 0).without(&counts(left_out, 0)),
                counts(rest, 0),
                "{left_out:?}"
            );
        }
    }

    fn all_small_counts() -> impl Iterator<Item = ([u64; 4], u64)> {
        (0..9_u64.pow(4)).flat_map(|n| {
            let of = [n % 9, n / 9 % 9, n / 81 % 9, n / 729];
            [0, 1, 4, 6].map(|unknown| (of, unknown))
        })
    }

    #[test]
    fn nothing_but_whole_steps_is_shown() {
        for (of, unknown) in all_small_counts() {
            let counts = counts(of, unknown);
            let shown = counts.histogram();
            let all = shown.values().sum::<u64>();
            assert!(
                shown.values().all(|count| *count > 0 && count % FLOOR == 0),
                "{of:?} {unknown}: {shown:?}"
            );
            assert!(all <= counts.total() && counts.total() < all + 5 * FLOOR, "{of:?} {unknown}: {shown:?}");
        }
    }

    /// Two histograms reveal a small tier if each merges a tier that the second one shows. So one merged set must
    /// always contain the other set.
    #[test]
    fn the_difference_to_an_audience_of_one_fan_less_reveals_no_small_tier() {
        for (of, unknown) in all_small_counts() {
            let merged = counts(of, unknown).merged();
            for (place, tier) in FanTier::ALL.iter().enumerate().filter(|(place, _)| of[*place] > 0) {
                let mut fewer = of;
                fewer[place] -= 1;
                let less = counts(fewer, unknown).merged();
                // A tier that lost its last fan is in no group.
                let before: BTreeSet<_> =
                    merged.iter().copied().filter(|t| fewer[place] > 0 || t != tier).collect();
                assert!(
                    before.is_subset(&less) || less.is_subset(&before),
                    "{of:?} {unknown} without a {tier:?}"
                );
            }
        }
    }
}
