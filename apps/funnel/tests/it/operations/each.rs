//! Tests that call each operation of the table.

use super::*;

/// Changes the last character of a token. The tokens are random, so a fixed character could be the
/// right one.
fn mistyped(token: &str) -> String {
    let (kept, last) = token.split_at(token.len() - 1);
    format!("{kept}{}", if last == "x" { "y" } else { "x" })
}

#[test]
fn a_mistyped_token_is_another_one() {
    assert_eq!(["ax", "ay", "a0"].map(mistyped), ["ay", "ax", "ax"]);
}

/// The contract limits the fields with "only", so the list must be exact.
#[actix_web::test]
async fn the_list_of_keys_has_four_fields_and_the_page_of_a_key_has_its_end() {
    let real = Real::start().await;
    let lasting = real.api.post("/api-keys", &json!({ "name": "lasting" })).await.expect(201).json();
    let ends = json!({ "name": "ends", "tabs": ["qr"], "expires_at": 4_000_000_000_i64 });
    let ends = real.api.post("/api-keys", &ends).await.expect(201).json();
    let listed = real.api.get("/api-keys").await.expect(200).json();
    for item in listed["items"].as_array().unwrap() {
        let fields: Vec<_> = item.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields, ["last_used_at", "name", "prefix", "scopes"]);
    }
    for (key, tabs, expected) in
        [(lasting, Value::Null, Value::Null), (ends, json!(["qr"]), json!(4_000_000_000_i64))]
    {
        for name in [key["prefix"].as_str().unwrap().to_owned(), key["id"].to_string()] {
            let shown = real.api.get(&format!("/api-keys/{name}")).await.expect(200).json();
            assert_eq!((&shown["expires_at"], &shown["tabs"]), (&expected, &tabs));
            assert_eq!((&shown["id"], &shown["created_at"]), (&key["id"], &key["created_at"]));
            assert!(shown.get("token").is_none());
        }
    }
    let nobody = real.api.get("/api-keys/a234567890").await;
    assert_eq!(nobody.summary(), "404 key_not_found");
}

#[actix_web::test]
async fn without_a_valid_key_nothing_is_returned() {
    let real = Real::start().await;
    let minted = async |name: &str| real.api.post("/api-keys", &json!({ "name": name })).await.expect(201);
    let (revoked, expired) = (minted("revoked").await, minted("expired").await);
    real.api.delete(&format!("/api-keys/{}", revoked.json()["id"])).await.expect(204);
    let end = "UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE name = 'expired'";
    assert_eq!(real.sql().await.execute(end, &[]).await.unwrap(), 1);
    let unknown = NewToken::generate(&SystemEntropy);
    let mistyped = mistyped(&real.api.token);
    let bearer = |token: &str| Some(format!("Bearer {token}"));
    let callers = [
        (None, "Not authenticated"),
        (Some("Basic eDp5".to_owned()), "auth required"),
        (Some(real.api.token.clone()), "auth required"),
        (bearer(""), "Invalid or missing API key"),
        (bearer("al_live_x"), "Invalid or missing API key"),
        (bearer(&mistyped), "Invalid or missing API key"),
        (bearer(unknown.expose()), "Invalid or missing API key"),
        (bearer(&revoked.text_at("token")), "Invalid or missing API key"),
        (bearer(&expired.text_at("token")), "Invalid or missing API key"),
    ];
    for operation in OPERATIONS {
        for (header, text) in &callers {
            let reply = call_blindly(&real.api, operation, header.as_deref()).await.expect(401);
            if (operation.0, operation.1) == ("GET", "/smart-links") {
                // Only this operation reports the error with a code.
                let reported = reply.json();
                assert_eq!(reported["detail"]["code"], "unauthorized", "{header:?}");
                assert_eq!(reported["detail"]["message"], *text, "{header:?}");
                continue;
            }
            assert_eq!(reply.json(), json!({ "detail": text }), "{operation:?} {header:?}");
            assert_eq!(reply.header("www-authenticate"), "Bearer");
        }
    }
}

/// Returns every function of every tab, as the unrestricted key has them.
async fn all_functions(api: &Api) -> BTreeMap<String, Vec<String>> {
    serde_json::from_value(api.get("/api-keys/self").await.json()["functions"].take()).unwrap()
}

async fn key_with(api: &Api, fields: Value) -> Api {
    let mut body = json!({ "name": "narrow" });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    api.with(&api.post("/api-keys", &body).await.expect(201).text_at("token"))
}

#[actix_web::test]
async fn the_scope_is_that_of_the_method() {
    let real = Real::start().await;
    let reader = key_with(&real.api, json!({ "scopes": ["read"] })).await;
    let writer = key_with(&real.api, json!({ "scopes": ["write"] })).await;
    for operation in OPERATIONS {
        let (wrong, right) = if only_looks(operation) { (&writer, &reader) } else { (&reader, &writer) };
        let allowed = if operation.2.is_empty() { [wrong, right].to_vec() } else { vec![right] };
        for api in allowed {
            let header = format!("Bearer {}", api.token);
            let reply = call_blindly(api, operation, Some(&header)).await;
            assert_ne!(reply.status, 403, "{operation:?}");
        }
        if !operation.2.is_empty() {
            let header = format!("Bearer {}", wrong.token);
            let reported = call_blindly(wrong, operation, Some(&header)).await.summary();
            assert_eq!(reported, "403 insufficient_scope", "{operation:?}");
        }
    }
}

/// Operations that need a second function, and it.
const ALSO: &[(&str, (&str, &str))] = &[
    ("/export/links?domain={domain}", ("landings", "view")),
    ("/import/links?domain={domain}", ("landings", "edit_content")),
];

#[actix_web::test]
async fn each_operation_needs_its_one_function() {
    let real = Real::start().await;
    let all = all_functions(&real.api).await;
    let rights: BTreeSet<&str> = OPERATIONS.iter().map(|operation| operation.2).collect();
    for right in rights.into_iter().filter(|right| !right.is_empty()) {
        let (tab, function) = right.split_once('.').unwrap();
        let mut others = all.clone();
        others.get_mut(tab).unwrap().retain(|other| other != function);
        others.retain(|_, functions| !functions.is_empty());
        let without = key_with(&real.api, json!({ "caps": others })).await;
        let only = key_with(&real.api, json!({ "caps": { tab: [function] } })).await;
        for operation in OPERATIONS.iter().filter(|operation| operation.2 == right) {
            let header = format!("Bearer {}", without.token);
            let refused = call_blindly(&without, operation, Some(&header)).await;
            assert_eq!(refused.summary(), "403 insufficient_rights", "{operation:?}");
            let mut allowed = only.clone();
            if let Some((_, (other, second))) = ALSO.iter().find(|also| also.0 == operation.1) {
                let header = format!("Bearer {}", only.token);
                let refused = call_blindly(&only, operation, Some(&header)).await;
                assert_eq!(refused.summary(), "403 insufficient_rights", "{operation:?}");
                let both = json!({ "caps": { tab: [function], *other: [second] } });
                allowed = key_with(&real.api, both).await;
            }
            let header = format!("Bearer {}", allowed.token);
            let reply = call_blindly(&allowed, operation, Some(&header)).await;
            assert_ne!(reply.status, 403, "{operation:?}: {}", reply.text);
        }
    }
}

/// Operations on things made with more rights, with their alternative error codes.
const BEYOND: &[(&str, &str, &str)] = &[
    ("DELETE", "/api-keys/{id}", "beyond_own_rights"),
    ("POST", "/api-keys/{id}/rotate", "scope_escalation"),
    ("PATCH", "/members/{id}", "beyond_own_rights"),
    ("DELETE", "/members/{id}", "beyond_own_rights"),
    ("PATCH", "/webhooks/{id}", "beyond_own_rights"),
    ("DELETE", "/webhooks/{id}", "beyond_own_rights"),
    ("POST", "/webhooks/{id}/rotate", "beyond_own_rights"),
    ("POST", "/webhooks/{id}/test", "beyond_own_rights"),
    ("POST", "/webhooks/{id}/deliveries/{delivery_id}/redeliver", "beyond_own_rights"),
    ("POST", "/webhooks/{id}/redrive", "beyond_own_rights"),
];

#[actix_web::test]
async fn nobody_acts_on_rights_that_they_lack() {
    let real = Real::start().await;
    let names = Names::of(&real.api, "one.example").await;
    let nouns = ["/api-keys/{id}", "/members/{id}", "/webhooks/{id}"];
    let acts = |operation: &&Operation| {
        operation.0 != "GET" && nouns.iter().any(|noun| operation.1.starts_with(noun))
    };
    for operation in OPERATIONS.iter().filter(acts) {
        let (tab, function) = operation.2.split_once('.').unwrap();
        let only = key_with(&real.api, json!({ "caps": { tab: [function] } })).await;
        let expected = BEYOND.iter().find(|beyond| (beyond.0, beyond.1) == (operation.0, operation.1));
        let expected = format!("403 {}", expected.expect("a row in the table").2);
        assert_eq!(call(&only, operation, &names).await.summary(), expected, "{operation:?}");
    }
}

#[actix_web::test]
async fn head_is_answered_wherever_get_is() {
    let real = Real::start().await;
    let names = Names::of(&real.api, "one.example").await;
    real.knows_link(PROVIDER).await;
    for operation in OPERATIONS.iter().filter(|operation| operation.0 == "GET") {
        let path = names.fill(operation.1);
        let get = real.api.get(&path).await;
        let head = Reply::of(real.api.request(Method::HEAD, &path)).await;
        assert_eq!((head.status, head.text.as_str()), (get.status, ""), "{path}");
        assert_eq!(head.header("content-type"), get.header("content-type"), "{path}");
    }
    let absent = Reply::of(real.api.request(Method::HEAD, "/nothing")).await;
    assert_eq!((absent.status, absent.text.as_str()), (404, ""));
    for path in ["/healthz", "/readyz", "/metrics"] {
        let address = real.server.addresses().management;
        let head = reqwest::Client::new().head(format!("http://{address}{path}"));
        assert_eq!(Reply::of(head).await.status, 200, "{path}");
    }
}

/// Returns everything of a response except what differs between any two requests.
fn comparable(reply: &Reply) -> (u16, String, BTreeMap<String, String>) {
    let headers = reply.headers.iter().filter(|(name, _)| !["x-request-id", "date"].contains(&name.as_str()));
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    (reply.status, reply.text.clone(), headers.collect())
}

#[actix_web::test]
async fn what_belongs_to_another_owner_is_missing() {
    let real = Real::start().await;
    let names = Names::of(&real.api, "one.example").await;
    real.knows_link(PROVIDER).await;
    real.knows_request(1).await;
    let (_, stranger) = real.owner("agency").await;
    let everything = async || {
        let (bg, banner) = ("/bg?domain=one.example", "/notification/one.example");
        let lists = ["/api-keys", "/members", "/sessions", "/domains", "/domains/one.example/versions"];
        let (links, pixels) = ("/smartlinks?domain=one.example", "/smart-links/pl_known/pixels");
        let codes = "/qr/one.example";
        let paths = lists.into_iter().chain([
            bg,
            banner,
            "/library/notifications",
            links,
            pixels,
            codes,
            "/broadcasts",
            "/webhooks",
        ]);
        let mut seen = vec![real.api.draft("one.example").await];
        for path in paths {
            seen.push(real.api.get(path).await.expect(200).json());
        }
        // The last use of a key is written with a delay, whoever uses it.
        seen[1]["items"].as_array_mut().unwrap().iter_mut().for_each(|key| key["last_used_at"] = Value::Null);
        seen
    };
    // Waits until the worker has finished its background work.
    real.api.active("one.example").await;
    let before = everything().await;
    for operation in OPERATIONS {
        let Some(reported) = operation.4 else { continue };
        let foreign = call(&stranger, operation, &names).await;
        let missing = call(&stranger, operation, &Names::missing()).await;
        assert_eq!(foreign.summary(), reported, "{operation:?}");
        assert_eq!(comparable(&foreign), comparable(&missing), "{operation:?}");
    }
    assert_eq!(everything().await, before);
}

/// Operations that leave no audit entry on things from [`Names::of`], with the reason. `audit.rs`,
/// other stories or store tests cover them.
#[rustfmt::skip]
const UNNOTED: &[(&str, &str)] = &[
    ("POST /sessions", SIGN_IN),
    ("DELETE /sessions", SIGN_IN),
    ("DELETE /sessions/{id}", SIGN_IN),
    ("POST /domains/{domain}/provision", REFUSED),
    ("POST /domains/{domain}/copy-from", REFUSED),
    ("POST /bulk/copy-content", NO_CHANGE),
    ("POST /domains/{domain}/publish", NO_CHANGE),
    ("DELETE /segments/{domain}/{segment_id}", REFUSED),
    ("PUT /buttons/{domain}/{tier}/order", REFUSED),
    ("PATCH /buttons/{domain}/{tier}/{button_id}", NO_CHANGE),
    ("POST /bg/ui?domain={domain}", NO_CHANGE),
    ("PUT /bg/design?domain={domain}", NO_CHANGE),
    ("POST /library/notifications/from-domain", REFUSED),
    ("PUT /links/health", NO_CHANGE),
    ("POST /links/health/check", "it looks at an address"),
    ("POST /domains/{domain}/provision-links", REFUSED),
    ("PATCH /domains/{domain}/links/{link_id}", REFUSED),
    ("PUT /smart-links/{provider_id}/pixels", REFUSED),
    ("DELETE /smart-links/{provider_id}/pixels/{platform}", REFUSED),
    ("PUT /qr/logo", "the picture is kept under its content; a code that shows it is the change"),
    ("POST /smart-links/{provider_id}/pixels/{platform}/test", "it sends one event"),
    ("POST /smart-links/{provider_id}/pixels/{platform}/deliveries/redrive", REFUSED),
    ("POST /requests/{request_id}/respond", REFUSED),
    ("POST /broadcasts/{id}/launch", REFUSED),
    ("POST /broadcasts/{id}/pause", REFUSED),
    ("POST /broadcasts/{id}/resume", REFUSED),
    ("POST /broadcasts/{id}/unschedule", REFUSED),
    ("POST /import/links?domain={domain}", NO_CHANGE),
    ("POST /import/archive", NO_CHANGE),
    ("POST /import", NO_CHANGE),
    ("POST /webhooks/{id}/test", "it sends one message"),
    ("POST /webhooks/{id}/deliveries/{delivery_id}/redeliver", REFUSED),
    ("POST /webhooks/{id}/redrive", NO_CHANGE),
];
const SIGN_IN: &str = "sessions have a list of their own";
const REFUSED: &str = "it is refused";
const NO_CHANGE: &str = "it finds everything as it is asked to be";

#[actix_web::test]
async fn each_operation_that_changes_something_is_in_the_audit_log() {
    let real = Real::start().await;
    let mut unnoted = Vec::new();
    for (number, operation) in OPERATIONS.iter().filter(|one| !only_looks(one)).enumerate() {
        let (_, api) = real.owner("agency").await;
        let host = format!("host-{number}.example");
        let names = Names::of(&api, &host).await;
        if operation.0 == "DELETE" && operation.1.starts_with("/bg/") {
            let color = json!({ "color": "#203040" });
            api.post(&format!("/bg/canvas-color?domain={host}"), &color).await.expect(200);
            let picture = crate::media::png();
            api.upload(&format!("/bg/source?domain={host}&variant=mobile"), picture).await.expect(200);
        }
        let entries = async || {
            let log = api.get("/audit?limit=1000").await.expect(200).json();
            log["items"].as_array().unwrap().len()
        };
        let before = entries().await;
        let reply = call(&api, operation, &names).await;
        if entries().await > before {
            assert!(reply.status < 300, "{operation:?} was refused: {}", reply.text);
            continue;
        }
        let called = format!("{} {}", operation.0, operation.1);
        let reason = UNNOTED.iter().find(|(unnoted, _)| *unnoted == called).map(|(_, reason)| *reason);
        let fits = match reason {
            Some(REFUSED) => reply.status >= 400,
            Some(NO_CHANGE) => reply.status < 300,
            other => other.is_some(),
        };
        assert!(fits, "{called}: {} {}", reply.status, reply.text);
        unnoted.push(called);
    }
    assert_eq!(unnoted, UNNOTED.iter().map(|(called, _)| (*called).to_owned()).collect::<Vec<_>>());
}

/// Copies name two domains, and either could belong to another owner.
#[actix_web::test]
async fn copies_reach_no_other_owner() {
    let real = Real::start().await;
    real.landing("one.example").await;
    let (_, stranger) = real.owner("agency").await;
    stranger.register("two.example").await.expect(201);
    let copy = async |target: &str, source: &str| {
        comparable(
            &stranger.post(&format!("/domains/{target}/copy-from"), &json!({ "source": source })).await,
        )
    };
    assert_eq!(copy("two.example", "one.example").await, copy("two.example", "missing.example").await);
    assert_eq!(copy("one.example", "two.example").await, copy("missing.example", "two.example").await);
    assert_eq!(copy("two.example", "one.example").await.0, 404);
    assert_eq!(copy("one.example", "two.example").await.0, 404);
    let body = json!({ "source": "two.example", "targets": ["one.example"], "parts": ["buttons_segments"] });
    let results = stranger.post("/bulk/copy-content", &body).await.expect(200).json()["results"].take();
    assert_eq!(results, json!([{ "host": "one.example", "ok": false, "detail": "domain_not_found" }]));
    assert_eq!(real.api.draft("one.example").await.as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn a_body_that_does_not_fit_is_reported() {
    let real = Real::start().await;
    let names = Names::of(&real.api, "one.example").await;
    let before = real.api.draft("one.example").await;
    let takes_json = |operation: &&Operation| ![None, PICTURE, SOUND, TABLE, ARCHIVE].contains(&operation.3);
    for (method, path, ..) in OPERATIONS.iter().filter(takes_json) {
        let send = async |body: &'static str| {
            let request = real.api.request(method.parse::<Method>().unwrap(), &names.fill(path));
            Reply::of(request.header("content-type", "application/json").body(body)).await
        };
        assert_eq!(send("{").await.summary(), "422 body json_invalid", "{method} {path}");
        assert_eq!(send("[]").await.summary(), "422 body object_type", "{method} {path}");
        let unknown = send(r#"{"no_such_field":1}"#).await;
        if path.starts_with("/bg/ui") {
            // The settings have a code of their own, and the message starts with the path.
            assert_eq!(unknown.summary(), "400 landing_ui_invalid");
            assert!(unknown.text.contains("\"no_such_field: "), "{}", unknown.text);
            continue;
        }
        let reported = unknown.summary();
        assert!(reported.contains("body.no_such_field extra_forbidden"), "{method} {path}: {reported}");
        let errors = unknown.json()["detail"].take();
        assert!(errors.as_array().unwrap().iter().all(|error| error["loc"][0] == "body"), "{errors}");
    }
    assert_eq!(real.api.draft("one.example").await, before);
}
