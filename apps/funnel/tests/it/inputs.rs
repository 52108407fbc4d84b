use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::support::Service;

/// Returns `loc` and `type` of every entry of a validation list.
async fn errors(answer: reqwest::Response) -> Vec<String> {
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let body: Value = answer.json().await.unwrap();
    let entry = |error: &Value| {
        let steps: Vec<_> = error["loc"].as_array().unwrap().iter().map(ToString::to_string).collect();
        format!("{} {}", steps.join("."), error["type"].as_str().unwrap())
    };
    body["detail"].as_array().unwrap().iter().map(entry).collect()
}

async fn post(service: &Service, body: impl Into<reqwest::Body>) -> reqwest::Response {
    let request = service.request(Method::POST, "/api/admin/test/things", "full");
    request.header("content-type", "application/json").body(body).send().await.unwrap()
}

#[actix_web::test]
async fn all_faults_of_a_body_are_reported_at_once() {
    let service = Service::start().await;
    let body = json!({
        "name": "",
        "weight": 101,
        "kind": "oval",
        "parts": [{"size": 1}, {"size": "x", "colour": 1, "shade": 2}, {}, {"size": 1, "tags": ["a", 5, "n\u{0}"]}],
        "inner": {"size": null},
        "label": "UPPER",
        "choice": {"type": "price", "cents": "5"},
        "extra": true,
    });
    let mut found = errors(post(&service, body.to_string()).await).await;
    found.sort();
    insta::assert_debug_snapshot!(found);
}

#[actix_web::test]
async fn what_is_not_json_is_reported() {
    let service = Service::start().await;
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    for broken in [b"{".to_vec(), b"{} {}".to_vec(), b"\xff\xfe".to_vec(), deep.into_bytes()] {
        assert_eq!(errors(post(&service, broken).await).await, ["\"body\" json_invalid"]);
    }
    assert_eq!(errors(post(&service, "[]").await).await, ["\"body\" object_type"]);
    assert_eq!(errors(post(&service, "").await).await, ["\"body\" missing"]);
    let huge = errors(post(&service, r#"{"name":"a","inner":{"size":1e30}}"#).await).await;
    assert_eq!(huge, ["\"body\".\"inner\".\"size\" less_than_equal"]);
    let beyond = errors(post(&service, r#"{"name":"a","inner":{"size":9223372036854775808}}"#).await).await;
    assert_eq!(beyond, ["\"body\".\"inner\".\"size\" less_than_equal"]);
}

#[actix_web::test]
async fn good_bodies_pass() {
    let service = Service::start().await;
    for good in [
        r#"{"name":"a"}"#,
        r#"{"name":"a","weight":null,"kind":"round","inner":{"size":1.0},"label":null}"#,
        r#"{"name":"ünïcø","weight":0.5,"choice":{"type":"plain","text":"t"},"parts":[]}"#,
    ] {
        assert_eq!(post(&service, good).await.status(), 201, "{good}");
    }
    let nothing = || service.request(Method::POST, "/api/admin/test/nothing", "full");
    assert_eq!(nothing().send().await.unwrap().status(), 200, "an empty body is {{}}");
    assert_eq!(nothing().json(&json!({"note": "x"})).send().await.unwrap().status(), 200);
}

#[actix_web::test]
async fn size_and_type_of_a_body_are_limited() {
    let service = Service::start().await;
    let large = post(&service, vec![b' '; (1 << 20) + 1]).await;
    assert_eq!(large.status(), 413);
    assert_eq!(large.json::<Value>().await.unwrap()["detail"]["code"], "payload_too_large");
    let fits = format!("{}{}", " ".repeat((1 << 20) - 12), r#"{"name":"a"}"#);
    assert_eq!(post(&service, fits).await.status(), 201);
    let request = service.request(Method::POST, "/api/admin/test/things", "full");
    let form = request.header("content-type", "text/plain").body("{}").send().await.unwrap();
    assert_eq!(form.status(), 415);
    assert_eq!(form.json::<Value>().await.unwrap()["detail"]["code"], "unsupported_media_type");
}

#[actix_web::test]
async fn rights_come_before_path_and_query_and_these_before_the_body() {
    let service = Service::start().await;
    let put = |token: &str, path: &str, body: &'static str| {
        let request = service.request(Method::PUT, &format!("/api/admin/test/things/{path}"), token);
        request.header("content-type", "application/json").body(body).send()
    };
    let code =
        async |answer: reqwest::Response| answer.json::<Value>().await.unwrap()["detail"]["code"].clone();
    assert_eq!(put("nobody", "x?limit=0", "{").await.unwrap().status(), 401);
    assert_eq!(code(put("reader", "x?limit=0", "{").await.unwrap()).await, "insufficient_scope");
    assert_eq!(code(put("guest", "x?limit=0", "{").await.unwrap()).await, "insufficient_rights");
    assert_eq!(errors(put("full", "x", "{").await.unwrap()).await, ["\"path\".\"id\" int_type"]);
    assert_eq!(errors(put("full", "%00", "{").await.unwrap()).await, ["\"path\".\"id\" nul_character"]);
    let query = errors(put("full", "1?limit=0&full=maybe", "{").await.unwrap()).await;
    assert_eq!(query, ["\"query\".\"full\" bool_type", "\"query\".\"limit\" greater_than_equal"]);
    assert_eq!(errors(put("full", "1?limit=5", "{").await.unwrap()).await, ["\"body\" json_invalid"]);
}

#[actix_web::test]
async fn queries_are_read_by_type() {
    let service = Service::start().await;
    for (query, number) in
        [("", 1), ("limit=5&full=1", 7), ("limit=&full=null&unknown=x", 1), ("full=true", 2)]
    {
        let request = service.request(Method::PUT, &format!("/api/admin/test/things/1?{query}"), "full");
        let answer = request.json(&json!({"name": "a"})).send().await.unwrap();
        assert_eq!(answer.json::<Value>().await.unwrap()["number"], number, "{query}");
    }
}

#[actix_web::test]
async fn a_change_may_be_tied_to_a_revision() {
    let service = Service::start().await;
    for (tag, status) in [("\"7\"", 200), ("*", 200), ("\"8\"", 412), ("7", 412), ("W/\"7\"", 412)] {
        let request =
            service.request(Method::PUT, "/api/admin/test/things/1", "full").header("if-match", tag);
        let answer = request.json(&json!({"name": "a"})).send().await.unwrap();
        assert_eq!(answer.status(), status, "{tag}");
    }
}

/// Faults of the shape and of the domain's rules are in one list.
#[actix_web::test]
async fn everything_that_is_wrong_with_a_body_is_reported_at_once() {
    let real = crate::real::Real::start().await;
    let domain = serde_json::json!({ "hostname": "a.example", "display_name": "A" });
    real.api.post("/domains", &domain).await.expect(201);
    let made = real.api.post("/segments/a.example", &serde_json::json!({ "name": "All" })).await.expect(201);
    let mut body = serde_json::json!({
        "label": "",
        "url": "javascript:alert(1)",
        "icon": "../icon",
        "hidden": "yes",
        "match": { "v": 1, "all": [{ "field": "planet", "op": "in", "values": ["mars"] }] },
        "variants": [{ "id": "a", "url": "data:x" }],
        "colour": "red"
    });
    let path = format!("/buttons/a.example/{}", made.text_at("segment_id"));
    let places = async |body: &serde_json::Value| {
        let refused = real.api.post(&path, body).await.expect(422);
        let reported: serde_json::Value = serde_json::from_str(&refused.text).unwrap();
        let mut places: Vec<String> =
            reported["detail"].as_array().unwrap().iter().map(|error| error["loc"].to_string()).collect();
        places.sort();
        places
    };
    // All faults of the shape, and all broken rules of the rest.
    let all = [
        r#"["body","colour"]"#,
        r#"["body","hidden"]"#,
        r#"["body","icon"]"#,
        r#"["body","label"]"#,
        r#"["body","match","all",0,"field"]"#,
        r#"["body","url"]"#,
        r#"["body","variants",0,"url"]"#,
    ];
    assert_eq!(places(&body).await, all);
    // The same rules apply if the shape is valid.
    let fields = body.as_object_mut().unwrap();
    fields.remove("colour");
    fields.insert("hidden".to_owned(), true.into());
    fields.insert("label".to_owned(), "\u{7}".into());
    let rules = [
        r#"["body","icon"]"#,
        r#"["body","label"]"#,
        r#"["body","match","all",0,"field"]"#,
        r#"["body","url"]"#,
        r#"["body","variants",0,"url"]"#,
    ];
    assert_eq!(places(&body).await, rules);
}
