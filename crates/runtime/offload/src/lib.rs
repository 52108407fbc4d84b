#![doc = include_str!("../README.md")]

mod admissions;
mod gate;
mod queue;
mod tenant;
mod turns;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread::{self, available_parallelism};
use std::time::Instant;

use tokio::sync::oneshot;

pub use self::admissions::Limits;
pub use self::gate::{Full, Gate, Place};
use self::queue::{FairQueue, Work};
pub use self::tenant::Tenant;

/// Maximum weight of work done inline, in bytes read or written. Parsing a draft, the slowest such
/// work, takes a millisecond for about twice as many bytes.
pub const LIGHT: usize = 16 * 1024;

/// Weight of work that is never done inline.
pub const HEAVY: usize = usize::MAX;

/// Niceness of the threads for heavy work. On a busy CPU a tenth remains for them.
const NICENESS: i32 = 10;

/// Niceness of threads for background work: the lowest priority.
const LEAST: i32 = 19;

/// Queue of the process's threads for heavy work. If there are several CPUs, the threads leave one
/// free for requests, because even a low-priority thread keeps its time slice of some milliseconds.
static WAITING: LazyLock<FairQueue> = LazyLock::new(|| {
    for _ in 0..threads() {
        let started = thread::Builder::new().name("heavy work".to_owned()).spawn(run);
        if let Err(error) = started {
            eprintln!("a thread for heavy work can't be started: {error}");
        }
    }
    FairQueue::default()
});

fn threads() -> usize {
    available_parallelism().map_or(1, |processors| (processors.get() - 1).max(1))
}

/// Error of work that panicked or was stopped with the process.
#[derive(Debug, thiserror::Error)]
#[error("offloaded work did not finish")]
pub struct Lost(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Runs work of this weight; heavy work runs on the CPU pool. Tenants ([`Tenant::works`]) use the
/// pool in rotation.
pub async fn offload<T: Send + 'static>(
    weight: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Lost> {
    if weight <= LIGHT {
        return Ok(work());
    }
    let tenant = Tenant::current();
    apart(tenant.as_ref().map(|tenant| tenant.id()), tenant, work).await
}

/// Runs work of this weight for the tenant with this number, for tasks without a tenant.
pub async fn offload_for<T: Send + 'static>(
    tenant: i64,
    weight: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Lost> {
    if weight <= LIGHT {
        return Ok(work());
    }
    apart(Some(tenant), None, work).await
}

/// Runs long work on a thread of its own at the lowest priority, so that neither requests nor other heavy work wait for
/// it. Nobody is told when it ends. The work must not hold a lock that a request waits for.
///
/// # Errors
///
/// The thread can't be started.
pub fn in_background(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    let work = || {
        give_way(LEAST);
        work();
    };
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

async fn apart<T: Send + 'static>(
    key: Option<i64>,
    tenant: Option<Arc<Tenant>>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Lost> {
    let place = Arc::new(Mutex::new(None));
    let result = Arc::clone(&place);
    let work = move || *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(work());
    finished(key, tenant, Box::new(work)).await?;
    let result = place.lock().unwrap_or_else(PoisonError::into_inner).take();
    result.ok_or_else(|| Lost("it left no result".into()))
}

/// Waits until the work is done. The work stores its result itself, so that this function is
/// compiled once instead of once per type.
async fn finished(key: Option<i64>, tenant: Option<Arc<Tenant>>, work: Work) -> Result<(), Lost> {
    let (sender, done) = oneshot::channel();
    let work = move || {
        let began = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(work));
        if let Some(tenant) = tenant {
            tenant.charge(began);
        }
        // The caller may be gone; a panic drops the sender, which wakes the caller.
        if result.is_ok() {
            let _ = sender.send(());
        }
    };
    WAITING.push(key, Box::new(work));
    done.await.map_err(|lost| Lost(lost.into()))
}

/// Lowers the priority of this thread on Linux. Elsewhere the call would affect the process, so priorities stay.
fn give_way(niceness: i32) {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(niceness);
    #[cfg(not(target_os = "linux"))]
    let _ = niceness;
}

fn run() {
    give_way(NICENESS);
    loop {
        WAITING.pop()();
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
    async fn one_processor_is_left_to_those_who_answer() {
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
        assert_eq!(most.load(Ordering::SeqCst), (processors - 1).max(1));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn heavy_work_gives_way() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        assert_eq!(offload(HEAVY, niceness).await.unwrap(), niceness().max(0) + NICENESS);
    }

    #[tokio::test]
    async fn heavy_work_does_not_wait_for_background_work() {
        let (end, ends) = std::sync::mpsc::channel();
        let ends = Arc::new(Mutex::new(ends));
        for _ in 0..threads() {
            let ends = Arc::clone(&ends);
            in_background("background", move || ends.lock().unwrap().recv().unwrap()).unwrap();
        }
        assert_eq!(offload(HEAVY, || 1).await.unwrap(), 1);
        for _ in 0..threads() {
            end.send(()).unwrap();
        }
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_place_back() {
        for _ in 0..10 * available_parallelism().unwrap().get() {
            assert!(offload(HEAVY, || panic!("as the test wants it")).await.is_err());
        }
        assert_eq!(offload(HEAVY, || 1).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn what_is_done_for_a_tenant_is_counted_wherever_it_is_done() {
        let busy = |time: Duration| {
            let began = Instant::now();
            while began.elapsed() < time {}
        };
        let tenant = Arc::new(Tenant::new(7));
        let work = async {
            busy(Duration::from_millis(3));
            tokio::time::sleep(Duration::from_millis(50)).await;
            offload(HEAVY, move || busy(Duration::from_millis(4))).await.unwrap();
        };
        Arc::clone(&tenant).works(work).await;
        let spent = tenant.spent();
        assert!(spent >= Duration::from_millis(7), "{spent:?}");
        assert!(Tenant::current().is_none());
    }
}
