#![doc = include_str!("../README.md")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread::{self, available_parallelism};

use tokio::sync::oneshot;

/// The heaviest work that is done at once, in bytes of what it reads or writes. Reading a draft, the slowest that is done with
/// bytes here, takes a millisecond for about twice as many.
pub const LIGHT: usize = 16 * 1024;

/// The weight of work that is always done apart.
pub const HEAVY: usize = usize::MAX;

/// By how much the threads for heavy work give way to those that answer: as much as a tenth of a busy processor is left to them.
const NICENESS: i32 = 10;

type Work = Box<dyn FnOnce() + Send>;

/// The threads for heavy work, of the whole process: as many as there are processors. More would only take turns.
static THREADS: LazyLock<Sender<Work>> = LazyLock::new(|| {
    let (sender, receiver) = channel::<Work>();
    let receiver = Arc::new(Mutex::new(receiver));
    for _ in 0..available_parallelism().map_or(1, std::num::NonZero::get) {
        let receiver = Arc::clone(&receiver);
        let started = thread::Builder::new().name("heavy work".to_owned()).spawn(move || run(&receiver));
        if let Err(error) = started {
            // Without any of them work is dropped, and whoever waits for it is told.
            eprintln!("a thread for heavy work can't be started: {error}");
        }
    }
    sender
});

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
    let (sender, done) = oneshot::channel();
    let work = move || {
        // Whoever asked may have left; a panic drops the sender, which tells those who wait.
        if let Ok(result) = catch_unwind(AssertUnwindSafe(work)) {
            let _ = sender.send(result);
        }
    };
    THREADS.send(Box::new(work)).map_err(|closed| Lost(closed.to_string().into()))?;
    done.await.map_err(|lost| Lost(lost.into()))
}

fn run(receiver: &Mutex<Receiver<Work>>) {
    // On Linux this is the thread's own; where it can't be had, heavy work is done at the same pace as the rest.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICENESS);
    loop {
        let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        work();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
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

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn heavy_work_gives_way() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        assert_eq!(offload(HEAVY, niceness).await.unwrap(), niceness().max(0) + NICENESS);
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_place_back() {
        for _ in 0..10 * available_parallelism().unwrap().get() {
            assert!(offload(HEAVY, || panic!("as the test wants it")).await.is_err());
        }
        assert_eq!(offload(HEAVY, || 1).await.unwrap(), 1);
    }
}
