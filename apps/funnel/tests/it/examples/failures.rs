//! Examples of error responses: each code, and each sentence without a code.

use engine_sim::{Fault, FaultKind};
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, IF_MATCH};
use serde_json::{Value, json};

use super::Recorder;
use crate::journey::{Funnel, HOST, only};
use crate::media::wav;
use crate::real::{Api, Real, Reply};
use crate::support::Service;

/// A domain with an unedited page.
const BARE: &str = "bare.example.com";

/// More than any plan allows.
const MANY: usize = 1_000;

pub(super) async fn all(recorder: &mut Recorder<'_>, funnel: &Funnel, late: impl Future<Output = Value>) {
    missing(recorder).await;
    values(recorder).await;
    requests(recorder).await;
    states(recorder, funnel).await;
    rights(recorder).await;
    limits(recorder, &funnel.real).await;
    engine(recorder, funnel).await;
    service(recorder).await;
    recorder.note(late.await);
}

/// Returns the delayed response to a body that stalls.
pub(super) fn late(real: &Real) -> impl Future<Output = Value> + use<> {
    let head = format!(
        "POST /api/admin/members HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nConnection: close\r\nContent-Length: 100",
        real.api.token
    );
    let api = real.server.addresses().api.unwrap();
    let talk = tokio::task::spawn_blocking(move || {
        use std::io::{Read as _, Write as _};
        let mut stream = std::net::TcpStream::connect(api).unwrap();
        write!(stream, "{head}\r\n\r\n{{").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    });
    async move {
        let answer = talk.await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 408"), "{head}");
        serde_json::from_str(body).unwrap()
    }
}

async fn missing(recorder: &mut Recorder<'_>) {
    for path in [
        "/domains/missing.example.com",
        &format!("/buttons/{HOST}/seg_00000000000000000000000000"),
        "/smartlinks/9000000000",
        "/broadcasts/9000000000",
        &format!("/qr/{HOST}/9000000000"),
        "/content/9",
    ] {
        recorder.fail(Method::GET, path, Value::Null).await;
    }
    let session = format!("/sessions/ses_{}", "0".repeat(26));
    for path in ["/api-keys/9000000000", "/members/9000000000", "/library/notifications/9000000000", &session]
    {
        recorder.fail(Method::DELETE, path, Value::Null).await;
    }
    let version = format!("/domains/{HOST}/rollback");
    recorder.fail(Method::POST, &version, json!({ "version": 9999 })).await;
    recorder.fail(Method::POST, "/requests/9/respond", json!({ "action": "start" })).await;
}

async fn values(recorder: &mut Recorder<'_>) {
    recorder.fail(Method::POST, "/domains", json!({ "hostname": HOST, "display_name": "" })).await;
    let taken = json!({ "hostname": HOST, "display_name": "Again" });
    recorder.fail(Method::POST, "/domains", taken).await;
    recorder.fail(Method::POST, "/smartlinks", json!({ "domain": HOST, "slug": "vip" })).await;
    let mut policy = only("paid");
    policy["arms"]["paid"]["weight"] = json!(-1);
    let broken = json!({ "domain": HOST, "slug": "other", "policy": policy });
    recorder.fail(Method::POST, "/smartlinks", broken).await;
    recorder.fail(Method::POST, "/api-keys", json!({ "name": "a", "scopes": ["admin"] })).await;
    let color = format!("/bg/canvas-color?domain={HOST}");
    recorder.fail(Method::POST, &color, json!({ "color": "blue" })).await;
    let ui = format!("/bg/ui?domain={HOST}");
    recorder.fail(Method::POST, &ui, json!({ "buttons": { "shape": "star" } })).await;
    recorder.fail(Method::POST, &format!("/qr/{HOST}"), json!({ "slug": "Flyer" })).await;
    recorder.fail(Method::DELETE, "/smart-links/1/pixels/google", Value::Null).await;
    let same = format!("/domains/{HOST}/copy-from");
    recorder.fail(Method::POST, &same, json!({ "source": HOST })).await;
    let pixel =
        json!({ "platform": "meta", "pixel_id": "1", "access_token": "t", "event_map_json": "no map" });
    recorder.fail(Method::PUT, "/smart-links/1/pixels", pixel).await;
    let avatar = recorder.api.request(Method::PUT, &format!("/notification/{HOST}/avatar"));
    recorder.refused(avatar.body("no picture")).await;
}

async fn requests(recorder: &mut Recorder<'_>) {
    let body = |name: &str| json!({ "name": name, "email": "a@example.com" });
    let text = recorder.api.request(Method::POST, "/members").header(CONTENT_TYPE, "text/plain");
    recorder.refused(text.body("{}")).await;
    let large = body(&"x".repeat(2 << 20));
    recorder.refused(recorder.api.request(Method::POST, "/members").json(&large)).await;
    let keyed = |name| {
        let request = recorder.api.request(Method::POST, "/members").header("idempotency-key", "once");
        request.json(&body(name))
    };
    let (first, other) = (keyed("one"), keyed("other"));
    Reply::of(first).await.expect(201);
    recorder.refused(other).await;
    let color = recorder.api.request(Method::POST, &format!("/bg/canvas-color?domain={HOST}"));
    let color = color.header(IF_MATCH, "\"0\"").json(&json!({ "color": "#102030" }));
    recorder.refused(color).await;
}

async fn states(recorder: &mut Recorder<'_>, funnel: &Funnel) {
    let segment = funnel.real.landing(BARE).await;
    recorder.fail(Method::DELETE, &format!("/segments/{BARE}/{segment}"), Value::Null).await;
    // Marks the domain as active, because no worker runs.
    let active = "UPDATE domains SET infra_state = 'active', next_attempt_at = NULL WHERE hostname = $1";
    assert_eq!(funnel.real.sql().await.execute(active, &[&BARE]).await.unwrap(), 1);
    recorder.fail(Method::POST, &format!("/domains/{BARE}/provision"), json!({})).await;
    let presets = "/library/notifications";
    let capture = json!({ "domain": BARE, "name": "kept" });
    recorder.fail(Method::POST, &format!("{presets}/from-domain"), capture).await;
    let preset =
        recorder.api.post(presets, &json!({ "name": "bare" })).await.expect(201).json()["id"].clone();
    recorder.fail(Method::POST, presets, json!({ "name": "bare" })).await;
    let enable = json!({ "preset_id": preset, "enabled": true });
    recorder.fail(Method::PUT, &format!("/notification/{BARE}/preset"), enable).await;
}

async fn rights(recorder: &mut Recorder<'_>) {
    let minted = async |body: Value| {
        let token = recorder.api.post("/api-keys", &body).await.expect(201).text_at("token");
        recorder.api.with(&token)
    };
    let stats = minted(json!({ "name": "stats", "tabs": ["stats"] })).await;
    let minting = minted(json!({ "name": "minting", "tabs": ["keys"] })).await;
    let reading = minted(json!({ "name": "reading", "scopes": ["read"] })).await;
    recorder.refused(stats.request(Method::GET, "/members")).await;
    let more = json!({ "name": "more", "tabs": ["stats"] });
    recorder.refused(minting.request(Method::POST, "/api-keys").json(&more)).await;
    let superior = format!("/api-keys/{}", reading.token.split('_').nth(2).unwrap());
    recorder.refused(minting.request(Method::DELETE, &superior)).await;
    recorder.refused(reading.request(Method::DELETE, "/members/1")).await;
    let stranger = recorder.api.with("al_live_stranger");
    recorder.refused(stranger.request(Method::GET, "/members")).await;
    recorder.refused(stranger.request(Method::GET, "/smart-links")).await;
}

async fn limits(recorder: &mut Recorder<'_>, real: &Real) {
    let (_, small) = real.owner("free").await;
    for number in 0..MANY {
        let reply = small.register(&format!("d{number}.example.org")).await;
        if reply.status != 201 {
            recorder.note(reply.json());
            break;
        }
    }
    let strict = [
        ("FUNNEL_FILE_QUOTA_FILES", "1"),
        ("FUNNEL_RATE_LIMIT_PER_MINUTE", "6"),
        ("FUNNEL_RATE_LIMIT_BURST", "1"),
    ];
    let beside = real.beside(&strict).await;
    // A sound with different content from any stored one.
    let mut sound = wav();
    let last = sound.pop().map(|last| !last);
    sound.extend(last);
    let upload = |api: &Api| {
        let request = api.request(Method::PUT, &format!("/notification/{HOST}/sound"));
        request.body(sound.clone())
    };
    recorder.refused(upload(&beside.api)).await;
    recorder.refused(upload(&beside.api)).await;
    beside.server.stop().await.unwrap();
}

async fn engine(recorder: &mut Recorder<'_>, funnel: &Funnel) {
    let ask = json!({ "audience": {} });
    let (_, stranger) = funnel.real.owner("free").await;
    recorder.refused(stranger.request(Method::POST, "/broadcasts/preview").json(&ask)).await;
    funnel.sim.set_faults(&[Fault::new(FaultKind::Html { status: 200 })]).await.unwrap();
    recorder.fail(Method::POST, "/broadcasts/preview", ask).await;
    funnel.sim.set_faults(&[]).await.unwrap();
}

/// Records server errors with test operations, because real operations don't fail on demand.
async fn service(recorder: &mut Recorder<'_>) {
    let service = Service::start().await;
    for path in ["/api/admin/test/fails", "/api/admin/test/away"] {
        recorder.refused(service.request(Method::GET, path, "full")).await;
    }
    service.server.stop().await.unwrap();
}
