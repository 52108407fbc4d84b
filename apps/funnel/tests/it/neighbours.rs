//! Many owners while some engines hang, and an owner while another floods the service.

use std::time::Duration;

use engine_sim::{AccountConfig, Act, Fault, FaultKind, RunningSim, Sim, SimConfig, Visit};
use futures_util::future::join_all;
use kernel::OwnerId;
use reqwest::Method;
use serde_json::json;
use tokio::task::JoinSet;

use crate::media::{png, png_sized};
use crate::real::{Api, Real, Reply, eventually, within};

const OWNERS: usize = 50;
/// Number of owners with hanging engines, first in the list.
const HANGING: usize = 10;
/// Number of waiting responses of each of these owners.
const BACKLOG: usize = 3;
/// Timeout of a call to a hanging engine.
const HANG: Duration = Duration::from_secs(10);
const PULL: (&str, &str) = ("FUNNEL_ENGINE_PULL_SECONDS", "1");

struct Street {
    real: Real,
    sim: RunningSim,
    houses: Vec<House>,
}

struct House {
    owner: OwnerId,
    api: Api,
    account: String,
}

impl Street {
    /// Connects all owners, without a worker.
    async fn build() -> Self {
        let names = (0..OWNERS).map(|n| (format!("acct_{n}"), format!("token-{n}")));
        let accounts = names.map(|(account, token)| AccountConfig {
            fans: 1,
            links: 2,
            content: 0,
            ..AccountConfig::new(&account, &token, &format!("event-secret-of-{account}"))
        });
        let accounts: Vec<_> = accounts.collect();
        let sim = Sim::start(SimConfig { accounts, ..SimConfig::default() }).await.unwrap();
        let real = Real::with("agency", &[("FUNNEL_ROLES", "api,edge")]).await;
        let mut street = Self { real, sim, houses: Vec::new() };
        for n in 0..OWNERS {
            let (owner, api) = street.real.owner("free").await;
            let account = format!("acct_{n}");
            let (token, secret) = (format!("token-{n}"), format!("event-secret-of-{account}"));
            street.real.connect_with(owner, street.sim.url(), &account, &token, &secret).await;
            street.houses.push(House { owner, api, account });
        }
        street
    }

    async fn hang(&self) {
        let hangs = |house: &House| Fault::new(FaultKind::LatencyMs { ms: 60_000 }).of(&house.account);
        let errors: Vec<_> = self.houses[..HANGING].iter().map(hangs).collect();
        self.sim.set_faults(&errors).await.unwrap();
    }

    /// Makes a fan request content and the owner respond, so that the engine must be notified.
    async fn answer(&self, house: &House) {
        let act = Act::Request { text: "a song".to_owned(), offered_cents: 900 };
        let visit = Visit { then: Some(vec![act]), ..Visit::default() };
        let reported = self.sim.visit(&house.account, &visit).await.unwrap();
        let event = reported.events.iter().find(|event| event.kind == "content_request_created").unwrap();
        let sql = "INSERT INTO content_requests (owner_id, upstream_id, fan_id, fan_username, wanted, offered_cents,
                status, media_ids, created_at, updated_at)
            VALUES ($1, $2, 'fan_1', 'Fan', 'a song', 900, 'new', '{}', now(), now())
            ON CONFLICT (owner_id, upstream_id) DO UPDATE SET fan_username = 'Fan' RETURNING request_id";
        let upstream_id = event.data["request_id"].as_i64().unwrap();
        let row = self.real.sql().await.query_one(sql, &[&house.owner.get(), &upstream_id]).await.unwrap();
        let path = format!("/requests/{}/respond", row.get::<_, i64>(0));
        house.api.post(&path, &json!({ "action": "start" })).await.expect(200);
    }

    /// Waits until every owner with a working engine has `each` rows that satisfy the condition.
    /// The limit is the timeout of two calls to a hanging engine.
    async fn soon(&self, what: &str, table: &str, condition: &str, each: i64) {
        let well: Vec<i64> = self.houses[HANGING..].iter().map(|house| house.owner.get()).collect();
        let count = format!(
            "SELECT count(*) FROM (SELECT owner_id FROM {table} WHERE owner_id = ANY ($1) AND {condition}
             GROUP BY owner_id HAVING count(*) >= $2) served"
        );
        let sql = self.real.sql().await;
        within(2 * HANG, what, async || {
            let served: i64 = sql.query_one(&count, &[&well, &each]).await.unwrap().get(0);
            (usize::try_from(served).unwrap() == OWNERS - HANGING).then_some(())
        })
        .await;
    }
}

#[actix_web::test]
async fn forty_owners_are_served_while_the_engines_of_ten_hang() {
    let street = Street::build().await;
    // Owners with hanging engines come first everywhere: they connected first, and their responses
    // have waited longest.
    for house in &street.houses[..HANGING] {
        for _ in 0..BACKLOG {
            street.answer(house).await;
        }
    }
    for house in &street.houses[HANGING..] {
        street.answer(house).await;
    }
    street.hang().await;
    let _worker = street.real.beside(&[("FUNNEL_ROLES", "worker"), PULL]).await;
    street.soon("answers", "request_answers", "state = 'delivered'", 1).await;
    street.soon("links", "funnel_links", "true", 2).await;
    street.soon("events", "engine_events", "true", 1).await;
    // By now the service knows which engines hang.
    for house in &street.houses[HANGING..] {
        street.answer(house).await;
    }
    street.soon("more answers", "request_answers", "state = 'delivered'", 2).await;
    let sql = street.real.sql().await;
    sql.execute("DELETE FROM funnel_links", &[]).await.unwrap();
    street.soon("links again", "funnel_links", "true", 2).await;
    let hanging: Vec<i64> = street.houses[..HANGING].iter().map(|house| house.owner.get()).collect();
    let reported = "SELECT count(*) FROM request_answers WHERE owner_id = ANY ($1) AND state <> 'waiting'";
    let reported: i64 = sql.query_one(reported, &[&hanging]).await.unwrap().get(0);
    assert_eq!(reported, 0, "an engine that hangs was notified of nothing, and nothing was given up");
}

/// Concurrent requests of one owner, more than may wait.
struct Flood {
    tasks: JoinSet<Reply>,
    ended: Vec<Reply>,
}

impl Flood {
    fn of(requests: impl IntoIterator<Item = reqwest::RequestBuilder>) -> Self {
        let tasks = requests.into_iter().map(Reply::at_once).collect();
        Self { tasks, ended: Vec::new() }
    }

    /// Returns the number of requests served so far.
    fn served(&mut self) -> usize {
        while let Some(reply) = self.tasks.try_join_next() {
            self.ended.push(reply.unwrap());
        }
        self.ended.iter().filter(|reply| reply.status == 200).count()
    }

    /// Waits until the queue is full: some requests are rejected, so all others wait.
    async fn fills_the_queue(&mut self) {
        eventually("the queue is full", async || {
            self.served();
            self.ended.iter().any(|reply| reply.status == 429).then_some(())
        })
        .await;
    }

    /// Waits for the rest, and checks that every request was served or rejected.
    async fn ends(mut self, sentence: &str) {
        while let Some(reply) = self.tasks.join_next().await {
            self.ended.push(reply.unwrap());
        }
        for refused in self.ended.iter().filter(|reply| reply.status != 200) {
            assert_eq!(refused.summary(), "429 rate_limited");
            assert!(refused.text.contains(sentence), "{}", refused.text);
            assert_eq!(refused.header("retry-after"), "2");
        }
    }
}

#[actix_web::test]
async fn pictures_of_one_owner_do_not_delay_those_of_another() {
    let real = Real::start().await;
    let (_, other) = real.owner("agency").await;
    let large = png_sized(3_500, 90);
    let upload = |_| real.api.request(Method::PUT, "/qr/logo").body(large.clone());
    let mut flood = Flood::of((0..24).map(upload));
    flood.fills_the_queue().await;
    let before = flood.served();
    other.upload("/qr/logo", png()).await.expect(200);
    let meanwhile = flood.served() - before;
    println!("{meanwhile} pictures of a neighbour came first");
    assert!(meanwhile <= 6, "{meanwhile} of 18 came first");
    flood.ends("too many uploaded files at once").await;
}

#[actix_web::test]
async fn codes_of_one_owner_do_not_delay_those_of_another() {
    let real = Real::start().await;
    let (_, other) = real.owner("agency").await;
    let mut codes = Vec::new();
    for (api, host) in [(&real.api, "a.example"), (&other, "b.example")] {
        api.register(host).await.expect(201);
        let made = api.post(&format!("/qr/{host}"), &json!({ "slug": "" })).await;
        codes.push(format!("/qr/{host}/{}/image.png", made.expect(201).json()["id"]));
    }
    let sized = |size| real.api.request(Method::GET, &format!("{}?size={size}", codes[0]));
    let mut flood = Flood::of((1_860..2_000).map(sized));
    flood.fills_the_queue().await;
    let before = flood.served();
    other.get(&format!("{}?size=1900", codes[1])).await.expect(200);
    let meanwhile = flood.served() - before;
    println!("{meanwhile} codes of a neighbour came first");
    assert!(meanwhile <= 20, "{meanwhile} of 66 came first");
    flood.ends("too many QR codes at once").await;
}

#[actix_web::test]
async fn large_bodies_of_one_owner_wait_and_those_of_another_do_not() {
    let real = Real::start().await;
    let (_, other) = real.owner("agency").await;
    let junk = vec![7; 9 << 20];
    let many = join_all((0..12).map(|_| real.api.upload("/qr/logo", junk.clone())));
    let (many, one) = futures_util::future::join(many, other.upload("/qr/logo", junk.clone())).await;
    for reply in many.iter().chain([&one]) {
        assert_eq!(reply.summary(), "422 invalid_file", "each waits for room and is read");
    }
}
