//! An installation at scale: separate processes for each role, on one database.

use std::net::SocketAddr;

use auth_scopes::{Plan, Scopes};
use funnel::wiring::service_keys::Keys;
use kernel::{Acting, OwnerId};
use tempfile::TempDir;

use crate::kept::Kept;
use crate::process::Process;
use crate::real::{Api, SECRET};

/// Settings of all processes, in addition to their role.
const SETTINGS: [(&str, &str); 3] =
    [("FUNNEL_LOG", "warn"), ("FUNNEL_STOP_DELAY_SECONDS", "1"), ("FUNNEL_ENGINE_PULL_SECONDS", "3600")];

/// Processes with their roles, and an owner with a key.
pub(crate) struct Installation {
    pub(crate) processes: Vec<(&'static str, Process)>,
    pub(crate) database: Kept,
    pub(crate) owner: OwnerId,
    pub(crate) token: String,
    settings: Vec<(&'static str, String)>,
    logs: TempDir,
    launched: usize,
}

impl Installation {
    /// Starts a process for each role on a migrated database.
    pub(crate) async fn start(
        database: Kept,
        roles: &[&'static str],
        more: &[(&'static str, String)],
    ) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let pool = adapter_postgres::pool(database.url(), 1);
        let owners = funnel::wiring::owners(&pool, &Keys::derive(&SECRET.into()).unwrap());
        let owner = owners.create("somebody", Plan::Agency).await.unwrap().id;
        let minted =
            owners.mint_first_key(&Acting::service(owner), "first", Scopes::ALL, None).await.unwrap();
        let settings = SETTINGS.iter().map(|(name, value)| (*name, (*value).to_owned()));
        let mut installation = Self {
            processes: Vec::new(),
            database,
            owner,
            token: minted.token.expose().to_owned(),
            settings: settings.chain(more.iter().cloned()).collect(),
            logs: TempDir::new().unwrap(),
            launched: 0,
        };
        let mut started: Vec<_> = roles.iter().map(|role| (*role, installation.spawn(role))).collect();
        for (_, process) in &mut started {
            process.listens().await;
        }
        installation.processes = started;
        installation
    }

    /// Starts one more process and waits until it listens. The process is not added to `processes`.
    pub(crate) async fn launch(&mut self, role: &'static str) -> Process {
        let mut process = self.spawn(role);
        process.listens().await;
        process
    }

    fn spawn(&mut self, role: &'static str) -> Process {
        self.launched += 1;
        let log = self.logs.path().join(self.launched.to_string());
        let settings = [&self.settings[..], &[("FUNNEL_ROLES", role.to_owned())]].concat();
        Process::spawn(self.database.reach(), &settings, self.database.folder(), log)
    }

    /// Returns the addresses of all processes with this role.
    pub(crate) fn of(&self, role: &str) -> Vec<SocketAddr> {
        self.processes.iter().filter_map(|(_, process)| process.address(role)).collect()
    }

    /// Returns the API of one process.
    pub(crate) fn api(&self, number: usize) -> Api {
        Api::at(vec![self.of("api")[number]], self.token.clone())
    }

    /// Opens a session on the database.
    pub(crate) async fn sql(&self) -> tokio_postgres::Client {
        let connecting = tokio_postgres::connect(self.database.url(), tokio_postgres::NoTls);
        let (client, connection) = connecting.await.unwrap();
        tokio::spawn(connection);
        client
    }
}
