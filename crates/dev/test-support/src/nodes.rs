use anyhow::Context as _;
use futures_util::future::try_join_all;
use tokio_postgres::{Client, Config};

use crate::admin::{connect, with_database};
use crate::server;

/// Servers of the tests: a single one, or a coordinator and workers.
pub(crate) struct Nodes {
    /// URLs of the maintenance database of each server, the coordinator first.
    urls: Vec<String>,
    sessions: Vec<Client>,
}

/// Returns whether the tests use a distributed database, for tests that can't run on one.
pub fn is_distributed() -> bool {
    !server::worker_urls().is_empty()
}

/// Returns SQL for the number `n` of a test database's statements that wait for a lock, on all
/// nodes if distributed.
pub fn waiting_for_locks() -> &'static str {
    if is_distributed() {
        "SELECT sum(result::bigint)::bigint AS n FROM run_command_on_all_nodes($$SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'$$)"
    } else {
        "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    }
}

impl Nodes {
    pub(crate) async fn connect() -> anyhow::Result<Self> {
        Self::of(tokio::task::spawn_blocking(server::admin_url).await??).await
    }

    /// Connects to the server at this URL and its workers.
    pub(crate) async fn of(admin_url: String) -> anyhow::Result<Self> {
        let urls: Vec<String> = std::iter::once(admin_url).chain(server::worker_urls()).collect();
        let sessions = try_join_all(urls.iter().map(|url| connect(url))).await?;
        Ok(Self { urls, sessions })
    }

    /// Returns a session on the server that tests connect to.
    pub(crate) fn first(&self) -> anyhow::Result<&Client> {
        self.sessions.first().context("there is no server")
    }

    /// Returns the URL of a database on the server that tests connect to.
    pub(crate) fn url(&self, database: &str) -> String {
        self.urls.first().map(|url| with_database(url, database)).unwrap_or_default()
    }

    pub(crate) fn is_distributed(&self) -> bool {
        self.urls.len() > 1
    }

    /// Runs a statement on every server.
    pub(crate) async fn everywhere(&self, sql: &str) -> anyhow::Result<()> {
        try_join_all(self.sessions.iter().map(|session| session.batch_execute(sql))).await?;
        Ok(())
    }

    /// Makes the database `database` distributed across all servers.
    pub(crate) async fn join(&self, database: &str) -> anyhow::Result<()> {
        let urls: Vec<String> = self.urls.iter().map(|url| with_database(url, database)).collect();
        make_distributed(&urls).await
    }

    /// Returns the addresses by which the nodes know each other. A cloned database keeps them.
    pub(crate) fn addresses(&self) -> anyhow::Result<Vec<(String, u16)>> {
        self.urls.iter().map(|url| address(url)).collect()
    }
}

/// Makes one distributed database of these, the coordinator's first. Distributes no tables yet.
pub async fn make_distributed(urls: &[String]) -> anyhow::Result<()> {
    let (coordinator, workers) = urls.split_first().context("there is no server")?;
    add_node(coordinator, coordinator).await?;
    for worker in workers {
        add_node(coordinator, worker).await?;
    }
    Ok(())
}

/// Adds the database at `url` to the coordinator's distributed database. The coordinator must be
/// added first.
pub async fn add_node(coordinator: &str, url: &str) -> anyhow::Result<()> {
    connect(url).await?.batch_execute("CREATE EXTENSION citus").await?;
    let (host, port) = address(url)?;
    let call = if url == coordinator { "citus_set_coordinator_host" } else { "citus_add_node" };
    connect(coordinator).await?.execute(&format!("SELECT {call}($1, {port})"), &[&host]).await?;
    Ok(())
}

fn address(url: &str) -> anyhow::Result<(String, u16)> {
    let config: Config = url.parse()?;
    let host = match config.get_hosts().first() {
        Some(tokio_postgres::config::Host::Tcp(host)) => host.clone(),
        _ => anyhow::bail!("the nodes of a distributed database need hosts, not sockets"),
    };
    Ok((host, config.get_ports().first().copied().unwrap_or(5432)))
}
