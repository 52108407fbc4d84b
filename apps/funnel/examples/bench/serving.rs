//! The service in a process of its own, so that its measurements exclude the load generator. The
//! process runs this program again.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use anyhow::Context as _;
use funnel::Server;
use serde_json::json;

use crate::edge::links;
use crate::service::{Service, config};

/// First argument that starts the service on a new database.
pub(crate) const SERVE: &str = "serve-alone";
/// First argument that starts the service on an existing database.
pub(crate) const SERVE_ON: &str = "serve-on";
pub(crate) const PAGE_HOST: &str = "page.example";

/// Runs the service in this process until standard input ends. Prints the edge's address.
pub(crate) async fn serve_alone() -> anyhow::Result<()> {
    funnel::memory::disable_huge_pages()?;
    let roles = std::env::args().nth(2).context("no roles")?;
    let service = Service::start(&roles, links).await?;
    service.page(PAGE_HOST).await?;
    service.call("POST", &format!("/domains/{PAGE_HOST}/publish"), &json!({})).await?;
    print_address(service.edge()?).await?;
    service.stop().await
}

/// Runs the service like [`serve_alone`], with the given roles on an existing database.
pub(crate) async fn serve_on() -> anyhow::Result<()> {
    funnel::memory::disable_huge_pages()?;
    let mut arguments = std::env::args().skip(2);
    let (roles, database) = (arguments.next().context("no roles")?, arguments.next().context("no database")?);
    let folder = tempfile::tempdir()?;
    let folder = folder.path().to_str().context("the folder's name is not UTF-8")?;
    let server = Server::start(config(&roles, &database, folder, &[])?).await?;
    let addresses = server.addresses();
    let ready = format!("http://{}/readyz", addresses.management);
    let asked = reqwest::Client::builder().no_gzip().build()?;
    while !asked.get(&ready).send().await?.status().is_success() {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    print_address(addresses.edge.context("the edge does not listen")?).await?;
    server.stop().await
}

async fn print_address(edge: SocketAddr) -> anyhow::Result<()> {
    println!("{edge}");
    tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
    Ok(())
}

/// A child process that runs the service.
pub(crate) struct Serving {
    process: Child,
    edge: SocketAddr,
}

impl Serving {
    /// Starts a service with a new database, a page and 10,000 links.
    pub(crate) fn alone(roles: &str) -> anyhow::Result<Self> {
        Self::start(&[SERVE, roles])
    }

    /// Starts an edge on an existing database.
    pub(crate) fn edge_of(database: &str) -> anyhow::Result<Self> {
        Self::start(&[SERVE_ON, "edge", database])
    }

    /// Starts all roles that use the database, on an existing one.
    pub(crate) fn all_of(database: &str) -> anyhow::Result<Self> {
        Self::start(&[SERVE_ON, "api,edge,worker", database])
    }

    fn start(arguments: &[&str]) -> anyhow::Result<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = process.stdout.take().context("the process has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let edge = line.trim().parse().context("the service did not start")?;
        Ok(Self { process, edge })
    }

    /// Returns the edge's address.
    pub(crate) fn address(&self) -> SocketAddr {
        self.edge
    }

    /// Returns the current memory usage.
    pub(crate) fn memory(&self) -> anyhow::Result<Memory> {
        let process = self.process.id().to_string();
        Ok(Memory { resident: megabytes(&process, "VmRSS:")?, own: megabytes(&process, "RssAnon:")? })
    }

    pub(crate) fn stop(mut self) -> anyhow::Result<()> {
        drop(self.process.stdin.take());
        self.process.wait()?;
        Ok(())
    }
}

/// Memory of a process, in megabytes.
pub(crate) struct Memory {
    pub(crate) resident: f64,
    /// Anonymous memory. Excludes pages mapped from the program's file, which the kernel can drop.
    pub(crate) own: f64,
}

impl Memory {
    pub(crate) fn figures(&self) -> [(&'static str, f64); 2] {
        [("resident_mb", self.resident), ("own_mb", self.own)]
    }
}

/// Returns the peak memory of this process in megabytes, or 0 where the system does not report it.
pub(crate) fn peak_megabytes() -> f64 {
    megabytes("self", "VmHWM:").unwrap_or_default()
}

fn megabytes(process: &str, line: &str) -> anyhow::Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let reported = status
        .lines()
        .find_map(|reported| reported.strip_prefix(line))
        .context("the system does not report it")?;
    let kib: f64 = reported.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kib / 1024.0)
}
