//! How long a decision takes with 50 geo rules: `cargo run --release -p smartlink-policy --example decide_bench`.

use std::hint::black_box;
use std::time::Instant;

use kernel::{CountryCode, Node};
use smartlink_policy::address::LinkUrl;
use smartlink_policy::decision::{CompiledPolicy, Roll};
use smartlink_policy::link::SmartLinkId;
use smartlink_policy::policy::Policy;

const TURNS: u32 = 5_000_000;

fn main() {
    let Some(policy) = fifty_rules() else { return };
    let countries: Vec<_> = ["AA", "BM", "BX", "US", ""].into_iter().map(CountryCode::parse).collect();
    let trials: Vec<_> = countries.iter().copied().flatten().collect();
    let rolls: Vec<_> = (0..1_024_u128).map(|n| Roll::of(&n.to_be_bytes(), SmartLinkId::new(1))).collect();
    time("decide, 50 geo rules", |turn| {
        let country = countries.get(turn % countries.len()).copied().flatten();
        let Some(roll) = rolls.get(turn % rolls.len()) else { return };
        black_box(policy.decide(black_box(country), &trials[..], *roll));
    });
    time("roll of a visitor (SHA-256)", |turn| {
        black_box(Roll::of(&black_box(turn as u128).to_be_bytes(), SmartLinkId::new(1)));
    });
    let Some(url) = LinkUrl::parse("https://platform.example/c/123?x=1") else { return };
    time("address with two parameters and a click", |_| {
        let query = black_box("utm_source=story&utm_medium=social");
        black_box(url.with_click(query, Some("01m7wnqzzeew9rre38cajccybn")));
    });
}

fn time(what: &str, mut turn: impl FnMut(usize)) {
    let begin = Instant::now();
    (0..TURNS as usize).for_each(&mut turn);
    println!("{what}: {:.1} ns", begin.elapsed().as_secs_f64() * 1e9 / f64::from(TURNS));
}

fn fifty_rules() -> Option<CompiledPolicy> {
    let Node::Map(mut policy) = Policy::default().to_node() else { return None };
    let arms = policy.get("arms")?.clone();
    let rules = ('A'..='Y').flat_map(|letter| ["A", "B"].map(|first| format!("{first}{letter}")));
    let rules = rules.map(|code| Node::map([("countries", Node::list([code])), ("arms", arms.clone())]));
    policy.insert("geo".into(), Node::List(rules.collect()));
    Policy::parse(&Node::Map(policy)).ok().map(|policy| (&policy).into())
}
