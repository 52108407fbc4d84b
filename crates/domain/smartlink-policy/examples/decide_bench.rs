//! Benchmarks the rules of a redirect. Each measurement is compared with the minimum work for the
//! same result.
//!
//! `cargo xtask bench policy` runs it.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

use dev_kit::report::{Report, Side, Unit};
use kernel::CountryCode;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use smartlink_policy::address::LinkUrl;
use smartlink_policy::decision::{CompiledPolicy, Roll};
use smartlink_policy::link::SmartLinkId;
use smartlink_policy::policy::Policy;

const ROUNDS: usize = 9;
const TURNS: usize = 1_000_000;
const ADDRESS: &str = "https://platform.example/c/123?x=1";
const QUERY: &str = "utm_source=story&utm_medium=social";
const CLICK: &str = "01m7wnqzzeew9rre38cajccybn";

fn main() {
    let (Some(policy), Some(url)) = (fifty_rules(), LinkUrl::parse(ADDRESS)) else { return };
    let countries: Vec<_> = ["AA", "BM", "BX", "US", ""].into_iter().map(CountryCode::stored).collect();
    let trials: Vec<_> = countries.iter().copied().flatten().collect();
    let rolls: Vec<_> = (0..1_024_u128).map(|n| Roll::of(&n.to_be_bytes(), SmartLinkId::new(1))).collect();
    let country = |turn: usize| countries.get(turn % countries.len()).copied().flatten();
    let rules: HashMap<_, _> = codes().filter_map(|code| CountryCode::stored(&code)).zip(0..).collect();

    measure(
        "decision with 50 geo rules",
        ("one look-up of the country", |turn| {
            black_box(country(black_box(turn)).and_then(|country| rules.get(&country)));
        }),
        ("decide", |turn| {
            let Some(roll) = rolls.get(turn % rolls.len()) else { return };
            black_box(policy.decide(black_box(country(turn)), &trials[..], *roll));
        }),
    );
    measure(
        "roll of a visitor",
        ("SHA-256 of 24 bytes", |turn| {
            black_box(
                Sha256::new()
                    .chain_update(black_box(turn as u128).to_be_bytes())
                    .chain_update([0; 8])
                    .finalize(),
            );
        }),
        ("roll", |turn| {
            black_box(Roll::of(&black_box(turn as u128).to_be_bytes(), SmartLinkId::new(1)));
        }),
    );
    measure(
        "address with two parameters and a click",
        ("the same texts put together", |_| {
            black_box([black_box(ADDRESS), "&", QUERY, "&aref=", CLICK].concat());
        }),
        ("with_click", |_| {
            black_box(url.with_click(black_box(QUERY), Some(CLICK)));
        }),
    );
}

fn measure(case: &str, limit: (&str, impl Fn(usize)), ours: (&str, impl Fn(usize))) {
    let (mut bare, mut measured) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        bare.push(round(&limit.1));
        measured.push(round(&ours.1));
    }
    Report {
        bench: "policy",
        case,
        limit: Side::samples(limit.0, Unit::Nanos, bare),
        ours: Side::samples(ours.0, Unit::Nanos, measured),
        goal: None,
    }
    .print();
}

/// Nanoseconds per call of `turn`.
fn round(turn: &impl Fn(usize)) -> f64 {
    let began = Instant::now();
    (0..TURNS).for_each(turn);
    began.elapsed().as_secs_f64() * 1e9 / TURNS as f64
}

/// Country codes for 50 rules.
fn codes() -> impl Iterator<Item = String> {
    ('A'..='Y').flat_map(|letter| ["A", "B"].map(|first| format!("{first}{letter}")))
}

fn fifty_rules() -> Option<CompiledPolicy> {
    let Value::Object(mut policy) = Policy::default().to_json() else { return None };
    let arms = policy.get("arms")?.clone();
    let rules = codes()
        .map(|code| Value::from_iter([("countries", Value::from_iter([code])), ("arms", arms.clone())]));
    policy.insert("geo".into(), Value::Array(rules.collect()));
    Policy::stored(&Value::Object(policy)).ok().map(|policy| (&policy).into())
}
