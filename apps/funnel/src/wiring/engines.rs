//! What a process needs to talk to engines, and to keep their secrets.

use service_keys::Keys;
use std::sync::Arc;

use adapter_engine::{ContentCache, EngineClient, EngineSettings, EngineTransport};
use adapter_postgres::{PgEngineConnections, Pool, Sealing};
use anyhow::Context as _;
use engine_link::AddressPolicy;
use runtime::{SystemClock, SystemEntropy};

/// Shared by all workers of a process. It is cheap to clone.
#[derive(Clone)]
pub struct Engines {
    /// The keys of all stored secrets, those of engines among them.
    pub sealing: Arc<Sealing>,
    /// The HTTP client, with the breakers of all connections.
    pub lines: Arc<EngineTransport>,
    /// The content of vaults, as engines answered it some seconds ago.
    pub content: Arc<ContentCache>,
}

impl Engines {
    /// Nothing is connected to yet.
    pub fn open(addresses: AddressPolicy, keys: &Keys) -> anyhow::Result<Self> {
        // TLS of outgoing requests asks for the process's provider. One that is there already is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let settings = EngineSettings::new(addresses);
        let lines = EngineTransport::new(settings, Arc::new(SystemClock), Arc::new(SystemEntropy));
        Ok(Self {
            sealing: Arc::new(keys.sealing(Arc::new(SystemEntropy))),
            lines: Arc::new(
                lines.context("engines can't be talked to")?.traced(http_kit::trace::traceparent),
            ),
            content: Arc::new(ContentCache::new()),
        })
    }

    /// The connections, on the pool of the worker that asks.
    pub fn connections(&self, pool: &Pool) -> PgEngineConnections {
        PgEngineConnections::new(pool.clone(), Arc::clone(&self.sealing))
    }

    /// The engines of all owners, on the pool of the worker that asks.
    pub fn client(&self, pool: &Pool) -> EngineClient {
        EngineClient::new(Arc::clone(&self.lines), Arc::new(self.connections(pool)))
    }
}
