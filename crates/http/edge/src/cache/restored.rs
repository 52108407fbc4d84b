//! Restoring hosts from snapshots on disk.

use kernel::{Clock as _, Hostname};
use landing_page::CompiledPage;
use runtime::SystemClock;

use super::room::{HostMemory, Room};
use super::{Host, HostFacts, Known};
use crate::lookup::{KnownCodes, KnownLinks};

impl Room {
    /// Returns whether the host has a usable snapshot.
    pub(super) fn has_snapshot(&self, host: &Hostname) -> bool {
        self.snapshots.as_ref().is_some_and(|snapshots| snapshots.has(host, SystemClock.now()))
    }

    /// Fills unknown data of a host from its snapshot, if there is one. Concurrent visitors cause
    /// one read.
    pub(super) async fn restore(&self, host: &Hostname, memory: &HostMemory) {
        let Some(snapshots) = &self.snapshots else { return };
        let _turn = memory.restoring.lock().await;
        if memory.is_known() || !self.has_snapshot(host) {
            return;
        }
        let Some(snapshot) = snapshots.load(host, SystemClock.now()).await else { return };
        self.remember(&memory.page, memory, snapshot.page.map(CompiledPage::new));
        self.remember(&memory.links, memory, snapshot.links.map(KnownLinks::of));
        self.remember(&memory.codes, memory, snapshot.codes.map(|codes| KnownCodes::of(host, codes)));
        self.weigh(host);
    }

    fn remember<T: HostFacts>(&self, place: &Host<T>, memory: &HostMemory, value: Option<T>) {
        if value.as_ref().is_none_or(|value| self.takes(memory, value)) {
            place.learn_if_unknown(Known::restored(value));
        }
    }
}
