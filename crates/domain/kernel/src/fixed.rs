//! Test doubles for [`Clock`] and [`Entropy`], and a serde round-trip helper.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Clock, Entropy, UnixTime};

/// Deserializes `json` as `T` and serializes the value again; `None` if the JSON is not a valid
/// `T`.
pub fn through<T: Serialize + DeserializeOwned>(json: Value) -> Option<Value> {
    let value: T = serde_json::from_value(json).ok()?;
    serde_json::to_value(value).ok()
}

/// Clock that stands still until a test advances it.
#[derive(Debug)]
pub struct FixedClock(AtomicI64);

impl FixedClock {
    /// Creates a clock that shows `now`.
    pub fn at(now: UnixTime) -> Self {
        Self(AtomicI64::new(now.millis()))
    }

    /// Advances the clock.
    pub fn advance_seconds(&self, seconds: i64) {
        self.0.fetch_add(seconds.saturating_mul(1000), Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> UnixTime {
        UnixTime::from_millis(self.0.load(Ordering::SeqCst))
    }
}

/// Pseudorandom source (SplitMix64): equal seeds give equal byte sequences. Reproducible, not
/// secure.
#[derive(Debug)]
pub struct SeededEntropy(Mutex<u64>);

impl SeededEntropy {
    /// Creates a source that starts at `seed`.
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(seed))
    }
}

impl Entropy for SeededEntropy {
    fn fill(&self, buffer: &mut [u8]) {
        let mut state = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for chunk in buffer.chunks_mut(8) {
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = *state;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^= word >> 31;
            for (to, from) in chunk.iter_mut().zip(word.to_le_bytes()) {
                *to = from;
            }
        }
    }
}
