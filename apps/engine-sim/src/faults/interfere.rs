use std::time::Duration;

use actix_web::body::{self, BodyStream, BoxBody, MessageBody, SizedStream};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, Uri, header};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse};
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use serde_json::{Map, Value, json};

use super::FaultKind;
use super::book::{Call, TriggeredFault};
use crate::world::{CallRecord, World, bearer};

/// Time for half a response to be sent.
const FLUSHED: Duration = Duration::from_millis(50);

/// Middleware for everything except the control API: records calls and applies matching faults.
pub(crate) async fn interfere(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let path = request.path().to_string();
    let world = request.app_data::<Data<World>>().cloned();
    let Some(world) = world.filter(|_| !path.starts_with("/sim")) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let mut record = CallRecord::of(&request, world.account_of(bearer(request.headers())));
    let call = Call { account: record.account_id.as_deref(), method: &record.method, path: &path };
    let triggered = world.faults().triggered(call);
    record.fault = triggered.name();
    let number = world.begin_call(record);
    if triggered.latency_ms > 0 {
        tokio::time::sleep(Duration::from_millis(triggered.latency_ms)).await;
    }
    let answer = match triggered.kind {
        Some(kind) => act(kind, request, next).await?,
        None => next.call(request).await?.map_into_boxed_body(),
    };
    world.end_call(number, answer.status().as_u16());
    Ok(answer)
}

impl TriggeredFault {
    fn name(&self) -> Option<String> {
        let latency = (self.latency_ms > 0).then_some(FaultKind::LatencyMs { ms: self.latency_ms });
        let kind = self.kind.clone().or(latency)?;
        let value = serde_json::to_value(kind).ok()?;
        value.get("kind")?.as_str().map(str::to_string)
    }
}

async fn act(
    kind: FaultKind,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let answer = match kind {
        FaultKind::LatencyMs { .. } => return Ok(next.call(request).await?.map_into_boxed_body()),
        FaultKind::Status { status, retry_after, body } => refuse(status, retry_after, body),
        FaultKind::RefuseToken { status } => refuse(status, None, Some(json!({"code": "unauthorized"}))),
        FaultKind::Html { status } => html(status),
        FaultKind::Huge { bytes } => huge(bytes),
        FaultKind::HalfAnswer => return half(next.call(request).await?).await,
        FaultKind::EndlessCursor { fresh } => {
            strip(&mut request, &["cursor", "after"]);
            return endless(next.call(request).await?, fresh).await;
        }
        FaultKind::JumbledItems => return rewrite(next.call(request).await?, jumble).await,
        FaultKind::CutNames => return cut_names(next.call(request).await?).await,
        FaultKind::WrongCountries => {
            strip(&mut request, &["country"]);
            return Ok(next.call(request).await?.map_into_boxed_body());
        }
        FaultKind::AcceptThenTimeout { ms } => {
            let answer = next.call(request).await?.map_into_boxed_body();
            tokio::time::sleep(Duration::from_millis(ms)).await;
            return Ok(answer);
        }
        FaultKind::AcceptThen500 { status } => {
            let (request, _) = next.call(request).await?.into_parts();
            return Ok(ServiceResponse::new(request, refuse(status, None, None)));
        }
    };
    drain(&mut request).await;
    Ok(request.into_response(answer))
}

/// Reads the request body, so that the caller gets the response instead of a closed connection.
async fn drain(request: &mut ServiceRequest) {
    drop(request.extract::<Bytes>().await);
}

fn refuse(status: u16, retry_after: Option<String>, body: Option<Value>) -> HttpResponse {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = HttpResponse::build(status);
    if let Some(seconds) = retry_after {
        answer.insert_header((header::RETRY_AFTER, seconds));
    }
    answer.json(body.unwrap_or_else(|| json!({"code": "fault", "message": "as reported"})))
}

fn html(status: u16) -> HttpResponse {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY);
    HttpResponse::build(status)
        .content_type("text/html")
        .body("<html><body><h1>Bad Gateway</h1></body></html>")
}

/// Builds a response `{"items":["...` of `bytes` bytes, streamed in chunks without a
/// Content-Length.
fn huge(bytes: u64) -> HttpResponse {
    const PIECE: u64 = 65_536;
    let pieces = stream::unfold(0_u64, move |sent| async move {
        let size = PIECE.min(bytes.checked_sub(sent).filter(|left| *left > 0)?);
        let mut piece = vec![b'x'; size as usize];
        for (place, byte) in piece.iter_mut().zip(br#"{"items":[""#.iter().filter(|_| sent == 0)) {
            *place = *byte;
        }
        if sent + size == bytes {
            for (place, byte) in piece.iter_mut().rev().zip(b"}]\"") {
                *place = *byte;
            }
        }
        Some((Ok::<_, Error>(Bytes::from(piece)), sent + size))
    });
    HttpResponse::Ok().content_type("application/json").body(BodyStream::new(Box::pin(pieces)))
}

/// Sends half of the response under the full length, then closes the connection.
async fn half(answer: ServiceResponse<impl MessageBody>) -> Result<ServiceResponse<BoxBody>, Error> {
    let (request, answer) = answer.into_parts();
    let (mut answer, whole) = answer.into_parts();
    let whole = body::to_bytes(whole).await.unwrap_or_default();
    let first = whole.slice(..whole.len() / 2);
    let broken = async {
        // An error closes the connection without flushing, so the first half must have been sent by then.
        tokio::time::sleep(FLUSHED).await;
        Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset))
    };
    let pieces = stream::once(async { Ok(first) }).chain(stream::once(broken));
    let body = SizedStream::new(whole.len() as u64, Box::pin(pieces));
    answer.headers_mut().remove(header::CONTENT_LENGTH);
    Ok(ServiceResponse::new(request, answer.set_body(BoxBody::new(body))))
}

/// Gives the page a cursor to itself.
async fn endless(
    answer: ServiceResponse<impl MessageBody>,
    fresh: bool,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let number = answer.request().app_data::<Data<World>>().map_or(0, |world| world.next_number());
    let cursor = if fresh { format!("again-{number}") } else { "again".to_string() };
    rewrite(answer, |list| drop(list.insert("next_cursor".to_string(), Value::String(cursor)))).await
}

/// Inserts an unpaired surrogate into every name.
async fn cut_names(answer: ServiceResponse<impl MessageBody>) -> Result<ServiceResponse<BoxBody>, Error> {
    let (request, answer) = answer.into_parts();
    let (answer, whole) = answer.into_parts();
    let whole = body::to_bytes(whole).await.unwrap_or_default();
    let cut = String::from_utf8_lossy(&whole).replace(r#""username":""#, r#""username":"\ud83d"#);
    Ok(ServiceResponse::new(request, answer.set_body(BoxBody::new(cut))))
}

fn jumble(list: &mut Map<String, Value>) {
    let Some(items) = list.get_mut("items").and_then(Value::as_array_mut) else { return };
    *items = items.iter().rev().flat_map(|item| [item.clone(), item.clone()]).collect();
}

/// Changes a response that is a page of a list.
async fn rewrite(
    answer: ServiceResponse<impl MessageBody>,
    change: impl FnOnce(&mut Map<String, Value>),
) -> Result<ServiceResponse<BoxBody>, Error> {
    let (request, answer) = answer.into_parts();
    let (answer, whole) = answer.into_parts();
    let whole = body::to_bytes(whole).await.unwrap_or_default();
    let changed = match serde_json::from_slice::<Value>(&whole) {
        Ok(Value::Object(mut list)) if list.contains_key("next_cursor") => {
            change(&mut list);
            Bytes::from(Value::Object(list).to_string())
        }
        _ => whole,
    };
    Ok(ServiceResponse::new(request, answer.set_body(BoxBody::new(changed))))
}

/// Removes parameters from the query.
fn strip(request: &mut ServiceRequest, names: &[&str]) {
    let kept = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(
            url::form_urlencoded::parse(request.query_string().as_bytes())
                .filter(|(name, _)| !names.contains(&name.as_ref())),
        )
        .finish();
    let address = format!("{}?{kept}", request.path());
    if let Ok(uri) = address.parse::<Uri>() {
        request.head_mut().uri = uri;
    }
}
