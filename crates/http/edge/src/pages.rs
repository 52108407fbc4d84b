//! Live pages as cached host data.

use async_trait::async_trait;
use kernel::{Hostname, OwnerId, StoreError};
use landing_draft::ports::{LivePages, LiveStamp};
use landing_page::CompiledPage;

use crate::cache::{Host, HostFacts, HostMemory, HostSource};

impl HostFacts for CompiledPage {
    type Stamp = LiveStamp;

    fn stamp(&self) -> LiveStamp {
        self.live().stamp
    }

    fn owner(&self) -> OwnerId {
        self.live().stamp.owner
    }

    fn bytes(&self) -> usize {
        CompiledPage::bytes(self)
    }

    fn of(memory: &HostMemory) -> &Host<Self> {
        &memory.page
    }
}

#[async_trait]
impl HostSource<CompiledPage> for dyn LivePages {
    async fn stamp(&self, host: &Hostname) -> Result<Option<LiveStamp>, StoreError> {
        LivePages::stamp(self, host).await
    }

    async fn load(
        &self,
        host: &Hostname,
        _: Option<&CompiledPage>,
    ) -> Result<Option<CompiledPage>, StoreError> {
        Ok(LivePages::load(self, host).await?.map(CompiledPage::new))
    }
}
