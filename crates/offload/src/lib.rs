#![doc = include_str!("../README.md")]

use std::sync::LazyLock;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;

/// The heaviest work that is done at once, in bytes of what it reads or writes. Reading a draft, the slowest that is done with
/// bytes here, takes a millisecond for about twice as many.
pub const LIGHT: usize = 16 * 1024;

/// The weight of work that is always done apart.
pub const HEAVY: usize = usize::MAX;

/// Places for heavy work, for the whole process. More than there are processors would only take them from the threads that
/// answer.
static PLACES: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, std::num::NonZero::get)));

/// Work that came to no end: it panicked, or the process stops.
#[derive(Debug, thiserror::Error)]
#[error("work that was done apart came to no end")]
pub struct Lost(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Does work of this weight where it holds up nobody.
pub async fn offload<T: Send + 'static>(
    weight: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Lost> {
    if weight <= LIGHT {
        return Ok(work());
    }
    let place = PLACES.acquire().await.map_err(|closed| Lost(closed.into()))?;
    let work = move || {
        // The work goes on when the caller leaves, so the place goes with it.
        let _place = place;
        work()
    };
    tokio::task::spawn_blocking(work).await.map_err(|lost| Lost(lost.into()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn only_heavy_work_goes_to_another_thread() {
        let here = thread::current().id();
        for (weight, apart) in [(0, false), (LIGHT, false), (LIGHT + 1, true), (HEAVY, true)] {
            let there = offload(weight, || thread::current().id()).await.unwrap();
            assert_eq!(there != here, apart, "{weight}");
        }
    }

    #[tokio::test]
    async fn no_more_is_done_at_once_than_there_are_processors() {
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let processors = available_parallelism().unwrap().get();
        let all = (0..4 * processors).map(|_| {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            tokio::spawn(offload(HEAVY, move || {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(10));
                now.fetch_sub(1, Ordering::SeqCst);
            }))
        });
        for one in all.collect::<Vec<_>>() {
            one.await.unwrap().unwrap();
        }
        assert!((1..=processors).contains(&most.load(Ordering::SeqCst)));
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_place_back() {
        for _ in 0..10 * available_parallelism().unwrap().get() {
            assert!(offload(HEAVY, || panic!("as the test wants it")).await.is_err());
        }
        assert_eq!(offload(HEAVY, || 1).await.unwrap(), 1);
    }
}
