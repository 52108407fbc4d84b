//! Hosts changed since the last pass of the snapshot keeper.

use std::collections::HashSet;
use std::mem;
use std::sync::{Mutex, PoisonError};

use kernel::Hostname;

/// Maximum number of individually tracked hosts. Beyond it, all hosts count as changed.
const MOST: usize = 10_000;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    /// Any host may have changed.
    All,
    /// These hosts have changed.
    Hosts(HashSet<Hostname>),
}

impl Default for Changed {
    fn default() -> Self {
        Self::Hosts(HashSet::new())
    }
}

/// Collects changed hosts.
#[derive(Default)]
pub(super) struct RecentChanges(Mutex<Changed>);

impl RecentChanges {
    pub(super) fn of(&self, host: &Hostname) {
        let mut changed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Changed::Hosts(hosts) = &mut *changed {
            hosts.insert(host.clone());
            if hosts.len() > MOST {
                *changed = Changed::All;
            }
        }
    }

    pub(super) fn of_anything(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Changed::All;
    }

    /// Returns the collected changes, and starts a new collection.
    pub(super) fn take(&self) -> Changed {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_distinguished_while_there_are_few() {
        let (recent_changes, host) =
            (RecentChanges::default(), |n: usize| Hostname::parse(&format!("d{n}.example")).unwrap());
        assert_eq!(recent_changes.take(), Changed::default());
        for n in [1, 2, 1] {
            recent_changes.of(&host(n));
        }
        assert_eq!(recent_changes.take(), Changed::Hosts([host(1), host(2)].into()));
        recent_changes.of_anything();
        recent_changes.of(&host(1));
        assert_eq!(recent_changes.take(), Changed::All);
        (0..=MOST).for_each(|n| recent_changes.of(&host(n)));
        assert_eq!((recent_changes.take(), recent_changes.take()), (Changed::All, Changed::default()));
    }
}
