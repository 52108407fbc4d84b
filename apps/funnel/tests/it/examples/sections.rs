//! Sections of the recorded examples, in the order of a journey.

use super::*;

/// Provisions links; returns the id of the paid link.
pub(super) async fn links(recorder: &mut Recorder<'_>) -> String {
    let domain = ("domain", HOST);
    let slots = slots(&["DE", "AT"]);
    recorder.call("POST /domains/{domain}/provision-links/dry-run", &[domain], Some(slots.clone())).await;
    let made = recorder.call("POST /domains/{domain}/provision-links", &[domain], Some(slots)).await;
    recorder.call("GET /smart-links", &[], None).await;
    let mut links = made["links"]["items"].as_array().unwrap().iter();
    let paid = links.find(|link| link["offer"] == "paid").unwrap();
    let link_id = paid["id"].to_string();
    let path = "PATCH /domains/{domain}/links/{link_id}";
    recorder.call(path, &[domain, ("link_id", &link_id)], Some(json!({ "active": false }))).await;
    recorder.call(path, &[domain, ("link_id", &link_id)], Some(json!({ "active": true }))).await;
    let path = "GET /domains/{domain}/links/{link_id}";
    recorder.call(path, &[domain, ("link_id", &link_id)], None).await;
    let path = "GET /domains/{domain}/links/{link_id}/spenders";
    recorder.call(path, &[domain, ("link_id", &link_id)], None).await;
    let policy = json!({ "domain": HOST, "slug": "vip", "name": "VIP", "policy": only("paid") });
    let smart_link = recorder.call("POST /smartlinks", &[], Some(policy)).await["id"].to_string();
    let id = ("id", smart_link.as_str());
    recorder.call("GET /smartlinks", &[domain], None).await;
    recorder.call("GET /smartlinks/{id}", &[id], None).await;
    recorder.call("PATCH /smartlinks/{id}", &[id], Some(json!({ "name": "VIP of the summer" }))).await;
    let asked = json!({ "country": "DE", "samples": 1000 });
    recorder.call("POST /smartlinks/{id}/simulate", &[id], Some(asked)).await;
    paid["provider_id"].as_str().unwrap().to_owned()
}

/// Simulates fans who come over the link, buy, and request content.
pub(super) async fn fans(funnel: &Funnel, provider: &str) {
    let url = format!("http://{}", funnel.real.server.addresses().edge.unwrap());
    let target = PushTarget { url, mode: PushMode::default(), replay: false };
    funnel.sim.push_to(ACCOUNT, &target).await.unwrap();
    for cents in [1_499, 2_499] {
        let then = vec![
            Act::Subscribe { trial: false, price_cents: Some(cents) },
            Act::Message,
            Act::Buy {
                kind: None,
                gross_cents: cents * 3,
                content_ids: vec![10_001],
                bundle_key: None,
                bundle_name: None,
            },
            Act::Request { text: "a song".to_owned(), offered_cents: 900 },
        ];
        let visit = Visit { provider_id: Some(provider.to_owned()), then: Some(then), ..Visit::default() };
        funnel.sim.visit(ACCOUNT, &visit).await.unwrap();
    }
    funnel.sim.pushed(ACCOUNT, PUSHED).await.unwrap();
}

pub(super) async fn keys_and_members(recorder: &mut Recorder<'_>) {
    let member =
        json!({ "name": "Ann", "email": "ann@example.com", "caps": { "landings": ["view", "publish"] } });
    let member = recorder.call("POST /members", &[], Some(member)).await["id"].to_string();
    let id = ("id", member.as_str());
    recorder.call("GET /members", &[], None).await;
    recorder.call("GET /members/{id}", &[id], None).await;
    recorder.call("PATCH /members/{id}", &[id], Some(json!({ "name": "Ann Smith" }))).await;
    let key = json!({ "name": "reports", "scopes": ["read"], "tabs": ["stats"] });
    let key = recorder.call("POST /api-keys", &[], Some(key)).await["id"].to_string();
    let overlap = json!({ "overlap_seconds": 3600 });
    recorder.call("POST /api-keys/{id}/rotate", &[("id", &key)], Some(overlap)).await;
    recorder.call("GET /api-keys/{id}", &[("id", &key)], None).await;
    recorder.call("GET /api-keys", &[], None).await;
    recorder.call("GET /api-keys/self", &[], None).await;
    sessions(recorder).await;
}

pub(super) async fn sessions(recorder: &mut Recorder<'_>) {
    let begun = json!({ "browser": "Firefox on Linux" });
    let id = recorder.call("POST /sessions", &[], Some(begun)).await["id"].as_str().unwrap().to_owned();
    recorder.call("GET /sessions", &[], None).await;
    recorder.call("GET /sessions/{id}", &[("id", &id)], None).await;
    recorder.call("DELETE /sessions", &[("except", &id)], None).await;
    recorder.call("DELETE /sessions/{id}", &[("id", &id)], None).await;
}

pub(super) async fn domains(recorder: &mut Recorder<'_>, funnel: &Funnel) {
    let made = json!({ "hostname": "second.example.com", "display_name": "Second page" });
    recorder.call("POST /domains", &[], Some(made)).await;
    recorder.call("GET /usage", &[], None).await;
    recorder.call("GET /domains", &[], None).await;
    recorder.call("GET /domains/{domain}", &[("domain", HOST)], None).await;
    let second = ("domain", "second.example.com");
    let failed = "UPDATE domains SET infra_state = 'failed', next_attempt_at = NULL WHERE hostname = 'second.example.com'";
    assert_eq!(funnel.real.sql().await.execute(failed, &[]).await.unwrap(), 1);
    recorder.call("POST /domains/{domain}/provision", &[second], Some(json!({}))).await;
    recorder.call("POST /domains/{domain}/copy-from", &[second], Some(json!({ "source": HOST }))).await;
    let copy = json!({ "source": HOST, "targets": ["second.example.com"], "parts": ["ui", "bg"] });
    recorder.call("POST /bulk/copy-content", &[], Some(copy)).await;
    let mut document = recorder.call("GET /export", &[("parts", "domains"), second], None).await;
    document["domains"][0]["display_name"] = json!("Second page, renamed");
    let archive = packed(&[("export.json", document.to_string().as_bytes())]);
    let import = json!({ "document": document, "dry_run": true, "on_conflict": "replace" });
    recorder.call("POST /import", &[], Some(import)).await;
    recorder.archive("/import/archive", &[("dry_run", "true"), ("on_conflict", "replace")], archive).await;
    recorder.call("GET /export/links", &[second], None).await;
    let table = "label,url,position\r\nPhotos,https://example.com/photos,0\r\n";
    recorder.table("/import/links", &[second], table).await;
}

pub(super) async fn page(recorder: &mut Recorder<'_>, funnel: &Funnel) {
    let domain = ("domain", HOST);
    recorder.call("POST /domains/{domain}/publish", &[domain], Some(json!({}))).await;
    let segment = json!({ "name": "Austria, evenings", "countries": ["AT"] });
    let segment = recorder.call("POST /segments/{domain}", &[domain], Some(segment)).await;
    let segment = segment["segment_id"].as_str().unwrap().to_owned();
    let renamed = json!({ "name": "Austria" });
    let named = [domain, ("segment_id", segment.as_str())];
    recorder.call("PATCH /segments/{domain}/{segment_id}", &named, Some(renamed)).await;
    recorder.call("GET /segments/{domain}", &[domain], None).await;
    let tier = [domain, ("tier", segment.as_str())];
    let button = json!({ "label": "Photos", "url": "https://example.com/photos" });
    let button = recorder.call("POST /buttons/{domain}/{tier}", &tier, Some(button)).await;
    let button = button["button_id"].as_str().unwrap().to_owned();
    let named = [domain, ("tier", segment.as_str()), ("button_id", button.as_str())];
    let label = json!({ "label": "New photos" });
    recorder.call("PATCH /buttons/{domain}/{tier}/{button_id}", &named, Some(label)).await;
    let order = json!({ "button_ids": [button] });
    recorder.call("PUT /buttons/{domain}/{tier}/order", &tier, Some(order)).await;
    recorder.call("GET /buttons/{domain}/{tier}", &tier, None).await;
    recorder.call("POST /bg/canvas-color", &[domain], Some(json!({ "color": "#102030" }))).await;
    let ui = json!({ "buttons": { "shape": "pill", "fill": "solid", "color": "#e0245e" } });
    recorder.call("POST /bg/ui", &[domain], Some(ui)).await;
    recorder.call("PUT /bg/design", &[domain], Some(json!({ "kind": "builtin" }))).await;
    let mobile = [domain, ("variant", "mobile")];
    recorder.upload("/bg/source", &mobile, png()).await;
    recorder.call("GET /bg/source", &mobile, None).await;
    recorder.call("GET /bg", &[domain], None).await;
    recorder.call("DELETE /bg/source", &mobile, None).await;
    recorder.call("DELETE /bg/canvas-color", &[domain], None).await;
    recorder.call("GET /domains/{domain}/diff", &[domain], None).await;
    let visitor = [domain, ("country", "AT"), ("device", "mobile"), ("draft", "true")];
    recorder.call("GET /domains/{domain}/simulate", &visitor, None).await;
    recorder
        .call("GET /domains/{domain}/preview", &[domain, ("country", "AT"), ("device", "mobile")], None)
        .await;
    funnel.real.api.publish(HOST).await;
    recorder.call("GET /domains/{domain}/versions", &[domain], None).await;
    recorder.call("POST /domains/{domain}/rollback", &[domain], Some(json!({ "version": 1 }))).await;
}

pub(super) async fn banners(recorder: &mut Recorder<'_>) {
    let domain = ("domain", HOST);
    let banner = json!({ "title": "New here?", "body": "Say hello", "link_text": "Open", "enabled": true });
    recorder.call("PATCH /notification/{domain}", &[domain], Some(banner)).await;
    recorder.upload("/notification/{domain}/avatar", &[domain], png()).await;
    recorder.upload("/notification/{domain}/sound", &[domain], wav()).await;
    let kept = json!({ "domain": HOST, "name": "Hello" });
    recorder.call("POST /library/notifications/from-domain", &[], Some(kept)).await;
    let preset = json!({ "name": "Welcome", "title": "New here?", "body": "Say hello", "link_text": "Open" });
    let preset = recorder.call("POST /library/notifications", &[], Some(preset)).await["id"].clone();
    let id = preset.to_string();
    let id = ("id", id.as_str());
    recorder.call("PATCH /library/notifications/{id}", &[id], Some(json!({ "title": "Welcome" }))).await;
    recorder.upload("/library/notifications/{id}/avatar", &[id], png()).await;
    recorder.upload("/library/notifications/{id}/sound", &[id], wav()).await;
    recorder.call("GET /library/notifications", &[], None).await;
    let assigned = json!({ "preset_id": preset, "enabled": true });
    recorder.call("PUT /notification/{domain}/preset", &[domain], Some(assigned)).await;
    recorder.call("GET /notification/{domain}", &[domain], None).await;
}

pub(super) async fn codes(recorder: &mut Recorder<'_>) {
    let domain = ("domain", HOST);
    let presets = recorder.call("GET /qr/presets", &[], None).await;
    let preset = presets["items"][0]["id"].clone();
    let code = json!({ "slug": "flyer", "title": "Flyer", "channel": "print", "preset": preset.clone() });
    let code = recorder.call("POST /qr/{domain}", &[domain], Some(code)).await["id"].to_string();
    let named = [domain, ("id", code.as_str())];
    recorder.call("GET /qr/{domain}", &[domain], None).await;
    recorder.call("GET /qr/{domain}/{id}", &named, None).await;
    recorder.call("PATCH /qr/{domain}/{id}", &named, Some(json!({ "title": "Flyer of May" }))).await;
    recorder.call("GET /qr/{domain}/{id}/image.svg", &named, None).await;
    recorder.call("GET /qr/{domain}/{id}/image.png", &named, None).await;
    recorder.call("GET /qr/{domain}/{id}/image.pdf", &named, None).await;
    recorder.call("GET /qr/{domain}/{id}/image.eps", &named, None).await;
    recorder.call("GET /qr/{domain}/sheet.pdf", &[domain, ("copies", "4")], None).await;
    recorder.upload("/qr/logo", &[], png()).await;
    let design = json!({ "domain": HOST, "slug": "flyer", "preset": preset });
    recorder.call("POST /qr/preview", &[], Some(design)).await;
}

pub(super) async fn pixels(recorder: &mut Recorder<'_>, funnel: &Funnel, provider: &str) {
    let link = ("provider_id", provider);
    let pixel =
        json!({ "platform": "meta", "pixel_id": "1234567890", "access_token": "token-of-the-platform" });
    recorder.call("PUT /smart-links/{provider_id}/pixels", &[link], Some(pixel)).await;
    recorder.call("GET /smart-links/{provider_id}/pixels", &[link], None).await;
    let named = [link, ("platform", "meta")];
    let test = json!({ "test_event_code": "TEST1" });
    let path = "/smart-links/{provider_id}/pixels/{platform}";
    recorder.call(&format!("POST {path}/test"), &named, Some(test)).await;
    recorder.call(&format!("POST {path}/deliveries/redrive"), &named, Some(json!({}))).await;
    recorder.call(&format!("GET {path}/deliveries"), &named, None).await;
    assert!(!funnel.sim.received(Platform::Meta).await.unwrap().is_empty());
}

pub(super) async fn stats(recorder: &mut Recorder<'_>) {
    let domain = ("domain", HOST);
    recorder.call("GET /domains/{domain}/stats", &[domain], None).await;
    recorder.call("GET /domains/{domain}/experiments", &[domain], None).await;
    recorder.call("GET /stats/overview", &[], None).await;
    recorder.call("GET /conversions", &[domain, ("limit", "2")], None).await;
    recorder.call("GET /audit", &[], None).await;
    let spenders = recorder.call("GET /sources/{domain}/spenders", &[domain], None).await;
    let fan = spenders["spenders"][0]["fan_id"].as_str().unwrap_or("fan_1").to_owned();
    let named = [domain, ("fan_id", fan.as_str())];
    recorder.call("GET /sources/{domain}/spenders/{fan_id}/explain", &named, None).await;
}

pub(super) async fn vault(recorder: &mut Recorder<'_>, funnel: &Funnel) {
    let listed = recorder.call("GET /content", &[("sort", "buyers"), ("limit", "2")], None).await;
    let item = listed["items"][0]["content_id"].to_string();
    recorder.call("GET /content/{content_id}", &[("content_id", &item)], None).await;
    let request = eventually("a request of a fan", async || {
        let listed = funnel.real.api.get("/requests").await.expect(200).json();
        listed["items"].as_array().unwrap().first().map(|request| request["id"].to_string())
    })
    .await;
    recorder.call("GET /requests", &[], None).await;
    let answer = json!({ "action": "start" });
    recorder.call("POST /requests/{request_id}/respond", &[("request_id", &request)], Some(answer)).await;
}

pub(super) async fn broadcasts(recorder: &mut Recorder<'_>) {
    let audience = json!({ "tier": "all", "status": "any" });
    recorder.call("POST /broadcasts/preview", &[], Some(json!({ "audience": audience }))).await;
    let campaign = |schedule: Option<i64>| {
        let mut campaign = json!({ "title": "Summer", "mode": "segmented", "audience": audience,
            "message": { "text": "Hi there", "media_ids": ["10001"], "price_cents": 500 } });
        if let Some(moment) = schedule {
            campaign["schedule"] = json!({ "start_at": moment });
        }
        campaign
    };
    let id = recorder.call("POST /broadcasts", &[], Some(campaign(None))).await["id"].to_string();
    let id = ("id", id.as_str());
    for step in ["launch", "pause", "resume", "cancel"] {
        recorder.call(&format!("POST /broadcasts/{{id}}/{step}"), &[id], Some(json!({}))).await;
    }
    let planned = recorder.api.post("/broadcasts", &campaign(Some(later()))).await.expect(201).json();
    let planned = planned["id"].to_string();
    recorder.api.post(&format!("/broadcasts/{planned}/launch"), &json!({})).await.expect(200);
    recorder.call("POST /broadcasts/{id}/unschedule", &[("id", &planned)], Some(json!({}))).await;
    recorder.call("GET /broadcasts/gate", &[], None).await;
    recorder.call("GET /broadcasts", &[], None).await;
    recorder.call("GET /broadcasts/{id}", &[id], None).await;
    recorder.call("GET /broadcasts/{id}/report", &[id], None).await;
    recorder.call("GET /broadcasts/{id}/audit", &[id], None).await;
}

pub(super) async fn webhooks(recorder: &mut Recorder<'_>, funnel: &Funnel) {
    let receiver = Receiver::start().await;
    recorder.receiver = receiver.url("");
    let body = json!({ "url": receiver.url("/hooks/funnel"), "events": ["key.created", "key.revoked"],
        "description": "CRM" });
    let id = recorder.call("POST /webhooks", &[], Some(body)).await["id"].as_str().unwrap().to_owned();
    let id = ("id", id.as_str());
    recorder.call("POST /webhooks/{id}/rotate", &[id], Some(json!({ "overlap_seconds": 3600 }))).await;
    recorder.call("POST /webhooks/{id}/test", &[id], Some(json!({}))).await;
    recorder.api.post("/api-keys", &json!({ "name": "reported" })).await.expect(201);
    let listed = recorder.api.get(&format!("/webhooks/{}/deliveries", id.1)).await.expect(200).json();
    let delivery = listed["items"][0]["delivery_id"].to_string();
    // Marks the delivery as sent, because no worker runs.
    let sent = r#"UPDATE webhook_deliveries SET state = 'delivered', attempts = 1, last_status = 204, last_answer = '',
        attempt_log = '[{"at": 1795644947000, "status": 204, "failure": null, "ms": 3}]'"#;
    funnel.real.sql().await.execute(sent, &[]).await.unwrap();
    recorder.call("GET /webhooks/{id}/deliveries", &[id], None).await;
    let named = [id, ("delivery_id", delivery.as_str())];
    recorder.call("POST /webhooks/{id}/deliveries/{delivery_id}/redeliver", &named, Some(json!({}))).await;
    let since = json!({ "since": "2026-11-20T12:00:00Z" });
    recorder.call("POST /webhooks/{id}/redrive", &[id], Some(since)).await;
    recorder.call("GET /webhooks", &[], None).await;
    recorder.call("GET /webhooks/{id}", &[id], None).await;
    recorder.fail(Method::POST, &format!("/webhooks/{}/deliveries/0/redeliver", id.1), json!({})).await;
    recorder.call("PATCH /webhooks/{id}", &[id], Some(json!({ "active": false }))).await;
    recorder.call("DELETE /webhooks/{id}", &[id], None).await;
    recorder.fail(Method::GET, &format!("/webhooks/{}", id.1), Value::Null).await;
}

pub(super) async fn destinations(recorder: &mut Recorder<'_>, funnel: &Funnel) {
    let shop = Receiver::start().await;
    recorder.receiver = shop.url("");
    recorder.call("PUT /links/health", &[], Some(json!({ "enabled": true }))).await;
    // Inserts the destination, because no worker runs.
    let destination = "INSERT INTO destinations (owner_id, url, domains, next_look_at)
        SELECT owner_id, $1::text, $2::text[], now() FROM destination_checks";
    let url = shop.url("/sale");
    funnel.real.sql().await.execute(destination, &[&url, &vec![HOST]]).await.unwrap();
    recorder.call("POST /links/health/check", &[], Some(json!({ "url": url }))).await;
    recorder.call("GET /links/health", &[], None).await;
    let other = json!({ "url": shop.url("/other") });
    recorder.fail(Method::POST, "/links/health/check", other).await;
}
