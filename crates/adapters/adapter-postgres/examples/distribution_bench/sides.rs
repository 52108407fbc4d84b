//! Installation of either shape, and the measurement of a round.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use adapter_postgres::Pool;
use local_postgres::{Citus, DATABASE, Durability, Server, Settings};

use crate::Done;
use crate::work::{self, Stores, Work};

/// Number of connections of the program.
const CONNECTIONS: usize = 8;
/// Unit of Linux process times: hundredths of a second, on every machine.
const TICKS_PER_SECOND: f64 = 100.0;

pub(crate) struct Installation {
    stores: Stores,
    servers: Vec<Server>,
}

/// Amount of work in a round, with its duration and CPU time.
#[derive(Clone, Copy)]
pub(crate) struct Measured {
    count: usize,
    took: Duration,
    processors: Processors,
}

/// CPU time of servers.
#[derive(Clone, Copy)]
struct Processors {
    all: Duration,
    /// CPU time of the server that the program connects to.
    first: Duration,
}

impl Measured {
    #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
    pub(crate) fn rate(&self) -> f64 {
        self.count as f64 / self.took.as_secs_f64()
    }

    #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
    pub(crate) fn processor_micros(&self) -> f64 {
        self.processors.all.as_secs_f64() * 1e6 / self.count as f64
    }

    /// Returns the share of the servers' CPU time that the connected server takes, from 0 to 1.
    pub(crate) fn share_of_first(&self) -> f64 {
        self.processors.first.as_secs_f64() / self.processors.all.as_secs_f64()
    }
}

impl Installation {
    pub(crate) async fn of_one(folder: &Path) -> Done<Self> {
        let settings = Settings::new(folder);
        Self::on(vec![tokio::task::spawn_blocking(move || Server::start_or_join(&settings)).await??]).await
    }

    pub(crate) async fn of_three(folder: &Path) -> Done<Self> {
        let folder = folder.to_owned();
        let start = move || Citus::start_or_join(&folder, 2, Durability::Full);
        let Citus { coordinator, workers } = tokio::task::spawn_blocking(start).await??;
        Self::on(std::iter::once(coordinator).chain(workers).collect()).await
    }

    async fn on(servers: Vec<Server>) -> Done<Self> {
        let urls: Vec<String> = servers.iter().map(|server| server.url(DATABASE)).collect();
        let url = urls.first().ok_or("there is no server")?;
        adapter_postgres::migrate(url).await?;
        if urls.len() > 1 {
            test_support::make_distributed(&urls).await?;
            adapter_postgres::distribution::distribute(url).await?;
        }
        let pool: Pool = adapter_postgres::pool(url, CONNECTIONS);
        work::seed(&pool).await?;
        Ok(Self { stores: Stores::on(&pool).await?, servers })
    }

    pub(crate) async fn measured(&self, work: Work, round: usize) -> Done<Measured> {
        let load = self.stores.load(work, round).await?;
        let before = self.processors()?;
        let began = Instant::now();
        let count = load.run().await?;
        let took = began.elapsed();
        let after = self.processors()?;
        let (all, first) = (after.all.saturating_sub(before.all), after.first.saturating_sub(before.first));
        Ok(Measured { count, took, processors: Processors { all, first } })
    }

    /// Returns the CPU time of the servers so far: running sessions, ended sessions and background processes.
    fn processors(&self) -> Done<Processors> {
        let mut all = Vec::new();
        for server in &self.servers {
            let mut ticks = 0;
            let file = server.home().join("cluster/postmaster.pid");
            let text = fs::read_to_string(file)?;
            let postmaster = text.lines().next().unwrap_or_default().trim().to_owned();
            ticks += taken(&stat(Path::new("/proc").join(&postmaster).as_path())?, true)?;
            for entry in fs::read_dir("/proc")?.flatten() {
                // Most processes are unrelated, and some end during the scan.
                let Ok(stat) = stat(&entry.path()) else { continue };
                if stat.get(1).is_some_and(|parent| *parent == postmaster) {
                    ticks += taken(&stat, false)?;
                }
            }
            #[expect(clippy::cast_precision_loss, reason = "no server has run for that long")]
            all.push(Duration::from_secs_f64(ticks as f64 / TICKS_PER_SECOND));
        }
        let first = all.first().copied().ok_or("there is no server")?;
        Ok(Processors { all: all.iter().sum(), first })
    }
}

/// Returns the fields of `/proc/<pid>/stat`, starting with the process state.
fn stat(process: &Path) -> Done<Vec<String>> {
    let text = fs::read_to_string(process.join("stat"))?;
    // The program name is in parentheses and may contain any character.
    let (_, rest) = text.rsplit_once(") ").ok_or("no state")?;
    Ok(rest.split(' ').map(str::to_owned).collect())
}

/// Returns the user and system time of a process in ticks, optionally with its ended children.
fn taken(stat: &[String], with_children: bool) -> Done<u64> {
    let places = if with_children { 11..15 } else { 11..13 };
    let mut ticks = 0;
    for field in stat.get(places).ok_or("too short")? {
        ticks += field.parse::<u64>()?;
    }
    Ok(ticks)
}
