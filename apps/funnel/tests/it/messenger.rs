//! Messages of campaigns, over real sockets to a faulty engine.

use adapter_engine::EngineClient;
use broadcast_gate::campaign::{CampaignInput, Definition};
use broadcast_gate::message::{Message, MessageInput};
use broadcast_gate::ports::{Answer, Messenger as _};
use broadcast_gate::text::{AccountId, CampaignId, FanId, MessageKey};
use engine_link::AddressPolicy;
use engine_sim::{AccountConfig, Fault, FaultKind, RunningSim, Sim, SimConfig};
use funnel::wiring::Engines;
use funnel::wiring::service_keys::Keys;
use serde_json::json;

use crate::journey::{ACCOUNT, TOKEN};
use crate::real::{Real, SECRET};

/// Messenger of a connected owner.
struct Desk {
    real: Real,
    sim: RunningSim,
    messenger: EngineClient,
    message: Message,
}

impl Desk {
    async fn create() -> Self {
        let real = Real::with("agency", &[("FUNNEL_ROLES", "api")]).await;
        let account = AccountConfig { fans: 60, ..AccountConfig::new(ACCOUNT, TOKEN, "event-secret") };
        let sim = Sim::start(SimConfig { accounts: vec![account], ..SimConfig::default() }).await.unwrap();
        real.connect(real.owner, sim.url(), ACCOUNT, TOKEN).await;
        let keys = Keys::derive(&SECRET.into()).unwrap();
        let pool = adapter_postgres::pool(&real.database.reach().pooled, 2);
        let engines = Engines::open(AddressPolicy::AllowPrivate, &keys).unwrap();
        let messenger = engines.client(&pool);
        let media_ids = Some(vec!["7".to_owned()]);
        let message =
            MessageInput { text: Some("Hi".into()), media_ids, price_cents: Some(500), ..Default::default() };
        let input = CampaignInput {
            title: Some("Hi".into()),
            mode: Some("segmented".into()),
            audience: Some(Default::default()),
            message: Some(message),
            ..Default::default()
        };
        let message = Definition::parse(&input).unwrap().messages().for_tier(None).clone();
        Self { real, sim, messenger, message }
    }

    async fn send(&self, account: &str, fan: &str) -> Answer {
        let (account, fan) = (AccountId::parse(account).unwrap(), FanId::parse(fan).unwrap());
        let key = MessageKey::of(CampaignId::new(1), &fan);
        self.messenger.send(self.real.owner, &account, &fan, &self.message, &key).await
    }

    /// Returns the number of submissions since the last call.
    async fn submissions(&self) -> usize {
        let calls = self.sim.calls("/v1/messages").await.unwrap().len();
        self.sim.purge_calls().await.unwrap();
        calls
    }

    /// Returns the fans that a message can reach, or those that it cannot.
    async fn fans(&self, reachable: bool) -> Vec<String> {
        let url = format!("{}/v1/fans?limit=1000", self.sim.url());
        let page = reqwest::Client::new().get(url).bearer_auth(TOKEN).send().await.unwrap();
        let page: serde_json::Value = page.json().await.unwrap();
        let fits =
            |fan: &&serde_json::Value| (fan["opted_out"] == false && fan["blocked"] == false) == reachable;
        let fans = page["items"].as_array().unwrap().iter().filter(fits);
        fans.map(|fan| fan["fan_id"].as_str().unwrap().to_owned()).collect()
    }
}

#[actix_web::test]
async fn each_fault_has_its_answer_and_repeating_the_key_shows_it() {
    let desk = Desk::create().await;
    let status = |status, retry_after: Option<&str>| FaultKind::Status {
        status,
        retry_after: retry_after.map(str::to_owned),
        body: None,
    };
    let busy = |retry_after_seconds| Answer::Busy { retry_after_seconds };
    let refused = |code: &str| Answer::Refused { code: code.to_owned() };
    let gone = FaultKind::Status {
        status: 409,
        retry_after: None,
        body: Some(json!({ "code": "fan_unreachable" })),
    };
    // Fault of the engine, expected result, and number of accepted messages.
    let errors = [
        (status(500, None), Answer::Unknown, 0),
        (status(503, Some("9")), Answer::Unknown, 0),
        (FaultKind::AcceptThen500 { status: 502 }, Answer::Unknown, 1),
        (FaultKind::HalfAnswer, Answer::Unknown, 1),
        (FaultKind::Html { status: 200 }, Answer::Unknown, 0),
        (FaultKind::Huge { bytes: 100_000_000 }, Answer::Unknown, 0),
        (FaultKind::AcceptThenTimeout { ms: 60_000 }, Answer::Unknown, 1),
        (status(302, None), Answer::Unknown, 0),
        (status(408, None), Answer::Unknown, 0),
        (status(429, Some("7")), busy(7), 0),
        (status(429, None), busy(30), 0),
        (status(404, None), refused("status_404"), 0),
        (status(409, None), refused("status_409"), 0),
        (gone, Answer::Unreachable, 0),
    ];
    let fans = desk.fans(true).await;
    assert!(fans.len() >= errors.len());
    desk.submissions().await;
    for ((kind, reported, taken), fan) in errors.into_iter().zip(&fans) {
        desk.sim.set_faults(&[Fault::new(kind.clone()).on("/v1/messages").times(1)]).await.unwrap();
        assert_eq!(desk.send(ACCOUNT, fan).await, reported, "{kind:?}");
        assert_eq!(desk.submissions().await, 1, "{kind:?}: submitted once");
        assert_eq!(desk.sim.messages_to(ACCOUNT, fan).await.unwrap().len(), taken, "{kind:?}");
        let reported = desk.send(ACCOUNT, fan).await;
        let there = desk.sim.messages_to(ACCOUNT, fan).await.unwrap();
        assert_eq!(reported, Answer::Sent { message_id: there[0].message_id.clone() }, "{kind:?}");
        let sent = (there.len(), there[0].text.as_str(), there[0].media_ids.as_slice(), there[0].price_cents);
        assert_eq!(sent, (1, "Hi", ["7".to_owned()].as_slice(), 500), "{kind:?}");
        desk.submissions().await;
    }
    let unreachable = desk.fans(false).await;
    assert_eq!(desk.send(ACCOUNT, &unreachable[0]).await, Answer::Unreachable);
    assert_eq!(desk.send(ACCOUNT, "nobody").await, refused("status_404"));
}

#[actix_web::test]
async fn where_nothing_can_be_submitted_nothing_is() {
    let desk = Desk::create().await;
    let (fans, owner) = (desk.fans(true).await, desk.real.owner);
    desk.submissions().await;
    assert_eq!(desk.send("acct_2", &fans[0]).await, Answer::NotConnected, "another account");
    desk.sim.set_faults(&[Fault::new(FaultKind::RefuseToken { status: 401 }).times(1)]).await.unwrap();
    assert_eq!(desk.send(ACCOUNT, &fans[0]).await, Answer::NotConnected);
    assert_eq!(desk.submissions().await, 1);
    assert_eq!(
        desk.send(ACCOUNT, &fans[0]).await,
        Answer::NotConnected,
        "refused until the engine takes us back"
    );
    assert_eq!(desk.submissions().await, 0);
    // After repeated failures the circuit breaker opens, and the account waits.
    desk.real.connect(owner, desk.sim.url(), ACCOUNT, TOKEN).await;
    let down = FaultKind::Status { status: 500, retry_after: None, body: None };
    desk.sim.set_faults(&[Fault::new(down)]).await.unwrap();
    for fan in &fans[..5] {
        assert_eq!(desk.send(ACCOUNT, fan).await, Answer::Unknown);
    }
    desk.submissions().await;
    assert_eq!(desk.send(ACCOUNT, &fans[5]).await, Answer::Busy { retry_after_seconds: 5 });
    assert_eq!(desk.submissions().await, 0);
    // The same happens if the engine refuses connections.
    desk.real.connect(owner, "http://127.0.0.1:1", ACCOUNT, TOKEN).await;
    assert_eq!(desk.send(ACCOUNT, &fans[6]).await, Answer::Busy { retry_after_seconds: 5 });
    desk.real.sql().await.execute("DELETE FROM engine_connections", &[]).await.unwrap();
    assert_eq!(desk.send(ACCOUNT, &fans[7]).await, Answer::NotConnected);
}

#[actix_web::test]
async fn a_look_up_that_takes_longer_than_the_slot_submits_nothing() {
    let desk = Desk::create().await;
    let fans = desk.fans(true).await;
    desk.submissions().await;
    let sql = desk.real.sql().await;
    sql.batch_execute("BEGIN; LOCK TABLE engine_connections IN ACCESS EXCLUSIVE MODE").await.unwrap();
    assert_eq!(desk.send(ACCOUNT, &fans[0]).await, Answer::Busy { retry_after_seconds: 5 });
    sql.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(desk.submissions().await, 0);
}
