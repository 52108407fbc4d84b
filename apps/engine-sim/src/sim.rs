use std::net::SocketAddr;
use std::ops::Deref;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::middleware::from_fn;
use actix_web::web::{Data, PayloadConfig};
use actix_web::{App, HttpServer};
use anyhow::Context as _;
use tokio::task::JoinHandle;

use crate::account::AccountConfig;
use crate::client::SimClient;
use crate::faults::interfere::interfere;
use crate::world::World;
use crate::{control, engine, pixels};

/// Largest accepted body, in bytes.
const LARGEST_BODY: usize = 64 << 20;

/// Keep-alive timeout. It exceeds any test, because a test would lose a request sent while the
/// connection closes.
const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// Configuration of the simulation.
#[derive(Debug, Clone)]
pub struct SimConfig {
    /// Listening address; port 0 picks a free port.
    pub address: SocketAddr,
    /// Seed of faults with a probability.
    pub seed: u64,
    /// Initial connections.
    pub accounts: Vec<AccountConfig>,
    /// Number of threads that serve requests.
    pub workers: usize,
}

impl Default for SimConfig {
    fn default() -> Self {
        Self { address: SocketAddr::from(([127, 0, 0, 1], 0)), seed: 1, accounts: Vec::new(), workers: 1 }
    }
}

#[derive(Debug)]
pub struct Sim;

impl Sim {
    /// Starts the simulation in a tokio runtime, and returns once it accepts connections. Fails if
    /// the address is unavailable or an account is invalid.
    pub async fn start(config: SimConfig) -> anyhow::Result<RunningSim> {
        // In workspace builds reqwest needs a process-wide TLS provider; one that is already installed
        // works too.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = std::net::TcpListener::bind(config.address)
            .with_context(|| format!("can't listen on {}", config.address))?;
        let address = listener.local_addr()?;
        let url = format!("http://{address}");
        let world = Data::new(World::new(url.clone(), config.seed));
        for account in config.accounts {
            world.add(account)?;
        }
        let shared = world.clone();
        let server = HttpServer::new(move || {
            App::new()
                .app_data(shared.clone())
                .app_data(PayloadConfig::new(LARGEST_BODY))
                .configure(engine::routes)
                .configure(pixels::routes)
                .configure(control::routes)
                .wrap(from_fn(interfere))
        })
        .workers(config.workers.max(1))
        .tcp_nodelay(true)
        .disable_signals()
        .keep_alive(KEEP_ALIVE)
        .shutdown_timeout(1)
        .listen(listener)?
        .run();
        let handle = server.handle();
        let task = tokio::spawn(server);
        Ok(RunningSim { address, client: SimClient::new(&url), world, handle, task })
    }
}

/// A simulation that runs until it is stopped or dropped. The methods of [`SimClient`] control it.
#[derive(Debug)]
pub struct RunningSim {
    address: SocketAddr,
    client: SimClient,
    world: Data<World>,
    handle: ServerHandle,
    task: JoinHandle<std::io::Result<()>>,
}

impl RunningSim {
    /// Returns the listening address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops at once and aborts requests in progress.
    pub async fn stop(mut self) {
        self.world.stop();
        self.handle.stop(false).await;
        let _ = (&mut self.task).await;
    }
}

impl Drop for RunningSim {
    fn drop(&mut self) {
        self.world.stop();
        // The call sends the command; only waiting for its end is skipped.
        drop(self.handle.stop(false));
    }
}

impl Deref for RunningSim {
    type Target = SimClient;

    fn deref(&self) -> &SimClient {
        &self.client
    }
}
