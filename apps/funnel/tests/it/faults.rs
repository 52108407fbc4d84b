//! Every fault of an input is in one response, whether of its shape or of the rules.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use reqwest::Method;
use serde_json::{Value, json};

use crate::operations::{Names, OPERATIONS, PROVIDER};
use crate::real::{Api, Real, Reply};

/// An operation, a valid body with all fields, and values that break a rule. Each value has its
/// place, and its name in lists if the error has a code of its own.
type Judged = (&'static str, &'static str, &'static [Broken]);
type Broken = (&'static str, &'static str, Option<&'static str>);

const BELL: &str = r#""a\u0007""#;
const BAD_MATCH: Broken =
    ("/match", r#"{"v":1,"all":[{"field":"country","op":"in","values":["DE","UK"]}]}"#, None);
const BAD_NAME: Broken = ("/name", BELL, None);
const BAD_POLICY: Broken = ("/policy", POLICY_OF_UK, Some("policy.geo.0.countries.0 country_invalid"));
const BAD_URL: Broken = ("/url", r#""ftp://a.example/""#, None);
const POLICY_OF_UK: &str = r#"{"v":1,"arms":{"paid":{"enabled":true,"weight":1,"label":"","trial_days":0,"require_country_link":false},"ftl":{"enabled":true,"weight":1,"label":"","trial_days":0,"require_country_link":false}},"geo":[{"countries":["UK"],"arms":{"paid":{"enabled":true,"weight":1,"label":"","trial_days":0,"require_country_link":false},"ftl":{"enabled":true,"weight":1,"label":"","trial_days":0,"require_country_link":false}}}]}"#;
const SLOTS: &str =
    r#"{"trial_countries":["DE","AT"],"paid_countries":"rest","default_paid":true,"trial_days":7}"#;
const BAD_SLOTS: &[Broken] = &[
    ("/trial_countries/1", r#""UK""#, Some("trial_countries.1 country_invalid")),
    ("/paid_countries", r#""some""#, Some("paid_countries enum")),
];

#[rustfmt::skip]
const JUDGED: &[Judged] = &[
    ("POST /api-keys", r#"{"name":"a","scopes":["read","write"],"tabs":["qr","team"],"caps":{"qr":["view"]},"expires_at":4000000000}"#, &[
        BAD_NAME, ("/scopes/1", r#""admin""#, Some("scopes.1 enum")), ("/tabs/1", r#""nope""#, None), ("/expires_at", "1", None),
    ]),
    ("POST /members", r#"{"name":"a","email":"a@example.com","tabs":["qr","team"],"caps":{"qr":["view"]}}"#, &[
        BAD_NAME, ("/email", r#""nobody""#, None), ("/tabs/1", r#""nope""#, None), ("/caps/qr/0", r#""fly""#, None),
    ]),
    ("PATCH /members/{id}", r#"{"name":"a","email":"a@example.com","tabs":["qr","team"],"caps":{"qr":["view"]}}"#, &[
        BAD_NAME, ("/email", r#""nobody""#, None), ("/tabs/1", r#""nope""#, None), ("/caps/qr/0", r#""fly""#, None),
    ]),
    ("POST /sessions", r#"{"browser":"a"}"#, &[("/browser", BELL, None)]),
    ("POST /domains", r#"{"hostname":"new.example","display_name":"a"}"#, &[
        ("/hostname", r#""not a host""#, Some("hostname pattern")), ("/display_name", BELL, None),
    ]),
    ("POST /bulk/copy-content", r#"{"source":"{domain}","targets":["{domain}"],"parts":["ui"]}"#, &[
        ("/targets", "[]", Some("targets too_short")), ("/parts", r#"["ui","nope"]"#, Some("parts enum")),
    ]),
    ("POST /segments/{domain}", r#"{"name":"a","countries":["DE","FR"],"is_default":false,"match":null,"ab":null,"lang":"de","position":0,"from_ts":1,"until_ts":2}"#, &[
        BAD_NAME, ("/countries/1", r#""QQ""#, None), BAD_MATCH, ("/ab", r#"{"v":2}"#, None),
    ]),
    ("PATCH /segments/{domain}/{segment_id}", r#"{"name":"a","countries":["DE","FR"],"is_default":false,"match":null,"ab":null,"lang":"de","position":0}"#, &[
        BAD_NAME, ("/countries/1", r#""QQ""#, None), BAD_MATCH, ("/ab", r#"{"v":2}"#, None),
    ]),
    ("POST /buttons/{domain}/{tier}", r#"{"label":"a","url":"https://example.com","icon":"","hidden":false,"match":null,"variants":null,"position":0}"#, &[
        ("/label", BELL, None), BAD_URL, BAD_MATCH, ("/variants", r#"{"v":2}"#, None),
    ]),
    ("PATCH /buttons/{domain}/{tier}/{button_id}", r#"{"label":"a","url":"https://example.com","icon":"","hidden":false,"match":null,"variants":null,"position":0}"#, &[
        ("/label", BELL, None), BAD_URL, BAD_MATCH, ("/variants", r#"{"v":2}"#, None),
    ]),
    ("POST /bg/canvas-color?domain={domain}", r##"{"color":"#102030"}"##, &[("/color", r#""red""#, Some("color pattern"))]),
    ("POST /library/notifications/from-domain", r#"{"domain":"{domain}","name":"b"}"#, &[BAD_NAME]),
    ("POST /smartlinks", r#"{"domain":"{domain}","slug":"new","name":"a","policy":null,"expires_at":4000000000,"expired_url":"https://a.example/"}"#, &[
        ("/slug", r#""NEW""#, Some("slug pattern")), BAD_NAME, BAD_POLICY, ("/expired_url", r#""ftp://a.example/""#, None),
    ]),
    ("PATCH /smartlinks/{id}", r#"{"name":"a","active":true,"expires_at":4000000000,"expired_url":"https://a.example/"}"#, &[
        BAD_NAME, BAD_POLICY, ("/expired_url", r#""ftp://a.example/""#, None),
    ]),
    ("POST /smartlinks/{id}/simulate", r#"{"country":"DE","samples":1,"at":1}"#, &[("/country", r#""UK""#, None)]),
    ("POST /links/health/check", r#"{"url":"https://example.com/"}"#, &[BAD_URL]),
    ("POST /domains/{domain}/provision-links", SLOTS, BAD_SLOTS),
    ("POST /domains/{domain}/provision-links/dry-run", SLOTS, BAD_SLOTS),
    ("PUT /smart-links/{provider_id}/pixels", r#"{"platform":"meta","pixel_id":"1","access_token":"t","event_map_json":"{}","active":true,"send_user_agent":false}"#, &[
        ("/platform", r#""myspace""#, Some("platform enum")), ("/pixel_id", r#""a b""#, Some("pixel_id pattern")),
        ("/event_map_json", r#""[]""#, Some("event_map_json object_type")), ("/access_token", r#""a b""#, None),
    ]),
    ("POST /qr/preview", r#"{"domain":"{domain}","slug":"a","design":null,"preset":"dots-rose"}"#, &[
        ("/slug", r#""A B""#, Some("slug pattern")), ("/design", r#"{"nope":1}"#, None),
    ]),
    ("POST /qr/{domain}", r#"{"slug":"new","title":"a","channel":"b","smart_link":null,"design":null,"preset":"dots-rose"}"#, &[
        ("/slug", r#""A B""#, Some("slug pattern")), ("/title", BELL, None), ("/channel", BELL, None), ("/design", r#"{"nope":1}"#, None),
    ]),
    ("PATCH /qr/{domain}/{id}", r#"{"slug":"new","title":"a","channel":"b","preset":"dots-rose","active":true}"#, &[
        ("/slug", r#""A B""#, Some("slug pattern")), ("/title", BELL, None), ("/channel", BELL, None), ("/design", r#"{"nope":1}"#, None),
    ]),
    ("POST /requests/{request_id}/respond", r#"{"action":"start","media_ids":[],"reason":null}"#, &[("/action", r#""dance""#, None)]),
    ("POST /broadcasts", r#"{"title":"a","mode":"segmented","audience":{"tier":"all","status":"any","countries":["DE","FR"],"min_spent_cents":1,"last_seen_days":2,"exclude_fan_ids":["f"]},"message":{"text":"a","media_ids":["1","2"],"price_cents":500},"schedule":{"start_at":1},"operator_id":1,"platform_account_id":"a","pace":{"per_minute":1,"per_day":2,"jitter":0.5},"auto_stop":{"max_sends":1,"max_per_day":2,"revenue_cents":3,"on_reply":true}}"#, &[
        ("/title", BELL, None), ("/audience/countries/1", r#""UK""#, None), ("/audience/exclude_fan_ids/0", r#""""#, None),
        ("/message/media_ids/1", r#""""#, None), ("/platform_account_id", BELL, None),
    ]),
    ("POST /broadcasts/preview", r#"{"audience":{"tier":"all","status":"any","countries":["DE","FR"],"min_spent_cents":1,"exclude_fan_ids":["f"]}}"#, &[
        ("/audience/countries/1", r#""UK""#, None), ("/audience/exclude_fan_ids/0", r#""""#, None),
    ]),
    ("POST /webhooks", r#"{"url":"https://a.example/hooks","events":["*"],"description":"a","active":true}"#, &[
        BAD_URL, ("/events", r#"["nope"]"#, None), ("/description", BELL, None),
    ]),
    ("PATCH /webhooks/{id}", r#"{"url":"https://a.example/hooks","events":["*"],"description":"a","active":true}"#, &[
        BAD_URL, ("/events", r#"["nope"]"#, None), ("/description", BELL, None),
    ]),
    ("POST /webhooks/{id}/redrive", r#"{"since":"2026-11-20T12:00:00Z"}"#, &[("/since", r#""yesterday""#, None)]),
];

/// Operations whose bodies have no single-field rules, with the reason.
#[rustfmt::skip]
const NOT_JUDGED: &[(&str, &str)] = &[
    ("POST /api-keys/{id}/rotate", SHAPE),
    ("POST /domains/{domain}/provision", SHAPE),
    ("POST /domains/{domain}/copy-from", SHAPE),
    ("POST /domains/{domain}/publish", SHAPE),
    ("POST /domains/{domain}/rollback", SHAPE),
    ("PUT /buttons/{domain}/{tier}/order", SHAPE),
    ("POST /bg/ui?domain={domain}", WHOLE),
    ("PUT /bg/design?domain={domain}", "whether a document belongs to it depends on the kind"),
    ("PATCH /notification/{domain}", WHOLE),
    ("PUT /notification/{domain}/preset", SHAPE),
    ("POST /library/notifications", WHOLE),
    ("PATCH /library/notifications/{id}", WHOLE),
    ("PUT /links/health", SHAPE),
    ("PATCH /domains/{domain}/links/{link_id}", SHAPE),
    ("POST /smart-links/{provider_id}/pixels/{platform}/test", SHAPE),
    ("POST /smart-links/{provider_id}/pixels/{platform}/deliveries/redrive", SHAPE),
    ("POST /broadcasts/{id}/launch", SHAPE),
    ("POST /broadcasts/{id}/pause", SHAPE),
    ("POST /broadcasts/{id}/resume", SHAPE),
    ("POST /broadcasts/{id}/cancel", SHAPE),
    ("POST /broadcasts/{id}/unschedule", SHAPE),
    ("POST /import", "each row is judged by itself, and reported as a row"),
    ("POST /webhooks/{id}/rotate", SHAPE),
    ("POST /webhooks/{id}/test", SHAPE),
    ("POST /webhooks/{id}/deliveries/{delivery_id}/redeliver", SHAPE),
];
const SHAPE: &str = "its shape is all there is to it";
const WHOLE: &str = "the domain reads the whole body, so that its shape is one of the rules";

/// Fields whose content the schema leaves open.
const FREE: [&str; 5] = ["/match", "/ab", "/variants", "/policy", "/design"];

#[test]
fn every_operation_that_takes_a_body_is_in_a_table() {
    let takes_json =
        OPERATIONS.iter().filter(|operation| operation.3.is_some_and(|body| body.starts_with('{')));
    let taking: BTreeSet<_> = takes_json.map(|(method, path, ..)| format!("{method} {path}")).collect();
    let listed = JUDGED.iter().map(|(name, ..)| *name).chain(NOT_JUDGED.iter().map(|(name, _)| *name));
    assert_eq!(listed.map(str::to_owned).collect::<BTreeSet<_>>(), taking);
}

/// A fault in a body.
#[derive(Debug, Clone)]
struct Injected {
    /// JSON pointer to the changed value.
    pointer: String,
    /// The faulty value; `None` removes the field.
    value: Option<Value>,
    /// Place and type of the expected fault.
    found: BTreeSet<String>,
    /// Whether the fault has an error code of its own.
    is_coded: bool,
}

impl Injected {
    /// Returns whether two faults affect separate values.
    fn is_apart_from(&self, other: &Self) -> bool {
        let within = |inner: &str, outer: &str| inner == outer || inner.starts_with(&format!("{outer}/"));
        !within(&self.pointer, &other.pointer) && !within(&other.pointer, &self.pointer)
    }
}

fn changed<'a>(body: &Value, changes: impl IntoIterator<Item = &'a Injected>) -> Value {
    let mut body = body.clone();
    for Injected { pointer, value, .. } in changes {
        let (outer, name) = pointer.rsplit_once('/').unwrap();
        match (body.pointer_mut(outer).unwrap(), value) {
            (Value::Object(fields), Some(value)) => drop(fields.insert(name.to_owned(), value.clone())),
            (Value::Object(fields), None) => drop(fields.remove(name)),
            (list, value) => list[name.parse::<usize>().unwrap()] = value.clone().unwrap(),
        }
    }
    body
}

/// Collects every place of a typed value, with a value of another type for each.
fn mistyped(at: &str, value: &Value, found: &mut Vec<(String, Value)>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), field)).collect(),
        Value::Array(entries) => {
            entries.iter().enumerate().map(|(n, entry)| (n.to_string(), entry)).collect()
        }
        _ => Vec::new(),
    };
    for (name, child) in children {
        let pointer = format!("{at}/{name}");
        if FREE.contains(&pointer.as_str()) || child.is_null() {
            continue;
        }
        found.push((pointer.clone(), if child.is_string() { json!(7) } else { json!("x") }));
        mistyped(&pointer, child, found);
    }
}

struct Asking<'a> {
    api: &'a Api,
    method: Method,
    path: String,
}

impl Asking<'_> {
    async fn send(&self, body: &Value) -> Reply {
        let request = self.api.request(self.method.clone(), &self.path);
        Reply::of(request.header("content-type", "application/json").body(body.to_string())).await
    }

    /// Sends the body and returns the faults in the response.
    async fn listed(&self, body: &Value) -> BTreeSet<String> {
        faults(&self.send(body).await.expect(422))
    }
}

fn faults(reply: &Reply) -> BTreeSet<String> {
    let list = reply.json()["detail"].take();
    let list = list.as_array().unwrap_or_else(|| panic!("{}", reply.text));
    let word = |step: &Value| step.as_str().map_or_else(|| step.to_string(), str::to_owned);
    let fault = |fault: &Value| {
        let steps: Vec<_> = fault["loc"].as_array().unwrap().iter().skip(1).map(word).collect();
        format!("{} {}", steps.join("."), fault["type"].as_str().unwrap())
    };
    let found: BTreeSet<_> = list.iter().map(fault).collect();
    assert_eq!(found.len(), list.len(), "a fault is reported twice: {}", reply.text);
    found
}

/// Sends each broken rule alone, and expects a list of faults or the rule's code.
async fn broken_rules(asking: &Asking<'_>, good: &Value, rules: &[Broken]) -> Vec<Injected> {
    let mut all = Vec::new();
    for (pointer, value, coded) in rules {
        let value = Some(serde_json::from_str(value).unwrap());
        let (place_of, is_coded) = ((*pointer).to_owned(), coded.is_some());
        let mut injected = Injected { pointer: place_of, value, found: BTreeSet::new(), is_coded };
        let reply = asking.send(&changed(good, [&injected])).await;
        let place = pointer.trim_start_matches('/').replace('/', ".");
        injected.found = match coded {
            Some(fault) => {
                assert_eq!(reply.status, 400, "{} {pointer}: {}", asking.path, reply.text);
                BTreeSet::from([(*fault).to_owned()])
            }
            None => faults(&reply.expect(422)),
        };
        assert!(injected.found.iter().all(|fault| fault.starts_with(&place)), "{injected:?}");
        all.push(injected);
    }
    all
}

/// Sends each fault of the shape alone.
async fn broken_shapes(asking: &Asking<'_>, good: &Value, required: &[String]) -> Vec<Injected> {
    let mut found = Vec::new();
    mistyped("", good, &mut found);
    let mut all: Vec<_> = found.into_iter().map(|(pointer, value)| (pointer, Some(value))).collect();
    all.push(("/no_such_field".to_owned(), Some(json!(1))));
    all.extend(required.iter().map(|name| (format!("/{name}"), None)));
    let mut shapes = Vec::new();
    for (pointer, value) in all {
        let mut injected = Injected { pointer, value, found: BTreeSet::new(), is_coded: false };
        injected.found = asking.listed(&changed(good, [&injected])).await;
        shapes.push(injected);
    }
    shapes
}

/// Returns the fields that the document requires in an operation's body.
fn required(document: &Value, method: &str, path: &str) -> Vec<String> {
    let path = format!("/api/admin{}", path.split('?').next().unwrap());
    let schema = &document["paths"][path][method.to_lowercase()]["requestBody"]["content"]["application/json"]
        ["schema"];
    let target = schema["$ref"].as_str().unwrap().trim_start_matches('#');
    let names = document.pointer(target).unwrap()["required"].clone();
    serde_json::from_value(names).unwrap_or_default()
}

#[actix_web::test]
async fn the_faults_of_shape_and_of_rules_are_told_together() {
    const TRIES: usize = 12;
    let real = Real::start().await;
    let names = Names::of(&real.api, "one.example").await;
    real.knows_link(PROVIDER).await;
    let document = serde_json::to_value(admin_api::openapi::document()).unwrap();
    let mut runner = TestRunner::deterministic();
    for (operation, good, rules) in JUDGED {
        let (method, path) = operation.split_once(' ').unwrap();
        let asking = Asking { api: &real.api, method: method.parse().unwrap(), path: names.fill(path) };
        let good: Value = serde_json::from_str(&names.fill(good)).unwrap();
        let rules = broken_rules(&asking, &good, rules).await;
        let shapes = broken_shapes(&asking, &good, &required(&document, method, path)).await;
        for _ in 0..TRIES {
            let order = Just(rules.iter().chain(&shapes).cloned().collect::<Vec<_>>()).prop_shuffle();
            let wanted = (order, 2..6_usize).new_tree(&mut runner).unwrap().current();
            let mut chosen: Vec<Injected> = Vec::new();
            for one in wanted.0 {
                if chosen.len() < wanted.1 && chosen.iter().all(|other| one.is_apart_from(other)) {
                    chosen.push(one);
                }
            }
            let expected: BTreeSet<_> = chosen.iter().flat_map(|one| one.found.clone()).collect();
            let reply = asking.send(&changed(&good, &chosen)).await;
            if reply.status == 400 && chosen.iter().all(|one| one.is_coded) {
                // All of these have the same code.
                continue;
            }
            assert_eq!(faults(&reply.expect(422)), expected, "{operation} {chosen:#?}");
        }
    }
}

#[actix_web::test]
async fn a_code_that_stands_alone_is_the_answer() {
    let real = Real::start().await;
    let register = async |body: Value| {
        let reply = real.api.post("/domains", &body).await;
        if reply.status == 422 { faults(&reply) } else { BTreeSet::from([reply.summary()]) }
    };
    let set = |faults: &[&str]| faults.iter().map(|fault| (*fault).to_owned()).collect::<BTreeSet<_>>();
    for (body, expected) in [
        (json!({ "hostname": "no host", "display_name": "a" }), &["400 invalid_request"][..]),
        (json!({ "hostname": "no host" }), &["hostname pattern", "display_name missing"]),
        (
            json!({ "hostname": "no host", "display_name": 1 }),
            &["hostname pattern", "display_name string_type"],
        ),
        (
            json!({ "hostname": "no host", "display_name": "\u{7}" }),
            &["hostname pattern", "display_name pattern"],
        ),
        (
            json!({ "hostname": 1, "display_name": "\u{7}" }),
            &["hostname string_type", "display_name pattern"],
        ),
    ] {
        assert_eq!(register(body.clone()).await, set(expected), "{body}");
    }
}

#[actix_web::test]
async fn a_rule_that_hangs_on_a_faulty_field_says_nothing() {
    let real = Real::start().await;
    let fill = json!({ "text": "a", "tiers": { "whale": { "text": "b" } } });
    for (path, body, expected) in [
        // Whether tiers are allowed depends on the mode.
        ("/broadcasts", json!({ "title": "a", "audience": {}, "message": fill }), &["mode missing"][..]),
        // Whether a text is missing depends on its intended type.
        (
            "/broadcasts",
            json!({ "title": "a", "mode": "drip", "audience": {}, "message": { "text": 1 } }),
            &["message.text string_type"],
        ),
        // Whether the maximum is too low depends on the minimum.
        (
            "/broadcasts/preview",
            json!({ "audience": { "min_spent_cents": "5", "max_spent_cents": 1 } }),
            &["audience.min_spent_cents int_type"],
        ),
        // Functions of an unlisted tab are only a fault if the tabs are valid.
        (
            "/members",
            json!({ "name": "a", "email": "a@example.com", "tabs": "qr", "caps": { "team": ["view"] } }),
            &["tabs list_type"],
        ),
    ] {
        let reply = real.api.post(path, &body).await.expect(422);
        let expected: BTreeSet<_> = expected.iter().map(|fault| (*fault).to_owned()).collect();
        assert_eq!(faults(&reply), expected, "{body}");
    }
}

#[actix_web::test]
async fn the_faults_of_a_query_are_told_together() {
    let real = Real::start().await;
    real.landing("one.example").await;
    for (path, expected) in [
        (
            "/domains/one.example/simulate?country=UK&device=toaster&at=soon",
            &["at int_type", "country country_invalid", "device enum"][..],
        ),
        (
            "/domains/one.example/preview?country=QQ&draft=maybe",
            &["country country_invalid", "draft bool_type"],
        ),
        ("/audit?actor=!&action=!!&limit=0", &["action enum", "actor pattern", "limit greater_than_equal"]),
        ("/conversions?from_ts=2&to_ts=1&limit=x", &["from_ts less_than_equal", "limit int_type"]),
        ("/stats/overview?from_ts=-99999999999999&by=nothing", &["by enum", "from_ts greater_than_equal"]),
        ("/content?from_ts=2&to_ts=1&limit=x", &["limit int_type", "to_ts greater_than_equal"]),
        ("/qr/one.example/sheet.pdf?ids=a&paper=a9", &["ids pattern", "paper enum"]),
        ("/sources/one.example/spenders?limit=0&full=maybe", &["full bool_type", "limit greater_than_equal"]),
    ] {
        let reply = real.api.get(path).await.expect(422);
        let expected: BTreeSet<_> = expected.iter().map(|fault| (*fault).to_owned()).collect();
        assert_eq!(faults(&reply), expected, "{path}");
    }
}

#[actix_web::test]
async fn a_body_that_the_domain_reads_has_all_its_faults() {
    let real = Real::start().await;
    real.landing("one.example").await;
    let banner = json!({ "preset_id": "x", "title": 5, "no_such_field": 1, "body": "a\u{0}" });
    let found = faults(&real.api.patch("/notification/one.example", &banner).await.expect(422));
    let expected =
        ["body nul_character", "no_such_field extra_forbidden", "preset_id int_type", "title string_type"];
    assert_eq!(found, expected.map(str::to_owned).into());
    let look = json!({ "no_such_section": 1, "nor_this": 2 });
    let refused = real.api.post("/bg/ui?domain=one.example", &look).await;
    assert_eq!(refused.summary(), "400 landing_ui_invalid");
    assert!(
        refused.text.contains("no_such_section") && refused.text.contains("nor_this"),
        "{}",
        refused.text
    );
}
