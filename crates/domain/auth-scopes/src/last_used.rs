use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kernel::{OwnerId, UnixTime};
use serde::{Deserialize, Serialize};

use crate::KeyId;

/// Minimum interval between two records of one key's use, in seconds.
const GRAIN_SECONDS: i64 = 60;

/// Recorded use of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyUse {
    /// Owner of the key.
    pub owner: OwnerId,
    /// Number of the key.
    pub key_id: KeyId,
    /// Time of the use.
    pub used_at: UnixTime,
}

#[derive(Default)]
struct Noted {
    latest: HashMap<(OwnerId, KeyId), UnixTime>,
    pending: Vec<KeyUse>,
}

/// In-memory record of key uses, at most one per key and minute, so that requests need no write.
#[derive(Default)]
pub struct LastUsed(Mutex<Noted>);

impl LastUsed {
    /// Creates an empty record.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records a use, unless a use of the same key was recorded less than a minute before.
    pub fn record(&self, owner: OwnerId, key_id: KeyId, used_at: UnixTime) {
        let mut noted = self.lock();
        let latest = noted.latest.get(&(owner, key_id));
        if latest.is_none_or(|latest| latest.plus_seconds(GRAIN_SECONDS) <= used_at) {
            noted.latest.insert((owner, key_id), used_at);
            noted.pending.push(KeyUse { owner, key_id, used_at });
        }
    }

    /// Returns the uses to write at `now`, oldest first, and drops keys without recent use.
    pub fn drain(&self, now: UnixTime) -> Vec<KeyUse> {
        let mut noted = self.lock();
        noted.latest.retain(|_, latest| now < latest.plus_seconds(GRAIN_SECONDS));
        std::mem::take(&mut noted.pending)
    }

    /// Writes the recorded uses. Uses that a failing store did not write are lost; the next use of the key is recorded
    /// again.
    #[cfg(feature = "use-cases")]
    pub async fn flush(&self, keys: &dyn crate::KeyStore, now: UnixTime) -> Result<(), kernel::StoreError> {
        let uses = self.drain(now);
        if uses.is_empty() { Ok(()) } else { keys.record_uses(&uses).await }
    }

    fn lock(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MockKeyStore;
    use crate::testing::NOW;

    fn times(uses: &[KeyUse]) -> Vec<(i64, i64)> {
        uses.iter().map(|used| (used.key_id.get(), used.used_at.seconds() - NOW.seconds())).collect()
    }

    #[test]
    fn once_a_minute_for_each_key() {
        let last_used = LastUsed::new();
        for (key, second) in [(1, 0), (1, 1), (2, 2), (1, 59), (1, 60), (1, 61)] {
            last_used.record(OwnerId::new(1), KeyId::new(key), NOW.plus_seconds(second));
        }
        assert_eq!(times(&last_used.drain(NOW.plus_seconds(61))), [(1, 0), (2, 2), (1, 60)]);
        last_used.record(OwnerId::new(1), KeyId::new(1), NOW.plus_seconds(119));
        assert_eq!(times(&last_used.drain(NOW.plus_seconds(119))), []);
        last_used.record(OwnerId::new(1), KeyId::new(1), NOW.plus_seconds(120));
        assert_eq!(times(&last_used.drain(NOW.plus_seconds(500))), [(1, 120)]);
        assert!(last_used.lock().latest.is_empty(), "keys that are not in use take no room");
    }

    #[tokio::test]
    async fn an_empty_batch_is_not_written() {
        let mut store = MockKeyStore::new();
        store.expect_record_uses().once().withf(|uses| uses.len() == 1).returning(|_| Ok(()));
        let last_used = LastUsed::new();
        last_used.flush(&store, NOW).await.unwrap();
        last_used.record(OwnerId::new(1), KeyId::new(1), NOW);
        last_used.flush(&store, NOW).await.unwrap();
        last_used.flush(&store, NOW).await.unwrap();
    }
}
