use std::sync::{Arc, Mutex};
use std::time::Duration;

use actix_web::web::{self, Bytes, Data};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use engine_sim::{Act, Injection, Play, PushMode, PushTarget, Visit, sign, sign_bound};
use serde_json::{Value, json};

use crate::support::{ACCOUNT, Here, SECRET};

const PATIENCE: Duration = Duration::from_secs(20);

/// A service's edge that receives events.
#[derive(Debug, Default)]
struct Edge {
    /// Statuses of the next responses; 200 once the list is empty.
    answers: Mutex<Vec<u16>>,
    batches: Mutex<Vec<Vec<Value>>>,
    signatures: Mutex<Vec<String>>,
}

impl Edge {
    /// Starts listening. Returns the address.
    fn start() -> (Arc<Self>, String) {
        let edge = Arc::new(Self::default());
        let data = Data::from(Arc::clone(&edge));
        let server = HttpServer::new(move || {
            App::new()
                .app_data(data.clone())
                .app_data(web::PayloadConfig::new(16 << 20))
                .route("/engine/v1/events", web::post().to(take))
        });
        let server = server.workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}", server.addrs()[0]);
        tokio::spawn(server.run());
        (edge, url)
    }

    fn events(&self) -> Vec<Value> {
        self.batches.lock().unwrap().concat()
    }
}

async fn take(edge: Data<Edge>, request: HttpRequest, body: Bytes) -> HttpResponse {
    let header = |name: &str| request.headers().get(name).unwrap().to_str().unwrap().to_string();
    let timestamp: i64 = header("x-engine-timestamp").parse().unwrap();
    let given = header("x-engine-signature");
    let text = std::str::from_utf8(&body).unwrap();
    let right = [
        format!("v1={}", sign(SECRET, timestamp, text)),
        format!("v2={}", sign_bound(SECRET, ACCOUNT, timestamp, text)),
    ];
    edge.signatures.lock().unwrap().push(given.clone());
    assert_eq!(header("x-engine-account"), ACCOUNT);
    if !right.iter().all(|right| given.split(',').any(|one| one == right)) {
        return HttpResponse::Unauthorized().finish();
    }
    let next = edge.answers.lock().unwrap().pop().unwrap_or(200);
    if next != 200 {
        return HttpResponse::build(next.try_into().unwrap()).finish();
    }
    let body: Value = serde_json::from_slice(&body).unwrap();
    let events = body["events"].as_array().unwrap().clone();
    let rejected: Vec<Value> = events.iter().filter(|event| !event.is_object()).cloned().collect();
    let accepted = events.len() - rejected.len();
    edge.batches.lock().unwrap().push(events);
    HttpResponse::Ok().json(json!({"accepted": accepted, "duplicates": 0, "rejected": rejected}))
}

fn target(url: &str, mode: PushMode) -> PushTarget {
    PushTarget { url: url.to_string(), mode: PushMode { retry_ms: 1, ..mode }, replay: false }
}

#[tokio::test]
async fn events_are_pushed_in_order_and_in_batches() {
    let (here, (edge, url)) = (Here::start().await, Edge::start());
    here.sim.play(ACCOUNT, &Play { count: 30, ..Play::default() }).await.unwrap();
    here.sim.push_to(ACCOUNT, &target(&url, PushMode { batch: 20, ..PushMode::default() })).await.unwrap();
    here.sim.pushed(ACCOUNT, PATIENCE).await.unwrap();
    here.sim.visit(ACCOUNT, &Visit { then: Some(vec![Act::Online]), ..Visit::default() }).await.unwrap();
    let account = here.sim.pushed(ACCOUNT, PATIENCE).await.unwrap();
    assert_eq!(json!(edge.events()), json!(here.sim.events(ACCOUNT).await.unwrap()));
    assert_eq!(edge.batches.lock().unwrap()[0].len(), 20);
    assert_eq!((account.progress.accepted, account.progress.failures), (account.events, 0));
    here.sim.stop().await;
}

#[tokio::test]
async fn a_batch_is_repeated_until_it_is_acknowledged() {
    let (here, (edge, url)) = (Here::start().await, Edge::start());
    edge.answers.lock().unwrap().extend([204, 503, 401]);
    here.sim.push_to(ACCOUNT, &target(&url, PushMode::default())).await.unwrap();
    here.sim.visit(ACCOUNT, &Visit { then: Some(vec![Act::Online]), ..Visit::default() }).await.unwrap();
    let account = here.sim.pushed(ACCOUNT, PATIENCE).await.unwrap();
    assert_eq!((account.progress.attempts, account.progress.failures), (4, 3));
    assert_eq!(edge.events().len(), 1);
}

#[tokio::test]
async fn duplicates_and_disorder_lose_nothing() {
    let (here, (edge, url)) = (Here::start().await, Edge::start());
    here.sim.play(ACCOUNT, &Play { count: 200, ..Play::default() }).await.unwrap();
    let mode = PushMode { batch: 30, duplicates: 0.5, shuffle: true, ..PushMode::default() };
    here.sim.push_to(ACCOUNT, &target(&url, mode)).await.unwrap();
    here.sim.pushed(ACCOUNT, PATIENCE).await.unwrap();
    let id = |event: &Value| event["event_id"].as_str().unwrap().to_string();
    let mut got: Vec<String> = edge.events().iter().map(id).collect();
    let mut logged: Vec<String> =
        here.sim.events(ACCOUNT).await.unwrap().into_iter().map(|event| event.event_id).collect();
    assert!(got.len() > logged.len() + 50);
    let mut seen = std::collections::HashSet::new();
    let order: Vec<String> = got.iter().filter(|id| seen.insert((*id).clone())).cloned().collect();
    assert_ne!(order, logged);
    got.sort_unstable();
    got.dedup();
    logged.sort_unstable();
    assert_eq!(got, logged);
}

#[tokio::test]
async fn secrets_rotate_and_wrong_signatures_never_get_through() {
    let (here, (edge, url)) = (Here::start().await, Edge::start());
    here.sim.visit(ACCOUNT, &Visit { then: Some(vec![Act::Online]), ..Visit::default() }).await.unwrap();
    let wrong = PushMode { wrong_signature: true, ..PushMode::default() };
    here.sim.push_to(ACCOUNT, &target(&url, wrong.clone())).await.unwrap();
    while here.sim.account(ACCOUNT).await.unwrap().progress.failures < 2 {
        tokio::task::yield_now().await;
    }
    assert!(edge.events().is_empty());
    let rotated = PushMode { more_secrets: vec![SECRET.to_string()], ..wrong };
    here.sim.push_to(ACCOUNT, &target(&url, rotated)).await.unwrap();
    here.sim.pushed(ACCOUNT, PATIENCE).await.unwrap();
    for version in ["v1=", "v2="] {
        assert_eq!(edge.signatures.lock().unwrap().last().unwrap().matches(version).count(), 2);
    }
}

#[tokio::test]
async fn pushing_stops_and_replays_when_asked() {
    let (here, (edge, url)) = (Here::start().await, Edge::start());
    let online = Visit { then: Some(vec![Act::Online]), ..Visit::default() };
    here.sim.push_to(ACCOUNT, &target(&url, PushMode::default())).await.unwrap();
    here.sim.visit(ACCOUNT, &online).await.unwrap();
    here.sim.pushed(ACCOUNT, PATIENCE).await.unwrap();
    here.sim.stop_pushing(ACCOUNT).await.unwrap();
    here.sim.visit(ACCOUNT, &online).await.unwrap();
    assert!(here.sim.pushed(ACCOUNT, Duration::ZERO).await.is_err());
    assert_eq!(edge.events().len(), 1);
    let again = PushTarget { replay: true, ..target(&url, PushMode::default()) };
    here.sim.push_to(ACCOUNT, &again).await.unwrap();
    here.sim.pushed(ACCOUNT, PATIENCE).await.unwrap();
    assert_eq!(edge.events().len(), 3);
}

#[tokio::test]
async fn what_the_service_rejects_is_on_record() {
    let (here, (_, url)) = (Here::start().await, Edge::start());
    here.sim.push_to(ACCOUNT, &target(&url, PushMode::default())).await.unwrap();
    here.sim.inject(ACCOUNT, &Injection { events: vec![json!(7), json!({})], raw: true }).await.unwrap();
    let account = here.sim.pushed(ACCOUNT, PATIENCE).await.unwrap();
    assert_eq!((account.progress.accepted, account.progress.rejected), (1, vec![json!(7)]));
}
