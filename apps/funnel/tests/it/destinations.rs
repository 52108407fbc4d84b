//! Destination checks: enabled by the API, done by a worker.

use reqwest::Method;
use serde_json::{Value, json};

use crate::real::{Api, Real, Reply, eventually};
use crate::webhooks::{HERE, Receiver};

const HOST: &str = "a.example";

struct Shop {
    real: Real,
    web: Receiver,
}

impl Shop {
    /// Creates a page with one button per path, on a web server of this machine that finds every
    /// path.
    async fn open(paths: &[&str]) -> Self {
        let shop = Self { real: Real::with("agency", &[HERE]).await, web: Receiver::start().await };
        let tier = shop.real.landing(HOST).await;
        for path in paths {
            shop.button(&tier, &shop.web.url(path)).await;
        }
        shop
    }

    fn api(&self) -> &Api {
        &self.real.api
    }

    async fn button(&self, tier: &str, url: &str) -> Reply {
        let body = json!({ "label": "Go", "url": url });
        self.api().post(&format!("/buttons/{HOST}/{tier}"), &body).await.expect(201)
    }

    async fn switch(&self, enabled: bool) {
        let body = json!({ "enabled": enabled });
        assert_eq!(self.api().put("/links/health", &body).await.expect(200).json(), body);
    }

    async fn list(&self, query: &str) -> Value {
        self.api().get(&format!("/links/health{query}")).await.expect(200).json()
    }

    /// Returns all destinations, once there are `count` and all were checked.
    async fn looked_at(&self, count: usize) -> Vec<Value> {
        eventually("destinations looked at", async || {
            let items = self.list("").await["items"].as_array().unwrap().clone();
            let all = items.len() == count && items.iter().all(|one| one["checked_at"].is_string());
            all.then_some(items)
        })
        .await
    }

    async fn check(&self, path: &str) -> Reply {
        self.api().post("/links/health/check", &json!({ "url": self.web.url(path) })).await
    }

    /// Moves failures back by a day. A distributed database allows no arithmetic on this column.
    async fn a_day_later(&self) {
        let sql = "UPDATE destinations SET failing_since = now() - interval '1 day' WHERE failing_since IS NOT NULL";
        self.real.sql().await.execute(sql, &[]).await.unwrap();
    }
}

fn state<'a>(items: &'a [Value], path: &str) -> &'a Value {
    &items.iter().find(|one| one["url"].as_str().unwrap().ends_with(path)).unwrap()["state"]
}

#[actix_web::test]
async fn destinations_are_looked_at_once_their_owner_has_opted_in() {
    let shop = Shop::open(&["/good#top", "/gone"]).await;
    shop.web.answers("/gone", 404);
    assert_eq!(shop.list("").await, json!({ "enabled": false, "items": [], "next_cursor": null }));
    let link =
        json!({ "domain": HOST, "slug": "vip", "expires_at": 1, "expired_url": shop.web.url("/over") });
    shop.api().post("/smartlinks", &link).await.expect(201);
    let tier = shop.api().draft(HOST).await[0]["segment_id"].as_str().unwrap().to_owned();
    for elsewhere in ["mailto:me@a.example", "tel:+491234", "funnel:paid"] {
        shop.button(&tier, elsewhere).await;
    }
    shop.switch(true).await;
    let items = shop.looked_at(3).await;
    assert_eq!((state(&items, "/good"), state(&items, "/gone")), (&json!("ok"), &json!("unknown")));
    assert_eq!(state(&items, "/over"), "ok");
    let good = items.iter().find(|one| one["url"] == shop.web.url("/good")).unwrap();
    let fields: Vec<_> = good.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "broken_since",
        "checked_at",
        "domains",
        "last_error",
        "last_status",
        "next_check_at",
        "state",
        "url",
    ];
    assert_eq!(fields, expected);
    assert_eq!((&good["domains"], &good["last_status"]), (&json!([HOST]), &json!(204)));
    // Each destination gets one request, plus a GET where HEAD failed.
    assert_eq!((shop.web.at("/good").len(), shop.web.at("/gone").len()), (1, 2));
    shop.switch(false).await;
    assert_eq!(shop.list("").await, json!({ "enabled": false, "items": [], "next_cursor": null }));
    let switched = shop.api().get("/audit?action=destination_health").await.expect(200).json();
    let reported: Vec<_> =
        switched["items"].as_array().unwrap().iter().map(|one| one["after"].clone()).collect();
    assert_eq!(reported, [json!({ "enabled": false }), json!({ "enabled": true })]);
}

#[actix_web::test]
async fn what_breaks_and_what_is_mended_is_reported() {
    let shop = Shop::open(&["/a"]).await;
    let hook =
        json!({ "url": shop.web.url("/hook"), "events": ["destination.broken", "destination.mended"] });
    shop.api().post("/webhooks", &hook).await.expect(201);
    shop.web.answers("/a", 500);
    shop.switch(true).await;
    shop.looked_at(1).await;
    // A repeat on the same day does not count as a second day.
    assert_eq!(shop.check("/a").await.expect(200).text_at("state"), "unknown");
    shop.a_day_later().await;
    let broken = shop.check("/a").await.expect(200).json();
    assert_eq!((&broken["state"], &broken["last_status"]), (&json!("broken"), &json!(500)));
    assert!(broken["broken_since"].is_string());
    assert_eq!(shop.list("?state=broken").await["items"], json!([broken]));
    assert_eq!(shop.list("?state=ok").await["items"], json!([]));
    shop.web.answers("/a", 200);
    let mended = shop.check("/a").await.expect(200).json();
    assert_eq!((&mended["state"], &mended["broken_since"]), (&json!("ok"), &Value::Null));
    let reported = shop.web.got("/hook", 2).await;
    let types: Vec<_> = reported.iter().map(|one| one.body()["type"].clone()).collect();
    assert_eq!(types, ["destination.broken", "destination.mended"]);
    let data = reported[0].body()["data"].take();
    assert_eq!((&data["url"], &data["domains"]), (&broken["url"], &json!([HOST])));
    assert_eq!((&data["last_status"], &data["last_error"]), (&json!(500), &Value::Null));
    assert_eq!(reported.len(), 2, "nothing else");
}

#[actix_web::test]
async fn only_destinations_of_ones_own_are_looked_at() {
    let shop = Shop::open(&["/a"]).await;
    shop.switch(true).await;
    shop.looked_at(1).await;
    let (_, stranger) = shop.real.owner("agency").await;
    let body = json!({ "url": shop.web.url("/a") });
    assert_eq!(stranger.post("/links/health/check", &body).await.summary(), "404 destination_not_found");
    let seen = stranger.get("/links/health").await.expect(200).json();
    assert_eq!(seen, json!({ "enabled": false, "items": [], "next_cursor": null }));
    assert_eq!(shop.check("/other").await.summary(), "404 destination_not_found");
    stranger.put("/links/health", &json!({ "enabled": false })).await.expect(200);
    assert_eq!(shop.list("").await["enabled"], true);
    assert_eq!((shop.web.at("/a").len(), shop.web.at("/other").len()), (1, 0));
}

#[actix_web::test]
async fn what_does_not_fit_is_reported() {
    let shop = Shop::open(&[]).await;
    for (url, reported) in [
        (json!("mailto:a@a.example"), "422 body.url url_invalid"),
        (json!("https://u:p@a.example/"), "422 body.url url_invalid"),
        (json!("a.example"), "422 body.url url_invalid"),
        (json!(""), "422 body.url too_short"),
        (json!(format!("https://a.example/{}", "x".repeat(2048))), "422 body.url too_long"),
        (json!(7), "422 body.url string_type"),
    ] {
        let reply = shop.api().post("/links/health/check", &json!({ "url": url })).await;
        assert_eq!(reply.summary(), reported, "{url}");
    }
    let switched = shop.api().put("/links/health", &json!({})).await;
    assert_eq!(switched.summary(), "422 body.enabled missing");
    for (query, reported) in [
        ("?state=mended", "422 query.state enum"),
        ("?limit=0", "422 query.limit greater_than_equal"),
        ("?cursor=x", "422 query.cursor value_error"),
    ] {
        assert_eq!(shop.api().get(&format!("/links/health{query}")).await.summary(), reported);
    }
}

#[actix_web::test]
async fn a_repeated_check_looks_once() {
    let shop = Shop::open(&["/a"]).await;
    shop.switch(true).await;
    shop.looked_at(1).await;
    let check = async || {
        let request = shop.api().request(Method::POST, "/links/health/check").header("Idempotency-Key", "k1");
        Reply::of(request.json(&json!({ "url": shop.web.url("/a") }))).await.expect(200)
    };
    let (first, again) = (check().await, check().await);
    assert_eq!((again.header("idempotency-replayed"), again.json()), ("true", first.json()));
    assert_eq!(shop.web.at("/a").len(), 2, "the worker's look, and one more");
}

#[actix_web::test]
async fn an_owner_whose_hosts_hang_holds_up_nobody() {
    let shop = Shop::open(&["/h1", "/h2", "/h3", "/h4", "/h5"]).await;
    for n in 1..=5 {
        shop.web.answers(&format!("/h{n}"), 0);
    }
    let (_, other) = shop.real.owner("agency").await;
    other.register("b.example").await.expect(201);
    let tier =
        other.post("/segments/b.example", &json!({ "name": "All" })).await.expect(201).text_at("segment_id");
    // The host differs from that of the first owner.
    let url = shop.web.url("/good").replace("127.0.0.1", "localhost");
    let button = json!({ "label": "Go", "url": url });
    other.post(&format!("/buttons/b.example/{tier}"), &button).await.expect(201);
    shop.switch(true).await;
    eventually("the first hangs", async || (!shop.web.at("/h1").is_empty()).then_some(())).await;
    other.put("/links/health", &json!({ "enabled": true })).await.expect(200);
    eventually("the other is served", async || {
        let list = other.get("/links/health").await.expect(200).json();
        (list["items"][0]["state"] == "ok").then_some(())
    })
    .await;
    let items = shop.list("").await["items"].as_array().unwrap().clone();
    assert!(items.iter().any(|one| one["checked_at"].is_null()), "it waits for hosts still: {items:?}");
}
