//! Client of the engines, and sealing of their secrets.

use std::sync::Arc;

use adapter_engine::{ContentCache, EngineClient, EngineSettings, EngineTransport};
use adapter_postgres::{PgEngineConnections, Pool, Sealing};
use anyhow::Context as _;
use engine_link::AddressPolicy;
use runtime::{SystemClock, SystemEntropy};

use super::service_keys::Keys;

/// Engine client that all workers of a process share. Cheap to clone.
#[derive(Clone)]
pub struct Engines {
    /// Keys of all stored secrets, including those of engines.
    pub sealing: Arc<Sealing>,
    /// HTTP client with the circuit breakers of all connections.
    pub lines: Arc<EngineTransport>,
    /// Cache of vault contents, kept for some seconds.
    pub content: Arc<ContentCache>,
}

impl Engines {
    /// Builds the client without connecting.
    pub fn open(addresses: AddressPolicy, keys: &Keys) -> anyhow::Result<Self> {
        // TLS needs a process-wide provider; one that is already installed works too.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let settings = EngineSettings::new(addresses);
        let lines = EngineTransport::new(settings, Arc::new(SystemClock), Arc::new(SystemEntropy));
        Ok(Self {
            sealing: Arc::new(keys.sealing(Arc::new(SystemEntropy))),
            lines: Arc::new(
                lines.context("the engine client could not be built")?.traced(http_kit::trace::traceparent),
            ),
            content: Arc::new(ContentCache::new()),
        })
    }

    /// Returns the store of connections, on the calling worker's pool.
    pub fn connections(&self, pool: &Pool) -> PgEngineConnections {
        PgEngineConnections::new(pool.clone(), Arc::clone(&self.sealing))
    }

    /// Returns the client for all engines, on the calling worker's pool.
    pub fn client(&self, pool: &Pool) -> EngineClient {
        EngineClient::new(Arc::clone(&self.lines), Arc::new(self.connections(pool)))
    }
}
