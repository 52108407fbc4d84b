use reqwest::Method;
use serde_json::Value;

use crate::media::png;
use crate::real::Real;
use crate::support::Service;

#[actix_web::test]
async fn a_key_that_asks_too_often_waits() {
    // The next request is allowed after ten seconds, however slow the machine.
    let service =
        Service::with(&[("FUNNEL_RATE_LIMIT_PER_MINUTE", "6"), ("FUNNEL_RATE_LIMIT_BURST", "2")]).await;
    let ask = |token: &str| service.request(Method::GET, "/api/admin/test/links", token).send();
    let first = ask("full").await.unwrap();
    assert_eq!(first.headers()["ratelimit-policy"], "\"key\";q=6;w=60");
    assert_eq!(first.headers()["ratelimit"], "\"key\";r=5;t=60");
    assert!(!first.headers().contains_key("retry-after"));
    assert_eq!(ask("full").await.unwrap().status(), 200);
    let refused = ask("full").await.unwrap();
    assert_eq!(refused.status(), 429);
    let wait: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=10).contains(&wait), "{wait}");
    assert!(refused.headers().contains_key("ratelimit"));
    assert_eq!(refused.json::<Value>().await.unwrap()["detail"]["code"], "rate_limited");
    assert_eq!(ask("reader").await.unwrap().status(), 200, "another key");
}

#[actix_web::test]
async fn the_limit_can_be_switched_off() {
    let service = Service::with(&[("FUNNEL_RATE_LIMIT_PER_MINUTE", "0")]).await;
    let answer = service.request(Method::GET, "/api/admin/test/links", "full").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert!(!answer.headers().contains_key("ratelimit"));
}

#[actix_web::test]
async fn another_key_of_the_same_owner_is_no_way_around() {
    // The owner's limit is ten times the key's: the next request is allowed after six seconds.
    let settings = [("FUNNEL_RATE_LIMIT_PER_MINUTE", "1"), ("FUNNEL_OWNER_RATE_LIMIT_BURST", "2")];
    let service = Service::with(&settings).await;
    let ask = |token: &str| service.request(Method::GET, "/api/admin/test/links", token).send();
    for token in ["full", "reader"] {
        let allowed = ask(token).await.unwrap();
        assert_eq!(allowed.status(), 200, "{token}");
        assert_eq!(allowed.headers()["ratelimit"], "\"key\";r=0;t=60", "the owner's 10 are far away");
    }
    let refused = ask("reader").await.unwrap();
    assert_eq!(refused.status(), 429);
    assert_eq!(refused.headers()["ratelimit-policy"], "\"key\";q=1;w=60, \"owner\";q=10;w=60");
    let body = refused.json::<Value>().await.unwrap();
    assert_eq!(
        body["detail"],
        serde_json::json!({ "code": "rate_limited", "message": "too many requests with all keys of this owner" })
    );
}

#[actix_web::test]
async fn an_owner_uploads_no_more_than_the_quota() {
    let source = "/bg/source?domain=a.example&variant=desktop";
    let real = Real::with("pro", &[("FUNNEL_FILE_QUOTA_FILES", "1")]).await;
    real.landing("a.example").await;
    real.api.upload(source, png()).await.expect(200);
    real.api.upload(source, png()).await.expect(200);
    let other = real.api.upload("/notification/a.example/sound", crate::media::wav()).await;
    assert_eq!(other.summary(), "403 file_quota_reached");
    let message = other.json()["detail"]["message"].as_str().unwrap().to_owned();
    assert_eq!(message, "no more than 1 files may be uploaded");
    let (_, neighbour) = real.owner("pro").await;
    neighbour.register("b.example").await.expect(201);
    neighbour.upload("/bg/source?domain=b.example&variant=desktop", png()).await.expect(200);
}
