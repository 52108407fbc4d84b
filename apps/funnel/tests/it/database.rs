//! A private PostgreSQL for one test, which may stop, crash, pause or run out of connections.
//! Commits are synced to disk.

use std::path::PathBuf;

use futures_util::future::join_all;
use local_postgres::{Citus, Durability, Settings};
use tempfile::TempDir;
use test_support::is_distributed;

use crate::node::{Node, Paused};

/// Number of worker servers of a distributed database.
const WORKERS: usize = 2;

/// A PostgreSQL server or, in distributed test runs, a coordinator with workers that fail together.
pub(crate) struct Database {
    /// The servers, the coordinator first. They stop before the folder is deleted.
    nodes: Vec<Node>,
    environment: Vec<(String, String)>,
    configuration: Vec<(String, String)>,
    folder: TempDir,
}

impl Database {
    pub(crate) async fn start() -> Self {
        Self::with(&[]).await
    }

    /// Starts the servers with extra environment variables.
    pub(crate) async fn with(environment: &[(&str, String)]) -> Self {
        let environment = environment.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        Self::of(environment.collect(), &[]).await
    }

    /// Starts the servers with extra lines of configuration.
    pub(crate) async fn configured(lines: &[(&str, &str)]) -> Self {
        Self::of(Vec::new(), lines).await
    }

    async fn of(environment: Vec<(String, String)>, lines: &[(&str, &str)]) -> Self {
        let configuration =
            lines.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let folder = TempDir::new().unwrap();
        let mut database = Self { nodes: Vec::new(), environment, configuration, folder };
        if is_distributed() {
            database.add("coordinator").await;
            for number in 1..=WORKERS {
                database.add(&format!("worker-{number}")).await;
            }
            let urls: Vec<_> = database.nodes.iter().map(|node| node.url().to_owned()).collect();
            test_support::make_distributed(&urls).await.unwrap();
        } else {
            database.start_node(Settings::new(database.folder.path().join("postgres"))).await;
        }
        database
    }

    /// Starts one more server that is not part of the distributed database yet.
    pub(crate) async fn add(&mut self, name: &str) -> &Node {
        let settings = Citus::settings(self.folder.path(), name, Durability::Full).unwrap();
        self.start_node(settings).await
    }

    async fn start_node(&mut self, mut settings: Settings) -> &Node {
        settings.environment.extend(self.environment.clone());
        settings.configuration.extend(self.configuration.clone());
        self.nodes.push(Node::start(settings).await);
        self.nodes.last().unwrap()
    }

    /// Restarts the servers after a stop or a kill.
    pub(crate) async fn run(&mut self) {
        join_all(self.nodes.iter_mut().map(Node::run)).await;
    }

    pub(crate) fn url(&self) -> String {
        self.nodes[0].url().to_owned()
    }

    /// Stops the servers in order: sessions are cut, and committed data is flushed.
    pub(crate) async fn stop(&mut self) {
        join_all(self.nodes.iter_mut().map(Node::stop)).await;
    }

    /// Kills every postmaster, which ends its sessions too.
    pub(crate) async fn kill(&mut self) {
        join_all(self.nodes.iter_mut().map(Node::kill)).await;
    }

    /// Kills and restarts the servers, which then recover.
    pub(crate) async fn crash(&mut self) {
        self.kill().await;
        self.run().await;
    }

    /// Pauses every process with its connections open, like a machine that hangs.
    pub(crate) fn pause(&self) -> Vec<Paused> {
        self.nodes.iter().map(Node::pause).collect()
    }

    /// Changes a setting of the server that programs connect to, and restarts that server.
    pub(crate) async fn configure(&mut self, setting: &str) {
        let first = &mut self.nodes[0];
        let (client, connection) = tokio_postgres::connect(first.url(), tokio_postgres::NoTls).await.unwrap();
        let driver = tokio::spawn(connection);
        client.batch_execute(&format!("ALTER SYSTEM SET {setting}")).await.unwrap();
        drop(client);
        driver.await.unwrap().unwrap();
        first.stop().await;
        first.run().await;
    }

    /// Returns the data folder of the server that programs connect to.
    pub(crate) fn home(&self) -> PathBuf {
        self.nodes[0].home()
    }

    /// Returns the servers, the coordinator first.
    pub(crate) fn nodes(&mut self) -> &mut [Node] {
        &mut self.nodes
    }
}
