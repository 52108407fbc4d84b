//! Tests of the client with the simulator and each of its errors.

use std::sync::Arc;
use std::time::Duration;

use adapter_engine::{CachedContent, ContentCache, EngineSettings};
use attribution::event_log::EventLog;
use broadcast_gate::ports::Answer;
use content_vault::item::ContentId;
use content_vault::ports::ContentEngine as _;
use engine_link::LinkState;
use engine_sim::{AccountConfig, Fault, FaultKind, RunningSim, Sim, SimConfig};
use smartlink_policy::link::Offer;
use smartlink_policy::ports::{EngineError, FunnelEngine as _};

use crate::support::{Desk, OTHER, OWNER, audience, failure, new_link, quick};

const ACCOUNT: &str = "acct_1";

async fn simulation(settings: EngineSettings) -> (RunningSim, Desk) {
    let desk = Desk::new(settings);
    let accounts = vec![
        AccountConfig { fans: 2_500, ..AccountConfig::new(ACCOUNT, "token-1", "s1") },
        AccountConfig { fans: 10, ..AccountConfig::new("acct_2", "token-2", "s2") },
    ];
    let sim = Sim::start(SimConfig { accounts, ..SimConfig::default() }).await.unwrap();
    for owner in [OWNER, OTHER] {
        desk.connections.connect(owner, sim.url());
    }
    (sim, desk)
}

fn status(status: u16, retry_after: Option<&str>) -> FaultKind {
    FaultKind::Status { status, retry_after: retry_after.map(str::to_owned), body: None }
}

#[tokio::test]
async fn every_call_is_understood() {
    let (sim, desk) = simulation(quick()).await;
    let client = &desk.client;
    assert_eq!(client.account(OWNER).await.unwrap().account_id, ACCOUNT);
    let links = client.links(OWNER).await.unwrap().links;
    assert!(!links.is_empty());
    let new = new_link(Offer::Ftl, Some("DE"), Some(7));
    let made = client.create_link(OWNER, &new).await.unwrap();
    assert_eq!(client.create_link(OWNER, &new).await.unwrap(), made, "one key makes one link");
    assert_eq!(client.links(OWNER).await.unwrap().links.len(), links.len() + 1);
    client.set_active(OWNER, &made.provider_id, false).await.unwrap();
    let listed = client.links(OWNER).await.unwrap().links;
    let off = listed.iter().find(|link| link.provider_id == made.provider_id).unwrap();
    assert!(!off.active);
    let ids: Vec<_> = links.iter().map(|link| link.provider_id.clone()).collect();
    client.link_stats(OWNER, &ids).await.unwrap();
    let vault = CachedContent::new(client.clone(), Arc::new(ContentCache::new()));
    let items = vault.items(OWNER).await.unwrap();
    assert_eq!(items.len(), 120);
    let first = &items[0];
    assert_eq!(vault.find(OWNER, first.content_id).await.unwrap().as_ref(), Some(first));
    assert_eq!(vault.find(OWNER, ContentId::new(-1)).await.unwrap(), None);
    let fans = desk.fans(OWNER, &audience(&[])).await.unwrap();
    assert_eq!(fans.len(), 2_500);
    let reachable = fans.iter().find(|fan| !fan.opted_out && !fan.blocked).unwrap();
    let sent = desk.send(OWNER, reachable.fan_id.as_str()).await;
    assert!(matches!(sent, Answer::Sent { .. }), "{sent:?}");
    assert_eq!(desk.send(OWNER, reachable.fan_id.as_str()).await, sent);
    assert_eq!(sim.messages(ACCOUNT).await.unwrap().len(), 1);
    EventLog::page(client, OWNER, ACCOUNT, None, 500).await.unwrap();
    assert!(sim.calls("/v1").await.unwrap().iter().all(|call| call.request_id.is_some()));
}

#[tokio::test]
async fn each_fault_ends_as_it_should_and_the_next_call_succeeds() {
    let (sim, desk) = simulation(quick()).await;
    for (kind, ends, tries) in [
        (status(503, None), "status_5xx", 3),
        (status(429, Some("60")), "rate_limited", 1),
        (status(429, Some("nonsense")), "rate_limited", 3),
        (FaultKind::HalfAnswer, "broke_off", 3),
        (FaultKind::Html { status: 200 }, "malformed", 3),
        (FaultKind::Html { status: 502 }, "status_5xx", 3),
        (FaultKind::Huge { bytes: 100_000_000 }, "too_large", 1),
        (FaultKind::EndlessCursor { fresh: false }, "endless_pages", 2),
    ] {
        sim.purge_calls().await.unwrap();
        sim.set_faults(&[Fault::new(kind.clone()).of(ACCOUNT)]).await.unwrap();
        assert_eq!(failure(desk.client.links(OWNER).await).as_str(), ends, "{kind:?}");
        assert_eq!(sim.calls("/v1/links").await.unwrap().len(), tries, "{kind:?}");
        assert!(!desk.client.links(OTHER).await.unwrap().links.is_empty(), "{kind:?}: another owner");
        sim.clear_faults().await.unwrap();
        assert!(!desk.client.links(OWNER).await.unwrap().links.is_empty(), "after {kind:?}");
    }
}

#[tokio::test]
async fn one_or_two_bad_answers_are_not_noticed() {
    let (sim, desk) = simulation(quick()).await;
    for kind in [
        status(500, None),
        status(429, Some("0")),
        FaultKind::HalfAnswer,
        FaultKind::Html { status: 502 },
        FaultKind::LatencyMs { ms: 30 },
        FaultKind::AcceptThen500 { status: 500 },
    ] {
        sim.set_faults(&[Fault::new(kind.clone()).times(2)]).await.unwrap();
        desk.client.account(OWNER).await.unwrap_or_else(|error| panic!("{kind:?}: {error:?}"));
    }
}

#[tokio::test]
async fn a_list_with_ever_new_cursors_is_ended() {
    let (sim, desk) = simulation(EngineSettings { most_pages: 4, ..quick() }).await;
    sim.set_faults(&[Fault::new(FaultKind::EndlessCursor { fresh: true })]).await.unwrap();
    assert_eq!(failure(desk.client.links(OWNER).await).as_str(), "endless_pages");
    assert_eq!(sim.calls("/v1/links").await.unwrap().len(), 4);
}

#[tokio::test]
async fn an_engine_that_ignores_countries_does_not_widen_the_audience() {
    let (sim, desk) = simulation(quick()).await;
    let german = audience(&["DE"]);
    let collect = async || {
        let fans = desk.fans(OWNER, &german).await.unwrap();
        let mut ids: Vec<_> = fans.into_iter().map(|fan| fan.fan_id).collect();
        ids.sort();
        ids
    };
    let right = collect().await;
    sim.set_faults(&[Fault::new(FaultKind::WrongCountries)]).await.unwrap();
    assert!(!right.is_empty() && right.len() < 2_500);
    assert_eq!(collect().await, right);
}

#[tokio::test]
async fn a_refused_token_is_not_connected_until_it_is_taken_again() {
    let (sim, desk) = simulation(quick()).await;
    for refused in [401, 403] {
        sim.set_faults(&[Fault::new(FaultKind::RefuseToken { status: refused })]).await.unwrap();
        assert!(matches!(desk.client.account(OWNER).await, Err(EngineError::NotConnected)));
        assert!(matches!(desk.connections.state(OWNER), LinkState::Refused { .. }));
        sim.clear_faults().await.unwrap();
        desk.client.account(OWNER).await.unwrap();
        assert_eq!(desk.connections.state(OWNER), LinkState::Connected);
    }
}

#[tokio::test]
async fn a_message_that_was_taken_without_an_answer_is_unknown_and_repeating_it_shows_it() {
    let patient = EngineSettings { call_timeout: Duration::from_secs(20), ..quick() };
    let short = EngineSettings { call_timeout: Duration::from_millis(300), ..quick() };
    let (sim, desk) = simulation(short).await;
    let fan = desk.fans(OTHER, &audience(&[])).await.unwrap().remove(0).fan_id;
    let mut reachable = sim.fan("acct_2", fan.as_str()).await.unwrap();
    (reachable.opted_out, reachable.blocked) = (false, false);
    sim.put_fan("acct_2", &reachable).await.unwrap();
    let hang = Fault::new(FaultKind::AcceptThenTimeout { ms: 60_000 }).on("/v1/messages");
    sim.set_faults(&[hang]).await.unwrap();
    let unknown = desk.send(OTHER, fan.as_str()).await;
    assert_eq!(unknown, Answer::Unknown);
    sim.clear_faults().await.unwrap();
    let again = Desk::new(patient);
    again.connections.connect(OTHER, sim.url());
    let sent = again.send(OTHER, fan.as_str()).await;
    let taken = sim.messages("acct_2").await.unwrap();
    assert_eq!(taken.len(), 1, "one message, however often it was tried");
    assert!(matches!(sent, Answer::Sent { .. }), "{sent:?}");
}

#[tokio::test]
async fn whatever_a_message_meets_repeating_it_shows_it_and_it_is_there_once() {
    use Answer::{Busy, Unknown};
    let (sim, desk) = simulation(EngineSettings { call_timeout: Duration::from_secs(1), ..quick() }).await;
    let wait = Busy { retry_after_seconds: 7 };
    let errors = [
        (status(500, None), Unknown, 0),
        (status(503, None), Unknown, 0),
        (status(429, Some("7")), wait, 0),
        (FaultKind::Html { status: 502 }, Unknown, 0),
        (FaultKind::Html { status: 200 }, Unknown, 0),
        (FaultKind::Huge { bytes: 100_000_000 }, Unknown, 0),
        (FaultKind::HalfAnswer, Unknown, 1),
        (FaultKind::AcceptThen500 { status: 500 }, Unknown, 1),
        (FaultKind::AcceptThenTimeout { ms: 60_000 }, Unknown, 1),
    ];
    let fans = desk.fans(OWNER, &audience(&[])).await.unwrap();
    let reachable = fans.into_iter().filter(|fan| !fan.opted_out && !fan.blocked);
    for ((kind, ends, taken), fan) in errors.into_iter().zip(reachable) {
        let id = fan.fan_id;
        sim.set_faults(&[Fault::new(kind.clone()).on("/v1/messages").times(1)]).await.unwrap();
        assert_eq!(desk.send(OWNER, id.as_str()).await, ends, "{kind:?}");
        assert_eq!(sim.messages_to(ACCOUNT, id.as_str()).await.unwrap().len(), taken, "{kind:?}: tried once");
        let sent = desk.send(OWNER, id.as_str()).await;
        let there = sim.messages_to(ACCOUNT, id.as_str()).await.unwrap();
        assert_eq!(there.len(), 1, "{kind:?}");
        assert_eq!(sent, Answer::Sent { message_id: there[0].message_id.clone() }, "{kind:?}");
    }
}
