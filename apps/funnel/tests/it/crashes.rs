//! Events and deliveries while the program and the database are killed.
//!
//! The suite kills a few times and lets leases expire at once. The full run, with real leases:
//!
//! ```sh
//! FUNNEL_CRASH_KILLS=20 cargo nextest run -p funnel --test it -E 'test(crashes)' --no-capture
//! ```

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use engine_sim::{AccountConfig, Platform, RunningSim, Sim, SimConfig};
use futures_util::future::join;
use kernel::Entropy as _;
use kernel::fixed::SeededEntropy;
use reqwest::Client;
use serde_json::{Value, json};

use crate::conversions::event;
use crate::database::Database;
use crate::journey::ACCOUNT;
use crate::kept::Reach;
use crate::program::{ENGINE_TOKEN, PIXEL, Program, push_to};

pub(crate) const HOST: &str = "a.example";
pub(crate) const LINK: &str = "known";
/// Default number of kills; every third kill includes the database.
const KILLS: usize = 5;
const KILLS_VARIABLE: &str = "FUNNEL_CRASH_KILLS";
/// Longest time between two kills, in milliseconds: 20 kills take a minute.
const LONGEST_LIFE: u64 = 4_000;
pub(crate) const BATCH: usize = 10;
/// Time limit for the remaining work after the last kill; leases last a minute.
const PATIENCE: Duration = Duration::from_secs(120);
const SEED: u64 = 20;

pub(crate) async fn simulation(fans: u64) -> RunningSim {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let account = AccountConfig {
        fans,
        links: 0,
        ..AccountConfig::new(ACCOUNT, ENGINE_TOKEN, crate::conversions::EVENT_SECRET)
    };
    Sim::start(SimConfig { accounts: vec![account], ..SimConfig::default() }).await.unwrap()
}

pub(crate) fn batch(number: usize) -> Vec<Value> {
    let of = |n: usize| {
        let id = format!("evt-{:05}", number * BATCH + n);
        let more = json!({
            "fan": { "fan_id": format!("fan-{id}"), "email": format!("{id}@example.com") },
            "link": { "provider_id": LINK },
            "data": { "trial": false, "price_cents": 0 },
        });
        event(&id, "new_subscriber", 5, more)
    };
    (0..BATCH).map(of).collect()
}

/// Acts as an engine that pushes batches until `stop`, and retries each until acknowledged. Returns
/// the number of acknowledged batches.
async fn push_until(stop: &Cell<bool>, edge: &RefCell<String>) -> usize {
    let client = Client::builder().timeout(Duration::from_secs(5)).build().unwrap();
    let mut acknowledged = 0;
    while !stop.get() {
        let events = batch(acknowledged);
        let deadline = Instant::now() + PATIENCE;
        loop {
            let address = edge.borrow().clone();
            if push_to(&client, &address, &events).await.is_ok_and(|reply| reply.status == 200) {
                break;
            }
            assert!(Instant::now() < deadline, "batch {acknowledged} is not taken");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        acknowledged += 1;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    acknowledged
}

/// Kills at random moments, and restarts each killed part.
async fn kill(program: &mut Program, database: &mut Database, kills: usize, edge: &RefCell<String>) {
    let entropy = SeededEntropy::new(SEED);
    let full = std::env::var_os(KILLS_VARIABLE).is_some();
    for round in 0..kills {
        let mut bytes = [0; 8];
        entropy.fill(&mut bytes);
        let longest = if full { LONGEST_LIFE } else { LONGEST_LIFE / 2 };
        tokio::time::sleep(Duration::from_millis(u64::from_le_bytes(bytes) % longest)).await;
        if round % 3 == 2 {
            // The program may notice the database crash, or be killed while noticing.
            database.crash().await;
        }
        program.kill();
        if !full {
            let over = "UPDATE pixel_deliveries SET locked_until = now() WHERE locked_until > now()";
            program.sql().await.execute(over, &[]).await.unwrap();
        }
        program.restart().await;
        *edge.borrow_mut() = program.url("edge");
    }
}

#[actix_web::test]
async fn nothing_that_was_acknowledged_is_lost_however_often_everything_is_killed() {
    let kills = std::env::var(KILLS_VARIABLE).ok().map_or(KILLS, |kills| kills.parse().unwrap());
    let sim = simulation(10).await;
    let mut database = Database::start().await;
    let (reach, _pooler) = Reach::of(&database.url()).await;
    let mut program = Program::start(&reach, &sim, &[]).await;
    program.funnel(HOST, LINK).await;
    let (stop, edge) = (Cell::new(false), RefCell::new(program.url("edge")));
    let killer = async {
        kill(&mut program, &mut database, kills, &edge).await;
        stop.set(true);
    };
    let (batches, ()) = join(push_until(&stop, &edge), killer).await;
    let events = batches * BATCH;
    println!("{events} events through {kills} kills");
    assert!(batches > kills, "{batches} batches");
    let sql = program.sql().await;
    everything_is_there_once(&sql, program.owner, events).await;
    everything_is_delivered(&sql, events).await;
    for platform in [Platform::Meta, Platform::Tiktok] {
        every_event_arrived_under_one_name(&sql, &sim, platform, (program.owner, PIXEL), events).await;
    }
}

pub(crate) async fn count(sql: &tokio_postgres::Client, query: &str) -> usize {
    let count: i64 = sql.query_one(query, &[]).await.unwrap().get(0);
    usize::try_from(count).unwrap()
}

pub(crate) async fn everything_is_there_once(sql: &tokio_postgres::Client, owner: i64, events: usize) {
    let expected: BTreeSet<_> = (0..events).map(|n| format!("evt-{n:05}")).collect();
    for table in ["engine_events", "conversions"] {
        let rows =
            sql.query(&format!("SELECT event_id FROM {table} WHERE owner_id = {owner}"), &[]).await.unwrap();
        let found: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
        assert_eq!((found.len(), rows.len()), (events, events), "{table}");
        assert_eq!(found, expected, "{table}");
    }
    let subs = format!("SELECT sum(subs)::bigint FROM funnel_days WHERE owner_id = {owner}");
    let subs = count(sql, &subs).await;
    assert_eq!(subs, events, "and counted once");
}

pub(crate) async fn everything_is_delivered(sql: &tokio_postgres::Client, events: usize) {
    let deadline = Instant::now() + PATIENCE;
    assert_eq!(count(sql, "SELECT count(*) FROM pixel_deliveries").await, 2 * events);
    loop {
        let delivered = "SELECT count(*) FROM pixel_deliveries WHERE state = 'delivered'";
        let delivered = count(sql, delivered).await;
        if delivered == 2 * events {
            return;
        }
        assert!(Instant::now() < deadline, "{delivered} of {} deliveries", 2 * events);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Checks that each event arrived at least once and under one id, because a platform drops
/// duplicates of an id.
pub(crate) async fn every_event_arrived_under_one_name(
    sql: &tokio_postgres::Client,
    sim: &RunningSim,
    platform: Platform,
    (owner, pixel): (i64, &str),
    events: usize,
) {
    let mut arrived: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let received = sim.received_by(platform, pixel).await.unwrap();
    for one in &received {
        let id = one.body["data"][0]["event_id"].as_str().unwrap().to_owned();
        arrived.entry(id).or_default().insert(one.body["data"][0].to_string());
    }
    let names = "SELECT delivery.platform_event_id FROM conversions LEFT JOIN pixel_deliveries delivery
        ON delivery.owner_id = conversions.owner_id AND delivery.event_id = conversion_id::text AND delivery.platform = $2
        WHERE conversions.owner_id = $1";
    let word = format!("{platform:?}").to_lowercase();
    let rows = sql.query(names, &[&owner, &word]).await.unwrap();
    let expected: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
    assert_eq!(expected.len(), rows.len(), "each conversion has a name of its own");
    println!("{platform:?}: {} requests for {events} events", received.len());
    assert_eq!(arrived.keys().cloned().collect::<BTreeSet<_>>(), expected);
    assert!(arrived.values().all(|reported| reported.len() == 1), "an event was reported in two ways");
}
