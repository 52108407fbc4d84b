//! Memory usage by owner.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use kernel::{Hostname, OwnerId};

/// Cached hosts by owner. Written while the cache's shard of the host is locked, so that both
/// agree.
#[derive(Default)]
pub(super) struct Owners(Mutex<HashMap<OwnerId, Kept>>);

#[derive(Default)]
struct Kept {
    bytes: u64,
    hosts: HashMap<Hostname, u64>,
    /// The same hosts, oldest first.
    order: VecDeque<Hostname>,
}

impl Owners {
    /// Records the size of an owner's host.
    pub(super) fn note(&self, owner: OwnerId, host: &Hostname, bytes: u64) {
        let mut owners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = owners.entry(owner).or_default();
        let before = kept.hosts.insert(host.clone(), bytes);
        if before.is_none() {
            kept.order.push_back(host.clone());
        }
        kept.bytes = kept.bytes.saturating_sub(before.unwrap_or_default()).saturating_add(bytes);
    }

    /// Records that a host was removed.
    pub(super) fn remove(&self, owner: OwnerId, host: &Hostname) {
        let mut owners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(kept) = owners.get_mut(&owner) else { return };
        let Some(bytes) = kept.hosts.remove(host) else { return };
        kept.bytes = kept.bytes.saturating_sub(bytes);
        if let Some(place) = kept.order.iter().position(|kept| kept == host) {
            kept.order.remove(place);
        }
        if kept.hosts.is_empty() {
            owners.remove(&owner);
        }
    }

    /// Returns the oldest host of the largest owner, if that owner exceeds `share`.
    pub(super) fn oldest_of_the_largest(&self, share: u64) -> Option<(OwnerId, Hostname)> {
        let owners = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (owner, kept) = owners.iter().max_by_key(|(_, kept)| kept.bytes)?;
        let oldest = kept.order.front().filter(|_| kept.bytes > share)?;
        Some((*owner, oldest.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_owner_gives_back_what_was_kept_first() {
        let (owners, [a, b]) = (Owners::default(), [1, 2].map(OwnerId::new));
        let host = |name: &str| Hostname::parse(&format!("{name}.example")).unwrap();
        for (owner, name, bytes) in [(a, "a1", 30), (b, "b1", 50), (a, "a2", 30), (a, "a1", 40)] {
            owners.note(owner, &host(name), bytes);
        }
        assert_eq!(owners.oldest_of_the_largest(69), Some((a, host("a1"))));
        assert_eq!(owners.oldest_of_the_largest(70), None);
        owners.remove(a, &host("a1"));
        owners.remove(a, &host("b1"));
        assert_eq!(owners.oldest_of_the_largest(0), Some((b, host("b1"))));
        owners.remove(b, &host("b1"));
        assert_eq!(owners.oldest_of_the_largest(0), Some((a, host("a2"))));
        owners.remove(a, &host("a2"));
        assert!(owners.0.lock().unwrap().is_empty());
    }
}
