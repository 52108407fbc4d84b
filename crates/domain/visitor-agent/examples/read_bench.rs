//! Measures the time of reading user agents, one a line of the standard input.
//!
//! `cargo run --release -p visitor-agent --example read_bench < agents.txt`
//!
//! With the argument `lazy`, rules are compiled when they are first needed. The best of five readings shows the work
//! without the other programs on the machine.

use std::hint::black_box;
use std::io::Read as _;
use std::time::{Duration, Instant};

fn main() -> std::io::Result<()> {
    let mut text = Vec::new();
    std::io::stdin().lock().read_to_end(&mut text)?;
    let agents: Vec<&[u8]> = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    println!("automaton: {:?}", time(visitor_agent::warm_up));
    if std::env::args().nth(1).as_deref() != Some("lazy") {
        println!("all rules: {:?}", time(visitor_agent::compile_rules));
    }
    for (round, readings) in [("first reading", 1), ("next reading", 1), ("best of five", 5)] {
        let best = |agent: &&[u8]| (0..readings).map(|_| read(agent)).min().unwrap_or_default();
        let mut times: Vec<Duration> = agents.iter().map(best).collect();
        times.sort_unstable();
        let all: Duration = times.iter().sum();
        let count = u32::try_from(times.len().max(1)).unwrap_or(u32::MAX);
        let at = |share: usize| times.get(times.len() * share / 1_000).copied().unwrap_or_default();
        let (mean, slowest) = (all / count, times.last().copied().unwrap_or_default());
        println!(
            "{round}: mean {mean:?}, p50 {:?}, p99 {:?}, p99.9 {:?}, slowest {slowest:?}",
            at(500),
            at(990),
            at(999)
        );
    }
    Ok(())
}

fn read(agent: &[u8]) -> Duration {
    time(|| {
        black_box(visitor_agent::read(black_box(agent)));
    })
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
