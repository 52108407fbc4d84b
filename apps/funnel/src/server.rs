//! The running service: three listeners by role, and an orderly stop.

mod apps;
mod assistants;

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
use crate::wiring::{self, ChangeListener, Database, EdgeShared, Opened, Shared};

/// How long requests in progress may take to end once the service stops.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// Where the parts of this process listen; a part that it does not play is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Addresses {
    /// The administration API.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api: Option<SocketAddr>,
    /// Landing pages and redirects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<SocketAddr>,
    /// The dashboard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dashboard: Option<SocketAddr>,
    /// Health and metrics.
    pub management: SocketAddr,
}

/// Something that must be done before the process ends, such as writing out what is buffered.
pub type FlushHook = Box<dyn FnOnce() -> BoxFuture<'static, ()> + Send>;

/// A running service.
pub struct Server {
    addresses: Addresses,
    /// Those that have clients. The management listener goes on until the end.
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
    /// Starts everything that `config` asks for, and returns once all addresses accept connections.
    pub async fn start(config: Config) -> anyhow::Result<Self> {
        Self::start_with(config, Overrides::default()).await
    }

    /// The same with some additions.
    pub async fn start_with(config: Config, additions: Overrides) -> anyhow::Result<Self> {
        // TLS of outgoing requests asks for the process's provider. One that is there already is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // Before anything that records metrics.
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

    /// Where it listens.
    pub fn addresses(&self) -> Addresses {
        self.addresses
    }

    /// Has `hook` run at the stop, after the last request.
    pub fn on_stop(&mut self, hook: FlushHook) {
        self.hooks.push(hook);
    }

    /// Stops: health turns bad, then no new connections, requests in progress end, then the hooks, then the private database.
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
            tracing::warn!("some requests did not end in time");
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

    /// Takes no new connections. Paused alone, the socket would go on taking them into its queue, and lose them at the end.
    async fn refuse(&self) {
        self.server.pause().await;
        self.door.close();
    }

    async fn end(self) -> anyhow::Result<()> {
        // What is left are idle connections and answers on their last way out.
        self.server.stop(true).await;
        Ok(self.task.await.context("a listener was lost")??)
    }
}

/// Runs the service until it is stopped by SIGTERM or SIGINT.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    // Listened for from the beginning, so that a signal during the start is not lost.
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

/// One line that scripts wait for.
fn announce(addresses: &Addresses) -> anyhow::Result<()> {
    #[derive(Serialize)]
    struct Line<'a> {
        event: &'static str,
        #[serde(flatten)]
        addresses: &'a Addresses,
    }
    let line = serde_json::to_string(&Line { event: "listening", addresses })?;
    // A log that nobody reads any more is no reason to stop.
    let _ = writeln!(std::io::stderr(), "{line}");
    Ok(())
}
