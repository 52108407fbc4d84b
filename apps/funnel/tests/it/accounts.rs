//! Two connected accounts of the platform, whose engines use the same ids for different things.

use std::collections::BTreeSet;

use engine_sim::{AccountConfig, Act, Visit, sign};
use reqwest::Method;
use serde_json::{Value, json};

use crate::conversions::{EVENT_SECRET, now, stop_pulling};
use crate::journey::{ACCOUNT, Funnel, HOST, TOKEN, only, slots};
use crate::real::{Reply, eventually};

const OTHER: &str = "acct_2";
const OTHER_TOKEN: &str = "token-of-the-other-account";

/// Starts a funnel with a second account that uses the same ids as the first.
async fn funnel() -> Funnel {
    let funnel = Funnel::start().await;
    let other = AccountConfig { fans: 50, links: 0, ..AccountConfig::new(OTHER, OTHER_TOKEN, EVENT_SECRET) };
    funnel.sim.add_account(&other).await.unwrap();
    funnel
}

async fn connect(funnel: &Funnel, account: &str) {
    let token = if account == OTHER { OTHER_TOKEN } else { TOKEN };
    funnel.real.connect(funnel.real.owner, funnel.sim.url(), account, token).await;
}

fn counts(provisioned: &Value) -> [i64; 3] {
    ["created", "adopted", "reused"].map(|name| provisioned[name].as_i64().unwrap())
}

/// Returns provider id, address and state of the listed links.
async fn listed(funnel: &Funnel) -> BTreeSet<(String, String, Option<String>)> {
    let listed = funnel.real.api.get("/smart-links").await.expect(200).json();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let items = listed["items"].as_array().unwrap().iter();
    items
        .map(|link| {
            (text(&link["provider_id"]).unwrap(), text(&link["redirect_url"]).unwrap(), text(&link["state"]))
        })
        .collect()
}

async fn led_to(funnel: &Funnel, url: &str) {
    eventually("the edge leads to the account's link", async || {
        funnel.led("/r/s", "US").await.starts_with(url).then_some(())
    })
    .await;
}

fn paid(provisioned: &Value) -> (i64, String, String) {
    let link = &provisioned["links"]["items"][0];
    let text = |name: &str| link[name].as_str().unwrap().to_owned();
    (link["id"].as_i64().unwrap(), text("provider_id"), text("url"))
}

#[actix_web::test]
async fn each_account_has_links_of_its_own_and_those_of_the_other_serve_but_are_not_switched() {
    let funnel = funnel().await;
    funnel.smart_link("s", only("paid")).await;
    let made = funnel.provision(&["DE"]).await.expect(200).json();
    assert_eq!(counts(&made), [2, 0, 0]);
    let (first, _, first_url) = paid(&made);
    led_to(&funnel, &first_url).await;
    assert!(listed(&funnel).await.iter().all(|(_, _, state)| state.is_none()));

    connect(&funnel, OTHER).await;
    let foreign = listed(&funnel).await;
    assert_eq!(foreign.len(), 2);
    assert!(foreign.iter().all(|(_, _, state)| state.as_deref() == Some("foreign")), "{foreign:?}");
    let toggle = async |link: i64, active: bool| {
        let path = format!("/domains/{HOST}/links/{link}");
        funnel.real.api.patch(&path, &json!({ "active": active })).await
    };
    assert_eq!(toggle(first, false).await.summary(), "409 link_foreign");
    led_to(&funnel, &first_url).await;
    assert_eq!(funnel.dry_run(&["DE"]).await["counts"], json!({ "new": 2, "exists": 0, "adoptable": 0 }));

    let made = funnel.provision(&["DE"]).await.expect(200).json();
    assert_eq!(counts(&made), [2, 0, 0], "{made}");
    let (second, second_id, second_url) = paid(&made);
    assert!(second != first && second_url != first_url);
    assert_eq!(counts(&funnel.provision(&["DE"]).await.expect(200).json()), [0, 0, 2]);
    led_to(&funnel, &second_url).await;
    let all = listed(&funnel).await;
    let of = |wanted: Option<&str>| {
        let ids = all.iter().filter(|(_, _, state)| state.as_deref() == wanted).map(|(id, _, _)| id);
        ids.collect::<BTreeSet<_>>()
    };
    // Both engines use the same link ids.
    assert!(all.len() == 4 && of(None).len() == 2 && of(None) == of(Some("foreign")), "{all:?}");
    assert_eq!(toggle(first, false).await.summary(), "409 link_foreign");
    toggle(second, false).await.expect(200);
    toggle(second, true).await.expect(200);
    let patched = funnel.sim.calls(&format!("/v1/links/{second_id}")).await.unwrap();
    assert!(patched.iter().all(|call| call.account_id.as_deref() == Some(OTHER)), "{patched:?}");

    connect(&funnel, ACCOUNT).await;
    led_to(&funnel, &first_url).await;
    let found = funnel.provision(&["DE"]).await.expect(200).json();
    assert_eq!((counts(&found), paid(&found).0), ([0, 0, 2], first));
    toggle(first, false).await.expect(200);
    assert_eq!(toggle(second, false).await.summary(), "409 link_foreign");
}

#[actix_web::test]
async fn a_pixel_hangs_on_the_link_of_the_connected_account() {
    let funnel = funnel().await;
    let provider_id = paid(&funnel.provision(&[]).await.expect(200).json()).1;
    let path = format!("/smart-links/{provider_id}/pixels");
    let pixel = |id: &str| json!({ "platform": "meta", "pixel_id": id, "access_token": "token" });
    funnel.real.api.put(&path, &pixel("1")).await.expect(200);
    connect(&funnel, OTHER).await;
    funnel.provision(&[]).await.expect(200);
    let shown = async || funnel.real.api.get(&path).await.expect(200).json()["items"].clone();
    assert_eq!(shown().await, json!([]));
    funnel.real.api.put(&path, &pixel("2")).await.expect(200);
    connect(&funnel, ACCOUNT).await;
    assert_eq!(shown().await[0]["pixel_id"], "1");
}

/// Pushes a batch as an account's engine does.
async fn push(funnel: &Funnel, account: &str, events: &[Value]) -> Reply {
    let (body, at) = (json!({ "events": events }).to_string(), now());
    let request = funnel.real.visit(Method::POST, "anything.example", "/engine/v1/events");
    let request = request.header("x-engine-account", account).header("x-engine-timestamp", at.to_string());
    let signature = format!("v1={}", sign(EVENT_SECRET, at, &body));
    Reply::of(request.header("x-engine-signature", signature).body(body)).await
}

/// Makes a fan request content; returns the event and the engine's request number.
async fn asked(funnel: &Funnel, account: &str, wanted: &str) -> (Value, i64) {
    let act = Act::Request { text: wanted.to_owned(), offered_cents: 900 };
    let visit = Visit { then: Some(vec![act]), ..Visit::default() };
    let reported = funnel.sim.visit(account, &visit).await.unwrap();
    let event = reported.events.into_iter().find(|event| event.kind == "content_request_created").unwrap();
    let number = event.data["request_id"].as_i64().unwrap();
    (serde_json::to_value(event).unwrap(), number)
}

/// Returns the actions on a request that the account's engine was notified of.
async fn notified(funnel: &Funnel, account: &str, number: i64) -> Vec<String> {
    let requests = funnel.sim.requests(account).await.unwrap();
    let request = requests.into_iter().find(|request| request.request_id == number).unwrap();
    request.responses.into_iter().map(|response| response.action).collect()
}

#[actix_web::test]
async fn requests_and_events_with_numbers_seen_before_are_taken_and_answers_wait_for_their_account() {
    let funnel = funnel().await;
    stop_pulling(&funnel).await;
    let (song, number) = asked(&funnel, ACCOUNT, "a song").await;
    let (film, same_number) = asked(&funnel, OTHER, "a film").await;
    assert_eq!((&song["event_id"], number), (&film["event_id"], same_number));
    let accepted = async |account: &str, event: &Value| {
        push(&funnel, account, std::slice::from_ref(event)).await.expect(200).json()["accepted"].clone()
    };
    assert_eq!(accepted(ACCOUNT, &song).await, 1);
    connect(&funnel, OTHER).await;
    assert_eq!(push(&funnel, ACCOUNT, std::slice::from_ref(&song)).await.status, 401);
    assert_eq!(accepted(OTHER, &film).await, 1);
    assert_eq!(accepted(OTHER, &film).await, 0);
    let kept = funnel.real.api.get("/requests").await.expect(200).json()["items"].clone();
    let id = |text: &str| {
        let found = kept.as_array().unwrap().iter().find(|item| item["text"] == text);
        found.unwrap()["id"].as_i64().unwrap()
    };
    let respond = async |text: &str, body: Value| {
        funnel.real.api.post(&format!("/requests/{}/respond", id(text)), &body).await.expect(200);
    };
    respond("a song", json!({ "action": "fulfill", "media_ids": ["10001"] })).await;
    respond("a film", json!({ "action": "start" })).await;
    let until = async |account: &str, expected: &[&str]| {
        eventually("the engine is notified", async || {
            (notified(&funnel, account, number).await == expected).then_some(())
        })
        .await;
    };
    until(OTHER, &["start"]).await;
    assert!(notified(&funnel, ACCOUNT, number).await.is_empty(), "the first account is not connected");
    connect(&funnel, ACCOUNT).await;
    until(ACCOUNT, &["fulfill"]).await;
    assert_eq!(notified(&funnel, OTHER, number).await, ["start"]);
    assert_eq!(accepted(ACCOUNT, &song).await, 0, "the first account's events are known");
}

#[actix_web::test]
async fn two_owners_of_one_engine_service_never_share_a_key_of_creation() {
    let funnel = funnel().await;
    funnel.provision(&[]).await.expect(200);
    let (stranger, api) = funnel.real.owner("agency").await;
    funnel.real.connect_with(stranger, funnel.sim.url(), OTHER, OTHER_TOKEN, "another-secret").await;
    funnel.real.api.delete(&format!("/domains/{HOST}")).await.expect(204);
    funnel.real.age_releases(90).await;
    api.register(HOST).await.expect(201);
    let made = api.post(&format!("/domains/{HOST}/provision-links"), &slots(&[])).await.expect(200).json();
    assert_eq!(counts(&made), [1, 0, 0]);
    let calls = funnel.sim.calls("/v1/links").await.unwrap();
    let keys: Vec<_> = calls.into_iter().filter_map(|call| call.idempotency_key).collect();
    assert_eq!((keys.len(), keys.iter().collect::<BTreeSet<_>>().len()), (2, 2), "{keys:?}");
}
