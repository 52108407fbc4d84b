//! Tenants of tasks, and their CPU time.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

tokio::task_local! {
    static TENANT: Arc<Tenant>;
}

/// A tenant that shares the CPUs.
#[derive(Debug, Default)]
pub struct Tenant {
    id: i64,
    spent: AtomicU64,
}

impl Tenant {
    /// Creates the tenant with this number.
    pub fn new(id: i64) -> Self {
        Self { id, spent: AtomicU64::default() }
    }

    /// Returns the CPU time used for this tenant so far.
    pub fn spent(&self) -> Duration {
        Duration::from_nanos(self.spent.load(Ordering::Relaxed))
    }

    /// Returns the tenant of the current task.
    pub fn current() -> Option<Arc<Self>> {
        TENANT.try_with(Arc::clone).ok()
    }

    /// Runs `work` for this tenant: its CPU time is counted, and its offloaded work waits in the
    /// tenant's own queue.
    pub fn works<F: Future>(self: Arc<Self>, work: F) -> impl Future<Output = F::Output> {
        let metered = Metered { tenant: Arc::clone(&self), work: Box::pin(work) };
        TENANT.scope(self, metered)
    }

    /// Keeps the current task's tenant for work that is spawned.
    pub fn carry<F: Future>(work: F) -> impl Future<Output = F::Output> {
        let tenant = Self::current();
        async move {
            match tenant {
                Some(tenant) => tenant.works(work).await,
                None => work.await,
            }
        }
    }

    pub(crate) fn id(&self) -> i64 {
        self.id
    }

    pub(crate) fn charge(&self, since: Instant) {
        let nanos = u64::try_from(since.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.spent.fetch_add(nanos, Ordering::Relaxed);
    }
}

/// Work with measured CPU time.
struct Metered<F> {
    tenant: Arc<Tenant>,
    work: Pin<Box<F>>,
}

impl<F: Future> Future for Metered<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let began = Instant::now();
        let polled = self.work.as_mut().poll(context);
        self.tenant.charge(began);
        polled
    }
}
