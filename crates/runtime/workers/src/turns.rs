//! Work for many owners, each served by a task of its own, so that no owner waits for another owner's engine.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use kernel::{OwnerId, StoreError};
use tokio::sync::Notify;
use tokio::task::{Id, JoinError, JoinSet};

use crate::StopSignal;

/// Interval of the search for due owners. A notification shortens it.
const LOOK: Duration = Duration::from_secs(1);
/// Pause before a search, so that tasks that end together need only one search.
const GATHER: Duration = Duration::from_millis(20);

/// Maximum numbers of owners that a process serves concurrently, for one kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Places {
    /// Maximum for all owners.
    pub(crate) all: usize,
    /// Maximum for owners whose last attempt failed: hanging engines occupy no more than these places for longer than
    /// one attempt.
    pub(crate) failing: usize,
}

/// Limits for work that calls other services on the network, such as engines and name servers.
pub(crate) const ASKING: Places = Places { all: 64, failing: 16 };

/// Kind of work.
#[async_trait]
pub(crate) trait Turns: Send + Sync + 'static {
    /// Name in the log.
    fn name(&self) -> &'static str;

    /// Returns up to `limit` owners with due work, the longest due first: owners whose last attempt failed, or the
    /// other ones. Leaves out the owners in `served`.
    async fn due(&self, failing: bool, served: &[OwnerId], limit: u32) -> Result<Vec<OwnerId>, StoreError>;

    /// Does the due work of an owner, unless another process does it. MUST end within a bounded time, and soon after
    /// the stop signal.
    async fn serve(&self, owner: OwnerId, stop: StopSignal);
}

/// Serves owners as they become due, until the process stops. `wakeup` starts a search at once.
pub(crate) async fn take_turns<T: Turns>(work: T, places: Places, wakeup: Arc<Notify>, mut stop: StopSignal) {
    let mut house = House { work: Arc::new(work), places, served: HashMap::new(), tasks: JoinSet::new() };
    loop {
        if let Err(error) = house.fill(&stop).await {
            tracing::warn!(cause = ?error, work = house.work.name(), "due owners could not be looked up");
        }
        let full = house.free(false) == 0;
        tokio::select! {
            stopped = stop.within(LOOK) => if stopped { break },
            () = wakeup.notified() => {}
            Some(ended) = house.tasks.join_next_with_id(), if full => {
                house.left(&ended);
                tokio::time::sleep(GATHER).await;
            }
        }
        while let Some(ended) = house.tasks.try_join_next_with_id() {
            house.left(&ended);
        }
    }
    while house.tasks.join_next().await.is_some() {}
}

struct House<T> {
    work: Arc<T>,
    places: Places,
    /// Owner of each running task, and whether their previous attempt failed.
    served: HashMap<Id, (OwnerId, bool)>,
    tasks: JoinSet<()>,
}

impl<T: Turns> House<T> {
    async fn fill(&mut self, stop: &StopSignal) -> Result<(), StoreError> {
        for failing in [true, false] {
            let free = u32::try_from(self.free(failing)).unwrap_or(u32::MAX);
            if free == 0 {
                continue;
            }
            let served: Vec<_> = self.served.values().map(|(owner, _)| *owner).collect();
            for owner in self.work.due(failing, &served, free).await? {
                let (work, stop) = (Arc::clone(&self.work), stop.clone());
                let task = self.tasks.spawn(async move { work.serve(owner, stop).await });
                self.served.insert(task.id(), (owner, failing));
            }
        }
        Ok(())
    }

    fn free(&self, failing: bool) -> usize {
        let free = self.places.all.saturating_sub(self.served.len());
        if !failing {
            return free;
        }
        let kept = self.served.values().filter(|(_, failing)| *failing).count();
        free.min(self.places.failing.saturating_sub(kept))
    }

    fn left(&mut self, ended: &Result<(Id, ()), JoinError>) {
        let id = match ended {
            Ok((id, ())) => *id,
            Err(error) => {
                tracing::error!(cause = ?error, work = self.work.name(), "the task of an owner panicked or was cancelled");
                error.id()
            }
        };
        self.served.remove(&id);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Mutex;

    use tokio::sync::watch;
    use tokio::time::Instant;

    use super::*;

    const HANG: Duration = Duration::from_secs(10);
    const PLACES: Places = Places { all: 8, failing: 2 };

    /// Test engines: owners with even ids are served at once, and owners with odd ids hang. All are due again and
    /// again.
    #[derive(Default)]
    struct Engines(Mutex<Seen>);

    #[derive(Default)]
    struct Seen {
        due: BTreeSet<OwnerId>,
        failed: BTreeSet<OwnerId>,
        served: Vec<(OwnerId, Instant)>,
        at_once: usize,
        most_at_once: usize,
    }

    #[async_trait]
    impl Turns for Arc<Engines> {
        fn name(&self) -> &'static str {
            "test"
        }

        async fn due(
            &self,
            failing: bool,
            served: &[OwnerId],
            limit: u32,
        ) -> Result<Vec<OwnerId>, StoreError> {
            let seen = self.0.lock().unwrap();
            let due = seen.due.iter().filter(|owner| seen.failed.contains(*owner) == failing);
            let due = due.filter(|owner| !served.contains(owner)).copied();
            Ok(due.take(usize::try_from(limit).unwrap()).collect())
        }

        async fn serve(&self, owner: OwnerId, _: StopSignal) {
            let hangs = owner.get() % 2 == 1;
            {
                let mut seen = self.0.lock().unwrap();
                seen.at_once += 1;
                seen.most_at_once = seen.most_at_once.max(seen.at_once);
            }
            tokio::time::sleep(if hangs { HANG } else { Duration::from_millis(1) }).await;
            let mut seen = self.0.lock().unwrap();
            seen.at_once -= 1;
            if hangs {
                seen.failed.insert(owner);
            } else {
                seen.due.remove(&owner);
                seen.served.push((owner, Instant::now()));
            }
        }
    }

    async fn play(engines: &Arc<Engines>, long: Duration) {
        let (stop, signal) = watch::channel(false);
        let turns = take_turns(Arc::clone(engines), PLACES, Arc::default(), StopSignal(signal));
        let clock = async {
            tokio::time::sleep(long).await;
            stop.send_replace(true);
        };
        tokio::join!(turns, clock);
    }

    fn owners(numbers: impl Iterator<Item = i64>) -> BTreeSet<OwnerId> {
        numbers.map(OwnerId::new).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn owners_whose_engines_hang_hold_up_the_others_for_one_try_at_most() {
        let engines = Arc::new(Engines::default());
        // Twenty hanging owners come first, and occupy every place once.
        engines.0.lock().unwrap().due = owners((0..40).filter(|n| n % 2 == 1).chain((100..140).step_by(2)));
        let began = Instant::now();
        play(&engines, 10 * HANG).await;
        let seen = engines.0.lock().unwrap();
        assert_eq!(seen.served.len(), 20);
        let last = seen.served.iter().map(|(_, at)| at.duration_since(began)).max().unwrap();
        // Twenty hanging owners fill eight places two and a half times, and never again.
        assert!(last < 3 * HANG + LOOK * 4, "{last:?}");
        assert_eq!(seen.most_at_once, PLACES.all);
    }

    #[tokio::test(start_paused = true)]
    async fn who_is_known_to_hang_holds_up_nobody() {
        let engines = Arc::new(Engines::default());
        let hanging = owners((0..1_000).filter(|n| n % 2 == 1));
        let healthy = owners((2_000..2_080).step_by(2));
        {
            let mut seen = engines.0.lock().unwrap();
            seen.failed.clone_from(&hanging);
            seen.due = &hanging | &healthy;
        }
        let began = Instant::now();
        play(&engines, HANG).await;
        let seen = engines.0.lock().unwrap();
        assert_eq!(seen.served.len(), 40);
        assert!(seen.served.iter().all(|(_, at)| at.duration_since(began) < LOOK), "{:?}", seen.served);
    }
}
