//! Measures how long a message to 900 of 1,000 endpoints takes, while the other 100 respond and
//! while they hang. 50 owners have 20 endpoints each, of which two hang. Each round creates a key
//! for every owner, and each endpoint is notified.
//!
//! Run with `cargo xtask bench webhooks`.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::dev::ServerHandle;
use actix_web::{App, HttpResponse, HttpServer, web};
use anyhow::Context as _;
use dev_kit::report::{Report, Side, Unit};
use futures_util::future::try_join_all;
use serde_json::{Value, json};

use crate::service::Service;

const OWNERS: usize = 50;
const ENDPOINTS: usize = 20;

/// Number of each owner's endpoints that hang in the second half.
const HANGING: usize = 2;

/// Number of rounds. Together they last longer than the 15 second timeout, so that the endpoints
/// visibly start to hang and are then paused.
const ROUNDS: usize = 15;
const EVERY: Duration = Duration::from_secs(2);

/// Longest time for the messages of one half.
const PATIENCE: Duration = Duration::from_secs(120);

/// Server for all endpoints.
#[derive(Default)]
struct Receiver {
    hangs: AtomicBool,
    /// Arrival times of each key's messages at endpoints that never hang.
    arrived: Mutex<HashMap<i64, Vec<Instant>>>,
}

pub(crate) async fn run() -> anyhow::Result<()> {
    let receiver = Arc::new(Receiver::default());
    let (address, server) = listen(&receiver)?;
    let service = Service::start("api,worker", |_| String::new()).await?;
    let keys = owners(&service, address).await?;
    // Fills pools and opens connections before the measurement.
    half(&service, &keys, &receiver, 1).await?;
    let answering = half(&service, &keys, &receiver, ROUNDS).await?;
    receiver.hangs.store(true, Ordering::Relaxed);
    let hanging = half(&service, &keys, &receiver, ROUNDS).await?;
    Report {
        bench: "webhooks",
        case: "p99 of the messages of a round to 900 endpoints, a sample a round",
        limit: side("the other 100 answer", &answering),
        ours: side("the other 100 hang", &hanging),
        goal: Some(0.5),
    }
    .print();
    server.stop(false).await;
    service.stop().await
}

fn listen(receiver: &Arc<Receiver>) -> anyhow::Result<(SocketAddr, ServerHandle)> {
    let receiver = web::Data::from(Arc::clone(receiver));
    let app = move || App::new().app_data(receiver.clone()).route("/{endpoint}", web::post().to(take));
    let server = HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0))?;
    let address = *server.addrs().first().context("the receiver does not listen")?;
    let server = server.run();
    let handle = server.handle();
    tokio::spawn(server);
    Ok((address, handle))
}

async fn take(
    endpoint: web::Path<usize>,
    body: web::Json<Value>,
    receiver: web::Data<Receiver>,
) -> HttpResponse {
    let arrived = Instant::now();
    if *endpoint >= HANGING {
        let key = body.pointer("/data/key_id").and_then(Value::as_i64).unwrap_or_default();
        let mut all = receiver.arrived.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(key).or_default().push(arrived);
    } else if receiver.hangs.load(Ordering::Relaxed) {
        std::future::pending::<()>().await;
    }
    HttpResponse::NoContent().finish()
}

/// Creates the owners with their endpoints; returns their keys.
async fn owners(service: &Service, address: SocketAddr) -> anyhow::Result<Vec<String>> {
    let mut keys = Vec::with_capacity(OWNERS);
    for owner in service.owners(OWNERS).await? {
        let key = owner.key;
        for endpoint in 0..ENDPOINTS {
            let body = json!({ "url": format!("http://{address}/{endpoint}"), "events": ["key.created"] });
            service.call_as(&key, "POST", "/webhooks", &body).await?;
        }
        keys.push(key);
    }
    Ok(keys)
}

/// Returns the delivery times to endpoints that never hang, in milliseconds, by round.
async fn half(
    service: &Service,
    keys: &[String],
    receiver: &Receiver,
    rounds: usize,
) -> anyhow::Result<Vec<Vec<f64>>> {
    let mut made = Vec::with_capacity(rounds);
    let mut tick = tokio::time::interval(EVERY);
    for _ in 0..rounds {
        tick.tick().await;
        made.push(try_join_all(keys.iter().map(|key| make(service, key))).await?);
    }
    let began = Instant::now();
    let mut times = Vec::with_capacity(rounds);
    for round in made {
        let mut of_round = Vec::new();
        for (key, sent) in round {
            of_round.extend(
                arrivals(receiver, key, began)
                    .await?
                    .into_iter()
                    .map(|at| at.saturating_duration_since(sent).as_secs_f64() * 1_000.0),
            );
        }
        of_round.sort_by(f64::total_cmp);
        times.push(of_round);
    }
    Ok(times)
}

/// Creates a key; returns its id and the time of creation.
async fn make(service: &Service, key: &str) -> anyhow::Result<(i64, Instant)> {
    let made = service.call_as(key, "POST", "/api-keys", &json!({ "name": "made" })).await?;
    let sent = Instant::now();
    let made: Value = serde_json::from_str(&made)?;
    Ok((made.get("id").and_then(Value::as_i64).context("a key has a number")?, sent))
}

/// Waits until all endpoints that never hang were notified of `key`; returns the arrival times.
async fn arrivals(receiver: &Receiver, key: i64, began: Instant) -> anyhow::Result<Vec<Instant>> {
    loop {
        {
            let arrived = receiver.arrived.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(times) = arrived.get(&key).filter(|times| times.len() >= ENDPOINTS - HANGING) {
                return Ok(times.clone());
            }
        }
        anyhow::ensure!(began.elapsed() < PATIENCE, "messages did not arrive");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn side(name: &str, rounds: &[Vec<f64>]) -> Side {
    let at = |times: &[f64], percent: usize| {
        let place = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times.get(place).copied().unwrap_or_default()
    };
    let mut all: Vec<f64> = rounds.concat();
    all.sort_by(f64::total_cmp);
    Side::samples(name, Unit::Millis, rounds.iter().map(|round| at(round, 99)))
        .apart()
        .with("p50_of_all_ms", at(&all, 50))
        .with("p99_of_all_ms", at(&all, 99))
        .with("longest_ms", at(&all, 100))
}
