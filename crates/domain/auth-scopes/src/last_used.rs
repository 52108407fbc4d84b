use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kernel::{OwnerId, UnixTime};
use serde::{Deserialize, Serialize};

use crate::KeyId;

/// How often the use of one key is recorded, in seconds.
const GRAIN_SECONDS: i64 = 60;

/// One recorded use of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyUse {
    /// The owner of the key.
    pub owner: OwnerId,
    /// The key that was used.
    pub key_id: KeyId,
    /// When it was used.
    pub used_at: UnixTime,
}

#[derive(Default)]
struct Noted {
    latest: HashMap<(OwnerId, KeyId), UnixTime>,
    pending: Vec<KeyUse>,
}

/// Remembers which keys were used, at most once a minute for each, so that no request has to write it.
#[derive(Default)]
pub struct LastUsed(Mutex<Noted>);

impl LastUsed {
    /// Nothing recorded yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records a use, unless one of the same key was recorded less than a minute before.
    pub fn record(&self, owner: OwnerId, key_id: KeyId, used_at: UnixTime) {
        let mut noted = self.lock();
        let latest = noted.latest.get(&(owner, key_id));
        if latest.is_none_or(|latest| latest.plus_seconds(GRAIN_SECONDS) <= used_at) {
            noted.latest.insert((owner, key_id), used_at);
            noted.pending.push(KeyUse { owner, key_id, used_at });
        }
    }

    /// Hands out what is to be written at `now`, oldest first, and removes keys that are not in use.
    pub fn drain(&self, now: UnixTime) -> Vec<KeyUse> {
        let mut noted = self.lock();
        noted.latest.retain(|_, latest| now < latest.plus_seconds(GRAIN_SECONDS));
        std::mem::take(&mut noted.pending)
    }

    /// Writes what was recorded. What a failing store did not write is lost: the next use of the key records it anew.
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
