//! Deprecations: marked in the OpenAPI document and reported in response headers.

use reqwest::Method;
use serde_json::Value;

use crate::support::Service;

/// Returns the deprecation headers of a response.
async fn deprecation_of(
    service: &Service,
    method: Method,
    path: &str,
    token: &str,
) -> Option<(String, String)> {
    let body = if method == Method::GET { "" } else { "{}" };
    let request = service.request(method, path, token).header("content-type", "application/json");
    let answer = request.body(body).send().await.unwrap();
    let text = |name: &str| Some(answer.headers().get(name)?.to_str().unwrap().to_owned());
    text("deprecation").zip(text("sunset"))
}

#[actix_web::test]
async fn answers_of_what_is_deprecated_say_since_when_and_until_when() {
    let service = Service::start().await;
    let times = Some(("@1800000000".to_owned(), "Tue, 07 Mar 2028 00:00:00 GMT".to_owned()));
    for (method, path, token, expected) in [
        (Method::GET, "/api/admin/test/links", "full", &times),
        // Failed responses report the deprecation too.
        (Method::PUT, "/api/admin/test/things/1?full=true", "full", &times),
        (Method::PUT, "/api/admin/test/things/1?limit=1", "full", &None),
        (Method::POST, "/api/admin/test/nothing", "full", &times),
        (Method::POST, "/api/admin/test/things", "full", &None),
        (Method::GET, "/api/admin/test/fails", "full", &None),
        (Method::GET, "/nowhere", "full", &None),
    ] {
        assert_eq!(deprecation_of(&service, method, path, token).await, *expected, "{path}");
    }
    service.server.stop().await.unwrap();
}

#[actix_web::test]
async fn the_document_that_is_served_marks_the_same() {
    let service = Service::start().await;
    let answer = service.anonymous(Method::GET, "/api/openapi.json").send().await.unwrap();
    let document: Value = answer.json().await.unwrap();
    let paths = &document["paths"];
    let parameters = paths["/api/admin/test/things/{id}"]["put"]["parameters"].as_array().unwrap();
    for part in [
        &paths["/api/admin/test/links"]["get"],
        parameters.iter().find(|one| one["name"] == "full").unwrap(),
        &document["components"]["schemas"]["Nothing"]["properties"]["note"],
    ] {
        assert_eq!(part["deprecated"], true, "{part}");
    }
    service.server.stop().await.unwrap();
}
