use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::support::Service;

async fn get(service: &Service, path: &str) -> Response {
    service.request(Method::GET, path, "full").header("x-request-id", "mine-1").send().await.unwrap()
}

#[actix_web::test]
async fn an_unknown_caller_learns_which_way() {
    let service = Service::start().await;
    let path = "/api/admin/test/away";
    let ask = |header: Option<&'static str>, path: &str| {
        let request = service.anonymous(Method::GET, path);
        header.into_iter().fold(request, |request, value| request.header("authorization", value)).send()
    };
    for (header, text) in [
        (None, "Not authenticated"),
        (Some("Basic eDp5"), "auth required"),
        (Some("Bearer nobody"), "Invalid or missing API key"),
    ] {
        let answer = ask(header, path).await.unwrap();
        assert_eq!(answer.status(), 401);
        assert_eq!(answer.headers()["www-authenticate"], "Bearer");
        assert_eq!(answer.json::<Value>().await.unwrap(), json!({ "detail": text }));
        let coded = ask(header, "/api/admin/smart-links").await.unwrap();
        let expected = json!({ "detail": { "code": "unauthorized", "message": text } });
        assert_eq!(coded.json::<Value>().await.unwrap(), expected);
    }
}

#[actix_web::test]
async fn failures_of_ours_show_the_request_id_and_nothing_else() {
    let service = Service::start().await;
    for (path, status) in [("panic", 500), ("fails", 500), ("away", 503)] {
        let answer = get(&service, &format!("/api/admin/test/{path}")).await;
        assert_eq!(answer.status(), status, "{path}");
        assert_eq!(answer.headers()["x-request-id"], "mine-1");
        assert_eq!(answer.headers()["cache-control"], "no-store");
        assert_eq!(answer.headers().contains_key("retry-after"), status == 503);
        let body: Value = answer.json().await.unwrap();
        assert_eq!(body["request_id"], "mine-1");
        assert!(!body.to_string().contains("secret"), "{body}");
    }
}

#[actix_web::test]
async fn unknown_paths_and_methods_are_distinguished() {
    let service = Service::start().await;
    for path in ["/nowhere", "/api/admin/nowhere", "/api/admin/test/things/1/2"] {
        let answer = get(&service, path).await;
        assert_eq!(answer.status(), 404);
        assert_eq!(answer.headers()["x-request-id"], "mine-1");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
        assert_eq!(answer.json::<Value>().await.unwrap(), json!({ "detail": "Not Found" }));
    }
    for (path, allow) in [("/api/admin/test/things", "POST"), ("/api/admin/test/things/1", "PUT")] {
        let answer = get(&service, path).await;
        assert_eq!(answer.status(), 405);
        assert_eq!(answer.headers()["allow"], allow);
        assert_eq!(answer.json::<Value>().await.unwrap(), json!({ "detail": "Method Not Allowed" }));
    }
}

#[actix_web::test]
async fn every_request_has_an_id() {
    let service = Service::start().await;
    let ask = |id: String| service.anonymous(Method::GET, "/nowhere").header("x-request-id", id).send();
    assert_eq!(ask("x".repeat(128)).await.unwrap().headers()["x-request-id"], "x".repeat(128));
    let made = ask("x".repeat(129)).await.unwrap().headers()["x-request-id"].clone();
    assert!(made.to_str().unwrap().starts_with("req_"));
    let other =
        service.anonymous(Method::GET, "/nowhere").send().await.unwrap().headers()["x-request-id"].clone();
    assert_ne!(made, other);
}
