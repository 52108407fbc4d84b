//! No identifying data of fans or visitors leaves the process in clear text.

use std::collections::BTreeSet;

use engine_sim::{AccountConfig, Platform, Sim, SimConfig};
use reqwest::Method;
use serde_json::{Value, json};

use crate::conversions::{EVENT_SECRET, event};
use crate::journey::{ACCOUNT, PHONE, only};
use crate::kept::Kept;
use crate::program::{ENGINE_TOKEN, PIXEL, Program, push_to};
use crate::real::{Reply, eventually};

const HOST: &str = "a.example";
const LINK: &str = "known";
const FAN: &str = "fan_1";
/// Identifying data, as the engine sends it.
const EMAIL: &str = " Ottilie.Quastenberg@Geheimpost.Example ";
const NUMBER: &str = "+49 (0) 1511 9876543";
const GIVEN: &str = "Ottilie";
const FAMILY: &str = "Quastenberg";
const ADDRESS: &str = "198.51.100.77";
/// Parts of the identifying data that must appear nowhere, in lower case.
const CLEAR: [&str; 8] = [
    "ottilie",
    "quastenberg",
    "geheimpost",
    "1511 9876543",
    "15119876543",
    "198.51.100.77",
    AGENT,
    "token-1",
];
/// Part of the user agent of [`PHONE`].
const AGENT: &str = "like mac os x";
/// Places of the user agent, once the owner has agreed to send it.
const AGREED: [&str; 4] = ["Meta", "Tiktok", "table pixel_deliveries", "table touches"];

/// Everything observed from outside, with its place.
#[derive(Default)]
struct Seen(Vec<(String, String)>);

impl Seen {
    fn add(&mut self, place: impl Into<String>, text: impl Into<String>) {
        self.0.push((place.into(), text.into()));
    }

    fn reply(&mut self, place: impl Into<String>, reply: &Reply) {
        self.add(place, format!("{} {:?} {}", reply.status, reply.headers, reply.text));
    }

    /// Checks that no place has identifying data. With `agreed`, the places of [`AGREED`] have the user agent.
    fn is_clean(&self, agreed: bool) {
        for (place, text) in &self.0 {
            let text = text.to_lowercase();
            let told = agreed && AGREED.contains(&place.as_str());
            assert!(!told || text.contains(AGENT), "no user agent in {place}");
            for clear in CLEAR.iter().filter(|clear| !told || **clear != AGENT) {
                let Some(at) = text.find(clear) else { continue };
                let around: String =
                    text.get(at.saturating_sub(80)..).unwrap_or(&text).chars().take(200).collect();
                panic!("{clear:?} in {place}: {around}");
            }
        }
    }
}

fn fan() -> Value {
    json!({ "fan_id": FAN, "username": "quiet77", "country": "DE", "email": EMAIL, "phone": NUMBER,
        "first_name": GIVEN, "last_name": FAMILY, "external_id": EMAIL })
}

/// Builds events of an engine: valid ones of every type, one of an unknown type, and some with
/// identifying data in wrong places.
fn events(click: &str) -> Vec<Value> {
    let of = |id: &str, kind: &str, data: Value| {
        let link = json!({ "provider_id": LINK });
        event(id, kind, 60, json!({ "fan": fan(), "link": link, "click_ref": click, "data": data }))
    };
    let money = |kind: &str| json!({ "transaction_id": "t1", "kind": kind, "gross_cents": 900, "net_cents": 700, "currency": "USD" });
    let mut wrong_fan = of("bad-2", "message_received", json!({}));
    wrong_fan["fan"] = json!(EMAIL);
    let mut wrong_time = of("bad-3", "message_received", json!({}));
    wrong_time["occurred_at"] = json!(NUMBER);
    let mut wrong_type = of("bad-4", "message_received", json!({}));
    wrong_type["type"] = json!({ "of": FAMILY });
    vec![
        of("1", "new_subscriber", json!({ "trial": true, "price_cents": 0 })),
        of("2", "new_transaction", money("tip")),
        of("3", "message_received", json!({})),
        of("4", "message_received", json!({})),
        of("5", "message_received", json!({})),
        of("6", "fan_online", json!({})),
        of("7", "fan_winked", json!({ "at": EMAIL })),
        of("bad-1", "new_transaction", money(EMAIL)),
        wrong_fan,
        wrong_time,
        wrong_type,
    ]
}

/// Records the responses of a listener to every documented GET.
async fn every_answer(program: &Program, link_id: i64, seen: &mut Seen) {
    let document = Reply::of(program.client().get(format!("{}/api/openapi.json", program.url("api")))).await;
    let document: Value = serde_json::from_str(&document.text)
        .unwrap_or_else(|_| serde_json::from_str(include_str!("../../../../docs/openapi.json")).unwrap());
    let (mut good, mut other) = (0, BTreeSet::new());
    for (path, operations) in document["paths"].as_object().unwrap() {
        if operations.get("get").is_none() {
            continue;
        }
        let link_id = link_id.to_string();
        let values = [
            ("domain", HOST),
            ("hostname", HOST),
            ("link_id", &link_id),
            ("provider_id", LINK),
            ("fan_id", FAN),
            ("tier", "everyone"),
        ];
        let filled = values
            .iter()
            .fold(path.clone(), |path, (name, value)| path.replace(&format!("{{{name}}}"), value));
        let mut asked: Vec<String> =
            ["meta", "tiktok"].iter().map(|platform| filled.replace("{platform}", platform)).collect();
        asked.dedup();
        for path in asked {
            let path = path.replace("{id}", "1").replace("{content_id}", "1");
            let path = path.trim_start_matches("/api/admin").to_owned();
            let reply =
                Reply::of(program.api(Method::GET, &format!("{path}?domain={HOST}&variant=desktop"))).await;
            seen.reply(format!("GET {path}"), &reply);
            if reply.status == 200 {
                good += 1;
            } else {
                other.insert(format!("{} {path}", reply.status));
            }
        }
    }
    assert!(good >= 20, "{good} answers, and {other:#?}");
    for path in ["/healthz", "/readyz", "/metrics", "/edge/tls-ask?domain=a.example"] {
        let reply = Reply::of(program.client().get(format!("{}{path}", program.url("management")))).await;
        assert_eq!(reply.status, 200, "{path}");
        seen.reply(path, &reply);
    }
}

/// Visits the edge with identifying data in the request.
async fn visit(program: &Program, path: &str) -> Reply {
    let request = program.client().get(format!("{}{path}", program.url("edge"))).header("host", HOST);
    let request = request.header("user-agent", PHONE).header("x-forwarded-for", ADDRESS);
    Reply::of(request.header("x-country", "DE").header("cookie", format!("mail={FAMILY}"))).await
}

#[actix_web::test]
async fn nothing_that_identifies_anybody_is_found_in_what_leaves_the_process() {
    everything_is_clean(false).await;
}

#[actix_web::test]
async fn a_user_agent_goes_only_to_the_platforms_that_its_owner_agreed_to() {
    everything_is_clean(true).await;
}

/// Runs the service, and checks everything that leaves the process or is stored. `agreed` switches on the user agents
/// of both pixels.
async fn everything_is_clean(agreed: bool) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let account =
        AccountConfig { fans: 10, links: 0, ..AccountConfig::new(ACCOUNT, ENGINE_TOKEN, EVENT_SECRET) };
    let sim = Sim::start(SimConfig { accounts: vec![account], ..SimConfig::default() }).await.unwrap();
    let database = Kept::create().await;
    let ours =
        "info,funnel=trace,adapter_postgres=trace,outgoing=trace,adapter_engine=trace,edge_files=trace";
    let settings = [
        ("FUNNEL_LOG", ours.to_owned()),
        ("FUNNEL_TRUSTED_PROXIES", "127.0.0.1".to_owned()),
        ("FUNNEL_COUNTRY_HEADER", "x-country".to_owned()),
    ];
    let program = Program::start(database.reach(), &sim, &settings).await;
    program.funnel(HOST, LINK).await;
    for platform in ["meta", "tiktok"] {
        let body = json!({ "platform": platform, "pixel_id": PIXEL, "send_user_agent": agreed });
        let request = program.api(Method::PUT, &format!("/smart-links/{LINK}/pixels")).json(&body);
        Reply::of(request).await.expect(200);
    }
    program.post(&format!("/segments/{HOST}"), &json!({ "name": "Everyone" })).await.expect(201);
    program.post(&format!("/domains/{HOST}/publish"), &json!({})).await.expect(200);
    let body = json!({ "domain": HOST, "slug": "vip", "policy": only("paid") });
    program.post("/smartlinks", &body).await.expect(201);
    let mut seen = Seen::default();
    let clicked = eventually("the link is live", async || {
        let reply = visit(&program, "/r/vip?fbclid=IwAR0_x&ttclid=E.C.P.z").await;
        (reply.status == 302).then_some(reply)
    })
    .await;
    seen.reply("the redirect", &clicked);
    for path in ["/", "/nothing-here", "/qr/none", "/robots.txt"] {
        seen.reply(path, &visit(&program, path).await);
    }
    // Values in a visitor's URL may come back only in the redirect.
    visit(&program, &format!("/r/none?mail={FAMILY}")).await;
    let click =
        clicked.header("location").split("aref=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    let sql = program.sql().await;
    eventually("the click is stored", async || {
        let stored = "SELECT count(*) FROM touches WHERE kind = 'click'";
        (sql.query_one(stored, &[]).await.unwrap().get::<_, i64>(0) > 0).then_some(())
    })
    .await;
    let taken = push_to(program.client(), &program.url("edge"), &events(&click)).await.unwrap().expect(200);
    assert_eq!(
        (&taken.json()["accepted"], taken.json()["rejected"].as_array().unwrap().len()),
        (&json!(7), 4)
    );
    seen.reply("the answer to the engine", &taken);
    let body = format!("{{\"events\":{:?}}}", EMAIL);
    let refused = program.client().post(format!("{}/engine/v1/events", program.url("edge"))).body(body);
    seen.reply("the refusal", &Reply::of(refused).await);
    // Two kinds of messages, and the third with subscription and payment.
    eventually("everything is delivered", async || {
        let query = "SELECT count(*), count(*) FILTER (WHERE state = 'delivered') FROM pixel_deliveries";
        let row = sql.query_one(query, &[]).await.unwrap();
        (row.get::<_, i64>(0) == 12 && row.get::<_, i64>(1) == 12).then_some(())
    })
    .await;
    for platform in [Platform::Meta, Platform::Tiktok] {
        let received = sim.received(platform).await.unwrap();
        assert_eq!(received.len(), 6);
        for one in received {
            let mut text = one.text.clone();
            // Meta expects the token in the body.
            text = text.replace("token-1", "");
            let headers: Vec<_> = one.headers.iter().filter(|(name, _)| *name != "access-token").collect();
            seen.add(format!("{platform:?}"), format!("{} {headers:?} {text}", one.address));
        }
    }
    let link_id: i64 = sql.query_one("SELECT link_id FROM funnel_links", &[]).await.unwrap().get(0);
    every_answer(&program, link_id, &mut seen).await;
    let log = program.log();
    assert!(log.lines().count() > 1, "{log}");
    seen.add("the log", log);
    seen.is_clean(agreed);
    // The tables contain no more than needed.
    let tables = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'";
    let mut stored = Seen::default();
    for row in sql.query(tables, &[]).await.unwrap() {
        let table: String = row.get(0);
        let rows = format!("SELECT COALESCE(string_agg(t::text, ' '), '') FROM {table} t");
        stored.add(format!("table {table}"), sql.query_one(&rows, &[]).await.unwrap().get::<_, String>(0));
    }
    stored.is_clean(agreed);
}
