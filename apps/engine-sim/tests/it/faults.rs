use std::time::{Duration, Instant};

use engine_sim::{Fault, FaultKind};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{ACCOUNT, Here, ok};

fn status(status: u16) -> Fault {
    Fault::new(FaultKind::Status { status, retry_after: None, body: None })
}

#[tokio::test]
async fn a_status_comes_as_often_as_set_and_with_its_header() {
    let here = Here::start().await;
    let kind = FaultKind::Status { status: 429, retry_after: Some("7".to_string()), body: None };
    here.sim.set_faults(&[Fault::new(kind).on("/v1/fans").method("GET").times(2)]).await.unwrap();
    for expected in [429, 429, 200] {
        let answer = here.call(Method::GET, "/v1/fans").send().await.unwrap();
        assert_eq!(answer.status(), expected);
        assert_eq!(answer.headers().get("retry-after").is_some_and(|value| value == "7"), expected == 429);
    }
    assert_eq!(here.sim.faults().await.unwrap()[0].count, Some(0));
}

#[tokio::test]
async fn faults_are_for_an_account_and_end_when_cleared() {
    let here = Here::start().await;
    here.sim.set_faults(&[status(503).of("acct_2")]).await.unwrap();
    assert_eq!(here.status("/v1/account").await, 200);
    here.sim.add_fault(&status(503).of(ACCOUNT)).await.unwrap();
    assert_eq!(here.status("/v1/account").await, 503);
    here.sim.clear_faults().await.unwrap();
    assert_eq!(here.status("/v1/account").await, 200);
}

#[tokio::test]
async fn half_an_answer_ends_with_the_connection() {
    let here = Here::start().await;
    here.sim.set_faults(&[Fault::new(FaultKind::HalfAnswer).times(1)]).await.unwrap();
    let answer = here.call(Method::GET, "/v1/fans?limit=10").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert!(answer.content_length().unwrap() > 500);
    assert!(answer.bytes().await.is_err());
    assert_eq!(here.status("/v1/fans").await, 200);
}

#[tokio::test]
async fn html_takes_the_place_of_json() {
    let here = Here::start().await;
    here.sim.set_faults(&[Fault::new(FaultKind::Html { status: 200 })]).await.unwrap();
    let answer = here.call(Method::GET, "/v1/account").send().await.unwrap();
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["content-type"]),
        (200, &"text/html".parse().unwrap())
    );
    assert!(answer.text().await.unwrap().starts_with("<html>"));
}

#[tokio::test]
async fn a_huge_answer_has_its_size_and_is_json() {
    let here = Here::start().await;
    here.sim.set_faults(&[Fault::new(FaultKind::Huge { bytes: 3_000_001 })]).await.unwrap();
    let answer = here.call(Method::GET, "/v1/fans").send().await.unwrap();
    let bytes = answer.bytes().await.unwrap();
    assert_eq!(bytes.len(), 3_000_001);
    let body: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(body["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn an_endless_list_shows_its_first_page_for_ever() {
    let here = Here::start().await;
    let first = here.get("/v1/fans?limit=2").await;
    for fresh in [false, true] {
        here.sim.set_faults(&[Fault::new(FaultKind::EndlessCursor { fresh })]).await.unwrap();
        let one = here.get("/v1/fans?limit=2").await;
        let cursor = one["next_cursor"].as_str().unwrap();
        let two = here.get(&format!("/v1/fans?limit=2&cursor={cursor}")).await;
        assert_eq!((&one["items"], &two["items"]), (&first["items"], &first["items"]));
        assert_eq!(one["next_cursor"] != two["next_cursor"], fresh);
    }
}

#[tokio::test]
async fn wrong_countries_are_those_that_were_not_asked_for() {
    let here = Here::start().await;
    here.sim.set_faults(&[Fault::new(FaultKind::WrongCountries)]).await.unwrap();
    let page = here.get("/v1/fans?country=DE&tier=free&limit=50").await;
    let fans = page["items"].as_array().unwrap();
    assert!(fans.iter().any(|fan| fan["country"] != "DE") && fans.iter().all(|fan| fan["tier"] == "free"));
}

#[tokio::test]
async fn jumbled_lists_repeat_and_go_backwards() {
    let here = Here::start().await;
    let right = here.get("/v1/fans?limit=2").await;
    here.sim.set_faults(&[Fault::new(FaultKind::JumbledItems)]).await.unwrap();
    let page = here.get("/v1/fans?limit=2").await;
    let [one, two] = [&right["items"][0], &right["items"][1]];
    assert_eq!(page["items"], json!([two, two, one, one]));
    assert_eq!(page["next_cursor"], right["next_cursor"]);
}

#[tokio::test]
async fn work_can_be_done_and_denied() {
    let here = Here::start().await;
    here.sim.set_faults(&[Fault::new(FaultKind::AcceptThen500 { status: 502 }).times(1)]).await.unwrap();
    let body = json!({"offer": "paid", "name": "mine"});
    assert_eq!(here.post("/v1/links", "k", &body).await.status(), 502);
    let links = here.get("/v1/links").await;
    let made = links["items"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(made["name"], "mine");
    assert_eq!(ok(here.post("/v1/links", "k", &body).await).await, made);
}

#[tokio::test]
async fn work_can_be_done_and_not_answered() {
    let here = Here::start().await;
    here.sim.set_faults(&[Fault::new(FaultKind::AcceptThenTimeout { ms: 60_000 }).times(1)]).await.unwrap();
    let body = json!({"offer": "paid", "name": "mine"});
    let call = here.call(Method::POST, "/v1/links").header("idempotency-key", "k").json(&body);
    let error = call.timeout(Duration::from_millis(300)).send().await.unwrap_err();
    assert!(error.is_timeout());
    assert_eq!(here.get("/v1/links").await["items"].as_array().unwrap().len(), 9);
    let began = Instant::now();
    here.sim.stop().await;
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[tokio::test]
async fn tokens_are_refused_and_latency_goes_with_it() {
    let here = Here::start().await;
    let late = Fault::new(FaultKind::LatencyMs { ms: 50 });
    here.sim.set_faults(&[late, Fault::new(FaultKind::RefuseToken { status: 403 })]).await.unwrap();
    let began = Instant::now();
    assert_eq!(here.status("/v1/account").await, 403);
    assert!(began.elapsed() >= Duration::from_millis(50));
}

#[tokio::test]
async fn calls_are_on_record() {
    let here = Here::start().await;
    here.sim.set_faults(&[status(500).on("/v1/links").times(1)]).await.unwrap();
    here.status("/v1/account").await;
    here.post("/v1/links", "k", &json!({"offer": "paid", "name": "mine"})).await;
    let calls = here.sim.calls("/v1/").await.unwrap();
    let seen: Vec<_> =
        calls.iter().map(|call| (call.path.as_str(), call.status, call.fault.as_deref())).collect();
    assert_eq!(seen, [("/v1/account", Some(200), None), ("/v1/links", Some(500), Some("status"))]);
    assert_eq!(calls[1].idempotency_key.as_deref(), Some("k"));
    assert_eq!(calls[1].account_id.as_deref(), Some(ACCOUNT));
    here.sim.purge_calls().await.unwrap();
    assert!(here.sim.calls("/").await.unwrap().is_empty());
}
