//! Which adapter stands behind which port. The one place that knows both sides.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use adapter_postgres::{Claim, Claimed, OnceRequest, PgIdempotencyStore, Pool, StoredAnswer};
use async_trait::async_trait;
use auth_scopes::Owners;
use kernel::{OwnerId, StoreError};
use metrics_exporter_prometheus::PrometheusHandle;
use utoipa::openapi::OpenApi;

use crate::config::Config;
use crate::drain::InFlight;
use crate::http::auth::Gate;
use crate::http::idempotency::IdempotencyStore;
use crate::http::management::Vitals;
use crate::http::rate_limit::RateLimit;
use crate::http::unmatched::KnownPaths;
use crate::secrets::Keys;
use crate::server::Additions;

/// Connections of one worker.
const POOL_SIZE: usize = 8;

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
}

impl Services {
    /// All use-cases on one pool.
    pub fn build(shared: &Shared, pool: &Pool) -> Self {
        let authenticator = shared.additions.authenticator.clone().unwrap_or_else(crate::seam::authenticator);
        Self {
            gate: Gate { authenticator, rate_limit: Arc::clone(&shared.rate_limit) },
            idempotency: Arc::new(PgIdempotencyStore::new(pool.clone())),
        }
    }

    /// Hands them to the handlers.
    pub fn register(self, config: &mut ServiceConfig) {
        config.app_data(Data::new(self.gate)).app_data(Data::from(self.idempotency));
    }
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
}

impl DatabaseVitals {
    /// The health of the database that `shared` names.
    pub fn new(shared: &Shared) -> Self {
        Self { database_url: Arc::clone(&shared.database_url) }
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

    async fn serves(&self, _hostname: &str) -> bool {
        false
    }
}

/// Tenants and their first keys, for the command line.
// SEAM: `Owners::new` over the stores of owners, members and keys, once they have landed in `adapter-postgres`.
pub fn owners(_pool: &Pool, _keys: &Keys) -> anyhow::Result<Owners> {
    anyhow::bail!("owners and keys have no store in this build")
}
