//! The service as a process of its own, which is this program once more: nothing of the load is counted as its own.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use anyhow::Context as _;
use funnel::Server;
use serde_json::json;

use crate::edge::links;
use crate::service::{Service, config};

/// The word by which the program starts itself as the service on a database of its own.
pub(crate) const SERVE: &str = "serve-alone";
/// The same on the database that is named.
pub(crate) const SERVE_ON: &str = "serve-on";
pub(crate) const PAGE_HOST: &str = "page.example";

/// The service in this process, until its input ends: prints where its edge listens.
pub(crate) async fn serve_alone() -> anyhow::Result<()> {
    funnel::memory::disable_huge_pages()?;
    let roles = std::env::args().nth(2).context("no roles")?;
    let service = Service::start(&roles, links).await?;
    service.page(PAGE_HOST).await?;
    service.call("POST", &format!("/domains/{PAGE_HOST}/publish"), &json!({})).await?;
    print_address(service.edge()?).await?;
    service.stop().await
}

/// The same with these roles on a database that exists, once it is ready.
pub(crate) async fn serve_on() -> anyhow::Result<()> {
    funnel::memory::disable_huge_pages()?;
    let mut arguments = std::env::args().skip(2);
    let (roles, database) = (arguments.next().context("no roles")?, arguments.next().context("no database")?);
    let folder = tempfile::tempdir()?;
    let folder = folder.path().to_str().context("a folder's name is no text")?;
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

/// That process.
pub(crate) struct Serving {
    process: Child,
    edge: SocketAddr,
}

impl Serving {
    /// With a database of its own, a page and 10,000 links.
    pub(crate) fn alone(roles: &str) -> anyhow::Result<Self> {
        Self::start(&[SERVE, roles])
    }

    /// An edge on this database.
    pub(crate) fn edge_of(database: &str) -> anyhow::Result<Self> {
        Self::start(&[SERVE_ON, "edge", database])
    }

    /// All that needs the database, on this one.
    pub(crate) fn all_of(database: &str) -> anyhow::Result<Self> {
        Self::start(&[SERVE_ON, "api,edge,worker", database])
    }

    fn start(arguments: &[&str]) -> anyhow::Result<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = process.stdout.take().context("nothing is printed")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let edge = line.trim().parse().context("the service did not start")?;
        Ok(Self { process, edge })
    }

    /// Where its edge listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.edge
    }

    /// What it holds in memory.
    pub(crate) fn memory(&self) -> anyhow::Result<Memory> {
        let process = self.process.id().to_string();
        Ok(Memory { resident: megabytes(&process, "VmRSS:")?, own: megabytes(&process, "RssAnon:")? })
    }

    /// Ends it.
    pub(crate) fn stop(mut self) -> anyhow::Result<()> {
        drop(self.process.stdin.take());
        self.process.wait()?;
        Ok(())
    }
}

/// What a process holds in memory, in megabytes.
pub(crate) struct Memory {
    pub(crate) resident: f64,
    /// Without what is mapped from the program's file, which the system drops when it needs the room, and reads again.
    pub(crate) own: f64,
}

impl Memory {
    pub(crate) fn figures(&self) -> [(&'static str, f64); 2] {
        [("resident_mb", self.resident), ("own_mb", self.own)]
    }
}

/// The most memory that this process ever held; 0 where the system does not report it.
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
