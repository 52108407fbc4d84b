//! The table of all operations of the API, and what tests need to call them.

mod each;

use std::collections::{BTreeMap, BTreeSet};

use auth_scopes::NewToken;
use reqwest::{Method, RequestBuilder};
use runtime::SystemEntropy;
use serde_json::{Value, json};

use crate::media::{png, wav};
use crate::real::{Api, Real, Reply};
use crate::transfer_archive::packed;

/// Method, path with the required query, required right, valid body if any, and the expected error
/// for ids of another owner, if it names any.
pub(crate) type Operation =
    (&'static str, &'static str, &'static str, Option<&'static str>, Option<&'static str>);

const DOMAIN: Option<&str> = Some("404 domain_not_found");
const MEMBER: Option<&str> = Some("404 member_not_found");
const KEY: Option<&str> = Some("404 key_not_found");
const SESSION: Option<&str> = Some("404 session_not_found");
const PRESET: Option<&str> = Some("404 preset_not_found");
const REQUEST: Option<&str> = Some("404 request not found or invalid transition");
const SMART_LINK: Option<&str> = Some("404 smart_link_not_found");
const BROADCAST: Option<&str> = Some("404 broadcast_not_found");
const WEBHOOK: Option<&str> = Some("404 webhook_not_found");
const HOOK: &str = r#"{"url":"https://a.example/hooks","events":["*"]}"#;
const DESTINATION: &str = r#"{"url":"https://example.com/"}"#;
const SINCE: &str = r#"{"since":"2026-11-20T12:00:00Z"}"#;
const CAMPAIGN: &str = r#"{"title":"a","mode":"drip","audience":{},"message":{"text":"a"}}"#;
/// Placeholder bodies for files.
const PICTURE: Option<&str> = Some("a picture");
const SOUND: Option<&str> = Some("a sound");
const TABLE: Option<&str> = Some("label,url\r\na,https://example.com/\r\n");
const ARCHIVE: Option<&str> = Some("an archive");
const BUTTON: &str = r#"{"label":"a","url":"https://example.com"}"#;
const COPY: &str = r#"{"source":"{domain}","targets":["{domain}"],"parts":["buttons_segments"]}"#;

/// Provider id of a link that tests record without an engine.
pub(crate) const PROVIDER: &str = "pl_known";
const SLOTS: &str =
    r#"{"trial_countries":["DE"],"paid_countries":"rest","default_paid":true,"trial_days":7}"#;
const PIXEL: &str = r#"{"platform":"meta","pixel_id":"1","access_token":"t"}"#;

/// All operations.
#[rustfmt::skip]
pub(crate) const OPERATIONS: &[Operation] = &[
    ("GET", "/api-keys", "keys.view", None, None),
    ("POST", "/api-keys", "keys.mint", Some(r#"{"name":"a"}"#), None),
    ("GET", "/api-keys/self", "", None, None),
    ("GET", "/api-keys/{id}", "keys.view", None, KEY),
    ("DELETE", "/api-keys/{id}", "keys.revoke", None, KEY),
    ("POST", "/api-keys/{id}/rotate", "keys.mint", Some("{}"), KEY),
    ("GET", "/audit", "keys.view", None, None),
    ("GET", "/members", "team.view", None, None),
    ("POST", "/members", "team.edit", Some(r#"{"name":"a","email":"a@example.com"}"#), None),
    ("GET", "/members/{id}", "team.view", None, MEMBER),
    ("PATCH", "/members/{id}", "team.edit", Some(r#"{"name":"b"}"#), MEMBER),
    ("DELETE", "/members/{id}", "team.edit", None, MEMBER),
    ("POST", "/sessions", "", Some("{}"), None),
    ("GET", "/sessions", "", None, None),
    ("DELETE", "/sessions", "", None, None),
    ("GET", "/sessions/{id}", "", None, SESSION),
    ("DELETE", "/sessions/{id}", "", None, SESSION),
    ("GET", "/usage", "landings.view", None, None),
    ("GET", "/domains", "landings.view", None, None),
    ("POST", "/domains", "landings.register", Some(r#"{"hostname":"new.example","display_name":"a"}"#), None),
    ("GET", "/domains/{domain}", "landings.view", None, DOMAIN),
    ("DELETE", "/domains/{domain}", "landings.register", None, DOMAIN),
    ("POST", "/domains/{domain}/provision", "landings.register", Some("{}"), DOMAIN),
    ("POST", "/domains/{domain}/copy-from", "landings.copy", Some(r#"{"source":"{domain}"}"#), None),
    ("POST", "/bulk/copy-content", "landings.copy", Some(COPY), DOMAIN),
    ("POST", "/domains/{domain}/publish", "landings.publish", Some("{}"), DOMAIN),
    ("POST", "/domains/{domain}/rollback", "landings.publish", Some(r#"{"version":1}"#), DOMAIN),
    ("GET", "/domains/{domain}/versions", "landings.view", None, DOMAIN),
    ("GET", "/domains/{domain}/diff", "landings.view", None, DOMAIN),
    ("GET", "/domains/{domain}/simulate", "landings.view", None, DOMAIN),
    ("GET", "/segments/{domain}", "landings.view", None, DOMAIN),
    ("POST", "/segments/{domain}", "landings.edit_content", Some(r#"{"name":"a"}"#), DOMAIN),
    ("PATCH", "/segments/{domain}/{segment_id}", "landings.edit_content", Some(r#"{"name":"b"}"#), DOMAIN),
    ("DELETE", "/segments/{domain}/{segment_id}", "landings.edit_content", None, DOMAIN),
    ("GET", "/buttons/{domain}/{tier}", "landings.view", None, DOMAIN),
    ("POST", "/buttons/{domain}/{tier}", "landings.edit_content", Some(BUTTON), DOMAIN),
    ("PUT", "/buttons/{domain}/{tier}/order", "landings.edit_content", Some(r#"{"button_ids":[]}"#), DOMAIN),
    ("PATCH", "/buttons/{domain}/{tier}/{button_id}", "landings.edit_content", Some("{}"), DOMAIN),
    ("DELETE", "/buttons/{domain}/{tier}/{button_id}", "landings.edit_content", None, DOMAIN),
    ("GET", "/domains/{domain}/preview", "landings.view", None, DOMAIN),
    ("GET", "/bg?domain={domain}", "appearance.view", None, DOMAIN),
    ("POST", "/bg/canvas-color?domain={domain}", "appearance.edit", Some(r##"{"color":"#102030"}"##), DOMAIN),
    ("DELETE", "/bg/canvas-color?domain={domain}", "appearance.edit", None, DOMAIN),
    ("POST", "/bg/ui?domain={domain}", "appearance.edit", Some("{}"), DOMAIN),
    ("PUT", "/bg/design?domain={domain}", "appearance.edit", Some(r#"{"kind":"builtin"}"#), DOMAIN),
    ("GET", "/bg/source?domain={domain}&variant=mobile", "appearance.view", None, DOMAIN),
    ("PUT", "/bg/source?domain={domain}&variant=mobile", "appearance.edit", PICTURE, DOMAIN),
    ("DELETE", "/bg/source?domain={domain}&variant=mobile", "appearance.edit", None, DOMAIN),
    ("GET", "/notification/{domain}", "notifications.view", None, DOMAIN),
    ("PATCH", "/notification/{domain}", "notifications.edit", Some(r#"{"title":"a"}"#), DOMAIN),
    ("PUT", "/notification/{domain}/avatar", "notifications.edit", PICTURE, DOMAIN),
    ("PUT", "/notification/{domain}/sound", "notifications.edit", SOUND, DOMAIN),
    ("PUT", "/notification/{domain}/preset", "notifications.edit", Some(r#"{"preset_id":null,"enabled":false}"#), DOMAIN),
    ("GET", "/library/notifications", "notifications.view", None, None),
    ("POST", "/library/notifications", "notifications.library", Some(r#"{"name":"a"}"#), None),
    ("POST", "/library/notifications/from-domain", "notifications.library", Some(r#"{"domain":"{domain}","name":"b"}"#), DOMAIN),
    ("PATCH", "/library/notifications/{id}", "notifications.library", Some(r#"{"title":"b"}"#), PRESET),
    ("DELETE", "/library/notifications/{id}", "notifications.library", None, PRESET),
    ("PUT", "/library/notifications/{id}/avatar", "notifications.library", PICTURE, PRESET),
    ("PUT", "/library/notifications/{id}/sound", "notifications.library", SOUND, PRESET),
    ("GET", "/smartlinks?domain={domain}", "links.view", None, DOMAIN),
    ("POST", "/smartlinks", "links.create", Some(r#"{"domain":"{domain}","slug":"new"}"#), DOMAIN),
    ("GET", "/smartlinks/{id}", "links.view", None, SMART_LINK),
    ("PATCH", "/smartlinks/{id}", "links.create", Some(r#"{"active":false}"#), SMART_LINK),
    ("DELETE", "/smartlinks/{id}", "links.create", None, SMART_LINK),
    ("POST", "/smartlinks/{id}/simulate", "links.view", Some("{}"), SMART_LINK),
    ("GET", "/links/health", "links.view", None, None),
    ("PUT", "/links/health", "links.create", Some(r#"{"enabled":false}"#), None),
    ("POST", "/links/health/check", "links.create", Some(DESTINATION), Some("404 destination_not_found")),
    ("GET", "/smart-links", "links.view", None, None),
    ("POST", "/domains/{domain}/provision-links", "links.provision", Some(SLOTS), DOMAIN),
    ("POST", "/domains/{domain}/provision-links/dry-run", "links.provision", Some(SLOTS), DOMAIN),
    ("GET", "/domains/{domain}/links/{link_id}", "links.view", None, DOMAIN),
    ("PATCH", "/domains/{domain}/links/{link_id}", "links.toggle", Some(r#"{"active":true}"#), DOMAIN),
    ("GET", "/smart-links/{provider_id}/pixels", "links.pixels", None, SMART_LINK),
    ("PUT", "/smart-links/{provider_id}/pixels", "links.pixels", Some(PIXEL), SMART_LINK),
    ("DELETE", "/smart-links/{provider_id}/pixels/{platform}", "links.pixels", None, SMART_LINK),
    ("GET", "/qr/presets", "qr.view", None, None),
    ("POST", "/qr/preview", "qr.view", Some(r#"{"domain":"{domain}"}"#), DOMAIN),
    ("PUT", "/qr/logo", "qr.edit", PICTURE, None),
    ("GET", "/qr/{domain}", "qr.view", None, DOMAIN),
    ("POST", "/qr/{domain}", "qr.edit", Some(r#"{"slug":"new"}"#), DOMAIN),
    ("GET", "/qr/{domain}/{id}", "qr.view", None, DOMAIN),
    ("PATCH", "/qr/{domain}/{id}", "qr.edit", Some(r#"{"slug":"other"}"#), DOMAIN),
    ("GET", "/qr/{domain}/{id}/image.svg", "qr.view", None, DOMAIN),
    ("GET", "/qr/{domain}/{id}/image.png", "qr.view", None, DOMAIN),
    ("GET", "/qr/{domain}/{id}/image.pdf", "qr.view", None, DOMAIN),
    ("GET", "/qr/{domain}/{id}/image.eps", "qr.view", None, DOMAIN),
    ("GET", "/qr/{domain}/sheet.pdf", "qr.view", None, DOMAIN),
    ("GET", "/smart-links/{provider_id}/pixels/{platform}/deliveries", "links.pixels", None, SMART_LINK),
    ("POST", "/smart-links/{provider_id}/pixels/{platform}/test", "links.pixels", Some("{}"), SMART_LINK),
    ("POST", "/smart-links/{provider_id}/pixels/{platform}/deliveries/redrive", "links.pixels", Some("{}"), SMART_LINK),
    ("GET", "/sources/{domain}/spenders", "stats.sources", None, DOMAIN),
    ("GET", "/sources/{domain}/spenders/{fan_id}/explain", "stats.sources", None, DOMAIN),
    ("GET", "/domains/{domain}/links/{link_id}/spenders", "stats.links", None, DOMAIN),
    ("GET", "/domains/{domain}/stats", "stats.sources", None, DOMAIN),
    ("GET", "/domains/{domain}/experiments", "stats.sources", None, DOMAIN),
    ("GET", "/stats/overview", "stats.overview", None, None),
    ("GET", "/conversions?domain={domain}", "stats.sources", None, DOMAIN),
    ("GET", "/content", "vault.view", None, None),
    ("GET", "/content/{content_id}", "vault.view", None, None),
    ("GET", "/requests", "vault.view", None, None),
    ("POST", "/requests/{request_id}/respond", "vault.respond", Some(r#"{"action":"start"}"#), REQUEST),
    ("GET", "/broadcasts", "broadcasts.view", None, None),
    ("POST", "/broadcasts", "broadcasts.create", Some(CAMPAIGN), None),
    ("POST", "/broadcasts/preview", "broadcasts.preview", Some(r#"{"audience":{}}"#), None),
    ("GET", "/broadcasts/gate", "broadcasts.view", None, None),
    ("GET", "/broadcasts/{id}", "broadcasts.view", None, BROADCAST),
    ("POST", "/broadcasts/{id}/launch", "broadcasts.deliver", Some("{}"), BROADCAST),
    ("POST", "/broadcasts/{id}/pause", "broadcasts.deliver", Some("{}"), BROADCAST),
    ("POST", "/broadcasts/{id}/resume", "broadcasts.deliver", Some("{}"), BROADCAST),
    ("POST", "/broadcasts/{id}/cancel", "broadcasts.deliver", Some("{}"), BROADCAST),
    ("POST", "/broadcasts/{id}/unschedule", "broadcasts.deliver", Some("{}"), BROADCAST),
    ("GET", "/broadcasts/{id}/report", "broadcasts.view", None, BROADCAST),
    ("GET", "/broadcasts/{id}/audit", "broadcasts.view", None, BROADCAST),
    ("GET", "/export", "integrations.export", None, None),
    ("GET", "/export/links?domain={domain}", "integrations.export", None, DOMAIN),
    ("POST", "/import/links?domain={domain}", "integrations.import", TABLE, DOMAIN),
    ("POST", "/import/archive", "integrations.import", ARCHIVE, None),
    ("POST", "/import", "integrations.import", Some(r#"{"document":{"version":1}}"#), None),
    ("GET", "/webhooks", "integrations.view", None, None),
    ("POST", "/webhooks", "integrations.webhooks", Some(HOOK), None),
    ("GET", "/webhooks/{id}", "integrations.view", None, WEBHOOK),
    ("PATCH", "/webhooks/{id}", "integrations.webhooks", Some(r#"{"active":false}"#), WEBHOOK),
    ("DELETE", "/webhooks/{id}", "integrations.webhooks", None, WEBHOOK),
    ("POST", "/webhooks/{id}/rotate", "integrations.webhooks", Some("{}"), WEBHOOK),
    ("POST", "/webhooks/{id}/test", "integrations.webhooks", Some("{}"), WEBHOOK),
    ("GET", "/webhooks/{id}/deliveries", "integrations.view", None, WEBHOOK),
    ("POST", "/webhooks/{id}/deliveries/{delivery_id}/redeliver", "integrations.webhooks", Some("{}"), WEBHOOK),
    ("POST", "/webhooks/{id}/redrive", "integrations.webhooks", Some(SINCE), WEBHOOK),
];

/// Returns whether an operation only reads, including reading POSTs.
pub(crate) fn only_looks((method, path, ..): &Operation) -> bool {
    *method == "GET" || ["/simulate", "/dry-run", "/preview"].iter().any(|end| path.ends_with(end))
}

/// Returns the file for a placeholder body, or the body itself.
fn content(body: &str) -> Vec<u8> {
    match Some(body) {
        PICTURE => png(),
        SOUND => wav(),
        ARCHIVE => packed(&[("export.json", br#"{"version":1}"#)]),
        _ => body.as_bytes().to_vec(),
    }
}

/// Values for the placeholders of paths and bodies.
pub(crate) struct Names(Vec<(&'static str, String)>);

impl Names {
    pub(crate) fn fill(&self, template: &str) -> String {
        self.0.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
    }

    /// Replaces the broadcast.
    pub(crate) fn with_broadcast(self, id: i64) -> Self {
        let other = |(name, value)| match name {
            "broadcasts/{id}" => (name, format!("broadcasts/{id}")),
            _ => (name, value),
        };
        Self(self.0.into_iter().map(other).collect())
    }

    /// The same with another funnel link.
    pub(crate) fn with_link(self, id: i64) -> Self {
        let other = |(name, value)| if name == "{link_id}" { (name, id.to_string()) } else { (name, value) };
        Self(self.0.into_iter().map(other).collect())
    }

    fn missing() -> Self {
        let id = "0".repeat(26);
        Self(vec![
            ("api-keys/{id}", "api-keys/9000000000".to_owned()),
            ("members/{id}", "members/9000000000".to_owned()),
            ("sessions/{id}", format!("sessions/ses_{id}")),
            ("notifications/{id}", "notifications/9000000000".to_owned()),
            ("smartlinks/{id}", "smartlinks/9000000000".to_owned()),
            ("broadcasts/{id}", "broadcasts/9000000000".to_owned()),
            ("webhooks/{id}", format!("webhooks/hook_{id}")),
            ("{delivery_id}", "9000000000".to_owned()),
            ("qr/{domain}/{id}", "qr/missing.example/9000000000".to_owned()),
            ("{link_id}", "9000000000".to_owned()),
            ("{content_id}", "9000000000".to_owned()),
            ("{request_id}", "9000000000".to_owned()),
            ("{provider_id}", "nothing".to_owned()),
            ("{platform}", "meta".to_owned()),
            ("{fan_id}", "nobody".to_owned()),
            ("{domain}", "missing.example".to_owned()),
            ("{tier}", format!("seg_{id}")),
            ("{segment_id}", format!("seg_{id}")),
            ("{button_id}", format!("btn_{id}")),
        ])
    }

    /// Creates one of each thing with this key.
    pub(crate) async fn of(api: &Api, host: &str) -> Self {
        api.register(host).await.expect(201);
        let segment = api.post(&format!("/segments/{host}"), &json!({ "name": "a" })).await.expect(201);
        let segment = segment.text_at("segment_id");
        let button = api.button(host, &segment, "a").await;
        api.publish(host).await;
        let key = api.post("/api-keys", &json!({ "name": "a" })).await.expect(201).json()["id"].clone();
        let member = json!({ "name": "a", "email": "a@example.com" });
        let member = api.post("/members", &member).await.expect(201).json()["id"].clone();
        let session = api.post("/sessions", &json!({})).await.expect(201).text_at("id");
        let preset = api.post("/library/notifications", &json!({ "name": "mine" })).await.expect(201);
        let smart_link = json!({ "domain": host, "slug": "vip" });
        let smart_link = api.post("/smartlinks", &smart_link).await.expect(201).json()["id"].clone();
        let code = api.post(&format!("/qr/{host}"), &json!({ "slug": "flyer" })).await.expect(201).json();
        let campaign: Value = serde_json::from_str(CAMPAIGN).unwrap();
        let webhook = json!({ "url": "https://a.example/", "events": ["webhook.disabled"] });
        let webhook = api.post("/webhooks", &webhook).await.expect(201).text_at("id");
        let broadcast = api.post("/broadcasts", &campaign).await.expect(201).json()["id"].clone();
        Self(vec![
            ("qr/{domain}/{id}", format!("qr/{host}/{}", code["id"])),
            ("smartlinks/{id}", format!("smartlinks/{smart_link}")),
            ("broadcasts/{id}", format!("broadcasts/{broadcast}")),
            ("webhooks/{id}", format!("webhooks/{webhook}")),
            ("{delivery_id}", "9000000000".to_owned()),
            ("{link_id}", "1".to_owned()),
            ("{content_id}", "10001".to_owned()),
            ("{request_id}", "1".to_owned()),
            ("{provider_id}", PROVIDER.to_owned()),
            ("{platform}", "meta".to_owned()),
            ("{fan_id}", "nobody".to_owned()),
            ("api-keys/{id}", format!("api-keys/{key}")),
            ("members/{id}", format!("members/{member}")),
            ("sessions/{id}", format!("sessions/{session}")),
            ("notifications/{id}", format!("notifications/{}", preset.json()["id"])),
            ("{domain}", host.to_owned()),
            ("{tier}", segment.clone()),
            ("{segment_id}", segment),
            ("{button_id}", button),
        ])
    }
}

async fn call(api: &Api, operation: &Operation, names: &Names) -> Reply {
    Reply::of(prepared(api, operation, names)).await
}

/// Prepares the call of an operation with its valid body.
pub(crate) fn prepared(api: &Api, operation: &Operation, names: &Names) -> RequestBuilder {
    let (method, path, _, body, _) = operation;
    let request = api.request(method.parse().unwrap(), &names.fill(path));
    match body {
        Some(file) => {
            let kind = match *body {
                TABLE => "text/csv",
                ARCHIVE => "application/zip",
                _ => "application/json",
            };
            request.header("content-type", kind).body(content(&names.fill(file)))
        }
        None => request,
    }
}

/// Calls the operation with an invalid body and missing things. The caller's rights are checked
/// before both.
async fn call_blindly(api: &Api, operation: &Operation, header: Option<&str>) -> Reply {
    let path = format!("/api/admin{}", Names::missing().fill(operation.1));
    let request = api.anonymous(operation.0.parse().unwrap(), &path).body("{");
    let request = request.header("content-type", "application/json");
    Reply::of(header.into_iter().fold(request, |request, value| request.header("authorization", value))).await
}

#[test]
fn the_table_is_complete() {
    let document = serde_json::to_value(admin_api::openapi::document()).unwrap();
    let mut served = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let takes_body = operation.get("requestBody").is_some();
            served.insert(format!("{} {path} {takes_body}", method.to_uppercase()));
        }
    }
    let listed = |(method, path, _, body, _): &Operation| {
        let path = path.split('?').next().unwrap();
        format!("{method} /api/admin{path} {}", body.is_some())
    };
    assert_eq!(OPERATIONS.iter().map(listed).collect::<BTreeSet<_>>(), served);
}

#[test]
fn the_document_names_the_permission_of_each_operation() {
    let document = serde_json::to_value(admin_api::openapi::document()).unwrap();
    for operation in OPERATIONS {
        let path = format!("/api/admin{}", operation.1.split('?').next().unwrap());
        let named = &document["paths"][path][operation.0.to_lowercase()]["x-permission"];
        let (tab, function) = operation.2.split_once('.').unwrap_or_default();
        let scope = if only_looks(operation) { "read" } else { "write" };
        let expected = match tab {
            "" => Value::Null,
            _ => json!({ "tab": tab, "function": function, "scope": scope }),
        };
        assert_eq!(*named, expected, "{operation:?}");
    }
}
