//! Tests of allowed and refused addresses.

use std::time::Duration;

use adapter_engine::{EngineSettings, Failure};
use engine_link::AddressPolicy;
use smartlink_policy::ports::FunnelEngine as _;

use crate::scripted::{Reply, Scripted};
use crate::support::{Desk, OWNER, account, failure, quick};

#[tokio::test]
async fn private_addresses_are_refused_where_configured_by_number_and_by_name() {
    let engine = Scripted::replies(vec![Reply::ok(account())]).await;
    let by_name = engine.url.replace("127.0.0.1", "localhost");
    let strict = EngineSettings { addresses: AddressPolicy::PublicOnly, ..quick() };
    for url in [engine.url.as_str(), by_name.as_str()] {
        let ended = Desk::at_with(url, strict).client.account(OWNER).await;
        assert_eq!(failure(ended), Failure::ForbiddenAddress, "{url}");
    }
    assert!(engine.seen().is_empty(), "nothing was sent");
    let beside = EngineSettings { addresses: AddressPolicy::AllowLoopback, ..quick() };
    for url in [engine.url.as_str(), by_name.as_str()] {
        Desk::at(url).client.account(OWNER).await.unwrap();
        Desk::at_with(url, beside).client.account(OWNER).await.unwrap();
    }
}

/// All allowed concurrent calls are held; the next one times out without affecting them.
#[tokio::test]
async fn calls_to_one_engine_wait_for_a_free_place() {
    let engine = Scripted::start(|n, _| match n {
        0 | 1 => Reply::Held(account()),
        _ => Reply::ok(account()),
    })
    .await;
    let settings = EngineSettings { calls_at_once: 2, call_timeout: Duration::from_secs(5), ..quick() };
    let desk = Desk::at_with(&engine.url, settings);
    let calls: Vec<_> = (0..4)
        .map(|_| {
            let client = desk.client.clone();
            tokio::spawn(async move { client.account(OWNER).await })
        })
        .collect();
    let deadline = tokio::time::Instant::now() + Duration::from_secs(4);
    while engine.seen().len() < 2 {
        assert!(tokio::time::Instant::now() < deadline);
        tokio::task::yield_now().await;
    }
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(engine.seen().len(), 2, "the others wait");
    engine.release();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(engine.seen().len(), 4);
}
