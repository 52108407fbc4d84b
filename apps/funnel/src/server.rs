//! The running service: one listener per role, and an orderly stop.

mod apps;
mod assistants;
mod visitors;

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use anyhow::Context as _;
use futures_util::future::BoxFuture;
use runtime::InFlight;
use serde::Serialize;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinHandle;
use workers::Workers;

use crate::config::Config;
use crate::overrides::Overrides;
use crate::telemetry;
use crate::wiring::{self, ChangeListener, Database, EdgeShared, Opened, Shared};

/// Time that requests in progress have to finish after a stop.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// Listening addresses of this process; roles that it does not have are absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Addresses {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api: Option<SocketAddr>,
    /// Address of landing pages and redirects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<SocketAddr>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dashboard: Option<SocketAddr>,
    /// Address of health and metrics.
    pub management: SocketAddr,
}

/// Work before the process ends, such as flushing buffers.
pub type FlushHook = Box<dyn FnOnce() -> BoxFuture<'static, ()> + Send>;

pub struct Server {
    addresses: Addresses,
    /// Listeners with clients. The management listener runs until the end.
    listeners: Vec<Listener>,
    management: Listener,
    in_flight: InFlight,
    stop_delay: Duration,
    workers: Workers,
    hooks: Vec<FlushHook>,
    _listener: ChangeListener,
    database: Database,
}

impl Server {
    /// Starts all roles of `config`, and returns once all addresses accept connections.
    pub async fn start(config: Config) -> anyhow::Result<Self> {
        Self::start_with(config, Overrides::default()).await
    }

    /// Starts the service with injected parts.
    pub async fn start_with(config: Config, additions: Overrides) -> anyhow::Result<Self> {
        // TLS needs a process-wide provider; one that is already installed works too.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // Must run before anything records metrics.
        let metrics = telemetry::recorder()?;
        let reserved = apps::Reserved::of(&config)?;
        let opened = Opened::of(&config)?;
        let database = Database::open(&config).await?;
        let liveness = Arc::default();
        let shared = Shared::open(config, &database, metrics, opened, additions, &liveness)?;
        let listener = wiring::listen_for_changes(&shared, liveness);
        let (mut listeners, mut workers) = (Vec::new(), Workers::default());
        let metrics = shared.metrics.clone();
        workers.start(|stop| telemetry::add_up(metrics, telemetry::ADDED_UP_EVERY, stop));
        let (roles, config) = (shared.config.roles, Arc::clone(&shared.config));
        let mut addresses =
            Addresses { api: None, edge: None, dashboard: None, management: config.management_addr };
        if let Some(reserved) = reserved.api {
            addresses.api = Some(listen(apps::api(reserved, &shared)?, &mut listeners));
        }
        if let Some(reserved) = reserved.edge {
            let edge = EdgeShared::open(&shared, &mut workers)?;
            addresses.edge = Some(listen(apps::edge(reserved, edge)?, &mut listeners));
        }
        if let Some(reserved) = reserved.dashboard {
            let api = addresses.api.unwrap_or(config.api_addr);
            addresses.dashboard = Some(listen(apps::dashboard(reserved, api, &shared)?, &mut listeners));
        }
        apps::warn_of_open_management(config.management_addr);
        let management = apps::management(reserved.management, &shared)?;
        addresses.management = management.address;
        let management = Listener::start(management);
        if roles.api {
            wiring::start_api_jobs(&shared, &mut workers);
        }
        if roles.worker {
            wiring::start_jobs(&shared, &mut workers);
        }
        Ok(Self {
            addresses,
            listeners,
            management,
            in_flight: shared.in_flight,
            stop_delay: Duration::from_secs(config.stop_delay_seconds.into()),
            workers,
            hooks: Vec::new(),
            _listener: listener,
            database,
        })
    }

    pub fn addresses(&self) -> Addresses {
        self.addresses
    }

    /// Registers `hook`, which runs during the stop, after the last request.
    pub fn on_stop(&mut self, hook: FlushHook) {
        self.hooks.push(hook);
    }

    /// Stops in order: health turns unhealthy, connections are refused, requests finish, hooks run,
    /// the private database stops.
    pub async fn stop(self) -> anyhow::Result<()> {
        telemetry::listeners_close();
        self.in_flight.close();
        if !self.listeners.is_empty() {
            tokio::time::sleep(self.stop_delay).await;
        }
        for listener in &self.listeners {
            listener.refuse().await;
        }
        if !self.in_flight.idle(DRAIN_TIMEOUT).await {
            tracing::warn!("some requests did not finish in time");
        }
        let mut outcome = Ok(());
        for listener in self.listeners {
            outcome = outcome.and(listener.end().await);
        }
        self.workers.stop().await;
        for hook in self.hooks {
            hook().await;
        }
        outcome = outcome.and(self.management.end().await);
        self.database.close().await.and(outcome)
    }
}

struct Listener {
    server: ServerHandle,
    task: JoinHandle<std::io::Result<()>>,
    door: apps::ListenerHandle,
}

impl Listener {
    fn start(bound: apps::Bound) -> Self {
        Self { server: bound.server.handle(), task: tokio::spawn(bound.server), door: bound.door }
    }

    /// Refuses new connections. A listener that is only paused would keep queueing connections and
    /// drop them at the end.
    async fn refuse(&self) {
        self.server.pause().await;
        self.door.close();
    }

    async fn end(self) -> anyhow::Result<()> {
        // Idle connections and responses being sent remain here.
        self.server.stop(true).await;
        Ok(self.task.await.context("a listener was lost")??)
    }
}

/// Runs the service until SIGTERM or SIGINT.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    // Registered first, so that a signal during the start is not lost.
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let server = Server::start(config).await?;
    announce(&server.addresses())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("stopping");
    server.stop().await
}

fn listen(bound: apps::Bound, listeners: &mut Vec<Listener>) -> SocketAddr {
    let address = bound.address;
    listeners.push(Listener::start(bound));
    address
}

/// Prints the addresses as one JSON line that scripts wait for.
fn announce(addresses: &Addresses) -> anyhow::Result<()> {
    #[derive(Serialize)]
    struct Line<'a> {
        event: &'static str,
        #[serde(flatten)]
        addresses: &'a Addresses,
    }
    let line = serde_json::to_string(&Line { event: "listening", addresses })?;
    // A closed standard error is no reason to stop.
    let _ = writeln!(std::io::stderr(), "{line}");
    Ok(())
}
