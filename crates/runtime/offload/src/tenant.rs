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
        TenantWork { tenant: self, work: Box::pin(work) }
    }

    /// Runs one step of work for this tenant, as [`works`](Self::works) does. A value that is polled
    /// by somebody else's task, such as the body of a response, polls its content in such steps.
    pub fn step<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let done = TENANT.sync_scope(Arc::clone(self), work);
        self.charge(began);
        done
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

/// Work of a tenant.
struct TenantWork<F> {
    tenant: Arc<Tenant>,
    work: Pin<Box<F>>,
}

impl<F: Future> Future for TenantWork<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Self { tenant, work } = &mut *self;
        tenant.step(|| work.as_mut().poll(context))
    }
}
