//! Health of the process.

use std::sync::Arc;

use adapter_engine::ContentCache;
use adapter_postgres::{DraftCache, PgDomainStore};
use application::snapshots::HostSnapshots;
use async_trait::async_trait;
use edge::EdgeCaches;
use http_kit::management::{NotReady, Vitals};
use kernel::{Clock as _, Hostname, UnixTime};
use landing_draft::ports::LivePages as _;
use runtime::{InFlight, Lookups, SystemClock};

use super::{Assets, Shared};
use crate::config::Roles;

const EDGE_ALONE: Roles = Roles { api: false, edge: true, worker: false, dashboard: false };

/// Checks the database, and measures the memory of caches.
pub struct DatabaseVitals {
    in_flight: InFlight,
    database_url: Arc<str>,
    pages: PgDomainStore,
    memory: EdgeCaches,
    snapshots: Option<Arc<dyn HostSnapshots>>,
    /// Whether the edge is the only role of this process.
    is_edge_alone: bool,
    assets: Assets,
    content: Arc<ContentCache>,
    drafts: Arc<DraftCache>,
    draft_lookups: Lookups,
}

impl DatabaseVitals {
    /// Builds the health checks of the database in `shared`.
    pub fn new(shared: &Shared) -> Self {
        let pool = adapter_postgres::pool(&shared.database_url, 1);
        Self {
            in_flight: shared.in_flight.clone(),
            database_url: Arc::clone(&shared.database_url),
            pages: PgDomainStore::new(pool),
            memory: shared.memory.clone(),
            snapshots: shared.snapshots.clone(),
            is_edge_alone: shared.config.roles == EDGE_ALONE,
            assets: shared.assets.clone(),
            content: Arc::clone(&shared.engines.content),
            drafts: Arc::clone(&shared.read_drafts),
            draft_lookups: Lookups::of("drafts"),
        }
    }

    async fn is_active(&self, hostname: &Hostname) -> bool {
        match self.pages.is_active(hostname).await {
            Ok(active) => active,
            Err(error) => {
                tracing::warn!(cause = ?error, "a domain could not be looked up");
                self.snapshots.as_ref().is_some_and(|kept| kept.has(hostname, SystemClock.now()))
            }
        }
    }
}

#[async_trait]
impl Vitals for DatabaseVitals {
    fn is_stopping(&self) -> bool {
        self.in_flight.is_closing()
    }

    async fn trouble(&self) -> Option<NotReady> {
        match adapter_postgres::pending_migrations(&self.database_url).await {
            Ok(pending) if pending.is_empty() => None,
            Ok(pending) => Some(NotReady::Other(format!("{} migrations are pending", pending.len()))),
            Err(error) => Some(NotReady::Database(error.to_string())),
        }
    }

    fn serves_as_of(&self) -> Option<UnixTime> {
        self.snapshots.as_ref().filter(|_| self.is_edge_alone)?.confirmed_at(SystemClock.now())
    }

    async fn serves(&self, hostname: &str) -> bool {
        let Ok(hostname) = Hostname::parse(hostname) else { return false };
        if self.is_active(&hostname).await {
            return true;
        }
        // The edge redirects visitors who type `www.` before a domain, and they need a certificate for that.
        match hostname.as_str().strip_prefix("www.").map(Hostname::parse) {
            Some(Ok(bare)) => self.is_active(&bare).await,
            _ => false,
        }
    }

    fn measure(&self) {
        self.memory.measure();
        if let Some(snapshots) = &self.snapshots {
            snapshots.measure();
        }
        self.assets.measure();
        self.content.measure();
        self.draft_lookups.counted(self.drafts.hits(), self.drafts.misses());
        self.draft_lookups.keep(self.drafts.len(), self.drafts.bytes());
    }
}
