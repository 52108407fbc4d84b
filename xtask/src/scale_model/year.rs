//! A year of hours, seeded: days have an evening, weeks a weekend, and now and then a page goes round.

use std::f64::consts::TAU;

/// The hours of the year that is simulated.
pub(super) const HOURS: usize = 365 * 24;
pub(super) const DAYS: usize = 365;
/// One day in this many brings several times its visitors.
const RARE: f64 = 60.0;
const RARE_TIMES: f64 = 3.0;

/// What of the average each hour of a year brings.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Year(Vec<f64>);

impl Year {
    pub(super) fn simulate(seed: u64) -> Self {
        let mut random = Random(seed);
        let mut hours = Vec::with_capacity(HOURS);
        for day in 0..DAYS {
            let weekend = if day % 7 >= 5 { 1.2 } else { 1.0 };
            let rare = if random.next() < 1.0 / RARE { RARE_TIMES } else { 1.0 };
            for hour in 0..24 {
                let evening = 1.0 + 0.6 * (TAU * (hour as f64 - 20.0) / 24.0).cos();
                let noise = 0.9 + 0.2 * random.next();
                hours.push(weekend * rare * evening * noise);
            }
        }
        let mean = hours.iter().sum::<f64>() / HOURS as f64;
        Self(hours.into_iter().map(|hour| hour / mean).collect())
    }

    pub(super) fn hours(&self) -> impl Iterator<Item = f64> {
        self.0.iter().copied()
    }

    /// What of the average the busiest hour brings.
    pub(super) fn peak(&self) -> f64 {
        self.hours().fold(0.0, f64::max)
    }

    /// The days' averages that the busiest `days` days in a row bring together.
    pub(super) fn busiest(&self, days: usize) -> f64 {
        let daily: Vec<f64> = self.0.chunks(24).map(|day| day.iter().sum::<f64>() / 24.0).collect();
        daily.windows(days.clamp(1, DAYS)).map(|window| window.iter().sum()).fold(0.0, f64::max)
    }
}

/// SplitMix64: what is seeded alike is simulated alike, on every machine.
struct Random(u64);

impl Random {
    /// At least 0 and below 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_is_the_same_for_the_same_seed_and_averages_one() {
        let year = Year::simulate(1);
        assert_eq!(year, Year::simulate(1));
        assert_ne!(year, Year::simulate(2));
        let mean = year.hours().sum::<f64>() / HOURS as f64;
        assert!((mean - 1.0).abs() < 1e-9, "{mean}");
        assert!((3.0..7.0).contains(&year.peak()), "{}", year.peak());
        assert!((year.busiest(DAYS) - 365.0).abs() < 1e-6);
        assert!(year.busiest(1) > 2.0 && year.busiest(90) > 90.0);
    }
}
