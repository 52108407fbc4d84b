//! Events that an engine pushes (engine protocol, 'Events that we take').

mod signature;

use std::sync::{Arc, LazyLock};

use actix_web::dev::Payload;
use actix_web::http::header::HeaderMap;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use attribution::event::Rejection;
use attribution::event_sink::{EventSink, IngestSource};
use attribution::intake::Outcome;
use engine_link::{AccountId, EngineConnections, EventSource, account_id};
use http_kit::error::ApiError;
use http_kit::extract::{HeldBody, discard_body, read_body};
use kernel::{Clock as _, ErrorKind, Location, ValidationErrors};
use offload::{Gate, Limits, Tenant, offload};
use runtime::SystemClock;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use self::signature::{Claimed, fresh, is_signed};

/// Maximum size of a batch, in bytes.
const LIMIT: usize = 4 << 20;

/// Limits of batches in memory for the whole process. A signature can be checked only after the
/// whole batch was read.
static BATCHES: LazyLock<Gate> = LazyLock::new(|| {
    let limits = Limits { room: 16 * LIMIT, room_each: 4 * LIMIT, waiting: 256, waiting_each: 32 };
    Gate::new("batches of events", limits)
});

/// Receives pushed events of connected engines.
#[derive(Clone)]
pub struct EventReceiver {
    connections: Arc<dyn EngineConnections>,
    intake: Arc<dyn EventSink>,
}

impl EventReceiver {
    pub fn new(connections: Arc<dyn EngineConnections>, intake: Arc<dyn EventSink>) -> Self {
        Self { connections, intake }
    }
}

/// Takes a batch. A 200 means that accepted events are durable. All other responses are the same
/// for known and unknown accounts.
pub(super) async fn take(
    request: &HttpRequest,
    payload: &mut Payload,
    desk: &EventReceiver,
) -> Result<HttpResponse, ApiError> {
    let taken = answer(request, payload, desk).await;
    // Unavailability is temporary, and the engine retries.
    match &taken {
        Err(error @ ApiError::Internal(_)) => {
            tracing::error!(cause = ?error, "pushed events could not be stored")
        }
        Err(error @ ApiError::Unavailable(_)) => {
            tracing::warn!(cause = ?error, "pushed events could not be stored")
        }
        _ => {}
    }
    taken
}

async fn answer(
    request: &HttpRequest,
    payload: &mut Payload,
    desk: &EventReceiver,
) -> Result<HttpResponse, ApiError> {
    let signed = Signed::read(request.headers()).ok_or_else(unsigned)?;
    let Some(source) = desk.connections.find_by_account(&signed.account).await? else {
        // An immediate rejection would reveal which accounts exist.
        discard_body(request, payload, LIMIT).await?;
        return Err(unsigned());
    };
    let tenant = Arc::new(Tenant::new(source.owner.get()));
    let body = read_body(request, payload, LIMIT, &BATCHES);
    let outcome = tenant.works(async {
        let HeldBody { bytes, place: _place } = body.await?;
        let (owner, account) = (source.owner, source.account);
        signed.check(source, &bytes).await?;
        let texts = offload(bytes.len(), move || batch(&bytes)).await.map_err(ApiError::internal)??;
        Ok::<_, ApiError>(desk.intake.take(owner, account, texts, IngestSource::Pushed).await?)
    });
    Ok(HttpResponse::Ok().json(receipt(&outcome.await?)))
}

/// Headers of a signed request. Every defect gets the same rejection.
struct Signed<'a> {
    account: AccountId,
    timestamp: &'a str,
    signatures: &'a str,
}

impl<'a> Signed<'a> {
    fn read(headers: &'a HeaderMap) -> Option<Self> {
        // A repeated header is ambiguous.
        let one = |name: &str| {
            let mut values = headers.get_all(name);
            let value = values.next()?.to_str().ok()?;
            values.next().is_none().then_some(value)
        };
        let account = account_id(one("x-engine-account")?).ok()?;
        let (timestamp, signatures) = (one("x-engine-timestamp")?, one("x-engine-signature")?);
        fresh(timestamp, SystemClock.now()).then_some(Self { account, timestamp, signatures })
    }

    async fn check(&self, source: EventSource, body: &Bytes) -> Result<(), ApiError> {
        let (timestamp, signatures) = (self.timestamp.to_owned(), self.signatures.to_owned());
        let (size, body, account) = (body.len(), body.clone(), self.account.clone());
        let check = move || {
            let claimed = Claimed { account: &account, timestamp: &timestamp, body: &body };
            is_signed(&source.secrets, claimed, &signatures, SystemClock.now())
        };
        if offload(size, check).await.map_err(ApiError::internal)? { Ok(()) } else { Err(unsigned()) }
    }
}

fn unsigned() -> ApiError {
    ApiError::detail(401, "the events are not signed by a connected engine")
}

/// Body of a request; only `events` is read.
#[derive(Deserialize)]
struct Body<'a> {
    #[serde(borrow)]
    events: Vec<&'a RawValue>,
}

/// Returns the raw events of a body. Each is parsed separately later, so that an invalid one is
/// rejected alone.
fn batch(body: &[u8]) -> Result<Vec<Box<str>>, ApiError> {
    let no_batch =
        |kind, message: String| ApiError::from(ValidationErrors::one(Location::root(), kind, message));
    let no_json = |error: serde_json::Error| no_batch(ErrorKind::JsonInvalid, error.to_string());
    if !body.trim_ascii_start().starts_with(b"{") {
        let _: &RawValue = serde_json::from_slice(body).map_err(no_json)?;
        return Err(no_batch(ErrorKind::ObjectType, "must be an object".to_owned()));
    }
    let read = serde_json::from_slice(body).map_err(|error| match error.is_data() {
        true => no_batch(ErrorKind::ListType, "must have a list of events".to_owned()),
        false => no_json(error),
    });
    let Body { events } = read?;
    Ok(events.into_iter().map(|event| event.get().into()).collect())
}

fn receipt(outcome: &Outcome) -> Value {
    let rejected = |(index, rejection): &(usize, Rejection)| json!({ "index": index, "code": rejection.code, "message": rejection.message });
    json!({
        // Quarantined events count as accepted, because the engine need not resend them.
        "accepted": outcome.accepted + outcome.quarantined,
        "duplicates": outcome.duplicates,
        "rejected": outcome.rejected.iter().map(rejected).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use attribution::intake::Batch;
    use dev_kit::hostile::Outcome::{Refused, Taken};
    use kernel::AccountNumber;

    use super::*;

    #[test]
    fn any_body_is_a_batch_or_refused() {
        let event = json!({
            "event_id": "e1", "type": "new_transaction", "occurred_at": "2026-11-20T12:00:00Z",
            "fan": { "fan_id": "f1", "email": "jo@example.com" }, "link": null, "click_ref": null,
            "data": { "transaction_id": "t", "kind": "tip", "gross_cents": 5, "net_cents": 4, "currency": "USD",
                "content_ids": [1, 2], "bundle_key": null, "bundle_name": null, "media_in_msg": 1 },
        });
        let valid =
            [json!({ "events": [event] }), json!({ "events": [] }), json!({ "events": [1, [[]], {}] })];
        let check = |body: Vec<u8>| {
            let Ok(texts) = batch(&body) else { return Ok(Refused) };
            // A malformed event is rejected by its index and does not end the batch.
            Ok(if Batch::read(AccountNumber::FIRST, texts, |text| serde_json::from_str(text)).is_ok() {
                Taken
            } else {
                Refused
            })
        };
        let bodies = dev_kit::hostile::mangled(valid.map(|body| body.to_string().into_bytes()).to_vec());
        dev_kit::hostile::fuzz("batch of events", 1, bodies, check).unwrap();
    }
}
