//! Tests a dead engine next to a working one.

use std::time::Duration;

use adapter_engine::{EngineSettings, Failure};
use smartlink_policy::ports::FunnelEngine as _;

use crate::scripted::{Reply, Scripted};
use crate::support::{Desk, OTHER, OWNER, account, failure, quick};

/// Every call to the dead engine hangs until all calls to the working one are done. If they waited
/// for each other, the test would never end.
#[tokio::test]
async fn calls_to_a_living_engine_do_not_wait_for_a_dead_one() {
    const CALLS: usize = 64;
    let (dead, alive) = (
        Scripted::replies(vec![Reply::Held(account())]).await,
        Scripted::replies(vec![Reply::ok(account())]).await,
    );
    let patient = EngineSettings { call_timeout: Duration::from_secs(120), ..quick() };
    let desk = Desk::at_with(&dead.url, patient);
    desk.connections.connect(OTHER, &alive.url);
    let hanging: Vec<_> = (0..CALLS)
        .map(|_| {
            let client = desk.client.clone();
            tokio::spawn(async move { client.account(OWNER).await })
        })
        .collect();
    while dead.seen().len() < patient.calls_at_once {
        tokio::task::yield_now().await;
    }
    let calls = (0..CALLS).map(|_| {
        let client = desk.client.clone();
        tokio::spawn(async move { client.account(OTHER).await })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap().unwrap();
    }
    assert!(hanging.iter().all(|call| !call.is_finished()), "the dead engine's calls hang");
    assert_eq!(dead.seen().len(), patient.calls_at_once, "and no more of them than may run at once");
    dead.release();
    for call in hanging {
        call.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn a_breaker_belongs_to_one_owner_and_one_address() {
    let engine = Scripted::start(|_, seen| match seen.headers["authorization"].as_str() {
        "Bearer token-1" => Reply::status(500),
        _ => Reply::ok(account()),
    })
    .await;
    let desk = Desk::at(&engine.url);
    desk.connections.connect(OTHER, &engine.url);
    for _ in 0..5 {
        assert_eq!(failure(desk.client.account(OWNER).await), Failure::Status(500));
        desk.client.account(OTHER).await.unwrap();
    }
    assert_eq!(failure(desk.client.account(OWNER).await), Failure::CircuitOpen);
    desk.client.account(OTHER).await.unwrap();
    let elsewhere = Scripted::replies(vec![Reply::ok(account())]).await;
    desk.connections.connect(OWNER, &elsewhere.url);
    desk.client.account(OWNER).await.unwrap();
}
