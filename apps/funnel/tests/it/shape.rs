//! Processes of the service under test: one with every role, or a fleet as in a larger
//! installation.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use funnel::Server;
use funnel::config::{Sources, read};
use funnel::overrides::Overrides;
use funnel::server::Addresses;

use crate::kept::Reach;
use crate::real::SECRET;

/// Variable that makes the service under test a fleet; `cargo xtask test --pooled` sets it.
const FLEET: &str = "FUNNEL_TEST_FLEET";

/// Time until every process of a fleet knows of a change.
const PROPAGATION: Duration = Duration::from_millis(100);

pub(crate) const ALL: &str = "api,edge,worker";

/// Roles of a fleet's processes.
pub(crate) const PROCESSES: [&str; 7] = ["api", "api", "edge", "edge", "worker", "worker", "worker"];

/// Running processes. Requests rotate among those with the role.
pub(crate) struct Shape {
    servers: Vec<Server>,
    turn: AtomicUsize,
}

impl Shape {
    /// Starts one process, or a fleet if the tests ask for it.
    pub(crate) async fn start(
        reach: &Reach,
        folder: &Path,
        settings: &[(&str, &str)],
        overrides: &Overrides,
    ) -> Self {
        let asked = settings.iter().rev().find(|(name, _)| *name == "FUNNEL_ROLES");
        let mut servers = Vec::new();
        for roles in processes(asked.map_or(ALL, |(_, roles)| *roles)) {
            let settings = [settings, &[("FUNNEL_ROLES", roles)]].concat();
            servers.push(serve(reach, folder, &settings, overrides).await);
        }
        Self { servers, turn: AtomicUsize::new(0) }
    }

    /// Starts a single process with these settings.
    pub(crate) async fn one(reach: &Reach, folder: &Path, settings: &[(&str, &str)]) -> Self {
        let server = serve(reach, folder, settings, &Overrides::default()).await;
        Self { servers: vec![server], turn: AtomicUsize::new(0) }
    }

    /// Returns one address per role, in rotation.
    pub(crate) fn addresses(&self) -> Addresses {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let of = |role: fn(Addresses) -> Option<SocketAddr>| {
            let all: Vec<_> = self.servers.iter().filter_map(|server| role(server.addresses())).collect();
            all.get(turn % all.len().max(1)).copied()
        };
        let management = self.servers[0].addresses().management;
        Addresses {
            api: of(|each| each.api),
            edge: of(|each| each.edge),
            dashboard: of(|each| each.dashboard),
            management,
        }
    }

    /// Returns the number of processes.
    pub(crate) fn count(&self) -> usize {
        self.servers.len()
    }

    /// Returns the addresses of all API processes.
    pub(crate) fn apis(&self) -> Vec<SocketAddr> {
        self.servers.iter().filter_map(|server| server.addresses().api).collect()
    }

    pub(crate) async fn stop(self) -> anyhow::Result<()> {
        for server in self.servers {
            server.stop().await?;
        }
        Ok(())
    }
}

/// Splits `roles` into the roles of each process.
pub(crate) fn processes(roles: &str) -> Vec<&str> {
    if is_fleet() { PROCESSES.into_iter().filter(|role| roles.contains(role)).collect() } else { vec![roles] }
}

/// In a fleet, waits until every process was notified of an acknowledged change.
pub(crate) async fn wait_for_changes() {
    if is_fleet() {
        tokio::time::sleep(PROPAGATION).await;
    }
}

fn is_fleet() -> bool {
    std::env::var_os(FLEET).is_some()
}

async fn serve(reach: &Reach, folder: &Path, settings: &[(&str, &str)], overrides: &Overrides) -> Server {
    let always = [
        ("FUNNEL_SECRET_KEY", SECRET),
        ("FUNNEL_DATA_DIR", folder.to_str().unwrap()),
        ("FUNNEL_API_ADDR", "127.0.0.1:0"),
        ("FUNNEL_EDGE_ADDR", "127.0.0.1:0"),
        ("FUNNEL_DASHBOARD_ADDR", "127.0.0.1:0"),
        ("FUNNEL_MANAGEMENT_ADDR", "127.0.0.1:0"),
        ("FUNNEL_RATE_LIMIT_PER_MINUTE", "0"),
    ];
    let environment: HashMap<String, String> = reach
        .settings()
        .iter()
        .chain(&always)
        .chain(settings)
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let config = read(&Sources { environment, ..Sources::default() }).unwrap();
    Server::start_with(config, overrides.clone()).await.unwrap()
}
