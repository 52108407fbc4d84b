//! The machine's processors, for work on large landings.

use async_trait::async_trait;
use kernel::StoreError;
use landing_draft::ports::CpuPool;

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Processors;

#[async_trait]
impl CpuPool for Processors {
    async fn run(&self, weight: usize, work: Box<dyn FnOnce() + Send>) -> Result<(), StoreError> {
        offload::offload(weight, work).await.map_err(|lost| StoreError::Failed(lost.into()))
    }
}
