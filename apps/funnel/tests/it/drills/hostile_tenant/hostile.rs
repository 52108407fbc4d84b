use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use actix_web::web::Bytes;
use engine_sim::{AccountConfig, Fault, FaultKind, sign};
use futures_util::future::join_all;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use crate::conversions::{event, now};
use crate::drills::stage::Stage;
use crate::journey::PHONE;
use crate::program::{Account, Tenant, push_signed};
use crate::real::Reply;

const ACCOUNT: Account = ["acct_hostile", "token-hostile", "secret-hostile"];
const LINK: &str = "hostile";
const HOST: &str = "hostile.example";
/// Number of hosts that show the tenant's page.
const HOSTS: usize = 1_000;
/// Number of buttons of the draft, the maximum.
const BUTTONS: usize = 500;
/// Concurrent requests of each kind.
const AT_ONCE: usize = 2;
/// Timeout of a request.
const PATIENCE: Duration = Duration::from_secs(20);

/// A tenant that sends every expensive request it may, as fast as it gets responses, with many
/// keys.
pub(super) struct Hostile {
    harm: Arc<Harm>,
    thread: Option<JoinHandle<()>>,
}

struct Harm {
    api: String,
    edge: String,
    token: String,
    active: AtomicBool,
    ended: AtomicBool,
    /// Minted keys, used in rotation.
    minted: Mutex<Vec<String>>,
    answers: Mutex<BTreeMap<u16, usize>>,
    // Prepared once and signed once a second, so that the attack costs the service and not the
    // machine.
    poison: Bytes,
    signed: Mutex<(i64, String)>,
    query: String,
    body: String,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Poison,
    Draft,
    Query,
    Body,
    Keys,
    Hosts,
    Engine,
}

const KINDS: [Kind; 7] =
    [Kind::Poison, Kind::Draft, Kind::Query, Kind::Body, Kind::Keys, Kind::Hosts, Kind::Engine];

impl Hostile {
    /// Prepares the tenant with the largest draft and a thousand hosts.
    pub(super) async fn prepare(stage: &Stage) -> Self {
        let [account, token, secret] = ACCOUNT;
        stage.sim.add_account(&AccountConfig::new(account, token, secret)).await.unwrap();
        let tenant = stage.program.tenant(&stage.sim, &ACCOUNT).await;
        stage.program.funnel_of(&tenant, HOST, LINK, "99").await;
        let harm = Arc::new(Harm {
            api: stage.program.url("api"),
            edge: stage.program.url("edge"),
            token: tenant.token.clone(),
            active: AtomicBool::new(false),
            ended: AtomicBool::new(false),
            minted: Mutex::default(),
            answers: Mutex::default(),
            poison: json!({ "events": poison() }).to_string().into(),
            signed: Mutex::default(),
            query: query(),
            body: body(),
        });
        fill(stage, &tenant, &harm).await;
        let working = Arc::clone(&harm);
        let thread = std::thread::spawn(move || {
            give_way();
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let all = KINDS.into_iter().flat_map(|kind| (0..AT_ONCE).map(move |_| kind));
                join_all(all.map(|kind| working.repeat(kind))).await;
            });
        });
        Self { harm, thread: Some(thread) }
    }

    pub(super) async fn begin(&self, stage: &Stage) {
        let hangs = FaultKind::LatencyMs { ms: 60_000 };
        stage.sim.set_faults(&[Fault::new(hangs).of(ACCOUNT[0])]).await.unwrap();
        self.harm.active.store(true, Ordering::SeqCst);
    }

    pub(super) async fn pause(&self, stage: &Stage) {
        self.harm.active.store(false, Ordering::SeqCst);
        stage.sim.clear_faults().await.unwrap();
        // Requests in progress belong to neither situation.
        tokio::time::sleep(Duration::from_secs(1)).await;
    }

    /// Ends the attack; returns the number of responses by status. 0 stands for no response.
    pub(super) fn end(mut self) -> BTreeMap<u16, usize> {
        self.harm.ended.store(true, Ordering::SeqCst);
        self.thread.take().unwrap().join().unwrap();
        self.harm.answers.lock().unwrap().clone()
    }
}

/// Lowers the priority of this thread. In production these clients run on other machines and take
/// no CPU from the service.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        let thread = std::fs::read_link("/proc/thread-self").unwrap();
        let mut chrt = std::process::Command::new("chrt");
        let given = chrt.args(["--idle", "--pid", "0"]).arg(thread.file_name().unwrap()).status();
        assert!(given.unwrap().success(), "chrt of util-linux");
    }
}

/// Creates and publishes a draft with the most buttons, each with a long label, and the hosts that
/// show it.
async fn fill(stage: &Stage, tenant: &Tenant, harm: &Harm) {
    let client = Client::new();
    let post = async |path: String, body: Value| {
        let url = format!("{}/api/admin{path}", harm.api);
        loop {
            let reply = Reply::at_once(client.post(&url).bearer_auth(&tenant.token).json(&body)).await;
            if reply.status != 429 {
                return reply;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let tier = post(format!("/segments/{HOST}"), json!({ "name": "Everyone" })).await.expect(201);
    let tier = tier.text_at("segment_id");
    // Copies one button in the database, because creating each over the API would take long.
    let button =
        json!({ "label": "W".repeat(80), "url": format!("https://example.com/{}", "x".repeat(1_000)) });
    post(format!("/buttons/{HOST}/{tier}"), button).await.expect(201);
    let sql = stage.sql().await;
    let owner = tenant.owner;
    sql.batch_execute(&grow(owner)).await.unwrap();
    post(format!("/domains/{HOST}/publish"), json!({})).await.expect(200);
    sql.batch_execute(&hosts(owner)).await.unwrap();
}

/// Builds SQL that repeats the draft's button under new ids.
fn grow(owner: i64) -> String {
    format!(
        "UPDATE drafts SET button_count = {BUTTONS}, document = jsonb_set(document, '{{segments,0,buttons}}', (
             SELECT jsonb_agg(jsonb_set(document #> '{{segments,0,buttons,0}}', '{{id}}',
                 to_jsonb(left(document #>> '{{segments,0,buttons,0,id}}', -3) || lpad(n::text, 3, '0'))))
             FROM generate_series(0, {BUTTONS} - 1) n))
         WHERE owner_id = {owner} AND hostname = '{HOST}'"
    )
}

fn hosts(owner: i64) -> String {
    let source = format!("owner_id = {owner} AND hostname = '{HOST}'");
    let names = format!("generate_series(1, {HOSTS}) n");
    format!(
        "INSERT INTO hostnames SELECT 'h' || n || '.hostile.example', {owner} FROM {names};
         INSERT INTO domains (owner_id, hostname, display_name, created_at, infra_state)
             SELECT owner_id, 'h' || n || '.hostile.example', display_name, created_at, 'active'
             FROM domains, {names} WHERE {source};
         INSERT INTO drafts (owner_id, hostname, revision, button_count, document, updated_at)
             SELECT owner_id, 'h' || n || '.hostile.example', revision, button_count, document, updated_at
             FROM drafts, {names} WHERE {source};
         INSERT INTO landing_versions (owner_id, hostname, version, document, published_at, published_by)
             SELECT owner_id, 'h' || n || '.hostile.example', 1, document, published_at, published_by
             FROM landing_versions, {names} WHERE {source} AND version = 1;
         UPDATE domains SET live_version = 1 WHERE owner_id = {owner} AND hostname LIKE 'h%.hostile.example';"
    )
}

impl Harm {
    async fn repeat(&self, kind: Kind) {
        let client = Client::builder().timeout(PATIENCE).redirect(reqwest::redirect::Policy::none()).build();
        let client = client.unwrap();
        for turn in 0_usize.. {
            while !self.active.load(Ordering::SeqCst) {
                if self.ended.load(Ordering::SeqCst) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            let status = match kind {
                Kind::Poison => {
                    let (at, signature) = self.signature();
                    let (signed, body) = ((at, signature.as_str()), self.poison.clone().into());
                    let pushed = push_signed(&ACCOUNT, &client, &self.edge, signed, body).await;
                    pushed.map_or(0, |reply| reply.status)
                }
                _ => self.ask(&client, kind, turn).await,
            };
            *self.answers.lock().unwrap().entry(status).or_default() += 1;
            if status == 429 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    }

    /// Returns the current second and the signature of the poison batch for it.
    fn signature(&self) -> (i64, String) {
        let (now, mut signed) = (now(), self.signed.lock().unwrap());
        if signed.0 != now {
            *signed = (now, sign(ACCOUNT[2], now, std::str::from_utf8(&self.poison).unwrap()));
        }
        signed.clone()
    }

    async fn ask(&self, client: &Client, kind: Kind, turn: usize) -> u16 {
        let request = self.request(client, kind, turn);
        let Ok(answer) = request.send().await else { return 0 };
        let status = answer.status().as_u16();
        let body = answer.bytes().await.unwrap_or_default();
        if let (Kind::Keys, Ok(minted)) = (kind, serde_json::from_slice::<Value>(&body))
            && let Some(token) = minted["token"].as_str()
        {
            self.minted.lock().unwrap().push(token.to_owned());
        }
        status
    }

    fn request(&self, client: &Client, kind: Kind, turn: usize) -> RequestBuilder {
        let api = |method, path: String| {
            let minted = self.minted.lock().unwrap();
            let token = minted.get(turn % minted.len().max(1)).unwrap_or(&self.token);
            client.request(method, format!("{}/api/admin{path}", self.api)).bearer_auth(token)
        };
        match kind {
            Kind::Draft if turn % 4 == 3 => {
                api(Method::POST, format!("/domains/{HOST}/publish")).json(&json!({}))
            }
            Kind::Draft => {
                let color = format!("#{:06x}", turn * 7_919 % 0x00ff_ffff);
                let ui = json!({ "buttons": { "color": color, "font": "Pacifico" } });
                api(Method::POST, format!("/bg/ui?domain={HOST}")).json(&ui)
            }
            Kind::Query => api(Method::GET, format!("/domains?{}", self.query)),
            Kind::Body => {
                let request = api(Method::POST, format!("/segments/{HOST}"));
                request.header("content-type", "application/json").body(self.body.clone())
            }
            Kind::Keys => {
                api(Method::POST, "/api-keys".to_owned()).json(&json!({ "name": format!("k{turn}") }))
            }
            Kind::Engine => {
                let slots = json!({
                    "trial_countries": ["DE"], "paid_countries": "rest", "default_paid": true, "trial_days": 7,
                });
                api(Method::POST, format!("/domains/{HOST}/provision-links")).json(&slots)
            }
            Kind::Hosts | Kind::Poison => {
                let host = format!("h{}.hostile.example", turn * 7 % HOSTS + 1);
                let country = ["DE", "US", "FR"][turn % 3];
                let request = client.get(format!("{}/", self.edge)).header("host", host);
                request.header("user-agent", PHONE).header("x-country", country)
            }
        }
    }
}

/// Builds a batch in which most events are hard to store.
fn poison() -> Vec<Value> {
    let ids: Vec<i64> = (0..340).map(|n| 9_000_000_000_000_000 + n).collect();
    let hard = [
        json!({ "data": { "trial": false, "price_cents": 9_000_000_000_000_000_000_i64 } }),
        json!({ "data": { "content_ids": ids, "price_cents": 100, "kind": "message" } }),
        json!({ "fan": { "fan_id": "x".repeat(200_000) }, "data": {} }),
        json!({ "data": { "trial": false, "price_cents": i64::MAX } }),
    ];
    let of = |n: usize| {
        let kind = if n % 4 == 1 { "transaction" } else { "new_subscriber" };
        event(&format!("poison-{n}"), kind, 5, hard[n % hard.len()].clone())
    };
    (0..40).map(of).collect()
}

/// Builds a query of some 60 KB with unknown names.
fn query() -> String {
    (0..10_000).map(|n| format!("{n:x}=")).collect::<Vec<_>>().join("&")
}

/// Builds the largest object of unknown fields.
fn body() -> String {
    let fields: Vec<_> = (0..90_000).map(|n| format!("\"{n:x}\":1")).collect();
    format!("{{{}}}", fields.join(","))
}
