//! Measures the memory of the service, idle and over minutes of load at the edge. The service runs
//! in a process of its own, so that the load generator is not counted.
//!
//! `cargo xtask bench memory` runs for ten minutes; `--minutes 1` shortens it.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use dev_kit::report::print_figures;

use crate::edge::{HOST, LINKS, awake, request};
use crate::load::{repeated, round};
use crate::serving::{PAGE_HOST, Serving};

pub(crate) async fn run() -> anyhow::Result<()> {
    let minutes = minutes_asked_for()?;
    // The service usually installs the provider, but runs in another process here.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let idle = Serving::alone("api,edge,worker")?;
    // One-time work after the start is done by then.
    tokio::time::sleep(Duration::from_secs(10)).await;
    let [resident, own] = idle.memory()?.figures();
    print_figures("memory", "all roles, nothing to do for 10 s", &[resident, own, ("goal_mb", 40.0)]);
    idle.stop()?;
    let serving = Serving::alone("api,edge,worker")?;
    awake(serving.address()).await?;
    let mut requests: Vec<_> =
        (0..LINKS).map(|link| request(HOST, &format!("/r/link-{link}?utm_source=ig"))).collect();
    requests.extend((0..LINKS).map(|_| request(PAGE_HOST, "/?utm_source=ig")));
    let requests = repeated(&requests);
    let began = Instant::now();
    let (mut minute, mut first, mut last) = (0, 0.0, 0.0);
    while minute < minutes {
        let done = round(serving.address(), &requests, Duration::from_secs(60)).await?;
        minute += 1;
        let memory = serving.memory()?;
        last = memory.own;
        if minute == 1 {
            first = last;
        }
        let case = format!("after {:.0} s of load", began.elapsed().as_secs_f64());
        let [resident, own] = memory.figures();
        print_figures("memory", &case, &[resident, own, ("requests_per_second", done.per_second)]);
    }
    print_figures(
        "memory",
        "growth of its own from the first minute to the last",
        &[("mb", last - first), ("goal_mb", 0.0)],
    );
    serving.stop()
}

fn minutes_asked_for() -> anyhow::Result<u32> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--minutes");
    let Some(number) = arguments.nth(1) else { return Ok(10) };
    number.parse().context("--minutes takes a number")
}
