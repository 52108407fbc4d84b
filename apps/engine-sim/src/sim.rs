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

/// The largest body that is taken.
const LARGEST_BODY: usize = 64 << 20;

/// How long a connection may rest: longer than any test, which would lose the request that it sends just when we close one.
const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// What is simulated, and where.
#[derive(Debug, Clone)]
pub struct SimConfig {
    /// Port 0 picks a free one.
    pub address: SocketAddr,
    /// What faults with a probability are drawn from.
    pub seed: u64,
    /// Connections that are there from the beginning.
    pub accounts: Vec<AccountConfig>,
    /// Threads that serve requests.
    pub workers: usize,
}

impl Default for SimConfig {
    fn default() -> Self {
        Self { address: SocketAddr::from(([127, 0, 0, 1], 0)), seed: 1, accounts: Vec::new(), workers: 1 }
    }
}

/// The simulation.
#[derive(Debug)]
pub struct Sim;

impl Sim {
    /// Starts it inside of a tokio runtime, and returns once it accepts connections. Fails if the address can't be
    /// listened on, or an account makes no sense.
    pub async fn start(config: SimConfig) -> anyhow::Result<RunningSim> {
        // Built beside the service, reqwest asks for the process's TLS provider. One that is there already is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = std::net::TcpListener::bind(config.address)
            .with_context(|| format!("{} can't be listened on", config.address))?;
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

/// A simulation that runs until it is stopped or dropped. It is controlled by the methods of [`SimClient`].
#[derive(Debug)]
pub struct RunningSim {
    address: SocketAddr,
    client: SimClient,
    world: Data<World>,
    handle: ServerHandle,
    task: JoinHandle<std::io::Result<()>>,
}

impl RunningSim {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops at once: requests in progress are cut off.
    pub async fn stop(mut self) {
        self.world.stop();
        self.handle.stop(false).await;
        let _ = (&mut self.task).await;
    }
}

impl Drop for RunningSim {
    fn drop(&mut self) {
        self.world.stop();
        // The command is sent by the call; only the wait for its end is left out.
        drop(self.handle.stop(false));
    }
}

impl Deref for RunningSim {
    type Target = SimClient;

    fn deref(&self) -> &SimClient {
        &self.client
    }
}
