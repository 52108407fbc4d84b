//! Simulated pixel platforms: they validate, record and respond, as scripted or like the real
//! platforms.

mod meta;
mod tiktok;

use std::collections::BTreeMap;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::HeaderMap;
use actix_web::web::{self, Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;
use kernel::Clock as _;
use serde_json::{Value, json};

use crate::input::{self, Query};
use crate::pixel_log::{PixelAnswer, PixelTokens, Platform, Received};
use crate::reply::{Refusal, Reply};
use crate::time::{self, SystemClock};
use crate::world::World;

/// Response that a platform computes.
#[derive(Debug, Clone, PartialEq)]
struct Verdict {
    status: u16,
    body: Value,
}

pub(crate) fn routes(config: &mut ServiceConfig) {
    config
        .route("/meta/{version}/{pixel_id}/events", web::post().to(meta_events))
        .route("/tiktok/open_api/v1.3/event/track/", web::post().to(tiktok_track))
        .route("/sim/pixels/received", web::get().to(received))
        .route("/sim/pixels/received", web::delete().to(clear))
        .route("/sim/pixels/answers", web::put().to(set_answers))
        .route("/sim/pixels/answers", web::delete().to(clear_answers))
        .route("/sim/pixels/tokens", web::put().to(set_tokens));
}

async fn meta_events(
    world: Data<World>,
    request: HttpRequest,
    path: Path<(String, String)>,
    body: Bytes,
) -> HttpResponse {
    let (version, pixel_id) = path.into_inner();
    let json: Value = serde_json::from_slice(&body).unwrap_or_default();
    let token = json.get("access_token").and_then(Value::as_str).unwrap_or_default();
    let good = world.pixels().takes(Platform::Meta, &pixel_id, token);
    let verdict = meta::verdict(&version, &pixel_id, good, &json, time::now(), world.next_number());
    take(&world, &request, Incoming { platform: Platform::Meta, pixel_id, body, json, verdict }).await
}

async fn tiktok_track(world: Data<World>, request: HttpRequest, body: Bytes) -> HttpResponse {
    let json: Value = serde_json::from_slice(&body).unwrap_or_default();
    let pixel_id = json.get("event_source_id").and_then(Value::as_str).unwrap_or_default().to_string();
    let token =
        request.headers().get("access-token").and_then(|token| token.to_str().ok()).unwrap_or_default();
    let good = !token.starts_with("Bearer") && world.pixels().takes(Platform::Tiktok, &pixel_id, token);
    let verdict = tiktok::verdict(good, &json, world.next_number());
    take(&world, &request, Incoming { platform: Platform::Tiktok, pixel_id, body, json, verdict }).await
}

struct Incoming {
    platform: Platform,
    pixel_id: String,
    body: Bytes,
    json: Value,
    verdict: Verdict,
}

/// Records the request and responds.
async fn take(world: &World, request: &HttpRequest, incoming: Incoming) -> HttpResponse {
    let Incoming { platform, pixel_id, body, json, verdict } = incoming;
    let scripted = world.pixels().scripted(platform, &pixel_id);
    let answer = match &scripted {
        Some(PixelAnswer { status: 200, body: Value::Null, .. }) | None => verdict,
        Some(scripted) => Verdict { status: scripted.status, body: scripted.body.clone() },
    };
    world.pixels().received.push(Received {
        platform,
        pixel_id,
        at_ms: SystemClock.now().millis(),
        address: request.uri().to_string(),
        headers: headers(request.headers()),
        text: String::from_utf8_lossy(&body).into_owned(),
        body: json,
        status: answer.status,
        answer: answer.body.clone(),
    });
    let delay = scripted.as_ref().map_or(0, |scripted| scripted.delay_ms);
    if delay > 0 {
        tokio::time::sleep(Duration::from_millis(delay)).await;
    }
    render(answer, scripted.map(|scripted| scripted.headers).unwrap_or_default())
}

fn headers(headers: &HeaderMap) -> BTreeMap<String, String> {
    let text =
        |value: &actix_web::http::header::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    headers.iter().map(|(name, value)| (name.as_str().to_string(), text(value))).collect()
}

fn render(answer: Verdict, headers: BTreeMap<String, String>) -> HttpResponse {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = HttpResponse::build(status);
    for (name, value) in headers {
        response.insert_header((name, value));
    }
    match answer.body {
        Value::Null => response.finish(),
        Value::String(text) => response.content_type("text/html").body(text),
        body => response.json(body),
    }
}

type Answer = Result<Reply, Refusal>;

async fn received(world: Data<World>, request: HttpRequest) -> Answer {
    let query = Query::parse(request.query_string()).only(&["platform", "pixel_id"])?;
    let pixels = world.pixels();
    let fits = |one: &&Received| {
        query.text("platform").is_none_or(|platform| one.platform.as_str() == platform)
            && query.text("pixel_id").is_none_or(|pixel_id| one.pixel_id == pixel_id)
    };
    let items: Vec<&Received> = pixels.received.iter().filter(fits).collect();
    Reply::ok(&json!({"count": items.len(), "items": items}))
}

async fn clear(world: Data<World>) -> Answer {
    world.pixels().received.clear();
    Reply::ok(&json!({}))
}

async fn set_answers(world: Data<World>, body: Bytes) -> Answer {
    let answers: Vec<PixelAnswer> = input::body(&body)?;
    world.pixels().answers = answers;
    Reply::ok(&json!({}))
}

async fn clear_answers(world: Data<World>) -> Answer {
    world.pixels().answers.clear();
    Reply::ok(&json!({}))
}

async fn set_tokens(world: Data<World>, body: Bytes) -> Answer {
    let tokens: Vec<PixelTokens> = input::body(&body)?;
    world.pixels().tokens = tokens;
    Reply::ok(&json!({}))
}

/// Returns every value of a parameter that may be a string or a list of strings.
fn texts(value: &Value) -> Option<Vec<&str>> {
    match value {
        Value::String(text) => Some(vec![text]),
        Value::Array(list) => list.iter().map(Value::as_str).collect(),
        _ => None,
    }
}

/// Returns whether `text` is a SHA-256 hash in lower-case hexadecimal.
fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}
