use std::sync::atomic::Ordering;

use reqwest::Method;
use serde_json::{Value, json};

use crate::real::eventually;
use crate::support::{DOOR, RUNS, Service};

#[actix_web::test]
async fn the_document_and_its_page_need_no_key() {
    let service = Service::start().await;
    let document: Value =
        service.anonymous(Method::GET, "/api/openapi.json").send().await.unwrap().json().await.unwrap();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let operation = &document["paths"]["/api/admin/test/things"]["post"];
    for status in ["201", "401", "403", "413", "415", "422", "429", "500", "503"] {
        assert!(operation["responses"].get(status).is_some(), "{status}");
    }
    assert_eq!(document["components"]["securitySchemes"]["bearer"]["scheme"], "bearer");
    assert!(document["components"]["schemas"].get("Thing").is_some());
    let page = service.anonymous(Method::GET, "/api/docs").send().await.unwrap();
    assert_eq!(page.status(), 200);
    assert!(page.text().await.unwrap().contains("swagger"));
}

#[actix_web::test]
async fn operators_see_health_and_metrics() {
    let service = Service::start().await;
    assert_eq!(service.management("/healthz").send().await.unwrap().status(), 200);
    assert_eq!(service.management("/readyz").send().await.unwrap().status(), 200);
    assert_eq!(service.management("/edge/tls-ask?domain=x.example").send().await.unwrap().status(), 404);
    service.request(Method::GET, "/api/admin/test/links", "full").send().await.unwrap();
    let metrics = service.management("/metrics").send().await.unwrap().text().await.unwrap();
    let line = "http_requests_total{operation=\"GET /api/admin/test/links\",status=\"200\"} 1";
    assert!(metrics.contains(line), "{metrics}");
    assert_eq!(service.anonymous(Method::GET, "/healthz").send().await.unwrap().status(), 404);
}

#[actix_web::test]
async fn the_dashboard_may_call_from_its_origin() {
    let origin = "https://dash.example";
    let service = Service::with(&[("FUNNEL_DASHBOARD_ORIGIN", origin)]).await;
    let preflight = service
        .anonymous(Method::OPTIONS, "/api/admin/test/links")
        .header("origin", origin)
        .header("access-control-request-method", "GET")
        .header("access-control-request-headers", "authorization,idempotency-key");
    let answer = preflight.send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["access-control-allow-origin"], origin);
    assert!(answer.headers().contains_key("x-request-id"));
    let refused = service.anonymous(Method::GET, "/api/admin/test/links").header("origin", origin);
    let refused = refused.send().await.unwrap();
    assert_eq!(refused.status(), 401);
    assert_eq!(refused.headers()["access-control-allow-origin"], origin, "a browser can read the refusal");
}

#[actix_web::test]
async fn a_stop_ends_the_listeners_and_lets_requests_end() {
    let service = Service::start().await;
    let address = service.server.addresses().api.unwrap();
    let request =
        service.request(Method::POST, "/api/admin/test/things", "full").json(&json!({ "name": "slow" }));
    let Service { server, database, client } = service;
    let answer = tokio::spawn(request.send());
    while RUNS.load(Ordering::SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    let health = format!("http://{}/healthz", server.addresses().management);
    let stop = async { server.stop().await.unwrap() };
    let open = async {
        let connected = async || tokio::net::TcpStream::connect(address).await;
        eventually("new connections are refused", async || connected().await.err()).await;
        let reported = client.get(&health).send().await.unwrap();
        assert_eq!(reported.status(), 503, "load balancers see it");
        DOOR.add_permits(1);
    };
    futures_util::future::join(stop, open).await;
    let answer = answer.await.unwrap().unwrap();
    assert_eq!(answer.status(), 201, "what is in progress ends well");
    assert_eq!(answer.headers()["connection"], "close", "and its client goes elsewhere");
    assert!(client.get(&health).send().await.is_err());
    drop(database);
}

#[actix_web::test]
async fn a_key_sees_its_own_rights() {
    let service = Service::start().await;
    let answer = service.request(Method::GET, "/api/admin/api-keys/self", "reader").send().await.unwrap();
    let expected = json!({
        "scopes": ["read"],
        "functions": { "landings": ["view"], "qr": ["view", "edit"] },
        "expires_at": null,
        "currency": "USD",
    });
    let mut shown = answer.json::<Value>().await.unwrap();
    let workspace = shown.as_object_mut().unwrap().remove("workspace").unwrap();
    assert_eq!(workspace.as_str().unwrap().len(), 16);
    assert_eq!(shown, expected);
}
