//! Mocks of all ports of a use-case, for tests of programs that use this crate.

use std::sync::Arc;

use kernel::UnixTime;
use kernel::fixed::FixedClock;

use crate::CampaignPorts;
use crate::ports::{MockCampaignStats, MockCampaignStore, MockFanDirectory, MockGateKeeper, MockLedger};

/// Mocks of the ports of [`Campaigns`](crate::Campaigns), without expectations.
#[derive(Debug)]
pub struct MockCampaignPorts {
    /// Mock of the campaign store.
    pub campaigns: MockCampaignStore,
    /// Mock of the ledger.
    pub ledger: MockLedger,
    /// Mock of the statistics.
    pub stats: MockCampaignStats,
    /// Mock of the fan directory.
    pub fans: MockFanDirectory,
    /// Mock of the gate.
    pub gate: MockGateKeeper,
    /// Moment that the clock shows.
    pub now: UnixTime,
}

impl MockCampaignPorts {
    /// Creates mocks with a clock that shows `now`.
    pub fn at(now: UnixTime) -> Self {
        Self {
            campaigns: MockCampaignStore::new(),
            ledger: MockLedger::new(),
            stats: MockCampaignStats::new(),
            fans: MockFanDirectory::new(),
            gate: MockGateKeeper::new(),
            now,
        }
    }

    /// Converts the mocks to the ports of the use-case.
    pub fn into_ports(self) -> CampaignPorts {
        CampaignPorts {
            campaigns: Arc::new(self.campaigns),
            ledger: Arc::new(self.ledger),
            stats: Arc::new(self.stats),
            fans: Arc::new(self.fans),
            gate: Arc::new(self.gate),
            clock: Arc::new(FixedClock::at(self.now)),
        }
    }
}
