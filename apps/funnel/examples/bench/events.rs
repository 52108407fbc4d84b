//! Compares four senders that push signed batches of events with the store, which takes the same
//! batches without HTTP.
//!
//! Run with `cargo xtask bench events`.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use adapter_postgres::PgEventStore;
use anyhow::Context as _;
use attribution::event::EngineEvent;
use attribution::ports::EventStore as _;
use dev_kit::report::{Report, Side};
use engine_sim::{AccountConfig, Sim, SimConfig, sign};
use funnel::wiring::Engines;
use futures_util::future::try_join_all;
use kernel::{Clock as _, OwnerId};
use runtime::SystemClock;
use serde_json::{Value, json};

use crate::service::{Service, keys};

const BATCH: usize = 500;
const SENDERS: usize = 4;
const BATCHES: usize = 40;
const ROUNDS: usize = 7;
const FANS: usize = 3_000;
const GOAL: f64 = 0.8;

pub(crate) async fn run() -> anyhow::Result<()> {
    let account =
        AccountConfig { fans: 0, ..AccountConfig::new("acct_1", "token", "event-secret-of-the-bench") };
    let sim = Sim::start(SimConfig { accounts: vec![account.clone()], ..SimConfig::default() }).await?;
    let service = Service::start("edge", |_| String::new()).await?;
    service.connect(sim.url(), &account).await?;
    let pool = adapter_postgres::pool(service.database(), SENDERS);
    let engines = Engines::open(engine_link::AddressPolicy::AllowPrivate, &keys()?)?;
    let store = PgEventStore::new(pool, Arc::clone(&engines.sealing));
    let (mut inside, mut pushed) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let first = round * 2 * BATCHES;
        let one = within(&store, OwnerId::new(service.owner), first).await?;
        let other = over_http(&service, &account, first + BATCHES).await?;
        // The first round warms up.
        if round > 0 {
            inside.push(one);
            pushed.push(other);
        }
    }
    Report {
        bench: "events",
        case: "batches of 500 events, four at once",
        limit: Side::rates("read and stored in process", inside),
        ours: Side::rates("pushed and signed over HTTP", pushed),
        goal: Some(GOAL),
    }
    .print();
    service.stop().await
}

async fn within(store: &PgEventStore, owner: OwnerId, first: usize) -> anyhow::Result<f64> {
    let bodies: Vec<_> = (first..first + BATCHES).map(body).collect();
    let (next, began) = (AtomicUsize::new(0), Instant::now());
    let sender = async || -> anyhow::Result<()> {
        while let Some(body) = bodies.get(next.fetch_add(1, Ordering::Relaxed)) {
            let body: Value = serde_json::from_str(body)?;
            let events = body.pointer("/events").and_then(Value::as_array).context("a batch has events")?;
            let events: Result<Vec<_>, _> = events.iter().map(EngineEvent::parse).collect();
            let events = events.map_err(|rejection| anyhow::anyhow!("{}", rejection.message))?;
            store.take_in(owner, &events, SystemClock.now()).await?;
        }
        Ok(())
    };
    try_join_all((0..SENDERS).map(|_| sender())).await?;
    Ok(rate(began))
}

async fn over_http(service: &Service, account: &AccountConfig, first: usize) -> anyhow::Result<f64> {
    let bodies: Vec<_> = (first..first + BATCHES).map(body).collect();
    let (url, client) = (format!("http://{}/engine/v1/events", service.edge()?), reqwest::Client::new());
    let (next, began) = (AtomicUsize::new(0), Instant::now());
    let sender = async || -> anyhow::Result<()> {
        while let Some(body) = bodies.get(next.fetch_add(1, Ordering::Relaxed)) {
            let at = SystemClock.now().seconds();
            let request = client
                .post(&url)
                .header("x-engine-account", &account.account_id)
                .header("x-engine-timestamp", at.to_string())
                .header("x-engine-signature", format!("v1={}", sign(&account.event_secret, at, body)))
                .body(body.clone());
            let answer: Value = request.send().await?.error_for_status()?.json().await?;
            let accepted = answer.pointer("/accepted").and_then(Value::as_u64);
            anyhow::ensure!(accepted == Some(BATCH as u64), "{answer}");
        }
        Ok(())
    };
    try_join_all((0..SENDERS).map(|_| sender())).await?;
    Ok(rate(began))
}

fn rate(began: Instant) -> f64 {
    (BATCH * BATCHES) as f64 / began.elapsed().as_secs_f64()
}

/// Builds a batch: every sixth event is a subscription, half are messages, the rest are payments.
fn body(batch: usize) -> String {
    let events: Vec<_> = (batch * BATCH..(batch + 1) * BATCH).map(event).collect();
    json!({ "events": events }).to_string()
}

fn event(n: usize) -> Value {
    let mixed = n.wrapping_mul(2_654_435_761) >> 7;
    let (kind, data) = match mixed % 6 {
        0 => ("new_subscriber", json!({ "trial": true, "price_cents": 0 })),
        1..=3 => ("message_received", json!({})),
        _ => (
            "new_transaction",
            json!({
                "transaction_id": format!("tx-{n}"), "kind": "message", "gross_cents": 1_250, "net_cents": 1_000,
                "currency": "USD", "content_ids": [7], "media_in_msg": 1,
            }),
        ),
    };
    let fan = mixed / 18 % FANS;
    json!({
        "event_id": format!("evt-{n:012}"), "type": kind, "occurred_at": "2026-11-20T12:00:00Z",
        "fan": { "fan_id": format!("fan-{fan}"), "username": format!("name{fan}"), "country": "DE" }, "data": data,
    })
}
