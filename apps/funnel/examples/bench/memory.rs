//! The memory of the program: idle, and over minutes of load at the edge. The program is a process of its own, so that nothing
//! of the load is counted.
//!
//! `cargo xtask bench memory` runs it for ten minutes; `--minutes 1` for fewer.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use bench_report::print_figures;
use serde_json::json;

use crate::edge::{HOST, LINKS, awake, links, request};
use crate::load::round;
use crate::service::Service;

/// The word by which the program starts itself as the service.
pub(crate) const SERVE: &str = "serve-for-memory";
const PAGE_HOST: &str = "page.example";

/// Runs it.
pub(crate) async fn run() -> anyhow::Result<()> {
    let minutes = minutes_asked_for()?;
    // The service, which does it otherwise, runs in another process.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut idle = Serving::start("api,edge,worker")?;
    // What is done once after the start is over then.
    tokio::time::sleep(Duration::from_secs(10)).await;
    let resting = idle.megabytes()?;
    print_figures(
        "memory",
        "all roles, nothing to do for 10 s",
        &[("resident_mb", resting), ("goal_mb", 60.0)],
    );
    idle.stop()?;
    let mut serving = Serving::start("api,edge,worker")?;
    awake(serving.edge).await?;
    let mut requests: Vec<_> =
        (0..LINKS).map(|link| request(HOST, &format!("/r/link-{link}?utm_source=ig"))).collect();
    requests.extend((0..LINKS).map(|_| request(PAGE_HOST, "/?utm_source=ig")));
    let began = Instant::now();
    let (mut minute, mut first, mut last) = (0, 0.0, 0.0);
    while minute < minutes {
        let done = round(serving.edge, &requests, Duration::from_secs(60)).await?;
        minute += 1;
        last = serving.megabytes()?;
        if minute == 1 {
            first = last;
        }
        let case = format!("after {:.0} s of load", began.elapsed().as_secs_f64());
        print_figures("memory", &case, &[("resident_mb", last), ("requests_per_second", done.per_second)]);
    }
    print_figures("memory", "growth from the first minute to the last", &[("mb", last - first)]);
    serving.stop()
}

fn minutes_asked_for() -> anyhow::Result<u32> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--minutes");
    let Some(number) = arguments.nth(1) else { return Ok(10) };
    number.parse().context("--minutes takes a number")
}

/// The service in this process, until its input ends: tells where its edge listens.
pub(crate) async fn serve() -> anyhow::Result<()> {
    funnel::memory::disable_huge_pages()?;
    let roles = std::env::args().nth(2).context("no roles")?;
    let service = Service::start(&roles, links).await?;
    service.page(PAGE_HOST).await?;
    service.call("POST", &format!("/domains/{PAGE_HOST}/publish"), &json!({})).await?;
    println!("{}", service.edge()?);
    tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
    service.stop().await
}

/// That process.
struct Serving {
    process: Child,
    edge: SocketAddr,
}

impl Serving {
    fn start(roles: &str) -> anyhow::Result<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .args([SERVE, roles])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let told = process.stdout.take().context("nothing is told")?;
        let mut line = String::new();
        BufReader::new(told).read_line(&mut line)?;
        let edge = line.trim().parse().context("the service did not start")?;
        Ok(Self { process, edge })
    }

    fn megabytes(&self) -> anyhow::Result<f64> {
        megabytes(&self.process.id().to_string(), "VmRSS:")
    }

    fn stop(&mut self) -> anyhow::Result<()> {
        drop(self.process.stdin.take());
        self.process.wait()?;
        Ok(())
    }
}

/// The most memory that this process ever held; 0 where the system does not tell.
pub(crate) fn peak_megabytes() -> f64 {
    megabytes("self", "VmHWM:").unwrap_or_default()
}

fn megabytes(process: &str, line: &str) -> anyhow::Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let told = status.lines().find_map(|told| told.strip_prefix(line)).context("the system does not tell")?;
    let kib: f64 = told.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kib / 1024.0)
}
