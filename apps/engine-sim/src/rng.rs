/// A small seeded random number generator (SplitMix64).
#[derive(Debug, Clone)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the generator of item `index` of a kind, independent of all others.
    pub(crate) fn of(seed: u64, kind: u64, index: u64) -> Self {
        Self(mix(seed ^ mix(kind ^ mix(index))))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Returns a number in `[0, 1)`.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number in `[0, limit)`, or 0 if `limit` is 0.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next().checked_rem(limit).unwrap_or(0)
    }

    /// Returns an amount in `[from, to]`.
    pub(crate) fn amount(&mut self, from: i64, to: i64) -> i64 {
        let span = u64::try_from(to.saturating_sub(from)).unwrap_or(0).saturating_add(1);
        from.saturating_add(i64::try_from(self.below(span)).unwrap_or(0))
    }

    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    pub(crate) fn pick<T: Copy + Default>(&mut self, list: &[T]) -> T {
        let index = self.below(list.len() as u64) as usize;
        list.get(index).copied().unwrap_or_default()
    }

    /// Returns an entry of `table`, with probability proportional to its weight.
    pub(crate) fn weighted<T: Copy>(&mut self, table: &[(T, u32)], otherwise: T) -> T {
        let total: u64 = table.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut roll = self.below(total);
        for (value, weight) in table {
            match roll.checked_sub(u64::from(*weight)) {
                Some(rest) => roll = rest,
                None => return *value,
            }
        }
        otherwise
    }

    /// Shuffles `list`.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// Mixes the bits of `value`; a bijection.
pub(crate) fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// Hashes a text to a seed (FNV-1a).
pub(crate) fn of_text(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_gives_one_series() {
        let series = |seed| {
            let mut rng = Rng::new(seed);
            [rng.next(), rng.below(10), rng.amount(-5, 5) as u64]
        };
        assert_eq!(series(7), series(7));
        assert_ne!(series(7), series(8));
    }

    #[test]
    fn weights_are_kept() {
        let mut rng = Rng::new(1);
        let hits = (0..10_000).filter(|_| rng.weighted(&[(true, 1), (false, 3)], false)).count();
        assert!((2_300..2_700).contains(&hits), "{hits}");
        assert_eq!(rng.weighted(&[], 5), 5);
    }

    #[test]
    fn a_shuffle_loses_nothing() {
        let mut list: Vec<u32> = (0..100).collect();
        Rng::new(3).shuffle(&mut list);
        assert_ne!(list, (0..100).collect::<Vec<_>>());
        list.sort_unstable();
        assert_eq!(list, (0..100).collect::<Vec<_>>());
    }
}
