//! Many owners beside some whose engines hang.

use std::time::Duration;

use engine_sim::{AccountConfig, Act, Fault, FaultKind, RunningSim, Sim, SimConfig, Visit};
use kernel::OwnerId;
use serde_json::json;

use crate::real::{Api, Real, within};

const OWNERS: usize = 50;
/// The first of them are those whose engines hang.
const HANGING: usize = 10;
/// How many answers each of those has waiting.
const BACKLOG: usize = 3;
/// How long a call to an engine that hangs takes: it is given up then.
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
    /// All are connected, and no worker runs.
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

    /// A fan asks for something, and the owner answers. The engine is to be notified.
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

    /// Waits until so many of those whose engines are well satisfy the condition, for no longer than two calls to an engine that
    /// hangs take.
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
    // Those whose engines hang come first everywhere: they are connected first, and their answers have waited longest.
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
    // By now it is known whose engines hang, and they hang on.
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
