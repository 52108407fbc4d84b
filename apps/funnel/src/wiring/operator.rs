//! Dependencies of the operator commands, connected on first use.

use std::sync::Arc;

use ::touches::TouchStore;
use adapter_postgres::{
    PgDomainStore, PgEngineConnections, PgEventStore, PgExaminer, PgFanErasure, PgSecretKeys, PgTouchStore,
    Pool, Sealing,
};
use application::operation::{FanErasure, SecretKeys};
use auth_scopes::Owners;
use broadcast_gate::ports::GateSwitch;
use edge_files::touch_journal::{AsideFolder, Pace};
use funnel_operator::{doctor, engine, events, touches};
use runtime::{SystemClock, SystemEntropy};

use super::conversions::event_intake;
use super::{Database, Engines, broadcasts, owners};
use crate::config::Config;

/// Connections of one command.
const POOL_SIZE: usize = 2;

/// The ports of the commands, on one database.
pub struct Operator<'a> {
    config: &'a Config,
    database: &'a Database,
    pool: Pool,
}

impl<'a> Operator<'a> {
    pub fn new(config: &'a Config, database: &'a Database) -> Self {
        Self { config, database, pool: adapter_postgres::pool(&database.url, POOL_SIZE) }
    }

    /// Builds the use-cases of tenants and their first keys.
    pub fn owners(&self) -> Owners {
        owners(&self.pool, &self.database.keys)
    }

    /// Builds the ports of engine connections.
    pub fn engines(&self) -> anyhow::Result<engine::Engines> {
        let engines = self.open_engines()?;
        let connections = Arc::new(engines.connections(&self.pool));
        Ok(engine::Engines {
            connections: connections.clone(),
            registry: connections,
            probe: Arc::new(engines.client(&self.pool)),
            unknown: Arc::new(self.event_store(&engines)),
            clock: Arc::new(SystemClock),
            push_url: self.config.push_url(),
        })
    }

    /// Builds the ports of quarantined events.
    pub fn aside(&self) -> anyhow::Result<events::Aside> {
        let engines = self.open_engines()?;
        Ok(events::Aside {
            quarantine: Arc::new(self.event_store(&engines)),
            intake: event_intake(&self.pool, &engines),
        })
    }

    /// Builds the switch of the owners' gates.
    pub fn gates(&self) -> Arc<dyn GateSwitch> {
        Arc::new(broadcasts::gate(&self.config.broadcast, &self.pool))
    }

    /// Builds the erasure of fans.
    pub fn fans(&self) -> Arc<dyn FanErasure> {
        Arc::new(PgFanErasure::new(self.pool.clone()))
    }

    /// Builds the access to the keys of stored secrets.
    pub fn secret_keys(&self) -> Arc<dyn SecretKeys> {
        let pepper = self.database.keys.peppers().current.id();
        Arc::new(PgSecretKeys::new(&self.pool, &self.sealing(), pepper, Arc::new(SystemClock)))
    }

    /// Builds the ports of touches.
    pub fn touches(&self) -> touches::Touches {
        let store: Arc<dyn TouchStore> = Arc::new(PgTouchStore::new(self.pool.clone()));
        let pace = Pace { per_second: self.config.touches_per_second, ..Pace::default() };
        let folder = self.config.data_dir.join("touches");
        touches::Touches {
            store: Arc::clone(&store),
            domains: Arc::new(PgDomainStore::new(self.pool.clone())),
            aside: Arc::new(AsideFolder::new(folder, store, pace)),
        }
    }

    /// Describes the database for the doctor.
    pub fn examined(&self) -> doctor::Database {
        let Database { url, direct_url, .. } = self.database;
        let standby = self.config.database_read_url.clone();
        doctor::Database {
            has_direct_url: url != direct_url,
            has_standby: standby.is_some(),
            examiner: Arc::new(PgExaminer::new(url, direct_url, standby, Arc::new(SystemClock))),
            keys: self.secret_keys(),
            connections: Arc::new(PgEngineConnections::new(self.pool.clone(), self.sealing())),
        }
    }

    fn sealing(&self) -> Arc<Sealing> {
        Arc::new(self.database.keys.sealing(Arc::new(SystemEntropy)))
    }

    fn open_engines(&self) -> anyhow::Result<Engines> {
        Engines::open(self.config.engine_addresses, &self.database.keys)
    }

    fn event_store(&self, engines: &Engines) -> PgEventStore {
        PgEventStore::new(self.pool.clone(), Arc::clone(&engines.sealing))
    }
}
