//! The use-cases of broadcasts, and the parts that they share with the delivery job.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use adapter_postgres::{PgBroadcasts, PgGate, Pool};
use broadcast_gate::campaigns::{CampaignPorts, Campaigns};
use broadcast_gate::deliver::{Deliver, DeliveryPorts};
use broadcast_gate::pace::PacePolicy;
use broadcast_gate::screening::{Screening, UnknownCountry};
use runtime::{SystemClock, SystemEntropy};
use workers::Workers;

use super::Shared;
use crate::config::BroadcastLimits;

/// Connections of the delivery job.
const POOL_SIZE: usize = 8;
/// Connections that look up the destination of a message.
const SENDERS: usize = 2;

pub(super) struct Broadcasts {
    campaigns: Campaigns,
}

impl Broadcasts {
    pub(super) fn build(shared: &Shared, pool: &Pool) -> Self {
        let limits = &shared.config.broadcast;
        let store = Arc::new(PgBroadcasts::new(pool.clone()));
        let ports = CampaignPorts {
            campaigns: store.clone(),
            ledger: store.clone(),
            stats: store,
            fans: Arc::new(shared.engines.client(pool)),
            gate: Arc::new(gate(limits, pool)),
            clock: Arc::new(SystemClock),
        };
        Self { campaigns: Campaigns::new(ports, screening(limits), pace(limits)) }
    }

    /// Registers the use-cases for the handlers.
    pub(super) fn register(self, config: &mut ServiceConfig) {
        config.app_data(Data::new(self.campaigns));
    }
}

/// Starts the delivery job and the job that publishes its progress.
pub(super) fn start_jobs(shared: &Shared, workers: &mut Workers) {
    let (limits, engines) = (&shared.config.broadcast, &shared.engines);
    let pool = adapter_postgres::pool(&shared.database_url, POOL_SIZE);
    // A pool of its own, because a submission in its slot can't wait until another row is settled.
    let senders = adapter_postgres::pool(&shared.database_url, SENDERS);
    let store = Arc::new(PgBroadcasts::new(pool.clone()));
    let ports = DeliveryPorts {
        campaigns: store.clone(),
        ledger: store.clone(),
        stats: store.clone(),
        events: store,
        fans: Arc::new(engines.client(&pool)),
        messenger: Arc::new(engines.client(&senders)),
        gate: Arc::new(gate(limits, &pool)),
        clock: Arc::new(SystemClock),
        entropy: Arc::new(SystemEntropy),
    };
    let deliver = Deliver::new(ports, screening(limits), pace(limits));
    let wakeup = Arc::clone(&shared.broadcast_wakeup);
    workers.start(|stop| workers::deliver(deliver, Arc::new(SystemClock), wakeup, stop));
    let store = PgBroadcasts::new(pool);
    workers.start(|stop| workers::measure_broadcasts(store, SystemClock, stop));
}

/// Builds the gate of all owners, combined with the configured one.
pub(super) fn gate(limits: &BroadcastLimits, pool: &Pool) -> PgGate {
    PgGate::new(pool.clone(), limits.gate_open)
}

/// Returns the configured screening rules.
pub(super) fn screening(limits: &BroadcastLimits) -> Screening {
    Screening {
        cooldown_seconds: i64::from(limits.cooldown_hours) * 3600,
        quiet: limits.quiet_hours,
        unknown_country: UnknownCountry::NoQuietHours,
    }
}

/// Returns the default pace of campaigns, capped by the configured maximum.
pub(super) fn pace(limits: &BroadcastLimits) -> PacePolicy {
    PacePolicy { max_per_minute: limits.max_per_minute, ..PacePolicy::default() }
}
