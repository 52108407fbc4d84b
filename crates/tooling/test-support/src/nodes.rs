use anyhow::Context as _;
use futures_util::future::try_join_all;
use tokio_postgres::{Client, Config};

use crate::admin::{connect, with_database};
use crate::server;

/// The servers of the tests: one, or the coordinator of a distributed database and its workers.
pub(crate) struct Nodes {
    /// Of the maintenance database of each server; the coordinator's is first.
    urls: Vec<String>,
    sessions: Vec<Client>,
}

/// Whether the tests have a distributed database. The few that can't hold there ask.
pub fn is_distributed() -> bool {
    !server::worker_urls().is_empty()
}

/// Asks for the number `n` of statements of a test's database that wait for a lock: on a distributed one, on whichever node.
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

    /// Those that go with the server of this address.
    pub(crate) async fn of(admin_url: String) -> anyhow::Result<Self> {
        let urls: Vec<String> = std::iter::once(admin_url).chain(server::worker_urls()).collect();
        let sessions = try_join_all(urls.iter().map(|url| connect(url))).await?;
        Ok(Self { urls, sessions })
    }

    /// A session at the server that tests talk to.
    pub(crate) fn first(&self) -> anyhow::Result<&Client> {
        self.sessions.first().context("there is no server")
    }

    /// The address of a database on the server that tests talk to.
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

    /// Makes this database of all servers a distributed one.
    pub(crate) async fn join(&self, database: &str) -> anyhow::Result<()> {
        let urls: Vec<String> = self.urls.iter().map(|url| with_database(url, database)).collect();
        make_distributed(&urls).await
    }

    /// Where the nodes know each other: a database that is a copy knows them by the same addresses.
    pub(crate) fn addresses(&self) -> anyhow::Result<Vec<(String, u16)>> {
        self.urls.iter().map(|url| address(url)).collect()
    }
}

/// Makes one distributed database of those at these addresses, the coordinator's first. No table of it is distributed yet.
pub async fn make_distributed(urls: &[String]) -> anyhow::Result<()> {
    let (coordinator, workers) = urls.split_first().context("there is no server")?;
    add_node(coordinator, coordinator).await?;
    for worker in workers {
        add_node(coordinator, worker).await?;
    }
    Ok(())
}

/// Adds the database at `url` to the distributed one of this coordinator, which has to be the first to be added.
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
