//! Mocks of all ports of a use-case at once, for tests of programs that use it.

use std::sync::Arc;

use kernel::UnixTime;
use kernel::fixed::FixedClock;

use crate::CampaignPorts;
use crate::ports::{MockCampaignStats, MockCampaignStore, MockFanDirectory, MockGateKeeper, MockLedger};

/// The ports of [`Campaigns`](crate::Campaigns) as mocks of which nothing is expected yet.
#[derive(Debug)]
pub struct MockCampaignPorts {
    /// The campaigns.
    pub campaigns: MockCampaignStore,
    /// Their rows.
    pub ledger: MockLedger,
    /// Their statistics.
    pub stats: MockCampaignStats,
    /// The fans.
    pub fans: MockFanDirectory,
    /// The gate.
    pub gate: MockGateKeeper,
    /// The time that the clock shows.
    pub now: UnixTime,
}

impl MockCampaignPorts {
    /// Mocks with a clock that shows `now`.
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

    /// The ports.
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
