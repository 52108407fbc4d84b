//! Benchmarks reading the `User-Agent` headers of people, with the cache of the edge and without it. The headers are
//! those that the package `user-agents` drew from visitors.
//!
//! `cargo xtask bench agents` runs it.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use bench_report::{Bounded, Report, Side, Unit};
use edge::Agents;
use flate2::read::GzDecoder;

const CORPORA: &[u8] = include_bytes!("../../../domain/visitor-agent/tests/corpora.tsv.gz");
const ROUNDS: usize = 200;

fn main() -> std::io::Result<()> {
    let text = std::io::read_to_string(GzDecoder::new(CORPORA))?;
    let people = text.lines().filter_map(|line| line.strip_prefix("person\t")?.split_once('\t'));
    let headers: Vec<&[u8]> = people.map(|(_, header)| header.as_bytes()).collect();
    let cache = Agents::default();
    visitor_agent::compile_rules();
    let table: HashMap<&[u8], _> = headers.iter().map(|header| (*header, cache.read(header))).collect();

    let (mut limit, mut hits, mut misses) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        for header in &headers {
            limit.push(time(|| table.get(black_box(header)).copied()));
            hits.push(time(|| cache.read(black_box(header))));
        }
        misses.extend(headers.iter().map(|header| time(|| visitor_agent::read(black_box(header)))));
    }
    let hits = Side::times("cache", Unit::Micros, hits).apart().with_tails();
    let limit = Side::times("table of the same headers", Unit::Micros, limit).apart().with_tails();
    Report { bench: "agents", case: "known header", limit, ours: hits.clone(), goal: None }.print();
    let misses = Side::times("read", Unit::Micros, misses).apart().with_tails();
    for (case, side, most) in [("known header, bound", hits, 2.0), ("new header", misses, 40.0)] {
        Bounded { bench: "agents", case, side, figure: "p99", most: Some(most) }.print();
    }
    Ok(())
}

fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}
