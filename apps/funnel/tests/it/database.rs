//! A PostgreSQL of a test's own, which may be stopped, killed, paused and starved. What it commits is on the disk.

use std::path::PathBuf;

use futures_util::future::join_all;
use local_postgres::{Citus, Durability, Settings};
use tempfile::TempDir;
use test_support::is_distributed;

use crate::node::{Node, Paused};

/// How many servers hold the tables of owners where they are distributed.
const WORKERS: usize = 2;

/// One server; or, where the tests have a distributed database, a coordinator and workers, which fail together.
pub(crate) struct Database {
    /// The servers, the coordinator first. They are stopped before their folder goes.
    nodes: Vec<Node>,
    environment: Vec<(String, String)>,
    configuration: Vec<(String, String)>,
    folder: TempDir,
}

impl Database {
    pub(crate) async fn start() -> Self {
        Self::with(&[]).await
    }

    /// With variables for the server itself.
    pub(crate) async fn with(environment: &[(&str, String)]) -> Self {
        let environment = environment.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        Self::of(environment.collect(), &[]).await
    }

    /// With lines of the configuration of every server.
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

    /// Starts one more server of a distributed database. Nothing of it knows of the others.
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

    /// Starts it again, after a stop or a kill.
    pub(crate) async fn run(&mut self) {
        join_all(self.nodes.iter_mut().map(Node::run)).await;
    }

    pub(crate) fn url(&self) -> String {
        self.nodes[0].url().to_owned()
    }

    /// Stops it as an operator does: sessions are cut, what was committed is written out.
    pub(crate) async fn stop(&mut self) {
        join_all(self.nodes.iter_mut().map(Node::stop)).await;
    }

    /// Kills every postmaster, whose sessions follow it.
    pub(crate) async fn kill(&mut self) {
        join_all(self.nodes.iter_mut().map(Node::kill)).await;
    }

    /// Kills it and starts the next one, which recovers.
    pub(crate) async fn crash(&mut self) {
        self.kill().await;
        self.run().await;
    }

    /// Stops every process of it where it is. Connections stay open and nothing answers, as when a machine hangs.
    pub(crate) fn pause(&self) -> Vec<Paused> {
        self.nodes.iter().map(Node::pause).collect()
    }

    /// Changes a setting of the server that programs talk to, which has to be started again for it.
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

    /// The folder that holds the files of the server that programs talk to.
    pub(crate) fn home(&self) -> PathBuf {
        self.nodes[0].home()
    }

    /// The servers of a distributed database, the coordinator first.
    pub(crate) fn nodes(&mut self) -> &mut [Node] {
        &mut self.nodes
    }
}
