//! Tests of `If-Match` for every operation that supports the header.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::operations::{Names, OPERATIONS, Operation, PROVIDER, only_looks, prepared};
use crate::real::{Api, Real, Reply};

/// State that a change compares with `If-Match`.
enum Compares {
    /// The `ETag` of this GET.
    With(&'static str),
    /// A tag that no GET returns, but other operations on the same thing do.
    Blind,
    /// Nothing, with the reason.
    Nothing(&'static str),
}

use Compares::{Blind, Nothing, With};

const DRAFT: Compares = With("/segments/{domain}");
const KEY: Compares = With("/api-keys/{id}");
const MEMBER: Compares = With("/members/{id}");
const DOMAIN: Compares = With("/domains/{domain}");
const SMART_LINK: Compares = With("/smartlinks/{id}");
const CODE: Compares = With("/qr/{domain}/{id}");
const WEBHOOK: Compares = With("/webhooks/{id}");
const BROADCAST: Compares = With("/broadcasts/{id}");
const PIXELS: Compares = With("/smart-links/{provider_id}/pixels");
const CREATES: Compares = Nothing("it makes a new thing");
const MANY: Compares = Nothing("it changes many things at once");
const SENDS: Compares = Nothing("it sends, and changes nothing of the thing that it names");

/// Every operation that changes something.
#[rustfmt::skip]
const CHANGES: &[(&str, &str, Compares)] = &[
    ("POST", "/api-keys", CREATES),
    ("DELETE", "/api-keys/{id}", KEY),
    ("POST", "/api-keys/{id}/rotate", KEY),
    ("POST", "/sessions", CREATES),
    ("DELETE", "/sessions", MANY),
    ("DELETE", "/sessions/{id}", With("/sessions/{id}")),
    ("POST", "/members", CREATES),
    ("PATCH", "/members/{id}", MEMBER),
    ("DELETE", "/members/{id}", MEMBER),
    ("POST", "/domains", CREATES),
    ("DELETE", "/domains/{domain}", DOMAIN),
    ("POST", "/domains/{domain}/provision", DOMAIN),
    ("POST", "/domains/{domain}/copy-from", DRAFT),
    ("POST", "/bulk/copy-content", MANY),
    ("POST", "/domains/{domain}/publish", DRAFT),
    ("POST", "/domains/{domain}/rollback", DRAFT),
    ("POST", "/segments/{domain}", DRAFT),
    ("PATCH", "/segments/{domain}/{segment_id}", DRAFT),
    ("DELETE", "/segments/{domain}/{segment_id}", DRAFT),
    ("POST", "/buttons/{domain}/{tier}", DRAFT),
    ("PUT", "/buttons/{domain}/{tier}/order", DRAFT),
    ("PATCH", "/buttons/{domain}/{tier}/{button_id}", DRAFT),
    ("DELETE", "/buttons/{domain}/{tier}/{button_id}", DRAFT),
    ("POST", "/bg/canvas-color?domain={domain}", DRAFT),
    ("DELETE", "/bg/canvas-color?domain={domain}", DRAFT),
    ("POST", "/bg/ui?domain={domain}", DRAFT),
    ("PUT", "/bg/design?domain={domain}", DRAFT),
    ("PUT", "/bg/source?domain={domain}&variant=mobile", DRAFT),
    ("DELETE", "/bg/source?domain={domain}&variant=mobile", DRAFT),
    ("PATCH", "/notification/{domain}", With("/notification/{domain}")),
    ("PUT", "/notification/{domain}/avatar", With("/notification/{domain}")),
    ("PUT", "/notification/{domain}/sound", With("/notification/{domain}")),
    ("PUT", "/notification/{domain}/preset", With("/notification/{domain}")),
    ("POST", "/library/notifications", CREATES),
    ("POST", "/library/notifications/from-domain", CREATES),
    ("PATCH", "/library/notifications/{id}", Blind),
    ("DELETE", "/library/notifications/{id}", Blind),
    ("PUT", "/library/notifications/{id}/avatar", Blind),
    ("PUT", "/library/notifications/{id}/sound", Blind),
    ("POST", "/smartlinks", CREATES),
    ("PATCH", "/smartlinks/{id}", SMART_LINK),
    ("DELETE", "/smartlinks/{id}", SMART_LINK),
    ("PUT", "/links/health", With("/links/health")),
    ("POST", "/links/health/check", SENDS),
    ("POST", "/domains/{domain}/provision-links", DOMAIN),
    ("PATCH", "/domains/{domain}/links/{link_id}", With("/domains/{domain}/links/{link_id}")),
    ("PUT", "/smart-links/{provider_id}/pixels", PIXELS),
    ("DELETE", "/smart-links/{provider_id}/pixels/{platform}", PIXELS),
    ("PUT", "/qr/logo", CREATES),
    ("POST", "/qr/{domain}", CREATES),
    ("PATCH", "/qr/{domain}/{id}", CODE),
    ("POST", "/smart-links/{provider_id}/pixels/{platform}/test", SENDS),
    ("POST", "/smart-links/{provider_id}/pixels/{platform}/deliveries/redrive", SENDS),
    ("POST", "/requests/{request_id}/respond", Blind),
    ("POST", "/broadcasts", CREATES),
    ("POST", "/broadcasts/{id}/launch", BROADCAST),
    ("POST", "/broadcasts/{id}/pause", BROADCAST),
    ("POST", "/broadcasts/{id}/resume", BROADCAST),
    ("POST", "/broadcasts/{id}/cancel", BROADCAST),
    ("POST", "/broadcasts/{id}/unschedule", BROADCAST),
    ("POST", "/import/links?domain={domain}", MANY),
    ("POST", "/import/archive", MANY),
    ("POST", "/import", MANY),
    ("POST", "/webhooks", CREATES),
    ("PATCH", "/webhooks/{id}", WEBHOOK),
    ("DELETE", "/webhooks/{id}", WEBHOOK),
    ("POST", "/webhooks/{id}/rotate", WEBHOOK),
    ("POST", "/webhooks/{id}/test", SENDS),
    ("POST", "/webhooks/{id}/deliveries/{delivery_id}/redeliver", SENDS),
    ("POST", "/webhooks/{id}/redrive", SENDS),
];

/// A new operation must declare what it compares.
#[test]
fn every_change_of_one_thing_compares_and_the_document_says_which() {
    let changes = OPERATIONS.iter().filter(|one| !only_looks(one)).map(|one| (one.0, one.1));
    assert_eq!(CHANGES.iter().map(|one| (one.0, one.1)).collect::<BTreeSet<_>>(), changes.collect());
    let document = serde_json::to_value(admin_api::openapi::document()).unwrap();
    for (method, path, compares) in CHANGES {
        let path = format!("/api/admin{}", path.split('?').next().unwrap());
        let parameters = document["paths"][&path][method.to_lowercase()]["parameters"].as_array().cloned();
        let has_header = parameters.unwrap_or_default().iter().any(|one| one["name"] == "If-Match");
        assert_eq!(has_header, !matches!(compares, Nothing(_)), "{method} {path}");
    }
}

/// Creates an owner with everything that an operation needs.
async fn stage(real: &Real, number: usize) -> (Api, Names) {
    let (owner, api) = real.owner("agency").await;
    api.register(&format!("other-{number}.example")).await.expect(201);
    let host = format!("host-{number}.example");
    let names = Names::of(&api, &host).await.with_link(real.fills_slot(owner, &host).await);
    (api, names)
}

/// Calls an operation with a tag. Copies use another source, so that the domain is not copied onto
/// itself.
async fn call(api: &Api, operation: &Operation, names: &Names, number: usize, tag: &str) -> Reply {
    let body = format!(r#"{{"source":"other-{number}.example"}}"#);
    let copying = operation.1.ends_with("/copy-from").then_some(body.as_str());
    let request = prepared(api, operation, names).header("if-match", tag);
    Reply::of(match copying {
        Some(body) => request.body(body.to_owned()),
        None => request,
    })
    .await
}

#[actix_web::test]
async fn a_change_that_is_meant_for_another_state_is_refused_and_changes_nothing() {
    let real = Real::start().await;
    real.knows_link(PROVIDER).await;
    real.knows_request(1).await;
    // Only the first owner has funnel links and requests.
    let first = (real.api.clone(), Names::of(&real.api, "first.example").await);
    for (number, (method, path, compares)) in CHANGES.iter().enumerate() {
        let operation = OPERATIONS.iter().find(|one| (one.0, one.1) == (*method, *path)).unwrap();
        let get = match compares {
            Nothing(reason) => {
                assert!(!reason.is_empty());
                continue;
            }
            With(get) => Some(*get),
            Blind => None,
        };
        let is_first = path.contains("{provider_id}") || path.contains("{request_id}");
        let staged = if is_first { None } else { Some(stage(&real, number).await) };
        let (api, names) = staged.as_ref().unwrap_or(&first);
        let before = match get {
            Some(get) => Some(api.get(&names.fill(get)).await.expect(200)),
            None => None,
        };
        for wrong in [r#""123456789""#, r#""0123""#, "W/\"1\"", "\"x\", \"y\""] {
            let refused = call(api, operation, names, number, wrong).await;
            assert_eq!(refused.summary(), "412 precondition_failed", "{method} {path} {wrong}");
        }
        let Some((get, before)) = get.zip(before) else { continue };
        let tag = before.header("etag").to_owned();
        let still = api.get(&names.fill(get)).await.expect(200);
        assert_eq!(still.header("etag"), tag, "{method} {path}");
        let done = call(api, operation, names, number, &tag).await;
        assert_ne!(done.status, 412, "{method} {path}: {}", done.text);
        let now = api.get(&names.fill(get)).await;
        if done.status < 300 && now.status == 200 && now.header("etag") != tag {
            let late = call(api, operation, names, number, &tag).await;
            assert_eq!(late.summary(), "412 precondition_failed", "{method} {path}");
        }
    }
}

async fn changed(api: &Api, method: Method, path: &str, tag: &str, body: Value) -> Reply {
    Reply::of(api.request(method, path).header("if-match", tag).json(&body)).await
}

/// Several clients change the same thing from the same state at once: one succeeds, the others must
/// reload.
#[actix_web::test]
async fn of_changes_at_once_from_one_state_one_is_made() {
    let real = Real::start().await;
    let api = &real.api;
    let names = Names::of(api, "a.example").await;
    for (path, body) in [
        ("/smartlinks/{id}", "name"),
        ("/qr/{domain}/{id}", "title"),
        ("/members/{id}", "name"),
        ("/webhooks/{id}", "description"),
    ] {
        let path = names.fill(path);
        for round in 0..5 {
            let tag = api.get(&path).await.expect(200).header("etag").to_owned();
            let change = |n: u32| {
                changed(api, Method::PATCH, &path, &tag, json!({ body: format!("round {round} by {n}") }))
            };
            let mut answers: Vec<_> = join_all((0..8).map(change)).await;
            answers.sort_by_key(|answer| answer.status);
            let statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
            assert_eq!(statuses, [200, 412, 412, 412, 412, 412, 412, 412], "{path}");
            // The response to a change has the tag for the next change.
            assert_eq!(api.get(&path).await.header("etag"), answers[0].header("etag"), "{path}");
        }
    }
}

#[actix_web::test]
async fn another_secret_of_a_webhook_is_another_state() {
    let real = Real::start().await;
    let path = Names::of(&real.api, "a.example").await.fill("/webhooks/{id}");
    let before = real.api.get(&path).await.expect(200);
    let rotated = real.api.post(&format!("{path}/rotate"), &json!({})).await.expect(200);
    assert_ne!(rotated.header("etag"), before.header("etag"));
    let late = changed(&real.api, Method::DELETE, &path, before.header("etag"), json!({})).await;
    assert_eq!(late.summary(), "412 precondition_failed");
    assert_eq!(real.api.get(&path).await.expect(200).header("etag"), rotated.header("etag"));
}

/// Every process uses the same tag for the same state.
#[actix_web::test]
async fn every_process_knows_the_tags_of_the_others() {
    let real = Real::start().await;
    let other = real.beside(&[]).await;
    let names = Names::of(&real.api, "a.example").await;
    for path in [
        "/smartlinks/{id}",
        "/qr/{domain}/{id}",
        "/members/{id}",
        "/webhooks/{id}",
        "/api-keys/{id}",
        "/sessions/{id}",
        "/links/health",
    ] {
        let path = names.fill(path);
        let (here, there) = (real.api.get(&path).await, other.api.get(&path).await);
        assert_eq!(here.header("etag"), there.header("etag"), "{path}");
    }
}
