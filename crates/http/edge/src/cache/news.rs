//! Which hosts have changed since whoever keeps snapshots asked last.

use std::collections::HashSet;
use std::mem;
use std::sync::{Mutex, PoisonError};

use kernel::Hostname;

/// The most hosts that are told apart. Of more, all count as changed.
const MOST: usize = 10_000;

/// Hosts that have changed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    /// Any may have.
    All,
    /// These.
    Hosts(HashSet<Hostname>),
}

impl Default for Changed {
    fn default() -> Self {
        Self::Hosts(HashSet::new())
    }
}

/// Collects them.
#[derive(Default)]
pub(super) struct News(Mutex<Changed>);

impl News {
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

    /// What was collected; the next collection begins.
    pub(super) fn take(&self) -> Changed {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_told_apart_while_there_are_few() {
        let (news, host) = (News::default(), |n: usize| Hostname::parse(&format!("d{n}.example")).unwrap());
        assert_eq!(news.take(), Changed::default());
        for n in [1, 2, 1] {
            news.of(&host(n));
        }
        assert_eq!(news.take(), Changed::Hosts([host(1), host(2)].into()));
        news.of_anything();
        news.of(&host(1));
        assert_eq!(news.take(), Changed::All);
        (0..=MOST).for_each(|n| news.of(&host(n)));
        assert_eq!((news.take(), news.take()), (Changed::All, Changed::default()));
    }
}
