//! The use-cases of conversions: taking in events, forwarding them, and statistics.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use adapter_postgres::{
    PgConversionReads, PgDeliveries, PgEventCursors, PgEventStore, PgFunnelStats, PgLinkSummaries, PgPulls,
    PgSpenderReads, Pool, Reads,
};
use admin_api::Connected;
use anyhow::Context as _;
use attribution::event_sink::EventSink;
use attribution::intake::Intake;
use attribution::ports::{ApartReads, ConversionReads, FunnelStatsReads, LinkSummaryReads};
use attribution::statistics::Statistics;
use conversion_pixel::Platform;
use conversion_pixel::forwarding::{Forwarding, PixelLog};
use outgoing::pixels::{Endpoints, EndpointsError, HttpSender};
use runtime::{SystemClock, SystemEntropy};
use workers::{EventPuller, Workers};

use super::events::EventIntake;
use super::{Engines, Shared};
use crate::config::{Config, ConfigError};

/// Connections of the jobs that take in events and forward conversions.
const POOL_SIZE: usize = 8;

/// The use-cases of conversions in the API.
pub(super) struct Conversions {
    statistics: Statistics,
    stats: Arc<dyn FunnelStatsReads>,
    apart: Arc<dyn ApartReads>,
    summaries: Arc<dyn LinkSummaryReads>,
    listed: Arc<dyn ConversionReads>,
    connected: Connected,
    log: PixelLog,
}

impl Conversions {
    pub(super) fn build(shared: &Shared, pool: &Pool, reads: &Reads) -> Self {
        let (clock, entropy) = (Arc::new(SystemClock), Arc::new(SystemEntropy));
        let spenders = Arc::new(reads.store(PgSpenderReads::new));
        let log = reads.store(|pool| PgDeliveries::new(pool, Arc::clone(&shared.engines.sealing)));
        let sender = shared.pixel_sender.clone();
        Self {
            statistics: Statistics::new(spenders),
            stats: Arc::new(reads.store(PgFunnelStats::new)),
            // Never reads the replica, where the data of a new domain may still be missing.
            apart: Arc::new(PgFunnelStats::new(pool.clone())),
            summaries: Arc::new(reads.store(PgLinkSummaries::new)),
            listed: Arc::new(reads.store(PgConversionReads::new)),
            connected: Connected(Arc::new(shared.engines.connections(pool))),
            log: PixelLog::new(Arc::new(log), sender, clock, entropy),
        }
    }

    /// Registers the use-cases for the handlers.
    pub(super) fn register(self, config: &mut ServiceConfig) {
        config
            .app_data(Data::new(self.statistics))
            .app_data(Data::from(self.stats))
            .app_data(Data::from(self.apart))
            .app_data(Data::from(self.summaries))
            .app_data(Data::from(self.listed))
            .app_data(Data::new(self.connected))
            .app_data(Data::new(self.log));
    }
}

/// Builds the sender for the configured ad platforms.
pub fn pixel_sender(config: &Config) -> anyhow::Result<HttpSender> {
    let meta = config.meta_url.as_deref().unwrap_or(Endpoints::META);
    let tiktok = config.tiktok_url.as_deref().unwrap_or(Endpoints::TIKTOK);
    let endpoints = Endpoints::parse(meta, &config.meta_version, tiktok).map_err(|error| {
        let variable = match &error {
            EndpointsError::Version(_) => "FUNNEL_META_VERSION",
            EndpointsError::Address(address) if address == meta => "FUNNEL_META_URL",
            EndpointsError::Address(_) => "FUNNEL_TIKTOK_URL",
        };
        ConfigError::new(variable, error.to_string())
    })?;
    HttpSender::new(endpoints, Arc::new(SystemClock)).context("ad platforms can't be talked to")
}

/// Builds the intake of events on the calling worker's pool.
pub(super) fn intake(shared: &Shared, pool: &Pool) -> Arc<dyn EventSink> {
    Arc::new(EventIntake::new(raw_intake(shared, pool), Arc::clone(&shared.conversion_wakeup)))
}

fn raw_intake(shared: &Shared, pool: &Pool) -> Intake {
    event_intake(pool, &shared.engines)
}

/// Builds the intake of events on `pool`. The intake quarantines events that the database rejects.
pub(super) fn event_intake(pool: &Pool, engines: &Engines) -> Intake {
    let store = Arc::new(PgEventStore::new(pool.clone(), Arc::clone(&engines.sealing)));
    Intake::new(store.clone(), store, Arc::new(SystemClock))
}

fn deliveries(shared: &Shared, pool: &Pool) -> Arc<PgDeliveries> {
    Arc::new(PgDeliveries::new(pool.clone(), Arc::clone(&shared.engines.sealing)))
}

/// Starts the jobs that pull events and forward conversions.
pub(super) fn start_jobs(shared: &Shared, workers: &mut Workers) {
    let pool = adapter_postgres::pool(&shared.database_url, POOL_SIZE);
    let puller = EventPuller {
        pulls: Arc::new(PgPulls::events(pool.clone())),
        cursors: Arc::new(PgEventCursors::new(pool.clone())),
        log: Arc::new(shared.engines.client(&pool)),
        intake: intake(shared, &pool),
        clock: Arc::new(SystemClock),
        pause_seconds: shared.config.engine_pull_seconds.into(),
    };
    workers.start(|stop| workers::pull_events(puller, stop));
    let forwarding =
        Forwarding::new(deliveries(shared, &pool), shared.pixel_sender.clone(), Arc::new(SystemClock));
    for platform in Platform::ALL {
        let (forwarding, wakeup) = (forwarding.clone(), shared.conversion_wakeup.subscribe());
        workers.start(move |stop| workers::forward(forwarding, platform, wakeup, stop));
    }
    let intake = raw_intake(shared, &pool);
    let due = intake.clone();
    workers.start(|stop| workers::take_in_due(due, stop));
    workers.start(|stop| workers::purge_events(intake, forwarding, stop));
}
