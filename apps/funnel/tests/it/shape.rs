//! Which processes the service under test is made of: one that plays every role, or the fleet of a larger installation.

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

/// Set, it makes the service under test a fleet; `cargo xtask test --pooled` sets it.
const FLEET: &str = "FUNNEL_TEST_FLEET";

/// How long after a change every process of a fleet knows of it.
const PROPAGATION: Duration = Duration::from_millis(100);

/// Every role.
pub(crate) const ALL: &str = "api,edge,worker";

/// What the processes of a fleet play.
pub(crate) const PROCESSES: [&str; 7] = ["api", "api", "edge", "edge", "worker", "worker", "worker"];

/// The running processes. Requests go to those of a role by turns.
pub(crate) struct Shape {
    servers: Vec<Server>,
    turn: AtomicUsize,
}

impl Shape {
    /// One process, or a fleet if the tests ask for it.
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

    /// One process in any case, as these settings say.
    pub(crate) async fn one(reach: &Reach, folder: &Path, settings: &[(&str, &str)]) -> Self {
        let server = serve(reach, folder, settings, &Overrides::default()).await;
        Self { servers: vec![server], turn: AtomicUsize::new(0) }
    }

    /// Where to go: of each role to the process whose turn it is.
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

    /// How many processes there are.
    pub(crate) fn count(&self) -> usize {
        self.servers.len()
    }

    /// All processes of the API.
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

/// The roles of each process that together play these.
pub(crate) fn processes(roles: &str) -> Vec<&str> {
    if is_fleet() { PROCESSES.into_iter().filter(|role| roles.contains(role)).collect() } else { vec![roles] }
}

/// Waits, in a fleet, until every process has received the notification of a change that was answered.
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
