//! Dead, slow and faulty ad platforms and engines.

use std::collections::BTreeMap;
use std::time::Duration;

use engine_sim::{Fault, FaultKind, PixelAnswer, Platform};
use serde_json::{Value, json};

use super::campaign::{self, Campaign};
use super::stage::Stage;
use crate::conversions::event;
use crate::crashes::{LINK, count, simulation};
use crate::database::Database;
use crate::journey::ACCOUNT;
use crate::program::{Account, PIXEL, Tenant, push_as};
use crate::real::within;

const PLATFORMS: [Platform; 2] = [Platform::Meta, Platform::Tiktok];
/// Account that is unrelated to the failure.
const OTHER: Account = ["acct_2", "token-2", "secret-2"];
const OTHER_PIXEL: &str = "88";
const OTHER_LINK: &str = "other";
/// Response size above the service's limit. The simulation stores its responses, so the size is
/// only slightly above.
const HUGE: usize = 70_000;
/// Time limit for another owner's conversion during the failure.
const UNAFFECTED: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(90);
/// Number of fans of the campaign, and messages per minute.
const FANS: u64 = 30;
const PER_MINUTE: i64 = 1_200;

/// Lists invalid responses of a platform to the first owner's pixels.
fn wrongs(platform: Platform) -> Vec<(&'static str, PixelAnswer)> {
    let answer = |status, body: Value| {
        let pixel_id = Some(PIXEL.to_owned());
        PixelAnswer { pixel_id, ..PixelAnswer::new(platform, status, body) }
    };
    let mut round = answer(307, Value::Null);
    let location = format!("/{}/anywhere", platform.as_str());
    round.headers = BTreeMap::from([("location".to_owned(), location)]);
    vec![
        ("dead", answer(503, Value::Null)),
        ("slow", answer(200, Value::Null).delayed(60_000)),
        ("another's page", answer(200, json!("<html>Welcome</html>"))),
        ("wrong types", answer(200, json!({ "code": "0", "error": [], "events_received": "1" }))),
        ("huge", answer(200, json!("x".repeat(HUGE)))),
        ("in circles", round),
    ]
}

#[actix_web::test]
async fn platforms_that_are_dead_slow_or_lie() {
    let stage = Stage::start(&[]).await;
    let other = another_owner(&stage).await;
    let load = stage.load();
    let [meta, tiktok] = PLATFORMS.map(wrongs);
    load.during(async || {
        for (number, ((what, meta), (_, tiktok))) in meta.into_iter().zip(tiktok).enumerate() {
            stage.sim.set_pixel_answers(&[meta, tiktok]).await.unwrap();
            load.goes_on(what).await;
            other_is_unaffected(&stage, &other, number, what).await;
        }
        stage.sim.clear_pixel_answers().await.unwrap();
    })
    .await;
    let sql = stage.sql().await;
    let waiting = "SELECT count(*) FROM pixel_deliveries WHERE state <> 'delivered'";
    assert!(count(&sql, waiting).await > 0, "something is to be sent again");
    let lost = "SELECT count(*) FROM pixel_deliveries WHERE state NOT IN ('delivered', 'pending')";
    assert_eq!(count(&sql, lost).await, 0, "and nothing was given up");
    stage.holds(&load).await;
}

async fn another_owner(stage: &Stage) -> Tenant {
    let [account, token, secret] = OTHER;
    let account = engine_sim::AccountConfig::new(account, token, secret);
    stage.sim.add_account(&account).await.unwrap();
    let other = stage.program.tenant(&stage.sim, &OTHER).await;
    stage.program.funnel_of(&other, "b.example", OTHER_LINK, OTHER_PIXEL).await;
    other
}

/// Checks that a conversion of the other owner reaches both platforms at once.
async fn other_is_unaffected(stage: &Stage, other: &Tenant, number: usize, what: &str) {
    let more = json!({ "link": { "provider_id": OTHER_LINK }, "data": { "trial": false, "price_cents": 0 } });
    let events = [event(&format!("other-{number}"), "new_subscriber", 1, more)];
    let edge = stage.program.url("edge");
    let pushed = push_as(&OTHER, stage.program.client(), &edge, &events).await.unwrap();
    assert_eq!(pushed.expect(200).json()["accepted"], 1);
    for platform in PLATFORMS {
        let arrived = format!("owner {} at {platform:?} while the others' is {what}", other.owner);
        within(UNAFFECTED, &arrived, async || {
            let received = stage.sim.received_by(platform, OTHER_PIXEL).await.unwrap();
            (received.len() == number + 1).then_some(())
        })
        .await;
    }
}

/// During a campaign the engine dies, then responds far too late, then recovers. Messages that it
/// accepted without acknowledging are not sent again.
#[actix_web::test]
async fn an_engine_that_is_dead_and_then_slow() {
    let stage = Stage::beside(simulation(FANS).await, Database::start().await, &campaign::settings()).await;
    let other = another_owner(&stage).await;
    let load = stage.load();
    load.during(async || {
        let campaign = Campaign::launch(&stage, PER_MINUTE).await;
        campaign.took(&stage, FANS / 6).await;
        let dead = FaultKind::Status { status: 503, retry_after: None, body: None };
        let silences = [("dead", dead), ("slow", FaultKind::LatencyMs { ms: 60_000 })];
        for (number, (what, silence)) in silences.into_iter().enumerate() {
            stage.sim.set_faults(&[Fault::new(silence).of(ACCOUNT)]).await.unwrap();
            load.goes_on(what).await;
            other_is_unaffected(&stage, &other, number, what).await;
        }
        stage.sim.clear_faults().await.unwrap();
        campaign.reaches_everybody_once(&stage).await;
    })
    .await;
    stage.holds(&load).await;
}

/// Lists invalid responses of an engine, once each. There are too few to open the circuit breaker.
fn lies() -> Vec<Fault> {
    let answer = |status, body: Value| FaultKind::Status { status, retry_after: None, body: Some(body) };
    let lie = |kind, path| Fault::new(kind).on(path).of(ACCOUNT).times(1);
    vec![
        lie(answer(200, json!({ "message_id": [7] })), "/v1/messages"),
        lie(FaultKind::Html { status: 200 }, "/v1/messages"),
        lie(FaultKind::Huge { bytes: 20_000_000 }, "/v1/messages"),
        lie(answer(307, json!({ "items": "none", "next_cursor": 7 })), "/v1/events"),
    ]
}

/// Invalid responses of an engine affect a campaign and the pull of events.
#[actix_web::test]
async fn an_engine_that_lies() {
    let mut settings = campaign::settings();
    settings.push(("FUNNEL_ENGINE_PULL_SECONDS", "1".to_owned()));
    let stage = Stage::beside(simulation(FANS).await, Database::start().await, &settings).await;
    let load = stage.load();
    load.during(async || {
        stage.sim.set_faults(&lies()).await.unwrap();
        let campaign = Campaign::launch(&stage, PER_MINUTE).await;
        load.goes_on("while the engine answers wrongly").await;
        campaign.reaches_everybody_once(&stage).await;
        stage.sim.clear_faults().await.unwrap();
    })
    .await;
    stage.holds(&load).await;
    // Events that the engine logged meanwhile are pulled without help; the wait for a delayed pull
    // is skipped.
    let late = event("late", "new_subscriber", 1, json!({ "link": { "provider_id": LINK } }));
    let injection = engine_sim::Injection { events: vec![late], raw: false };
    stage.sim.inject(ACCOUNT, &injection).await.unwrap();
    let sql = stage.sql().await;
    within(PATIENCE, "the log is pulled", async || {
        sql.execute("UPDATE event_cursors SET due_at = now() WHERE due_at > now()", &[]).await.unwrap();
        let pulled = "SELECT count(*) FROM engine_events WHERE event_id = 'late'";
        (count(&sql, pulled).await == 1).then_some(())
    })
    .await;
}
