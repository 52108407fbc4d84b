//! Statistics of an experiment's arms: rates, confidence intervals, and the best arm.

use serde::{Deserialize, Serialize};

kernel::words! {
    /// Goal of an experiment.
    Goal {
        /// Visitors subscribe.
        Subs = "subs",
        /// Visitors click a button.
        Clicks = "clicks",
    }
}

/// Counts of an arm; money is net, in minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ArmCounts {
    /// Number of visits; visits of one visitor within half an hour count once.
    pub visitors: i64,
    /// Number of clicks on buttons.
    pub clicks: i64,
    /// Number of new subscribers.
    pub subs: i64,
    /// Revenue minus refunds.
    pub revenue_cents: i64,
}

/// Statistical verdict on an arm.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ArmVerdict {
    /// Share of the visitors who reached the goal; 0 without visitors.
    pub rate: f64,
    /// Confidence interval of the true rate at 95 % (Wilson).
    pub interval: (f64, f64),
    /// Probability that no other arm is better; `None` until all arms have enough visitors.
    pub probability_best: Option<f64>,
}

/// Minimum number of visitors per arm before the best arm is judged.
pub const ENOUGH_VISITORS: i64 = 100;
/// Number of random draws for the probabilities.
pub const DRAWS: u32 = 20_000;
/// Quantile of the standard normal distribution: 95 % of it lie between `-Z` and `Z`.
const Z: f64 = 1.959_963_984_540_054;

/// Judges the arms of an experiment. Also returns whether there were enough visitors to judge the best arm. Arms
/// without new visitors (second value `false`) are judged, but need no minimum of visitors. The result is
/// deterministic.
///
/// ```
/// use attribution::experiment::{ArmCounts, Goal, judge};
///
/// let arm = |visitors, subs| (ArmCounts { visitors, subs, ..ArmCounts::default() }, true);
/// let (enough, verdicts) = judge(&[arm(1_000, 50), arm(1_000, 100)], Goal::Subs, 7);
/// assert!(enough);
/// assert_eq!(verdicts[1].rate, 0.1);
/// assert!(verdicts[1].probability_best > Some(0.99));
/// ```
pub fn judge(arms: &[(ArmCounts, bool)], goal: Goal, seed: u64) -> (bool, Vec<ArmVerdict>) {
    let dealt = || arms.iter().filter(|(_, dealt)| *dealt);
    let enough = dealt().count() > 0 && dealt().all(|(counts, _)| counts.visitors >= ENOUGH_VISITORS);
    let trials: Vec<_> = arms.iter().map(|(counts, _)| Trials::of(counts, goal)).collect();
    let best = if enough { probabilities(&trials, seed) } else { Vec::new() };
    let verdicts = trials.iter().enumerate().map(|(place, trials)| ArmVerdict {
        rate: trials.rate(),
        interval: trials.interval(),
        probability_best: best.get(place).copied(),
    });
    (enough, verdicts.collect())
}

/// Number of visitors, and number of visitors who reached the goal.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Trials {
    all: f64,
    done: f64,
}

impl Trials {
    /// Caps `done` at the number of visitors, because one visitor may click or subscribe twice.
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52, and a rate is rounded anyway")]
    fn of(counts: &ArmCounts, goal: Goal) -> Self {
        let all = counts.visitors.max(0);
        let done = match goal {
            Goal::Subs => counts.subs,
            Goal::Clicks => counts.clicks,
        };
        Self { all: all as f64, done: done.clamp(0, all) as f64 }
    }

    fn rate(self) -> f64 {
        if self.all > 0.0 { self.done / self.all } else { 0.0 }
    }

    /// Computes Wilson's interval, which is sound for few visitors and for rates near 0 and 1. Without visitors, it is
    /// 0 to 1.
    fn interval(self) -> (f64, f64) {
        if self.all <= 0.0 {
            return (0.0, 1.0);
        }
        let (n, rate, z2) = (self.all, self.rate(), Z * Z);
        let scale = 1.0 + z2 / n;
        let middle = (rate + z2 / (2.0 * n)) / scale;
        let half = Z / scale * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
        // The exact bounds avoid rounding errors at the ends.
        let low = if self.done <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
        let high = if self.done >= n { 1.0 } else { (middle + half).min(1.0) };
        (low, high)
    }
}

/// Estimates how often each arm has the highest rate. Rates are drawn from the beta distribution that follows from the
/// counts and a uniform prior. Ties go to the last arm.
fn probabilities(arms: &[Trials], seed: u64) -> Vec<f64> {
    let mut source = Source { state: seed };
    let mut wins = vec![0_u32; arms.len()];
    for _ in 0..DRAWS {
        let rates = arms.iter().map(|arm| source.beta(1.0 + arm.done, 1.0 + arm.all - arm.done));
        let best = rates.enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
        if let Some(wins) = best.and_then(|(place, _)| wins.get_mut(place)) {
            *wins += 1;
        }
    }
    wins.into_iter().map(|wins| f64::from(wins) / f64::from(DRAWS)).collect()
}

/// Deterministic random numbers (SplitMix64). Unpredictability is not needed, and a generator of another crate may
/// change its sequence in a new release.
struct Source {
    state: u64,
}

impl Source {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Draws a number above 0 and below 1.
    fn uniform(&mut self) -> f64 {
        let bits = u32::try_from(self.next() >> 32).unwrap_or_default();
        (f64::from(bits) + 0.5) / 4_294_967_296.0
    }

    /// Draws from the standard normal distribution (Marsaglia's polar method).
    fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                return x * (-2.0 * square.ln() / square).sqrt();
            }
        }
    }

    /// Draws from the gamma distribution with this shape, at least 1, and scale 1 (Marsaglia and Tsang, 2000).
    fn gamma(&mut self, shape: f64) -> f64 {
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let v = (1.0 + c * x).powi(3);
            if v > 0.0 && self.uniform().ln() < 0.5 * x * x + d - d * v + d * v.ln() {
                return d * v;
            }
        }
    }

    /// Draws from the beta distribution with these parameters, each at least 1.
    fn beta(&mut self, a: f64, b: f64) -> f64 {
        let (a, b) = (self.gamma(a), self.gamma(b));
        a / (a + b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arms(counted: &[(i64, i64)]) -> Vec<(ArmCounts, bool)> {
        let arm = |(subs, visitors): &(i64, i64)| {
            (ArmCounts { visitors: *visitors, subs: *subs, clicks: 2 * visitors, revenue_cents: 0 }, true)
        };
        counted.iter().map(arm).collect()
    }

    /// The bounds come from bisection of (rate - p)² n = z² p (1 - p), whose solution is Wilson's formula.
    #[test]
    fn intervals_are_wilsons() {
        for (done, all, low, high) in [
            (0, 1, 0.0, 0.793_451),
            (0, 100, 0.0, 0.036_993),
            (1, 100, 0.001_767, 0.054_486),
            (10, 100, 0.055_229, 0.174_366),
            (50, 100, 0.403_832, 0.596_168),
            (100, 100, 0.963_007, 1.0),
            (37, 1_234, 0.021_831, 0.041_054),
            (999, 1_000, 0.994_357, 0.999_823),
            (12, 15, 0.548_146, 0.929_525),
        ] {
            let (_, verdicts) = judge(&arms(&[(done, all)]), Goal::Subs, 1);
            let found = verdicts[0].interval;
            assert!((found.0 - low).abs() < 1e-6 && (found.1 - high).abs() < 1e-6, "{done}/{all}: {found:?}");
            assert!(found.0 <= verdicts[0].rate && verdicts[0].rate <= found.1);
        }
    }

    /// Probability that each arm is the best, by the midpoint rule over the posterior densities.
    #[expect(clippy::cast_precision_loss, reason = "the counts of a test are small")]
    fn integrated(counted: &[(i64, i64)]) -> Vec<f64> {
        const STEPS: usize = 20_000;
        let density = |&(won, shown): &(i64, i64)| {
            let (won, lost) = (won as f64, (shown - won) as f64);
            let at = |step| (step as f64 + 0.5) / STEPS as f64;
            let logs: Vec<_> =
                (0..STEPS).map(at).map(|rate| won * rate.ln() + lost * (1.0 - rate).ln()).collect();
            let highest = logs.iter().copied().fold(f64::MIN, f64::max);
            let weights: Vec<_> = logs.iter().map(|log| (log - highest).exp()).collect();
            let sum: f64 = weights.iter().sum();
            weights.iter().map(|weight| weight / sum).collect::<Vec<_>>()
        };
        let densities: Vec<_> = counted.iter().map(density).collect();
        let lower = |density: &Vec<f64>| {
            let mut sum = 0.0;
            let mut middle = |weight: &f64| {
                sum += weight;
                sum - weight / 2.0
            };
            density.iter().map(&mut middle).collect::<Vec<_>>()
        };
        let lower: Vec<_> = densities.iter().map(lower).collect();
        let others = |arm: usize, step: usize| -> f64 {
            lower
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != arm)
                .map(|(_, lower)| lower[step])
                .product()
        };
        let best = |arm: usize| (0..STEPS).map(|step| densities[arm][step] * others(arm, step)).sum();
        (0..counted.len()).map(best).collect()
    }

    /// The standard error of 20,000 draws is at most 0.0036.
    #[test]
    fn the_best_arm_is_as_likely_as_the_integral_says() {
        for (counted, expected) in [
            (vec![(10, 100), (10, 100)], vec![0.5, 0.5]),
            (vec![(10, 100), (20, 100)], vec![0.0248, 0.9752]),
            (vec![(0, 100), (0, 100)], vec![0.5, 0.5]),
            (vec![(50, 1_000), (60, 1_000)], vec![0.1644, 0.8356]),
            (vec![(5, 100), (8, 150), (12, 200)], vec![0.3009, 0.2911, 0.4080]),
            (vec![(100, 100), (99, 100)], vec![0.7512, 0.2488]),
            (vec![(0, 100), (3, 400)], vec![0.4059, 0.5941]),
            (vec![(300, 1_000), (250, 1_000)], vec![0.9938, 0.0062]),
            (vec![(7, 100)], vec![1.0]),
        ] {
            let integrated = integrated(&counted);
            let agrees = integrated
                .iter()
                .zip(&expected)
                .all(|(one, other): (&f64, &f64)| (one - other).abs() < 0.0001);
            assert!(agrees, "{counted:?}: {integrated:?}, not {expected:?}");
            for seed in [0, 1, u64::MAX] {
                let (enough, verdicts) = judge(&arms(&counted), Goal::Subs, seed);
                assert!(enough);
                let found: Vec<_> = verdicts.iter().filter_map(|one| one.probability_best).collect();
                let near =
                    found.iter().zip(&expected).all(|(found, expected)| (found - expected).abs() < 0.015);
                assert!(near && found.len() == expected.len(), "{counted:?}: {found:?}, not {expected:?}");
                assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn nothing_is_said_before_every_arm_that_is_dealt_has_had_enough_visitors() {
        for (visitors, dealt, enough) in [
            ([100, 100], [true, true], true),
            ([99, 5_000], [true, true], false),
            ([0, 5_000], [false, true], true),
            ([0, 0], [true, true], false),
            ([500, 500], [false, false], false),
        ] {
            let arms: Vec<_> = visitors
                .iter()
                .zip(dealt)
                .map(|(&visitors, dealt)| (ArmCounts { visitors, ..ArmCounts::default() }, dealt))
                .collect();
            let (found, verdicts) = judge(&arms, Goal::Subs, 1);
            assert_eq!(found, enough, "{visitors:?} {dealt:?}");
            assert!(verdicts.iter().all(|one| one.probability_best.is_some() == enough));
        }
        assert_eq!(judge(&[], Goal::Subs, 1), (false, vec![]));
    }

    #[test]
    fn the_same_counts_are_judged_the_same() {
        let counted = arms(&[(10, 100), (11, 100), (12, 100)]);
        assert_eq!(judge(&counted, Goal::Subs, 5), judge(&counted, Goal::Subs, 5));
    }

    #[test]
    fn a_rate_never_leaves_its_bounds() {
        for (visitors, subs, rate) in [(0, 0, 0.0), (0, 5, 0.0), (10, 20, 1.0), (10, -3, 0.0), (10, 5, 0.5)] {
            let counts = ArmCounts { visitors, subs, clicks: 0, revenue_cents: 0 };
            let (_, verdicts) = judge(&[(counts, true)], Goal::Subs, 1);
            assert_eq!(verdicts[0].rate, rate, "{visitors} {subs}");
        }
        let (_, clicks) = judge(&arms(&[(1, 10)]), Goal::Clicks, 1);
        assert_eq!(clicks[0].rate, 1.0, "two clicks of a visitor are one");
    }
}
