//! Work on large landings, which takes a processor longer than others should wait.

use std::sync::{Arc, Mutex, PoisonError};

use kernel::StoreError;

use crate::ports::CpuPool;

/// Where landings are worked on.
#[derive(Clone)]
pub struct Cpu(Option<Arc<dyn CpuPool>>);

impl Cpu {
    /// On the threads of this pool, where the work is heavy.
    pub fn new(pool: Arc<dyn CpuPool>) -> Self {
        Self(Some(pool))
    }

    /// At once, for programs that serve one caller at a time.
    pub fn inline() -> Self {
        Self(None)
    }

    /// Does work on values that take `weight` bytes.
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
