//! Connects adapters to ports. Only this module knows both sides.

mod assets;
mod broadcasts;
mod conversions;
mod database;
mod destinations;
mod edge;
mod engines;
mod events;
mod jobs;
mod landings;
mod links;
mod opened;
mod operator;
mod qr;
pub mod service_keys;
mod standby;
mod transfer;
mod vault;
mod vitals;
mod webhooks;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use actix_web::web::{Data, ServiceConfig};
use adapter_postgres::{
    DraftCache, PgAuditLog, PgIdempotencyStore, PgKeyStore, PgMemberStore, PgOwnerStore, PgSessionStore,
    Pool, Reads, Standby,
};
use application::audit::AuditLog;
use application::snapshots::HostSnapshots;
use auth_scopes::{Authenticate, LastUsed, Members, Owners, Pepper, Peppers, Sessions};
use landing_draft::ports::{Provisioner, ServedFiles, TextRecords};
use outgoing::pixels::HttpSender;
use secrecy::ExposeSecret as _;
use tokio::sync::{Notify, watch};

pub use self::edge::{EdgeShared, kept_snapshots, live_page_changes};
pub use self::webhooks::webhook_sender;
pub use adapter_postgres::ChangeListener;
pub use assets::Assets;
pub use conversions::pixel_sender;
pub use database::{Database, read_config};
pub use destinations::prober;
pub use engines::Engines;
pub use jobs::{listen_for_changes, start_api_jobs, start_jobs};
pub use opened::Opened;
pub use operator::Operator;
pub use vitals::DatabaseVitals;

use self::broadcasts::Broadcasts;
use self::conversions::Conversions;
use self::landings::Landings;
use self::links::Links;
use self::qr::Qr;
use self::service_keys::Keys;
use self::transfer::Transfer;
use self::vault::Vaults;
use crate::config::Config;
use crate::overrides::Overrides;
use crate::telemetry::PrometheusHandle;
use ::edge::{EdgeCaches, Geoip};
use admin_api::PreviewFrame;
use admin_api::openapi::{self, Document};
use http_kit::auth::{Admission, Authenticator};
use http_kit::cpu_share::CpuShares;
use http_kit::deprecation::Notices;
use http_kit::fallback::KnownPaths;
use http_kit::paging::CursorKeys;
use http_kit::rate_limit::RateLimit;
use idempotency::IdempotencyStore;
use runtime::InFlight;
use runtime::{SystemClock, SystemEntropy};

/// Connections of one worker.
const POOL_SIZE: usize = 8;

/// State that all workers of a process share. Cheap to clone.
#[derive(Clone)]
pub struct Shared {
    pub config: Arc<Config>,
    /// URL of the database in use, possibly the private one.
    pub database_url: Arc<str>,
    /// URL of the database without the pooler, for long sessions.
    pub direct_url: Arc<str>,
    /// Standby for reads of statistics that may lag.
    pub standby: Option<Arc<Standby>>,
    pub keys: Arc<Keys>,
    /// Rate limits of the API keys.
    pub rate_limit: Arc<RateLimit>,
    /// CPU shares of the owners.
    pub cpu_shares: Arc<CpuShares>,
    pub in_flight: InFlight,
    pub document: Data<Document>,
    /// Deprecation notices of the operations.
    pub notices: Data<Notices>,
    /// Paths of the operations.
    pub known_paths: Data<KnownPaths>,
    pub metrics: PrometheusHandle,
    /// Injected parts.
    pub additions: Overrides,
    /// Engine client and sealing of secrets.
    pub engines: Engines,
    /// Files, labels and pictures of QR codes.
    pub assets: Assets,
    /// Country of each network, where configured.
    pub geoip: Option<Arc<Geoip>>,
    /// Checks whether domains are reachable.
    pub provisioner: Arc<dyn Provisioner>,
    /// TXT records, which prove ownership of a hostname.
    pub texts: Arc<dyn TextRecords>,
    /// Hosts that this process caches.
    pub memory: EdgeCaches,
    /// Cached hosts on disk, at the edge only.
    pub snapshots: Option<Arc<dyn HostSnapshots>>,
    /// Recently read drafts.
    pub read_drafts: Arc<DraftCache>,
    /// Times of last use of keys, written later.
    pub last_used: Arc<LastUsed>,
    /// Wakes the provisioning job.
    pub provisioning_wakeup: Arc<Notify>,
    /// Sends events to the ad platforms.
    pub pixel_sender: Arc<HttpSender>,
    /// Sends messages to the owners' endpoints.
    pub webhook_sender: Arc<outgoing::webhooks::HttpSender>,
    /// Checks the addresses that owners entered.
    pub prober: Arc<outgoing::destinations::HttpProber>,
    /// Wakes the jobs that forward conversions.
    pub conversion_wakeup: Arc<watch::Sender<()>>,
    /// Wakes the job that delivers campaigns.
    pub broadcast_wakeup: Arc<Notify>,
}

impl Shared {
    /// Opens the shared state of a process on an open database.
    pub fn open(
        config: Config,
        database: &Database,
        metrics: PrometheusHandle,
        opened: Opened,
        additions: Overrides,
        liveness: &Arc<AtomicBool>,
    ) -> anyhow::Result<Self> {
        let Opened { geoip, pixel_sender, webhook_sender, prober, provisioner, texts, assets } = opened;
        let document = openapi::document_with(additions.operations, additions.deprecated);
        let keys = Arc::clone(&database.keys);
        let standby = config
            .database_read_url
            .as_ref()
            .map(|url| Arc::new(Standby::new(&database.url, url.expose_secret(), Arc::new(SystemClock))));
        let snapshots = self::edge::open_snapshots(&config, &keys)?;
        let memory = EdgeCaches::new(liveness, u64::from(config.edge_cache_mb) << 20, snapshots.clone());
        Ok(Self {
            pixel_sender,
            webhook_sender,
            prober,
            geoip,
            provisioner,
            texts,
            rate_limit: Arc::new(RateLimit::new(config.rate_limit, config.owner_rate_limit)),
            cpu_shares: Arc::new(CpuShares::new(config.owner_rate_limit.is_on())),
            engines: Engines::open(config.engine_addresses, &keys)?,
            keys,
            database_url: database.url.as_str().into(),
            direct_url: database.direct_url.as_str().into(),
            standby,
            in_flight: InFlight::default(),
            known_paths: Data::new(KnownPaths::of(&document, &openapi::PAGES)),
            document: Data::new(Document::of(&document)?),
            notices: Data::new(Notices::of(&document, additions.deprecated)?),
            metrics,
            config: Arc::new(config),
            additions,
            assets,
            memory,
            snapshots,
            read_drafts: Arc::new(DraftCache::new()),
            last_used: Arc::new(LastUsed::new()),
            provisioning_wakeup: Arc::default(),
            conversion_wakeup: Arc::default(),
            broadcast_wakeup: Arc::default(),
        })
    }

    /// Creates a pool for one worker.
    pub fn pool(&self) -> Pool {
        adapter_postgres::pool(&self.database_url, POOL_SIZE)
    }

    /// Returns the reads of a worker with this pool, on the standby if there is one.
    fn reads(&self, pool: &Pool) -> Reads {
        let reads = Reads::of(pool.clone());
        match (&self.standby, &self.config.database_read_url) {
            (Some(standby), Some(url)) => {
                reads.beside(adapter_postgres::pool(url.expose_secret(), POOL_SIZE), Arc::clone(standby))
            }
            _ => reads,
        }
    }
}

/// The use-cases of one worker of the API.
pub struct Services {
    admission: Admission,
    cursors: CursorKeys,
    idempotency: Arc<dyn IdempotencyStore>,
    keys: auth_scopes::Keys,
    members: Members,
    sessions: Sessions,
    audit: Arc<dyn AuditLog>,
    landings: Landings,
    links: Links,
    qr: Qr,
    conversions: Conversions,
    vaults: Vaults,
    broadcasts: Broadcasts,
    transfer: Transfer,
    webhooks: ::webhooks::Webhooks,
    destinations: application::destinations::Destinations,
    preview_frame: PreviewFrame,
    files: Arc<dyn ServedFiles>,
}

/// The stores of keys and members, and the context that their use-cases share.
struct Team {
    keys: Arc<PgKeyStore>,
    members: Arc<PgMemberStore>,
    context: auth_scopes::Context,
    peppers: Arc<Peppers>,
}

impl Team {
    fn build(pool: &Pool, keys: &Keys) -> Self {
        Self {
            keys: Arc::new(PgKeyStore::new(pool.clone())),
            members: Arc::new(PgMemberStore::new(pool.clone())),
            context: auth_scopes::Context {
                clock: Arc::new(SystemClock),
                entropy: Arc::new(SystemEntropy),
                pepper: Arc::new(Pepper::new(*keys.pepper.expose_secret())),
            },
            peppers: Arc::new(keys.peppers()),
        }
    }

    fn authenticator(&self, last_used: Arc<LastUsed>) -> Arc<dyn Authenticator> {
        let (peppers, clock) = (Arc::clone(&self.peppers), Arc::clone(&self.context.clock));
        Arc::new(Authenticate::new(self.keys.clone(), peppers, clock, last_used))
    }
}

impl Services {
    /// Builds all use-cases on one pool.
    pub fn build(shared: &Shared, pool: &Pool) -> Self {
        let team = Team::build(pool, &shared.keys);
        let last_used = Arc::clone(&shared.last_used);
        let authenticator =
            shared.additions.authenticator.clone().unwrap_or_else(|| team.authenticator(last_used));
        let landings = Landings::build(shared, pool);
        let reads = shared.reads(pool);
        Self {
            admission: Admission {
                authenticator,
                rate_limit: Arc::clone(&shared.rate_limit),
                cpu_shares: Arc::clone(&shared.cpu_shares),
            },
            cursors: cursor_keys(&shared.keys),
            idempotency: Arc::new(PgIdempotencyStore::new(pool.clone())),
            audit: Arc::new(PgAuditLog::new(pool.clone())),
            members: Members::new(team.members.clone(), Arc::new(SystemClock)),
            sessions: Sessions::new(Arc::new(PgSessionStore::new(pool.clone())), Arc::new(SystemClock)),
            keys: auth_scopes::Keys::new(team.keys, team.members, team.context),
            qr: Qr::build(&shared.assets, pool),
            conversions: Conversions::build(shared, pool, &reads),
            links: Links::build(&shared.engines, Arc::clone(&landings.edit), pool),
            vaults: Vaults::build(&shared.engines, pool, &reads),
            broadcasts: Broadcasts::build(shared, pool),
            transfer: Transfer::build(shared, &landings.edit, pool),
            webhooks: self::webhooks::endpoints(shared, pool, &reads),
            destinations: self::destinations::destinations(shared, pool),
            landings,
            preview_frame: PreviewFrame(shared.config.dashboard_origin.clone()),
            files: Arc::new(shared.assets.files.clone()),
        }
    }

    /// Registers the use-cases for the handlers.
    pub fn register(self, config: &mut ServiceConfig) {
        config
            .app_data(Data::new(self.admission))
            .app_data(Data::new(self.cursors))
            .app_data(Data::from(self.idempotency))
            .app_data(Data::new(self.keys))
            .app_data(Data::new(self.members))
            .app_data(Data::new(self.sessions))
            .app_data(Data::from(self.audit))
            .app_data(Data::new(self.webhooks))
            .app_data(Data::new(self.destinations))
            .app_data(Data::new(self.preview_frame))
            .app_data(Data::from(self.files))
            .configure(|config| self.landings.register(config))
            .configure(|config| self.links.register(config))
            .configure(|config| self.qr.register(config))
            .configure(|config| self.transfer.register(config))
            .configure(|config| self.conversions.register(config))
            .configure(|config| self.vaults.register(config))
            .configure(|config| self.broadcasts.register(config));
    }
}

/// Accepts cursors of processes with the previous or next secret key.
fn cursor_keys(keys: &Keys) -> CursorKeys {
    let beside = keys.previous.iter().chain(&keys.next);
    beside.fold(CursorKeys::new(keys.cursors.expose_secret()), |known, keys| {
        known.also(keys.cursors.expose_secret())
    })
}

/// Builds the use-cases of tenants and first keys for the command line.
pub fn owners(pool: &Pool, keys: &Keys) -> Owners {
    let stores = Team::build(pool, keys);
    Owners::new(Arc::new(PgOwnerStore::new(pool.clone())), stores.members, stores.keys, stores.context)
}
