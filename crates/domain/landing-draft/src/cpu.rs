//! Execution of CPU-heavy work on large landings, away from threads that serve many requests.

use std::sync::{Arc, Mutex, PoisonError};

use kernel::StoreError;

use crate::ports::CpuPool;

/// Executor of CPU-heavy work on landings.
#[derive(Clone)]
pub struct Cpu(Option<Arc<dyn CpuPool>>);

impl Cpu {
    /// Creates an executor that runs heavy work on the threads of a pool.
    pub fn new(pool: Arc<dyn CpuPool>) -> Self {
        Self(Some(pool))
    }

    /// Creates an executor that runs all work on the calling thread, for programs that serve one
    /// caller at a time.
    pub fn inline() -> Self {
        Self(None)
    }

    /// Runs work on values of `weight` bytes.
    pub async fn work<T: Send + 'static>(
        &self,
        weight: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let Some(pool) = &self.0 else { return Ok(work()) };
        let done = Arc::new(Mutex::new(None));
        let result = Arc::clone(&done);
        let put = move || *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(work());
        pool.run(weight, Box::new(put)).await?;
        let done = done.lock().unwrap_or_else(PoisonError::into_inner).take();
        done.ok_or_else(|| StoreError::Failed("work was said to be done and was not".into()))
    }
}
