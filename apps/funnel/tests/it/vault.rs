use engine_sim::{AccountConfig, Act, Fault, FaultKind, RunningSim, Sim, SimConfig, Visit};
use serde_json::{Value, json};

use crate::journey::ACCOUNT;
use crate::real::{Real, Reply, eventually};

const TOKEN: &str = "token-of-the-tests";

/// A service with a simulated engine that holds `content` items.
struct House {
    real: Real,
    sim: RunningSim,
}

impl House {
    async fn start(content: u32) -> Self {
        let real = Real::start().await;
        let account = AccountConfig {
            content,
            fans: 0,
            links: 0,
            ..AccountConfig::new(ACCOUNT, TOKEN, "event-secret-of-the-tests")
        };
        let sim = Sim::start(SimConfig { accounts: vec![account], ..SimConfig::default() }).await.unwrap();
        real.connect(real.owner, sim.url(), ACCOUNT, TOKEN).await;
        Self { real, sim }
    }

    /// Records a transaction over items, at this Unix time.
    async fn sold(&self, kind: &str, (gross, net): (i64, i64), items: &[i64], key: Option<&str>, at: i64) {
        let sql = "INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, source, username,
                transaction_id, transaction_kind, gross_cents, net_cents, purchase, currency, content_ids, bundle_key,
                bundle_name, media_in_msg, taken_at)
            VALUES ($1, gen_random_uuid()::text, 'new_transaction', 'fan_1', to_timestamp($2::bigint), '', 'Fan', 't',
                $3, $4, $5, true, 'USD', $6, $7, $7, $8, now())";
        let media = i64::try_from(items.len()).unwrap();
        let (owner, items) = (self.real.owner.get(), items.to_vec());
        let sql_client = self.real.sql().await;
        sql_client.execute(sql, &[&owner, &at, &kind, &gross, &net, &items, &key, &media]).await.unwrap();
    }

    /// Records a sale in a currency other than that of the sums, at this Unix time.
    async fn sold_apart(&self, net: i64, currency: &str, items: &[i64], at: i64) {
        let sql = "INSERT INTO conversions (owner_id, event_id, kind, fan_id, occurred_at, source, transaction_id,
                transaction_kind, net_cents, apart_net_cents, purchase, currency, content_ids, media_in_msg, taken_at)
            VALUES ($1, gen_random_uuid()::text, 'new_transaction', 'fan_1', to_timestamp($2::bigint), '', 't',
                'message', 0, $3, true, $4, $5, 1, now())";
        let (owner, items) = (self.real.owner.get(), items.to_vec());
        let sql_client = self.real.sql().await;
        sql_client.execute(sql, &[&owner, &at, &net, &currency, &items]).await.unwrap();
    }

    async fn listed(&self, query: &str) -> Vec<(i64, i64, i64)> {
        let listed = self.real.api.get(&format!("/content?{query}")).await.expect(200).json();
        let number = |item: &Value, field: &str| item[field].as_i64().unwrap();
        let items = listed["items"].as_array().unwrap().iter();
        items
            .map(|item| {
                let id = number(item, "content_id");
                (id, number(item, "period_sales"), number(item, "period_revenue_cents"))
            })
            .collect()
    }

    /// Makes a fan request content upstream; returns the local id and the engine's.
    async fn asked(&self) -> (i64, i64) {
        let act = Act::Request { text: "a song".to_owned(), offered_cents: 900 };
        let visit = Visit { then: Some(vec![act]), ..Visit::default() };
        let reported = self.sim.visit(ACCOUNT, &visit).await.unwrap();
        let event = reported.events.iter().find(|event| event.kind == "content_request_created").unwrap();
        let upstream_id = event.data["request_id"].as_i64().unwrap();
        (self.real.knows_request(upstream_id).await, upstream_id)
    }

    async fn respond(&self, id: i64, body: &Value) -> Reply {
        self.real.api.post(&format!("/requests/{id}/respond"), body).await
    }

    /// Waits until the request has this state upstream; returns the actions that the engine was
    /// notified of.
    async fn upstream(&self, request_id: i64, status: &str) -> Vec<String> {
        eventually("the engine is notified", async || {
            let requests = self.sim.requests(ACCOUNT).await.unwrap();
            let request = requests.into_iter().find(|request| request.request_id == request_id)?;
            let actions = request.responses.into_iter().map(|response| response.action);
            (request.status == status).then(|| actions.collect())
        })
        .await
    }
}

#[actix_web::test]
async fn content_is_listed_by_counters_and_by_captured_sales() {
    let house = House::start(250).await;
    let upstream = format!("{}/v1/content?sort=buyers&limit=200", house.sim.url());
    let upstream = Reply::of(reqwest::Client::new().get(upstream).bearer_auth(TOKEN)).await.json();
    let best = upstream["items"][0].clone();
    let listed = house.real.api.get("/content").await.expect(200).json();
    assert_eq!((listed["items"].as_array().unwrap().len(), &listed["total"]), (60, &json!(250)));
    let mut expected = best.clone();
    expected["vendor_created_at"] = expected["created_at"].take();
    expected.as_object_mut().unwrap().remove("created_at");
    expected["period_sales"] = json!(0);
    expected["period_revenue_cents"] = json!(0);
    assert_eq!(listed["items"][0], expected);
    house.sold("message", (500, 400), &[10_007], None, 1_000).await;
    house.sold("message", (1250, 1000), &[10_009, 10_007, 10_003], None, 2_000).await;
    house.sold("refund", (-250, -200), &[10_009], None, 3_000).await;
    let by_sales = house.listed("sort=sales&limit=4").await;
    assert_eq!(by_sales[..3], [(10_007, 2, 733), (10_003, 1, 333), (10_009, 0, 134)]);
    assert_eq!((by_sales[3].1, by_sales[3].2), (0, 0));
    let window = house.listed("sort=sales&limit=3&from_ts=1001&to_ts=2000").await;
    assert_eq!(window, [(10_009, 1, 334), (10_003, 1, 333), (10_007, 1, 333)]);
    // Other sort orders ignore the window.
    let all = house.listed("sort=buyers&limit=200&from_ts=1001&to_ts=2000").await;
    assert!(all.len() == 200 && all.iter().all(|item| item.0 != 10_007 || (item.1, item.2) == (2, 733)));
    assert_eq!(house.listed("sort=&limit=&from_ts=null&to_ts=").await.len(), 60);
    // Moments outside of the calendar.
    let (first, last) = (i64::MIN, i64::MAX);
    assert_eq!(house.listed(&format!("from_ts={first}&to_ts={last}")).await.len(), 60);
    assert_eq!(house.listed(&format!("from_ts={first}&to_ts={first}")).await.len(), 60);
    assert_eq!(house.listed(&format!("from_ts={last}&to_ts={last}")).await.len(), 60);
}

#[actix_web::test]
async fn money_in_other_currencies_is_shown_apart() {
    let house = House::start(5).await;
    house.sold("message", (500, 400), &[10_001], None, 1_000).await;
    house.sold_apart(700, "EUR", &[10_001], 2_000).await;
    house.sold_apart(90_000, "JPY", &[10_002], 3_000).await;
    for (path, others) in [
        ("/content", json!({ "EUR": 700, "JPY": 90_000 })),
        ("/content?sort=sales&from_ts=2000&to_ts=2999", json!({ "EUR": 700 })),
        ("/content?sort=tips&from_ts=2000&to_ts=2999", json!({ "EUR": 700, "JPY": 90_000 })),
        ("/content/10001", json!({ "EUR": 700 })),
        ("/content/10002", json!({ "JPY": 90_000 })),
        ("/content/10003", json!({})),
    ] {
        let shown = house.real.api.get(path).await.expect(200).json();
        assert_eq!((&shown["currency"], &shown["other_currencies"]), (&json!("USD"), &others), "{path}");
    }
    assert!(house.listed("").await.contains(&(10_001, 2, 400)));
}

#[actix_web::test]
async fn wrong_queries_are_reported() {
    let house = House::start(3).await;
    for (query, reported) in [
        ("limit=0", "422 query.limit greater_than_equal"),
        ("limit=201", "422 query.limit less_than_equal"),
        ("limit=x", "422 query.limit int_type"),
        ("sort=likes", "422 query.sort enum"),
        ("limit=1&sort=sales&limit=1", "422 query.limit duplicate"),
        ("from_ts=x", "422 query.from_ts int_type"),
        ("from_ts=5&to_ts=4", "422 query.to_ts greater_than_equal"),
    ] {
        assert_eq!(house.real.api.get(&format!("/content?{query}")).await.summary(), reported, "{query}");
    }
    for (query, reported) in [
        ("status=open", "422 query.status enum"),
        ("limit=0", "422 query.limit greater_than_equal"),
        ("cursor=x", "422 query.cursor value_error"),
    ] {
        assert_eq!(house.real.api.get(&format!("/requests?{query}")).await.summary(), reported, "{query}");
    }
}

#[actix_web::test]
async fn an_item_is_shown_with_its_sales_and_bundles() {
    let house = House::start(5).await;
    house.sold("post", (500, 400), &[10_002], None, 1_000).await;
    house.sold("message", (1250, 1000), &[10_001, 10_002], Some("summer"), 2_000).await;
    let shown = house.real.api.get("/content/10002").await.expect(200).json();
    for (field, expected) in [
        ("content_id", json!(10_002)),
        ("rank_total", json!(5)),
        ("captured_sales", json!(2)),
        ("standalone_sales", json!(1)),
        ("standalone_revenue_cents", json!(400)),
        ("period_sales", json!(2)),
        ("period_revenue_cents", json!(900)),
        (
            "sales",
            json!([
                { "fan_id": "fan_1", "fan_username": "Fan", "price_cents": 1250, "media_in_msg": 2, "sold_at": "1970-01-01T00:33:20Z" },
                { "fan_id": "fan_1", "fan_username": "Fan", "price_cents": 500, "media_in_msg": 1, "sold_at": "1970-01-01T00:16:40Z" },
            ]),
        ),
        (
            "bundles",
            json!([{
                "bundle_key": "summer", "n_media": 2, "times_sold": 1, "revenue_cents": 1000,
                "avg_price_cents": 1250, "last_sold_ts": 2000, "name": "summer", "cover_ids": [10_001, 10_002],
            }]),
        ),
    ] {
        assert_eq!(shown[field], expected, "{field}");
    }
    let by_buyers: Vec<i64> = house.listed("").await.into_iter().map(|item| item.0).collect();
    let place = by_buyers.iter().position(|id| *id == 10_002).unwrap() + 1;
    assert_eq!(shown["rank"], json!(place));
    for path in ["/content/9", "/content/x", "/content/99999999999999999999"] {
        let missing = house.real.api.get(path).await.expect(404).json();
        assert_eq!(missing, json!({ "detail": "content not found" }));
    }
}

#[actix_web::test]
async fn without_an_engine_nothing_is_shown() {
    let house = House::start(3).await;
    let api = &house.real.api;
    api.get("/content").await.expect(200);
    let (_, stranger) = house.real.owner("agency").await;
    for path in ["/content", "/content/10001"] {
        assert_eq!(stranger.get(path).await.summary(), "409 engine_not_connected");
    }
    // Cached content is no longer shown.
    house.real.sql().await.execute("DELETE FROM engine_connections", &[]).await.unwrap();
    for path in ["/content", "/content/10001"] {
        assert_eq!(api.get(path).await.summary(), "409 engine_not_connected");
    }
}

#[actix_web::test]
async fn an_engine_that_fails_is_reported() {
    let house = House::start(3).await;
    house
        .sim
        .set_faults(&[Fault::new(FaultKind::Status { status: 500, body: None, retry_after: None })])
        .await
        .unwrap();
    for path in ["/content", "/content/10001"] {
        assert_eq!(house.real.api.get(path).await.summary(), "502 engine_error");
    }
}

#[actix_web::test]
async fn a_request_is_answered_and_the_engine_notified_once() {
    let house = House::start(3).await;
    let (id, upstream_id) = house.asked().await;
    // The first submission is accepted, but its response is lost.
    let lost = Fault { count: Some(1), ..Fault::new(FaultKind::HalfAnswer).on("/v1/requests/*/response") };
    house.sim.set_faults(&[lost]).await.unwrap();
    let started = house.respond(id, &json!({ "action": "start" })).await.expect(200).json();
    assert_eq!(started, json!({ "id": id, "status": "in_progress", "media_ids": [] }));
    let fulfil = json!({ "action": "fulfill", "media_ids": ["10001", "10002"] });
    let fulfilled = house.respond(id, &fulfil).await.expect(200).json();
    assert_eq!(fulfilled, json!({ "id": id, "status": "fulfilled", "media_ids": ["10001", "10002"] }));
    assert_eq!(house.upstream(upstream_id, "fulfilled").await, ["start", "fulfill"]);
    let listed = house.real.api.get("/requests?status=fulfilled").await.expect(200).json();
    let mut item = listed["items"][0].clone();
    assert!(item["updated_at"].take().as_i64().unwrap() > 1_700_000_000);
    assert_eq!(
        item,
        json!({
            "id": id, "status": "fulfilled", "fan_id": "fan_1", "fan_username": "Fan", "text": "a song",
            "offered_cents": 900, "media_ids": ["10001", "10002"], "reason": null, "created_at": 1_795_176_000,
            "updated_at": null,
        })
    );
    let (other, upstream_id) = house.asked().await;
    let decline = json!({ "action": "decline", "reason": "no time" });
    assert_eq!(house.respond(other, &decline).await.expect(200).json()["status"], "declined");
    assert_eq!(house.upstream(upstream_id, "declined").await, ["decline"]);
}

#[actix_web::test]
async fn a_missing_request_and_an_invalid_transition_are_reported_alike() {
    let house = House::start(3).await;
    let id = house.real.knows_request(7).await;
    let start = json!({ "action": "start" });
    house.respond(id, &start).await.expect(200);
    let missing = json!({ "detail": "request not found or invalid transition" });
    assert_eq!(house.respond(id, &start).await.expect(404).json(), missing);
    assert_eq!(house.respond(id + 99, &start).await.expect(404).json(), missing);
    assert_eq!(house.real.api.post("/requests/x/respond", &start).await.expect(404).json(), missing);
    let (_, stranger) = house.real.owner("agency").await;
    let decline = json!({ "action": "decline", "reason": "x" });
    let foreign = stranger.post(&format!("/requests/{id}/respond"), &decline).await;
    assert_eq!(foreign.expect(404).json(), missing);
    for (body, reported) in [
        (json!({}), "422 body.action missing"),
        (json!({ "action": "finish" }), "422 body.action enum"),
        (json!({ "action": "fulfill" }), "422 body.media_ids too_short"),
        (json!({ "action": "fulfill", "media_ids": [] }), "422 body.media_ids too_short"),
        (json!({ "action": "fulfill", "media_ids": [1] }), "422 body.media_ids.0 string_type"),
        (json!({ "action": "fulfill", "media_ids": ["a", "a"] }), "422 body.media_ids.1 duplicate"),
        (json!({ "action": "decline" }), "422 body.reason missing"),
        (json!({ "action": "decline", "reason": " " }), "422 body.reason too_short"),
        (json!({ "action": "start", "note": 1 }), "422 body.note extra_forbidden"),
    ] {
        assert_eq!(house.respond(id, &body).await.summary(), reported, "{body}");
    }
}

#[actix_web::test]
async fn requests_come_in_pages() {
    let house = House::start(3).await;
    for upstream_id in 1..=5 {
        house.real.knows_request(upstream_id).await;
    }
    let (mut seen, mut path) = (Vec::new(), "/requests?limit=2&status=new".to_owned());
    loop {
        let page = house.real.api.get(&path).await.expect(200).json();
        seen.push(page["items"].as_array().unwrap().len());
        let Some(cursor) = page["next_cursor"].as_str() else { break };
        path = format!("/requests?limit=2&status=new&cursor={cursor}");
    }
    assert_eq!(seen, [2, 2, 1]);
    assert_eq!(house.real.api.get("/requests?status=declined").await.json()["items"], json!([]));
}
