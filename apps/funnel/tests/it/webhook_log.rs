//! Deliveries to webhooks: requested waits, causes, log, and slots.

use std::time::{Duration, Instant};

use kernel::Clock as _;
use runtime::SystemClock;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::real::{Api, Real};
use crate::webhooks::House;

fn now() -> i64 {
    SystemClock.now().seconds()
}

fn moment(value: &Value) -> i64 {
    value.as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_second()
}

#[actix_web::test]
async fn an_endpoint_that_asks_to_wait_is_left_alone_so_long_and_can_be_redriven() {
    let house = House::open().await;
    let (id, _) = house.webhook("/busy", &["key.created"]).await;
    house.receiver.answers_with("/busy", 503, "retry-after: 3600\r\n");
    house.mint().await;
    let waiting = house.settled(&id, "pending").await.remove(0);
    let wait = moment(&waiting["next_attempt_at"]) - now();
    assert!((3_500..=3_600).contains(&wait), "{waiting}");
    // No wait is longer than the schedule.
    house.receiver.answers_with("/busy", 503, "retry-after: 99999999\r\n");
    let redrive = async || {
        let path = format!("/webhooks/{id}/redrive");
        let since = json!({ "since": "2020-01-01T00:00:00Z" });
        house.api().post(&path, &since).await.expect(200).json()["queued"].take()
    };
    assert_eq!(redrive().await, 1);
    house.receiver.got("/busy", 2).await;
    let waiting = house.settled(&id, "pending").await.remove(0);
    let wait = moment(&waiting["next_attempt_at"]) - now();
    assert!((99_200..=99_305).contains(&wait), "{waiting}");
    // Delivered messages are not sent again.
    house.receiver.answers("/busy", 204);
    assert_eq!(redrive().await, 1);
    let delivered = house.settled(&id, "delivered").await.remove(0);
    assert_eq!(redrive().await, 0);
    let received = house.receiver.at("/busy");
    assert_eq!(received.len(), 3);
    assert_eq!(delivered["payload"], received[0].body());
    let log = delivered["attempt_log"].as_array().unwrap();
    let statuses: Vec<_> = log.iter().map(|attempt| attempt["status"].clone()).collect();
    assert_eq!(statuses, [503, 503, 204]);
    for attempt in log {
        assert!((now() - 60..=now()).contains(&attempt["attempted_at"].as_i64().unwrap()), "{attempt}");
        assert!(attempt["duration_ms"].as_i64().unwrap() < 15_000 && attempt["error"].is_null(), "{attempt}");
    }
}

#[actix_web::test]
async fn only_who_may_read_what_an_event_tells_sees_its_payload() {
    let house = House::open().await;
    let (id, _) = house.webhook("/all", &["key.created"]).await;
    house.mint().await;
    house.settled(&id, "delivered").await;
    for (tabs, is_shown) in [(json!(["integrations"]), false), (json!(["integrations", "keys"]), true)] {
        let body = json!({ "name": "reader", "scopes": ["read"], "tabs": tabs });
        let token = house.api().post("/api-keys", &body).await.expect(201).text_at("token");
        let reader = house.api().with(&token);
        let listed = reader.get(&format!("/webhooks/{id}/deliveries")).await.expect(200).json();
        let items = listed["items"].as_array().unwrap();
        assert!(
            !items.is_empty() && items.iter().all(|item| item["payload"].is_object() == is_shown),
            "{listed}"
        );
    }
}

async fn test(api: &Api, url: &str) -> Value {
    let made = api.post("/webhooks", &json!({ "url": url, "events": ["*"] })).await.expect(201).text_at("id");
    let path = format!("/webhooks/{made}/test");
    api.post(&path, &json!({})).await.expect(200).json()
}

#[actix_web::test]
async fn a_test_tells_causes_apart_and_no_name_of_the_inside_from_a_missing_one() {
    let house = House::open().await;
    let nobody = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let plain = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = plain.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = plain.accept().await {
            let _ = socket.read(&mut [0; 1024]).await;
            let _ = socket.write_all(b"HTTP/1.1 400 No TLS\r\n\r\n").await;
        }
    });
    for (url, cause) in [
        (format!("http://127.0.0.1:{nobody}/"), "refused"),
        (format!("https://localhost:{port}/"), "tls"),
        ("https://nothing.invalid/".to_owned(), "dns"),
    ] {
        let tested = test(house.api(), &url).await;
        assert_eq!(tested, json!({ "delivered": false, "status": null, "answer": cause }), "{url}");
    }
    let strict = Real::start().await;
    let inside = test(&strict.api, &format!("https://localhost:{port}/")).await;
    assert_eq!(inside, test(&strict.api, "https://nothing.invalid/").await);
    assert_eq!(inside["answer"], "dns");
}

#[actix_web::test]
async fn nineteen_endpoints_that_hang_do_not_delay_the_twentieth_of_their_owner() {
    let house = House::open().await;
    house.receiver.answers("/hang", 0);
    for _ in 0..19 {
        house.webhook("/hang", &["key.created"]).await;
    }
    for _ in 0..12 {
        house.mint().await;
    }
    // All of them hang, and occupy every slot that they may have.
    house.receiver.got("/hang", 32).await;
    house.webhook("/quick", &["key.created"]).await;
    let (_, stranger) = house.real.owner("agency").await;
    let body = json!({ "url": house.receiver.url("/theirs"), "events": ["key.created"] });
    stranger.post("/webhooks", &body).await.expect(201);
    let arrives = async |path: &str, began: Instant| {
        house.receiver.got(path, 1).await;
        began.elapsed()
    };
    stranger.post("/api-keys", &json!({ "name": "a" })).await.expect(201);
    let usual = arrives("/theirs", Instant::now()).await;
    house.mint().await;
    let beside = arrives("/quick", Instant::now()).await;
    // Every message waits for the next poll, at most a second.
    assert!(beside < usual.max(Duration::from_secs(1)) + Duration::from_secs(1), "{beside:?} and {usual:?}");
    assert!(house.receiver.at("/hang").len() <= 32 + 19);
}
