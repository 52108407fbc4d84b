//! Dependencies of the edge, and the way of touches into the database.

mod jobs;
mod snapshots;

use std::sync::Arc;

use ::edge::{
    Clients, CountrySource, EdgeLookup, EdgeServices, EventReceiver, LiveCache, SnapshotKeeper, TouchRecorder,
};
use adapter_postgres::{PgDomainStore, PgLive, PgTouchStore, Pool};
use admin_api::LivePageChanges;
use anyhow::Context as _;
use edge_files::touch_journal::{Home, Journal, Pace, Shipper};
use kernel::Hostname;
use runtime::SystemEntropy;
use secrecy::ExposeSecret as _;
use tokio::sync::Notify;
use workers::Workers;

pub use snapshots::kept_snapshots;
pub(super) use snapshots::open_snapshots;

use super::{Shared, conversions};

/// Connections of one worker of the edge, which reads from the database only on a cache miss.
const POOL_SIZE: usize = 4;

/// State that all edge workers of a process share.
#[derive(Clone)]
pub struct EdgeShared {
    shared: Shared,
    clients: Clients,
    recorder: TouchRecorder,
}

impl EdgeShared {
    /// Opens the dependencies of the edge, and starts to ship touches.
    pub fn open(shared: &Shared, workers: &mut Workers) -> anyhow::Result<Self> {
        let config = &shared.config;
        if let Some(geoip) = shared.geoip.clone() {
            workers.start(|stop| jobs::reload_geoip(geoip, stop));
        }
        workers.start(jobs::prepare_rules);
        let country = CountrySource {
            header: config.country_header.clone(),
            trusted: config.trusted_proxies.clone(),
            geoip: shared.geoip.clone(),
        };
        let clients = Clients::new(
            country,
            shared.keys.visitor_salt.expose_secret(),
            config.visitor_cookie,
            shared.memory.agents.clone(),
        );
        let recorder = TouchRecorder::new(Arc::new(journal(shared, workers)?));
        if let Some(snapshots) = shared.snapshots.clone() {
            let lookup = lookup(shared, adapter_postgres::pool(&shared.database_url, 1));
            workers.start(|stop| jobs::keep_snapshots(SnapshotKeeper::new(lookup, snapshots), stop));
        }
        Ok(Self { shared: shared.clone(), clients, recorder })
    }

    /// Builds the services of one worker, on a pool of its own.
    pub fn services(&self) -> EdgeServices {
        let Self { shared, clients, recorder } = self.clone();
        let pool = adapter_postgres::pool(&shared.database_url, POOL_SIZE);
        let events = EventReceiver::new(
            Arc::new(shared.engines.connections(&pool)),
            conversions::intake(&shared, &pool),
        );
        let lookup = lookup(&shared, pool);
        EdgeServices {
            lookup,
            clients,
            recorder,
            escapes: shared.config.escapes,
            files: Arc::new(shared.assets.files),
            events,
            in_flight: shared.in_flight,
        }
    }
}

/// Opens the journal: touches go from memory to the data folder, and from there to the database.
fn journal(shared: &Shared, workers: &mut Workers) -> anyhow::Result<Journal> {
    let root = shared.config.data_dir.join("touches");
    let home = Arc::new(
        Home::create(&root, &SystemEntropy).context("FUNNEL_DATA_DIR: touches can't be kept there")?,
    );
    let sealed = Arc::new(Notify::new());
    let journal =
        Journal::start(Arc::clone(&home), Arc::clone(&sealed)).context("touches can't be written")?;
    let store = PgTouchStore::new(adapter_postgres::pool(&shared.database_url, 1));
    let pace = Pace { per_second: shared.config.touches_per_second, ..Pace::default() };
    let shipper = Shipper::new(root, home, Arc::new(store), sealed).at(pace);
    let taken = journal.clone();
    workers.start(|stop| jobs::ship_touches(taken, shipper, stop));
    Ok(journal)
}

/// Builds the edge lookup: in-memory host caches backed by stores on `pool`.
fn lookup(shared: &Shared, pool: Pool) -> EdgeLookup {
    EdgeLookup {
        memory: shared.memory.clone(),
        pages: Arc::new(PgDomainStore::new(pool.clone())),
        links: Arc::new(PgLive::new(pool.clone())),
        codes: Arc::new(PgLive::new(pool)),
    }
}

/// Returns the page cache of this process for the API, which changes pages.
pub fn live_page_changes(shared: &Shared) -> Arc<dyn LivePageChanges> {
    Arc::new(Remembered(Arc::clone(&shared.memory.pages)))
}

struct Remembered(Arc<LiveCache>);

impl LivePageChanges for Remembered {
    fn changed(&self, host: &Hostname) {
        self.0.changed(host);
    }
}
