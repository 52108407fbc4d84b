use std::fs::{self, DirBuilder};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::abandoned;
use crate::account::Account;
use crate::cluster::{self, Cluster};
use crate::home::Home;
use crate::locks::{Claim, Exclusive};
use crate::postmaster::Postmaster;
use crate::settings::{Durability, Settings};
use crate::state::State;

/// Superuser of every private server.
pub const USER: &str = "funnel";

/// Empty database that every private server starts with.
pub const DATABASE: &str = "funnel";

/// Maximum number of free ports tried, if other programs take them first.
const ATTEMPTS: u32 = 5;

/// Result of releasing a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Released {
    /// Nobody else used the server, so it was stopped.
    Stopped,
    /// Other processes, or other handles of this process, still use the server.
    StillUsed,
}

/// Running private server that this process uses. Dropping it releases the server; the last release stops the server.
#[derive(Debug)]
pub struct Server {
    data_dir: PathBuf,
    home: Home,
    port: u16,
    socket_dir: PathBuf,
    password: String,
    claim: Option<Claim>,
}

impl Server {
    /// Joins the running server of the data folder, or starts it, after creating the cluster if there is none. If
    /// PostgreSQL is not installed, the error contains the install command.
    pub fn start_or_join(settings: &Settings) -> Result<Self, Error> {
        let data_dir = make_data_dir(&settings.data_dir)?;
        let turn = Exclusive::take(&data_dir)?;
        let mut state = State::load(&data_dir)?;
        let before = state.clone();
        let in_memory = settings.durability == Durability::InMemory;
        if in_memory && let Err(error) = abandoned::discard(&data_dir, &state) {
            tracing::warn!(%error, "a server whose data folder is gone could not be discarded; it stays in memory");
        }
        let home = Home::open(&data_dir, &mut state, in_memory)?;
        let claim = Claim::take(&data_dir, &turn)?;
        let running = match Postmaster::find_ready(&cluster::folder(&home.dir), &home.account)? {
            Some(running) => running,
            None => start(settings, &home, state.port)?,
        };
        let Postmaster { port, socket_dir, .. } = running;
        state.port = Some(port);
        state.socket_dir = Some(socket_dir.clone());
        if state != before {
            state.save(&data_dir)?;
        }
        let password_file = home.password_file();
        let password = fs::read_to_string(&password_file).map_err(Error::io("reading", &password_file))?;
        Ok(Self {
            data_dir,
            home,
            port,
            socket_dir,
            password: password.trim().to_string(),
            claim: Some(claim),
        })
    }

    /// Returns the TCP address of a database: `postgres://user:password@127.0.0.1:port/database`.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://{USER}:{}@127.0.0.1:{}/{database}", self.password, self.port)
    }

    /// Returns the Unix socket address of a database, in the form of tokio-postgres and libpq.
    pub fn socket_url(&self, database: &str) -> String {
        let folder: String =
            self.socket_dir.as_os_str().as_bytes().iter().map(|&byte| escaped(byte)).collect();
        format!("postgres://{USER}:{}@{folder}:{}/{database}", self.password, self.port)
    }

    pub(crate) fn password(&self) -> &str {
        &self.password
    }

    /// Returns the TCP port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }

    /// Returns the folder with the cluster (`cluster/`), its password and its log; inside the data folder if possible.
    pub fn home(&self) -> &Path {
        &self.home.dir
    }

    /// Releases the server, and stops it if nobody else uses it.
    pub fn stop_if_last(mut self) -> Result<Released, Error> {
        self.release()
    }

    fn release(&mut self) -> Result<Released, Error> {
        let Some(claim) = self.claim.take() else { return Ok(Released::StillUsed) };
        let turn = Exclusive::take(&self.data_dir)?;
        if !claim.give_up(&turn) {
            return Ok(Released::StillUsed);
        }
        Postmaster::stop(&cluster::folder(&self.home.dir), &self.home.account)?;
        Ok(Released::Stopped)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Err(error) = self.release() {
            tracing::warn!(%error, "the private PostgreSQL server could not be stopped");
        }
    }
}

fn make_data_dir(path: &Path) -> Result<PathBuf, Error> {
    if !path.is_dir() {
        DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(Error::io("creating", path))?;
    }
    fs::canonicalize(path).map_err(Error::io("resolving", path))
}

fn start(settings: &Settings, home: &Home, remembered: Option<u16>) -> Result<Postmaster, Error> {
    let files = Cluster::open(home.clone())?;
    files.make_if_absent(settings)?;
    let socket_dir = home.socket_dir()?;
    let mut wish = settings.port.or(remembered);
    for attempt in 1.. {
        let port = choose_port(wish, settings.port.is_some(), home)?;
        files.configure(port, &socket_dir, settings)?;
        match files.start(&socket_dir, &settings.environment) {
            // Another program may have taken the port between our check and the server's start.
            Err(_) if settings.port.is_none() && attempt < ATTEMPTS && !is_free(port) => wish = None,
            Err(_) if settings.port.is_some() && !is_free(port) => return Err(Error::PortTaken { port }),
            Err(error) => return Err(error),
            Ok(()) => break,
        }
    }
    let account: &Account = &home.account;
    let gone =
        || Error::NotStarted { problem: "it ended right after its start".to_string(), log: home.log() };
    let running = Postmaster::find_ready(&cluster::folder(&home.dir), account)?.ok_or_else(gone)?;
    tracing::info!(port = running.port, "PostgreSQL is running");
    Ok(running)
}

/// Returns the requested port if it is free. Otherwise returns any free port, or fails if the caller insists.
fn choose_port(wish: Option<u16>, insist: bool, home: &Home) -> Result<u16, Error> {
    match wish {
        Some(port) if is_free(port) => Ok(port),
        Some(port) if insist => Err(Error::PortTaken { port }),
        _ => {
            let any = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
            any.map(|address| address.port()).map_err(Error::io("choosing a port for", &home.dir))
        }
    }
}

fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

fn escaped(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"._-".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}
