//! Webhooks: created by the API, notified by workers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::real::{Api, Real, Reply, eventually};

/// Setting that allows webhooks on this machine.
pub(crate) const HERE: (&str, &str) = ("FUNNEL_WEBHOOK_PRIVATE_ADDRESSES", "loopback");

/// A request received at a path.
#[derive(Debug, Clone)]
pub(crate) struct Received {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Received {
    pub(crate) fn body(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> String {
        self.headers[name].to_str().unwrap().to_owned()
    }

    fn is_signed_with(&self, secret: &str) -> bool {
        Webhook::new(secret).unwrap().verify(self.text.as_bytes(), &self.headers).is_ok()
    }
}

/// A server of an owner. The response depends on the path, and is 204 by default.
#[derive(Clone)]
pub(crate) struct Receiver {
    address: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    received: Vec<Received>,
    /// Status and further header lines by path; status 0 never responds.
    answers: BTreeMap<String, (u16, &'static str)>,
}

impl Receiver {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let receiver = Self { address, state: Arc::default() };
        let here = receiver.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let here = here.clone();
                tokio::spawn(async move { here.serve(socket).await });
            }
        });
        receiver
    }

    async fn serve(&self, mut socket: TcpStream) -> Option<()> {
        let received = read(&mut socket).await?;
        let path = received.path.clone();
        let (status, more) = {
            let mut state = self.state.lock().unwrap();
            state.received.push(received);
            state.answers.get(&path).copied().unwrap_or((204, ""))
        };
        if status == 0 {
            std::future::pending::<()>().await;
        }
        let answer = format!("HTTP/1.1 {status} So\r\nconnection: close\r\ncontent-length: 0\r\n{more}\r\n");
        socket.write_all(answer.as_bytes()).await.ok()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    pub(crate) fn answers(&self, path: &str, status: u16) {
        self.answers_with(path, status, "");
    }

    /// Sets a response with further header lines, each with its line end.
    pub(crate) fn answers_with(&self, path: &str, status: u16, lines: &'static str) {
        self.state.lock().unwrap().answers.insert(path.to_owned(), (status, lines));
    }

    pub(crate) fn at(&self, path: &str) -> Vec<Received> {
        let state = self.state.lock().unwrap();
        state.received.iter().filter(|received| received.path == path).cloned().collect()
    }

    /// Returns the requests at a path, once there are `count`.
    pub(crate) async fn got(&self, path: &str, count: usize) -> Vec<Received> {
        eventually("messages received", async || {
            let received = self.at(path);
            (received.len() >= count).then_some(received)
        })
        .await
    }
}

async fn read(socket: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    let (head, begins) = loop {
        let mut chunk = [0; 4096];
        let length = socket.read(&mut chunk).await.ok().filter(|length| *length > 0)?;
        bytes.extend_from_slice(&chunk[..length]);
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break (String::from_utf8(bytes[..end].to_vec()).unwrap(), end + 4);
        }
    };
    let mut lines = head.lines();
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let mut headers = HeaderMap::new();
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        headers.insert(name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap());
    }
    // A HEAD has no body.
    let length = headers.get("content-length").map_or(0, |length| length.to_str().unwrap().parse().unwrap());
    while bytes.len() < begins + length {
        let mut chunk = [0; 4096];
        let read = socket.read(&mut chunk).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&chunk[..read]);
    }
    let text = String::from_utf8(bytes[begins..].to_vec()).unwrap();
    Some(Received { path, headers, text })
}

pub(crate) struct House {
    pub(crate) real: Real,
    pub(crate) receiver: Receiver,
}

impl House {
    pub(crate) async fn open() -> Self {
        Self { real: Real::with("agency", &[HERE]).await, receiver: Receiver::start().await }
    }

    pub(crate) fn api(&self) -> &Api {
        &self.real.api
    }

    /// Creates a webhook at a path; returns its id and secret.
    pub(crate) async fn webhook(&self, path: &str, events: &[&str]) -> (String, String) {
        let body = json!({ "url": self.receiver.url(path), "events": events });
        let made = self.api().post("/webhooks", &body).await.expect(201);
        (made.text_at("id"), made.text_at("secret"))
    }

    pub(crate) async fn mint(&self) {
        self.api().post("/api-keys", &json!({ "name": "a" })).await.expect(201);
    }

    pub(crate) async fn deliveries(&self, id: &str) -> Vec<Value> {
        let listed = self.api().get(&format!("/webhooks/{id}/deliveries")).await.expect(200).json();
        listed["items"].as_array().unwrap().clone()
    }

    /// Returns the deliveries of a webhook, once the newest has this state.
    pub(crate) async fn settled(&self, id: &str, state: &str) -> Vec<Value> {
        eventually("the delivery settled", async || {
            let deliveries = self.deliveries(id).await;
            let newest = deliveries.first()?;
            (newest["state"] == state && newest["attempts"] != 0).then_some(deliveries)
        })
        .await
    }
}

#[actix_web::test]
async fn a_webhook_is_kept_shown_changed_and_deleted() {
    let house = House::open().await;
    let api = house.api();
    let body =
        json!({ "url": "https://crm.example.com/hooks", "events": ["key.created"], "description": "CRM" });
    let made = api.post("/webhooks", &body).await.expect(201);
    let secret = made.text_at("secret");
    assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");
    let id = made.text_at("id");
    let mut shown = made.json();
    shown.as_object_mut().unwrap().remove("secret");
    let fields: Vec<_> = shown.as_object().unwrap().keys().cloned().collect();
    let expected = [
        "active",
        "created_at",
        "created_at_iso",
        "description",
        "disabled_reason",
        "events",
        "id",
        "made_by",
        "url",
        "withheld",
    ];
    assert_eq!(fields.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    assert_eq!((&shown["active"], &shown["disabled_reason"]), (&json!(true), &Value::Null));
    let path = format!("/webhooks/{id}");
    assert_eq!(api.get(&path).await.expect(200).json(), shown);
    assert_eq!(api.get("/webhooks").await.expect(200).json(), json!({ "items": [shown] }));
    let change = json!({ "events": ["*"], "active": false, "description": "" });
    let changed = api.patch(&path, &change).await.expect(200).json();
    assert_eq!((&changed["events"], &changed["active"]), (&json!(["*"]), &json!(false)));
    assert_eq!(changed["url"], shown["url"]);
    api.delete(&path).await.expect(204);
    for reply in [api.get(&path).await, api.delete(&path).await] {
        assert_eq!(reply.summary(), "404 webhook_not_found");
    }
}

#[actix_web::test]
async fn what_does_not_fit_is_reported() {
    let real = Real::start().await;
    let good = json!({ "url": "https://a.example/", "events": ["*"] });
    for (field, value, reported) in [
        ("url", json!("http://a.example/"), "422 body.url url_invalid"),
        ("url", json!("https://u:p@a.example/"), "422 body.url url_invalid"),
        ("url", json!("https://10.0.0.1/"), "422 body.url url_invalid"),
        ("url", json!("https://[::1]/"), "422 body.url url_invalid"),
        // Local addresses are rejected unless the configuration allows them.
        ("url", json!("http://127.0.0.1:9/"), "422 body.url url_invalid"),
        ("events", json!([]), "422 body.events too_short"),
        ("events", json!(["nothing"]), "422 body.events.0 enum"),
        ("events", json!(["*", "key.created"]), "422 body.events.0 value_error"),
        ("events", json!(["key.created", "key.created"]), "422 body.events.1 duplicate"),
        ("description", json!("x".repeat(201)), "422 body.description too_long"),
        ("secret", json!("whsec_x"), "422 body.secret extra_forbidden"),
    ] {
        let mut body = good.clone();
        body[field] = value.clone();
        assert_eq!(real.api.post("/webhooks", &body).await.summary(), reported, "{value}");
    }
    for n in 0..20 {
        real.api.post("/webhooks", &good).await.expect(201);
        assert!(n < 20);
    }
    assert_eq!(real.api.post("/webhooks", &good).await.summary(), "400 invalid_request");
    let id = real.api.get("/webhooks").await.json()["items"][0]["id"].as_str().unwrap().to_owned();
    let since = real.api.post(&format!("/webhooks/{id}/redrive"), &json!({ "since": "yesterday" })).await;
    assert_eq!(since.summary(), "422 body.since value_error");
    let absent = real.api.post(&format!("/webhooks/{id}/deliveries/9/redeliver"), &json!({})).await;
    assert_eq!(absent.summary(), "404 delivery_not_found");
    let cursor = real.api.get(&format!("/webhooks/{id}/deliveries?cursor=x")).await;
    assert_eq!(cursor.summary(), "422 query.cursor value_error");
}

#[actix_web::test]
async fn a_repeated_request_makes_one_webhook_and_shows_no_secret_again() {
    let house = House::open().await;
    let body = json!({ "url": house.receiver.url("/once"), "events": ["*"] });
    let post = async |path: &str, body: &Value| {
        let request = house.api().request(Method::POST, path).header("Idempotency-Key", "k1");
        Reply::of(request.json(body)).await
    };
    let first = post("/webhooks", &body).await.expect(201);
    let again = post("/webhooks", &body).await.expect(201);
    assert_eq!((first.text_at("id"), again.header("idempotency-replayed")), (again.text_at("id"), "true"));
    assert_eq!(again.json().get("secret"), None);
    assert_eq!(house.api().get("/webhooks").await.json()["items"].as_array().unwrap().len(), 1);
    let rotate = format!("/webhooks/{}/rotate", first.text_at("id"));
    let secret = post(&rotate, &json!({})).await.expect(200).text_at("secret");
    assert_eq!(post(&rotate, &json!({})).await.expect(200).json().get("secret"), None);
    // The secret of the first response is in use, along with the previous one.
    house.mint().await;
    let received = house.receiver.got("/once", 1).await.remove(0);
    assert!(received.is_signed_with(&secret) && received.is_signed_with(&first.text_at("secret")));
}

#[actix_web::test]
async fn what_happens_is_sent_signed_after_the_standard() {
    let house = House::open().await;
    let (id, secret) = house.webhook("/all", &["*"]).await;
    let (_, other) = house.webhook("/pages", &["landing.published", "domain.active"]).await;
    house.real.landing("one.example").await;
    house.api().active("one.example").await;
    house.api().publish("one.example").await;
    let reported = house.receiver.got("/pages", 2).await;
    let published = reported.iter().find(|one| one.body()["type"] == "landing.published").unwrap();
    assert_eq!(
        published.body()["data"],
        json!({ "domain": "one.example", "version": 1, "rolled_back_from": null })
    );
    assert!(published.is_signed_with(&other) && !published.is_signed_with(&secret));
    assert_eq!(published.header("content-type"), "application/json");
    assert!(published.body()["timestamp"].as_str().unwrap().ends_with('Z'));
    let same = eventually("the same to the other", async || {
        let all = house.receiver.at("/all");
        all.into_iter().find(|one| one.header("webhook-id") == published.header("webhook-id"))
    })
    .await;
    assert_eq!(same.text, published.text);
    assert!(same.is_signed_with(&secret));
    let deliveries = house.settled(&id, "delivered").await;
    let newest = &deliveries[0];
    assert_eq!((&newest["type"], &newest["last_status"]), (&json!("landing.published"), &json!(204)));
    assert_eq!((&newest["attempts"], &newest["next_attempt_at"]), (&json!(1), &Value::Null));
    assert_eq!(newest["message_id"], json!(published.header("webhook-id")));
    assert_eq!(newest["webhook_id"], newest["message_id"], "the deprecated name");
    let page = house.api().get(&format!("/webhooks/{id}/deliveries?limit=1")).await.expect(200).json();
    assert_eq!(page["items"], json!([newest]));
    let next = page["next_cursor"].as_str().unwrap();
    let next = house.api().get(&format!("/webhooks/{id}/deliveries?cursor={next}")).await.expect(200).json();
    assert_eq!(next["items"].as_array().unwrap().len(), deliveries.len() - 1);
    assert_eq!(next["next_cursor"], Value::Null);
}

#[actix_web::test]
async fn a_failure_is_tried_again_with_the_same_id_and_can_be_asked_for() {
    let house = House::open().await;
    let (id, secret) = house.webhook("/broken", &["key.created"]).await;
    house.receiver.answers("/broken", 503);
    house.mint().await;
    let waiting = house.settled(&id, "pending").await.remove(0);
    assert_eq!((&waiting["attempts"], &waiting["last_status"]), (&json!(1), &json!(503)));
    assert!(waiting["next_attempt_at"].is_string());
    house.receiver.answers("/broken", 200);
    let path = format!("/webhooks/{id}/deliveries/{}/redeliver", waiting["delivery_id"]);
    let again = house.api().post(&path, &json!({})).await.expect(200).json();
    assert_eq!((&again["state"], &again["attempts"]), (&json!("pending"), &json!(0)));
    house.settled(&id, "delivered").await;
    let received = house.receiver.at("/broken");
    assert_eq!(received.len(), 2);
    assert_eq!(received[0].header("webhook-id"), received[1].header("webhook-id"));
    assert_eq!(received[0].text, received[1].text);
    assert!(received.iter().all(|one| one.is_signed_with(&secret)));
    // Failed deliveries are redriven by their creation time.
    let fail = "UPDATE webhook_deliveries SET state = 'failed'";
    house.real.sql().await.execute(fail, &[]).await.unwrap();
    let redrive = async |since: &str| {
        let path = format!("/webhooks/{id}/redrive");
        house.api().post(&path, &json!({ "since": since })).await.expect(200).json()["queued"].take()
    };
    assert_eq!(redrive("2999-01-01T00:00:00Z").await, 0);
    assert_eq!(redrive("2020-01-01T00:00:00+02:00").await, 1);
    house.receiver.got("/broken", 3).await;
}

#[actix_web::test]
async fn an_endpoint_that_is_gone_is_switched_off() {
    let house = House::open().await;
    let (id, _) = house.webhook("/gone", &["key.created"]).await;
    house.webhook("/watch", &["webhook.disabled"]).await;
    house.receiver.answers("/gone", 410);
    house.mint().await;
    let reported = house.receiver.got("/watch", 1).await.remove(0);
    assert_eq!(reported.body()["data"], json!({ "id": id, "reason": "gone" }));
    let shown = house.api().get(&format!("/webhooks/{id}")).await.expect(200).json();
    assert_eq!((&shown["active"], &shown["disabled_reason"]), (&json!(false), &json!("gone")));
    house.mint().await;
    let path = format!("/webhooks/{id}");
    let on = house.api().patch(&path, &json!({ "active": true })).await.expect(200).json();
    assert_eq!((&on["active"], &on["disabled_reason"]), (&json!(true), &Value::Null));
    house.receiver.answers("/gone", 200);
    house.mint().await;
    let received = house.receiver.got("/gone", 2).await;
    assert_eq!(received.len(), 2, "what happened while it was off is not sent");
}

#[actix_web::test]
async fn an_endpoint_that_hangs_delays_no_other_endpoint_and_no_other_owner() {
    let house = House::open().await;
    house.receiver.answers("/hang", 0);
    house.webhook("/hang", &["key.created"]).await;
    for _ in 0..12 {
        house.mint().await;
    }
    // The endpoint occupies every slot that it may have.
    house.receiver.got("/hang", 8).await;
    house.webhook("/quick", &["key.created"]).await;
    let (_, stranger) = house.real.owner("agency").await;
    let body = json!({ "url": house.receiver.url("/theirs"), "events": ["key.created"] });
    stranger.post("/webhooks", &body).await.expect(201);
    let began = std::time::Instant::now();
    house.mint().await;
    stranger.post("/api-keys", &json!({ "name": "a" })).await.expect(201);
    house.receiver.got("/quick", 1).await;
    house.receiver.got("/theirs", 1).await;
    // The hanging endpoint times out after 15 seconds.
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert_eq!(house.receiver.at("/hang").len(), 8);
}

#[actix_web::test]
async fn a_test_is_sent_at_once_and_is_in_the_log_with_its_attempt() {
    let house = House::open().await;
    let (id, secret) = house.webhook("/test", &["key.created"]).await;
    let path = format!("/webhooks/{id}");
    house.api().patch(&path, &json!({ "active": false })).await.expect(200);
    for (status, delivered) in [(200, true), (302, false), (410, false)] {
        house.receiver.answers("/test", status);
        let reported = house.api().post(&format!("{path}/test"), &json!({})).await.expect(200).json();
        assert_eq!(reported, json!({ "delivered": delivered, "status": status, "answer": "" }));
    }
    let received = house.receiver.at("/test");
    assert_eq!(received.len(), 3, "a redirect is not followed");
    assert!(received.iter().all(|one| one.is_signed_with(&secret) && one.body()["type"] == "webhook.test"));
    let kept = house.deliveries(&id).await;
    assert_eq!(kept.len(), 3);
    for (one, (status, state)) in
        kept.iter().rev().zip([(200, "delivered"), (302, "failed"), (410, "failed")])
    {
        assert_eq!((&one["type"], &one["state"]), (&json!("webhook.test"), &json!(state)));
        assert_eq!((&one["last_status"], &one["attempts"]), (&json!(status), &json!(1)));
        assert_eq!(one["payload"]["type"], "webhook.test");
        let log = one["attempt_log"].as_array().unwrap();
        assert_eq!((log.len(), &log[0]["status"], &log[0]["error"]), (1, &json!(status), &Value::Null));
        assert!(log[0]["attempted_at"].is_i64() && log[0]["duration_ms"].is_u64());
        assert!(one["created_at"].is_i64() && one["created_at_iso"].is_string());
    }
    // A redrive leaves tests alone.
    let since = json!({ "since": "2020-01-01T00:00:00Z" });
    let redriven = house.api().post(&format!("{path}/redrive"), &since).await.expect(200).json();
    assert_eq!(redriven["queued"], 0, "{redriven}");
    assert_eq!(house.api().get(&path).await.json()["disabled_reason"], Value::Null);
}
