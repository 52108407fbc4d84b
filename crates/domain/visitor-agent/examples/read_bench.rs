//! Measures the time of reading user agents, one a line of the standard input: each first time, and again.
//!
//! `cargo run --release -p visitor-agent --example read_bench < agents.txt`

use std::hint::black_box;
use std::io::Read as _;
use std::time::{Duration, Instant};

fn main() -> std::io::Result<()> {
    let mut text = Vec::new();
    std::io::stdin().lock().read_to_end(&mut text)?;
    let agents: Vec<&[u8]> = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    let start = Instant::now();
    visitor_agent::warm_up();
    println!("the automaton is built in {:?}", start.elapsed());
    for round in ["with rules to compile", "with compiled rules", "again"] {
        let mut times: Vec<Duration> = agents.iter().map(|agent| time(agent)).collect();
        times.sort_unstable();
        let all: Duration = times.iter().sum();
        let count = u32::try_from(times.len().max(1)).unwrap_or(u32::MAX);
        let at = |share: usize| times.get(times.len() * share / 1_000).copied().unwrap_or_default();
        println!(
            "{round}: mean {:?}, p50 {:?}, p99 {:?}, p99.9 {:?}",
            all / count,
            at(500),
            at(990),
            at(999)
        );
    }
    Ok(())
}

fn time(agent: &[u8]) -> Duration {
    let start = Instant::now();
    black_box(visitor_agent::read(black_box(agent)));
    start.elapsed()
}
