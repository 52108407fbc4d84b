//! Delivery of campaigns to the engine, by worker processes.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use adapter_postgres::PgGate;
use broadcast_gate::ports::GateSwitch as _;
use engine_sim::{AccountConfig, Fault, FaultKind, RunningSim, Sim, SimConfig};
use kernel::{Acting, Entropy as _, OwnerId};
use runtime::SystemEntropy;
use serde_json::{Value, json};

use crate::conversions::{event, push};
use crate::journey::{ACCOUNT, TOKEN};
use crate::real::{Api, Real, Reply, SECRET, eventually, within};

/// Number of fans of the largest campaign. `FUNNEL_TEST_FANS` overrides the number, runs the
/// campaign at its real pace, and prints measurements.
const FANS: u64 = 1_000;
/// Maximum pace, in messages per minute.
const FAST: i64 = 6_000;
/// Number of worker kills during the campaign.
const KILLS: usize = 4;
/// Milliseconds that a submission may take to reach the engine on a busy machine.
const ON_THE_WAY_MILLIS: i64 = 500;

/// Settings without quiet hours and cool-down, which unit tests cover.
const RULES: [(&str, &str); 4] = [
    ("FUNNEL_BROADCAST_QUIET_HOURS", "off"),
    ("FUNNEL_BROADCAST_COOLDOWN_HOURS", "0"),
    ("FUNNEL_ENGINE_PULL_SECONDS", "1"),
    ("FUNNEL_LOG", "warn"),
];

/// The service without workers, connected to an engine, with the owner's gate open.
struct Stage {
    real: Real,
    sim: RunningSim,
}

/// A worker process, killed at the end of the test.
struct Worker(Child);

impl Worker {
    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Sends SIGTERM.
    fn terminate(&self) {
        let asked = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status().unwrap();
        assert!(asked.success());
    }

    async fn ended(&mut self) -> ExitStatus {
        eventually("the worker ended", async || self.0.try_wait().unwrap()).await
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Stage {
    async fn with(fans: u64) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let account =
            AccountConfig { fans, ..AccountConfig::new(ACCOUNT, TOKEN, "event-secret-of-the-tests") };
        let sim = Sim::start(SimConfig { accounts: vec![account], ..SimConfig::default() }).await.unwrap();
        let roles = [("FUNNEL_ROLES", "api,edge"), ("FUNNEL_BROADCAST_GATE", "open")];
        let real = Real::with("agency", &[RULES.as_slice(), &roles].concat()).await;
        real.connect(real.owner, sim.url(), ACCOUNT, TOKEN).await;
        let stage = Self { real, sim };
        stage.gate(true).await;
        stage
    }

    async fn gate(&self, open: bool) {
        open_gate(&self.real, self.real.owner, open).await;
    }

    /// Starts a worker whose server gate has the given state.
    fn worker(&self, gate: &str) -> Worker {
        let database = &self.real.database;
        let mut command = Command::new(env!("CARGO_BIN_EXE_funnel"));
        command.arg("serve").env_clear().envs(RULES);
        command.envs(database.reach().settings()).env("FUNNEL_SECRET_KEY", SECRET);
        command.env("FUNNEL_DATA_DIR", database.folder()).env("FUNNEL_MANAGEMENT_ADDR", "127.0.0.1:0");
        command.env("FUNNEL_ROLES", "worker").env("FUNNEL_BROADCAST_GATE", gate);
        Worker(command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap())
    }

    /// Returns the fans that a message can reach.
    async fn reachable(&self) -> BTreeSet<String> {
        let (client, mut found, mut cursor) = (reqwest::Client::new(), BTreeSet::new(), String::new());
        loop {
            let url = format!("{}/v1/fans?limit=1000{cursor}", self.sim.url());
            let page = Reply::of(client.get(url).bearer_auth(TOKEN)).await.expect(200).json();
            let fans = page["items"].as_array().unwrap();
            let reachable = fans.iter().filter(|fan| fan["opted_out"] == false && fan["blocked"] == false);
            found.extend(reachable.map(|fan| fan["fan_id"].as_str().unwrap().to_owned()));
            let Some(next) = page["next_cursor"].as_str() else { return found };
            cursor = format!("&cursor={next}");
        }
    }

    async fn taken(&self) -> u64 {
        self.sim.account(ACCOUNT).await.unwrap().messages
    }

    /// Waits until the engine has accepted `count` messages.
    async fn took(&self, count: u64) {
        within(Duration::from_secs(300), "messages", async || (self.taken().await >= count).then_some(()))
            .await;
    }

    /// Returns the number of messages that each fan got.
    async fn by_fan(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for message in self.sim.messages(ACCOUNT).await.unwrap() {
            *counts.entry(message.fan_id).or_default() += 1;
        }
        counts
    }

    /// Returns the number of ledger rows by state.
    async fn rows(&self, id: i64) -> BTreeMap<String, i64> {
        let sql = "SELECT state, count(*) FROM broadcast_rows WHERE broadcast_id = $1 GROUP BY state";
        let rows = self.real.sql().await.query(sql, &[&id]).await.unwrap();
        rows.iter().map(|row| (row.get(0), row.get(1))).collect()
    }
}

pub(crate) async fn open_gate(real: &Real, owner: OwnerId, open: bool) {
    let gate = PgGate::new(adapter_postgres::pool(real.database.url(), 1), true);
    assert!(gate.switch(&Acting::service(owner), open).await.unwrap());
}

/// Creates and launches a campaign to all fans; returns its id.
pub(crate) async fn launch(api: &Api, text: &str, per_minute: i64) -> i64 {
    let body = json!({
        "title": text, "mode": "segmented", "audience": {}, "message": { "text": text },
        "pace": { "per_minute": per_minute, "per_day": 1_000_000, "jitter": 0.0 },
    });
    let id = api.post("/broadcasts", &body).await.expect(201).json()["id"].as_i64().unwrap();
    act(api, id, "launch").await;
    id
}

async fn act(api: &Api, id: i64, action: &str) {
    api.post(&format!("/broadcasts/{id}/{action}"), &json!({})).await.expect(200);
}

async fn show(api: &Api, id: i64) -> Value {
    api.get(&format!("/broadcasts/{id}")).await.expect(200).json()
}

/// Formats the status, with the reason if there is one.
fn status(shown: &Value) -> String {
    let reason = shown["pause_reason"].as_str().or(shown["finish_reason"].as_str());
    let reason = reason.map(|reason| format!(" {reason}")).unwrap_or_default();
    format!("{}{reason}", shown["status"].as_str().unwrap())
}

pub(crate) async fn becomes(api: &Api, id: i64, expected: &str) -> Value {
    within(Duration::from_secs(60), expected, async || {
        let shown = show(api, id).await;
        (status(&shown) == expected).then_some(shown)
    })
    .await
}

/// Returns a random number below `most`.
fn random(most: u64) -> u64 {
    let mut bytes = [0; 8];
    SystemEntropy.fill(&mut bytes);
    u64::from_le_bytes(bytes) % most
}

/// Returns the most submissions in any minute, and the worst shortening of a gap in milliseconds. A
/// gap is shortened if two submissions arrive closer together than the pace sends them.
fn crowding(mut arrivals: Vec<i64>, per_minute: i64) -> (usize, i64) {
    arrivals.sort_unstable();
    let gap = 61_000 / per_minute;
    let (mut busiest, mut first, mut latest, mut worst) = (0, 0, i64::MIN, 0);
    for (n, at) in arrivals.iter().enumerate() {
        while arrivals[first] <= at - 60_000 {
            first += 1;
        }
        busiest = busiest.max(n + 1 - first);
        let scheduled = i64::try_from(n).unwrap() * gap;
        latest = latest.max(at - scheduled);
        worst = worst.max(latest - (at - scheduled));
    }
    (busiest, worst)
}

#[actix_web::test]
async fn each_fan_gets_one_message_whoever_dies_and_whatever_the_engine_does() {
    let asked = std::env::var("FUNNEL_TEST_FANS").ok().map(|fans| fans.parse().unwrap());
    let stage = Stage::with(asked.unwrap_or(FANS)).await;
    let on = |kind, probability| Fault::new(kind).on("/v1/messages").with_probability(probability);
    let errors = [
        on(FaultKind::LatencyMs { ms: 30 }, 0.5),
        on(FaultKind::AcceptThen500 { status: 500 }, 0.02),
        on(FaultKind::Status { status: 503, retry_after: None, body: None }, 0.02),
        on(FaultKind::HalfAnswer, 0.01),
        on(FaultKind::AcceptThenTimeout { ms: 60_000 }, 0.005),
    ];
    stage.sim.set_faults(&errors).await.unwrap();
    let mut workers = [stage.worker("open"), stage.worker("open")];
    let (reachable, started) = (stage.reachable().await, Instant::now());
    let api = &stage.real.api;
    let id = launch(api, "Hi", FAST).await;
    let share = reachable.len() as u64 / (KILLS as u64 + 1);
    for turn in 0..KILLS {
        stage.took(turn as u64 * share + random(share)).await;
        let victim = &mut workers[usize::try_from(random(2)).unwrap()];
        victim.kill();
        *victim = stage.worker("open");
    }
    let sql = stage.real.sql().await;
    let shown = within(Duration::from_secs(900), "the end of the campaign", async || {
        let shown = show(api, id).await;
        if asked.is_none() && !stage.rows(id).await.contains_key("pending") {
            // Skips the wait for retries, and for claims of killed workers. A living worker never holds a
            // claim that long.
            let soon = "UPDATE broadcast_rows SET due_at = now() WHERE broadcast_id = $1 AND due_at > now()
                AND (state = 'unknown' OR (state = 'claimed' AND claimed_at < now() - interval '15 seconds'))";
            sql.execute(soon, &[&id]).await.unwrap();
        }
        (shown["status"] == "finished").then_some(shown)
    })
    .await;
    let took = started.elapsed();
    assert_eq!(status(&shown), "finished done");
    let by_fan = stage.by_fan().await;
    assert_eq!(by_fan.keys().cloned().collect::<BTreeSet<_>>(), reachable);
    assert!(by_fan.values().all(|count| *count == 1), "{by_fan:?}");
    let calls = stage.sim.calls("/v1/messages").await.unwrap();
    let (busiest, crowded) = crowding(calls.iter().map(|call| call.at_ms).collect(), FAST);
    println!(
        "{} fans in {took:?}: {} messages in {} submissions, at most {busiest} a minute, {crowded} ms early",
        asked.unwrap_or(FANS),
        by_fan.len(),
        calls.len()
    );
    assert!(busiest <= usize::try_from(FAST).unwrap(), "{busiest} in a minute");
    assert!(crowded <= broadcast_gate::pace::SLOT_MILLIS + ON_THE_WAY_MILLIS, "{crowded} ms");
    let counters = &shown["counters"];
    for (name, count) in [("sent", by_fan.len()), ("pending", 0), ("unknown", 0), ("failed", 0)] {
        assert_eq!(counters[name], count, "{name}: {counters}");
    }
    let screened: u64 = counters["screened"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(counters["matched"].as_u64().unwrap(), by_fan.len() as u64 + screened);
    let report = api.get(&format!("/broadcasts/{id}/report")).await.expect(200).json();
    let hours = report["sent_by_hour"].as_array().unwrap();
    let sent: u64 = hours.iter().map(|hour| hour["n"].as_u64().unwrap()).sum();
    assert_eq!((sent, &report["screened"]), (by_fan.len() as u64, &counters["screened"]));
}

#[actix_web::test]
async fn a_gate_that_closes_under_way_stops_everything_until_a_resume() {
    let stage = Stage::with(50).await;
    let (api, reachable) = (&stage.real.api, stage.reachable().await.len());
    let mut worker = stage.worker("open");
    let id = launch(api, "First", 600).await;
    stage.took(10).await;
    stage.gate(false).await;
    becomes(api, id, "paused gate_closed").await;
    // Submissions in progress may still arrive.
    eventually("nothing is in a worker's hands", async || {
        (!stage.rows(id).await.contains_key("claimed")).then_some(())
    })
    .await;
    let (rows, taken) = (stage.rows(id).await, stage.taken().await);
    assert!(rows["pending"] > 0 && taken < reachable as u64, "{rows:?}");
    let refused = api.post(&format!("/broadcasts/{id}/resume"), &json!({})).await.summary();
    assert!(refused.ends_with(" broadcast_gate_closed"), "{refused}");
    // Reopening the gate lets new campaigns through, but paused ones stay paused.
    stage.gate(true).await;
    let second = launch(api, "Second", 6_000).await;
    becomes(api, second, "finished done").await;
    assert_eq!((stage.rows(id).await, stage.taken().await), (rows.clone(), taken + reachable as u64));
    // The server's gate works the same: a worker behind a closed gate pauses running campaigns.
    act(api, id, "resume").await;
    stage.took(taken + reachable as u64 + 5).await;
    worker.terminate();
    assert!(worker.ended().await.success());
    let (rows, taken) = (stage.rows(id).await, stage.taken().await);
    assert_eq!(show(api, id).await["status"], "running");
    let closed = stage.worker("closed");
    becomes(api, id, "paused gate_closed").await;
    assert_eq!((stage.rows(id).await, stage.taken().await), (rows.clone(), taken));
    drop(closed);
    let _open = stage.worker("open");
    let third = launch(api, "Third", 6_000).await;
    becomes(api, third, "finished done").await;
    assert_eq!((stage.rows(id).await, stage.taken().await), (rows, taken + reachable as u64));
    act(api, id, "resume").await;
    becomes(api, id, "finished done").await;
    let by_fan = stage.by_fan().await;
    assert!(by_fan.len() == reachable && by_fan.values().all(|count| *count == 3), "{by_fan:?}");
}

#[actix_web::test]
async fn behind_a_closed_gate_nothing_begins() {
    let stage = Stage::with(20).await;
    let id = launch(&stage.real.api, "Hi", 6_000).await;
    let _closed = stage.worker("closed");
    becomes(&stage.real.api, id, "paused gate_closed").await;
    assert_eq!(stage.rows(id).await, BTreeMap::new());
    assert_eq!(stage.sim.calls("/v1/messages").await.unwrap(), []);
}

#[actix_web::test]
async fn a_worker_that_stops_in_good_order_leaves_nothing_open() {
    let stage = Stage::with(150).await;
    let (api, reachable) = (&stage.real.api, stage.reachable().await);
    let late = Fault::new(FaultKind::LatencyMs { ms: 400 }).on("/v1/messages");
    stage.sim.set_faults(&[late]).await.unwrap();
    let id = launch(api, "Hi", 3_000).await;
    for stop_at in [20, 60] {
        let mut worker = stage.worker("open");
        stage.took(stop_at).await;
        worker.terminate();
        assert!(worker.ended().await.success());
        let rows = stage.rows(id).await;
        assert!(!rows.contains_key("claimed") && !rows.contains_key("unknown"), "{rows:?}");
        assert_eq!(rows["sent"], i64::try_from(stage.taken().await).unwrap());
    }
    let _worker = stage.worker("open");
    becomes(api, id, "finished done").await;
    let submissions = stage.sim.calls("/v1/messages").await.unwrap().len();
    assert_eq!(submissions, reachable.len(), "each once, and none again");
    assert_eq!(stage.by_fan().await.into_keys().collect::<BTreeSet<_>>(), reachable);
}

#[actix_web::test]
async fn a_dead_engine_keeps_no_other_account_waiting() {
    let stage = Stage::with(300).await;
    let other = AccountConfig { fans: 60, ..AccountConfig::new("acct_2", "token-2", "secret-2") };
    stage.sim.add_account(&other).await.unwrap();
    let (owner, api) = stage.real.owner("pro").await;
    stage.real.connect_with(owner, stage.sim.url(), "acct_2", "token-2", "secret-2").await;
    open_gate(&stage.real, owner, true).await;
    let hangs = Fault::new(FaultKind::AcceptThenTimeout { ms: 600_000 }).on("/v1/messages").of(ACCOUNT);
    stage.sim.set_faults(&[hangs]).await.unwrap();
    let _worker = stage.worker("open");
    let dead = launch(&stage.real.api, "Hi", 6_000).await;
    eventually("the dead engine holds a message", async || (stage.taken().await > 0).then_some(())).await;
    let alive = launch(&api, "Hi", 6_000).await;
    let shown = becomes(&api, alive, "finished done").await;
    assert!(shown["counters"]["sent"].as_u64().unwrap() > 30, "{shown}");
    let hanging = show(&stage.real.api, dead).await;
    assert_eq!((&hanging["status"], &hanging["counters"]["sent"]), (&json!("running"), &json!(0)));
}

#[actix_web::test]
async fn an_engine_that_asks_to_wait_or_refuses_us_loses_no_message() {
    let stage = Stage::with(40).await;
    let (api, reachable) = (&stage.real.api, stage.reachable().await);
    let wait = || FaultKind::Status { status: 429, retry_after: Some("1".to_owned()), body: None };
    let gone = FaultKind::Status {
        status: 409,
        retry_after: None,
        body: Some(json!({ "code": "fan_unreachable" })),
    };
    let on = |kind| Fault::new(kind).on("/v1/messages");
    // The engine first asks to wait twice, then reports an unreachable fan once, then asks to wait
    // forever.
    let errors = [on(wait()).after(3).times(2), on(gone).after(5).times(1), on(wait()).after(12)];
    stage.sim.set_faults(&errors).await.unwrap();
    let id = launch(api, "Hi", 6_000).await;
    let _worker = stage.worker("open");
    eventually("nobody was there", async || (show(api, id).await["counters"]["failed"] == 1).then_some(()))
        .await;
    stage.sim.set_faults(&[Fault::new(FaultKind::RefuseToken { status: 401 })]).await.unwrap();
    becomes(api, id, "paused engine_disconnected").await;
    let resume = format!("/broadcasts/{id}/resume");
    assert_eq!(api.post(&resume, &json!({})).await.summary(), "409 engine_not_connected");
    stage.sim.clear_faults().await.unwrap();
    // The worker keeps pulling events, so the service notices when the engine accepts it again.
    eventually("resumed", async || (api.post(&resume, &json!({})).await.status == 200).then_some(())).await;
    let shown = becomes(api, id, "finished done").await;
    let counters = &shown["counters"];
    let sent = reachable.len() - 1;
    assert_eq!(
        (&counters["sent"], &counters["failed"], &counters["unknown"]),
        (&json!(sent), &json!(1), &json!(0))
    );
    let by_fan = stage.by_fan().await;
    assert!(by_fan.len() == sent && by_fan.values().all(|count| *count == 1), "{by_fan:?}");
}

#[actix_web::test]
async fn what_fans_do_afterwards_is_owed_to_the_message() {
    let stage = Stage::with(30).await;
    let (real, api) = (&stage.real, &stage.real.api);
    let down = FaultKind::Status { status: 503, retry_after: None, body: None };
    stage.sim.set_faults(&[Fault::new(down).on("/v1/events")]).await.unwrap();
    let _worker = stage.worker("open");
    let first = launch(api, "First", 6_000).await;
    becomes(api, first, "finished done").await;
    let fans: Vec<_> = stage.reachable().await.into_iter().collect();
    let did = |id: &str, fan: usize, kind: &str, data: Value| {
        event(id, kind, -1, json!({ "fan": { "fan_id": fans[fan] }, "data": data }))
    };
    let paid = |id: &str, kind: &str, net: i64| json!({ "transaction_id": id, "kind": kind, "gross_cents": net, "net_cents": net, "currency": "USD" });
    let batch = [
        did("1", 0, "message_received", json!({ "message_id": "a" })),
        did("2", 0, "message_received", json!({ "message_id": "b" })),
        did("3", 1, "new_transaction", paid("t1", "message", 500)),
        did("4", 1, "new_transaction", paid("t2", "refund", -200)),
        did("5", 2, "fan_opted_out", json!({})),
    ];
    for _ in 0..2 {
        push(real, &batch).await.expect(200);
    }
    let report = api.get(&format!("/broadcasts/{first}/report")).await.expect(200).json();
    assert_eq!(
        (&report["replies"], &report["purchases"], &report["revenue_cents"]),
        (&json!(1), &json!(1), &json!(300))
    );
    let second = launch(api, "Second", 6_000).await;
    let counters = becomes(api, second, "finished done").await["counters"].take();
    assert_eq!(counters["sent"], fans.len() - 1);
    assert_eq!(stage.by_fan().await[&fans[2]], 1, "whoever left is left alone");
}
