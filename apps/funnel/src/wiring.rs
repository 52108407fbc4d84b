//! Which adapter stands behind which port. The one place that knows both sides.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use actix_web::web::{Data, ServiceConfig};
use adapter_postgres::{
    Change, ChangeListener, Claim, Claimed, OnceRequest, PgDomainStore, PgDraftStore, PgIdempotencyStore,
    PgKeyStore, PgMemberStore, PgOwnerStore, PgPresetStore, PgProvisioningQueue, Pool, StoredAnswer,
};
use anyhow::Context as _;
use async_trait::async_trait;
use auth_scopes::{Authenticate, LastUsed, Members, Owners, Pepper};
use kernel::{Hostname, OwnerId, StoreError};
use landing_draft::domain::{PlanCaps, Surroundings};
use landing_draft::domains::Domains;
use landing_draft::editing::EditDraft;
use landing_draft::id::Ids;
use landing_draft::labels::Labels;
use landing_draft::library::Library;
use landing_draft::ports::{LivePages, Provisioner};
use landing_draft::provisioning::ProvisionDomains;
use landing_draft::publishing::Publishing;
use landing_draft::uploads::Uploads;
use metrics_exporter_prometheus::PrometheusHandle;
use secrecy::ExposeSecret as _;
use tokio::sync::Notify;
use utoipa::openapi::OpenApi;

use crate::config::{self, Config};
use crate::drain::InFlight;
use crate::engines::Engines;
use crate::http::admin::PreviewFrame;
use crate::http::auth::{Authenticator, Gate};
use crate::http::edge::{Clients, CountrySource, LiveCache};
use crate::http::idempotency::IdempotencyStore;
use crate::http::management::Vitals;
use crate::http::rate_limit::RateLimit;
use crate::http::unmatched::KnownPaths;
use crate::media::{Files, Intake, Typesetter};
use crate::ports::{SystemClock, SystemEntropy};
use crate::provisioners::{AsItIs, ByDns};
use crate::secrets::Keys;
use crate::server::Additions;
use crate::workers::{self, Workers};

/// Connections of one worker.
const POOL_SIZE: usize = 8;

/// Connections of one worker of the edge, which asks the database only for what it does not remember.
const EDGE_POOL_SIZE: usize = 4;

/// Connections of all background jobs together.
const JOB_POOL_SIZE: usize = 4;

/// What all workers of a process share. It is cheap to clone.
#[derive(Clone)]
pub struct Shared {
    /// The configuration.
    pub config: Arc<Config>,
    /// The address of the database in use, the private one included.
    pub database_url: Arc<str>,
    /// The service's own keys.
    pub keys: Arc<Keys>,
    /// The shares of the API keys.
    pub rate_limit: Arc<RateLimit>,
    /// Requests in progress.
    pub in_flight: InFlight,
    /// The OpenAPI document.
    pub document: Arc<OpenApi>,
    /// Its paths.
    pub known_paths: Data<KnownPaths>,
    /// The figures of the process.
    pub figures: PrometheusHandle,
    /// What was put in from outside.
    pub additions: Additions,
    /// What talks to engines and keeps secrets.
    pub engines: Engines,
    /// Uploaded and rendered files.
    pub files: Files,
    /// The live pages that this process remembers.
    pub live_cache: Data<LiveCache>,
    /// When keys were last used, to be written behind.
    pub last_used: Arc<LastUsed>,
    /// Wakes the provisioning job.
    pub provisioning_news: Arc<Notify>,
}

impl Shared {
    /// A pool for the worker that calls it.
    pub fn pool(&self) -> Pool {
        adapter_postgres::pool(&self.database_url, POOL_SIZE)
    }
}

/// The use-cases of one worker of the API.
pub struct Services {
    gate: Gate,
    idempotency: Arc<dyn IdempotencyStore>,
    keys: auth_scopes::Keys,
    members: Members,
    landings: Landings,
    preview_frame: PreviewFrame,
    files: Files,
}

/// The stores of keys and members, and what their use-cases share.
struct Team {
    keys: Arc<PgKeyStore>,
    members: Arc<PgMemberStore>,
    surroundings: auth_scopes::Surroundings,
}

impl Team {
    fn build(pool: &Pool, keys: &Keys) -> Self {
        Self {
            keys: Arc::new(PgKeyStore::new(pool.clone())),
            members: Arc::new(PgMemberStore::new(pool.clone())),
            surroundings: auth_scopes::Surroundings {
                clock: Arc::new(SystemClock),
                entropy: Arc::new(SystemEntropy),
                pepper: Arc::new(Pepper::new(*keys.pepper.expose_secret())),
            },
        }
    }

    fn authenticator(&self, last_used: Arc<LastUsed>) -> Arc<dyn Authenticator> {
        let auth_scopes::Surroundings { clock, pepper, .. } = self.surroundings.clone();
        Arc::new(Authenticate::new(self.keys.clone(), pepper, clock, last_used))
    }
}

/// The use-cases of landings.
struct Landings {
    ids: Ids,
    edit: EditDraft,
    domains: Domains,
    publishing: Publishing,
    library: Library,
    uploads: Uploads,
}

impl Landings {
    fn build(config: &Config, files: &Files, pool: &Pool) -> Self {
        let ids = Ids::new(Arc::new(SystemClock), Arc::new(SystemEntropy));
        let surroundings = Surroundings { clock: Arc::new(SystemClock), ids: ids.clone() };
        let drafts = Arc::new(PgDraftStore::new(pool.clone()));
        let domains = Arc::new(PgDomainStore::new(pool.clone()));
        let presets = Arc::new(PgPresetStore::new(pool.clone()));
        let labels = Labels::new(Arc::new(Typesetter), Arc::new(files.clone()));
        Self {
            library: Library::new(presets, drafts.clone(), Arc::new(SystemClock)),
            uploads: Uploads::new(Arc::new(Intake), Arc::new(files.clone())),
            ids,
            edit: EditDraft::new(drafts.clone(), labels, surroundings.clone()),
            domains: Domains::new(domains, surroundings.clone(), plan_caps(config)),
            publishing: Publishing::new(drafts.clone(), drafts, surroundings),
        }
    }
}

fn plan_caps(config: &Config) -> PlanCaps {
    let cap = |plan: &str| config.plan_caps.get(plan).copied().unwrap_or_default();
    PlanCaps { free: cap("free"), pro: cap("pro"), agency: cap("agency") }
}

impl Services {
    /// All use-cases on one pool.
    pub fn build(shared: &Shared, pool: &Pool) -> Self {
        let team = Team::build(pool, &shared.keys);
        let last_used = Arc::clone(&shared.last_used);
        let authenticator =
            shared.additions.authenticator.clone().unwrap_or_else(|| team.authenticator(last_used));
        Self {
            gate: Gate { authenticator, rate_limit: Arc::clone(&shared.rate_limit) },
            idempotency: Arc::new(PgIdempotencyStore::new(pool.clone())),
            members: Members::new(team.members.clone(), Arc::new(SystemClock)),
            keys: auth_scopes::Keys::new(team.keys, team.members, team.surroundings),
            landings: Landings::build(&shared.config, &shared.files, pool),
            preview_frame: PreviewFrame(shared.config.dashboard_origin.clone()),
            files: shared.files.clone(),
        }
    }

    /// Hands them to the handlers.
    pub fn register(self, config: &mut ServiceConfig) {
        let Landings { ids, edit, domains, publishing, library, uploads } = self.landings;
        config
            .app_data(Data::new(self.gate))
            .app_data(Data::from(self.idempotency))
            .app_data(Data::new(self.keys))
            .app_data(Data::new(self.members))
            .app_data(Data::new(ids))
            .app_data(Data::new(edit))
            .app_data(Data::new(domains))
            .app_data(Data::new(publishing))
            .app_data(Data::new(library))
            .app_data(Data::new(uploads))
            .app_data(Data::new(self.preview_frame))
            .app_data(Data::new(self.files));
    }
}

/// What one worker of the edge needs.
pub struct EdgeServices {
    files: Files,
    pages: Arc<dyn LivePages>,
    clients: Clients,
    cache: Data<LiveCache>,
}

impl EdgeServices {
    /// Everything on a pool of its own.
    pub fn build(shared: &Shared) -> Self {
        let pool = adapter_postgres::pool(&shared.database_url, EDGE_POOL_SIZE);
        let country = CountrySource {
            header: shared.config.country_header.clone(),
            trusted: shared.config.trusted_proxies.clone(),
        };
        Self {
            files: shared.files.clone(),
            pages: Arc::new(PgDomainStore::new(pool)),
            clients: Clients::new(country, Arc::clone(&shared.keys)),
            cache: shared.live_cache.clone(),
        }
    }

    /// Hands them to the handlers.
    pub fn register(self, config: &mut ServiceConfig) {
        config
            .app_data(Data::new(self.files))
            .app_data(Data::from(self.pages))
            .app_data(Data::new(self.clients))
            .app_data(self.cache);
    }
}

/// Listens to the news of all processes, and passes them on inside this one.
pub fn listen_to_news(shared: &Shared, liveness: Arc<AtomicBool>) -> ChangeListener {
    let (cache, provisioning) = (shared.live_cache.clone(), Arc::clone(&shared.provisioning_news));
    ChangeListener::start(shared.database_url.to_string(), liveness, move |change| match change {
        Change::Live(host) => cache.changed(&host),
        Change::Provisioning => provisioning.notify_one(),
        Change::Anything => {
            cache.anything_changed();
            provisioning.notify_one();
        }
    })
}

/// Starts what a process of the API does beside answering.
pub fn start_api_jobs(shared: &Shared, workers: &mut Workers) {
    let keys = PgKeyStore::new(adapter_postgres::pool(&shared.database_url, 1));
    let last_used = Arc::clone(&shared.last_used);
    workers.start(|stop| workers::write_last_used(last_used, keys, SystemClock, stop));
}

/// Starts the jobs of a worker process.
pub fn start_jobs(shared: &Shared, workers: &mut Workers) -> anyhow::Result<()> {
    let pool = adapter_postgres::pool(&shared.database_url, JOB_POOL_SIZE);
    let provisioner: Arc<dyn Provisioner> = match shared.config.provisioner {
        config::Provisioner::None => Arc::new(AsItIs),
        config::Provisioner::Dns => Arc::new(
            ByDns::from_system(&shared.config.dns_target)
                .context("FUNNEL_PROVISIONER: the name servers of this machine can't be asked")?,
        ),
    };
    let queue = Arc::new(PgProvisioningQueue::new(pool.clone()));
    let domains = ProvisionDomains::new(queue, provisioner, Arc::new(SystemClock));
    let news = Arc::clone(&shared.provisioning_news);
    workers.start(|stop| workers::provision(domains, news, stop));
    workers.start(|stop| workers::forget_answers(PgIdempotencyStore::new(pool), SystemClock, stop));
    Ok(())
}

#[async_trait]
impl IdempotencyStore for PgIdempotencyStore {
    async fn claim(
        &self,
        owner: OwnerId,
        request: &OnceRequest,
        claim: Claim,
    ) -> Result<Claimed, StoreError> {
        self.claim(owner, request, claim).await
    }

    async fn complete(
        &self,
        owner: OwnerId,
        request: &OnceRequest,
        claim: i64,
        answer: &StoredAnswer,
    ) -> Result<(), StoreError> {
        self.complete(owner, request, claim, answer).await
    }

    async fn release(&self, owner: OwnerId, request: &OnceRequest, claim: i64) -> Result<(), StoreError> {
        self.release(owner, request, claim).await
    }
}

/// Health as seen from the database.
pub struct DatabaseVitals {
    database_url: Arc<str>,
    pages: PgDomainStore,
}

impl DatabaseVitals {
    /// The health of the database that `shared` names.
    pub fn new(shared: &Shared) -> Self {
        let pool = adapter_postgres::pool(&shared.database_url, 1);
        Self { database_url: Arc::clone(&shared.database_url), pages: PgDomainStore::new(pool) }
    }
}

#[async_trait]
impl Vitals for DatabaseVitals {
    async fn trouble(&self) -> Option<String> {
        match adapter_postgres::pending_migrations(&self.database_url).await {
            Ok(pending) if pending.is_empty() => None,
            Ok(pending) => Some(format!("{} migrations are pending", pending.len())),
            Err(error) => Some(error.to_string()),
        }
    }

    async fn serves(&self, hostname: &str) -> bool {
        let Ok(hostname) = Hostname::parse(hostname) else { return false };
        match self.pages.is_active(&hostname).await {
            Ok(active) => active,
            Err(error) => {
                tracing::warn!(cause = ?error, "a domain could not be looked up");
                false
            }
        }
    }
}

/// Tenants and their first keys, for the command line.
pub fn owners(pool: &Pool, keys: &Keys) -> Owners {
    let stores = Team::build(pool, keys);
    Owners::new(Arc::new(PgOwnerStore::new(pool.clone())), stores.members, stores.keys, stores.surroundings)
}
