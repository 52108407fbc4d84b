use crate::webhooks::wire::{
    WebhookAttempt, WebhookCreate, WebhookDelivery, WebhookOut, WebhookTested, WebhookUpdate,
    WebhookWithSecret,
};
use jiff::Timestamp;
use kernel::{ErrorKind, Location, UnixTime, ValidationErrors};
use secrecy::ExposeSecret as _;
use webhooks::ports::Delivery;
use webhooks::{
    Answer, Attempt, DeliveryState, Description, DisabledReason, EndpointChange, EndpointInput, EndpointUrl,
    EventFilter, EventType, MadeBy, NoAnswer, OwnedEndpoint, Readable, Secret, TEST_TYPE, Verdict,
};

use crate::convert::{field, rfc3339};

/// Maximum size of a shown payload, in bytes.
const SHOWN: usize = 16 * 1024;

/// Parses a new endpoint; returns all errors.
pub fn endpoint_input(body: &WebhookCreate) -> Result<EndpointInput, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let url = field(&mut errors, "url", EndpointUrl::parse(&body.url));
    let events = field(&mut errors, "events", EventFilter::parse(&body.events));
    let description = Description::parse(body.description.as_deref().unwrap_or_default());
    let description = field(&mut errors, "description", description);
    match (url, events, description) {
        (Some(url), Some(events), Some(description)) => {
            Ok(EndpointInput { url, events, description, active: body.active.unwrap_or(true) })
        }
        _ => Err(errors),
    }
}

/// Parses the change of an endpoint; returns all errors.
pub fn endpoint_change(body: &WebhookUpdate) -> Result<EndpointChange, ValidationErrors> {
    let mut errors = ValidationErrors::none();
    let url = body.url.as_deref().and_then(|text| field(&mut errors, "url", EndpointUrl::parse(text)));
    let events = body.events.as_deref();
    let events = events.and_then(|words| field(&mut errors, "events", EventFilter::parse(words)));
    let description = body.description.as_deref();
    let description =
        description.and_then(|text| field(&mut errors, "description", Description::parse(text)));
    errors.into_result()?;
    Ok(EndpointChange { url, events, description, active: body.active, made_by: None })
}

/// Parses a time in RFC 3339.
pub fn moment(text: &str) -> Result<UnixTime, ValidationErrors> {
    let moment: Result<Timestamp, _> = text.parse();
    moment.map(|moment| UnixTime::from_millis(moment.as_millisecond())).map_err(|_| {
        let message = "must be a time in RFC 3339, such as 2026-11-20T12:00:00Z";
        ValidationErrors::one(Location::root(), ErrorKind::Value, message)
    })
}

/// Converts an endpoint without its secret.
pub fn webhook_out(owned: &OwnedEndpoint) -> WebhookOut {
    let OwnedEndpoint { endpoint, made_by } = owned;
    let made_by = match made_by {
        MadeBy::Key(maker) => Some(maker.prefix.clone()),
        MadeBy::Owner | MadeBy::Nobody => None,
    };
    WebhookOut {
        id: endpoint.id.to_string(),
        url: endpoint.url.as_str().to_owned(),
        events: endpoint.events.words().into_iter().map(str::to_owned).collect(),
        description: endpoint.description.as_str().to_owned(),
        active: endpoint.state.is_active(),
        disabled_reason: endpoint.state.disabled_reason().map(DisabledReason::as_str).map(str::to_owned),
        made_by,
        withheld: owned.withheld().into_iter().map(|kind| kind.as_str().to_owned()).collect(),
        created_at: endpoint.created_at.seconds(),
        created_at_iso: rfc3339(endpoint.created_at),
    }
}

/// Converts an endpoint with its secret, which is shown once.
pub fn webhook_with_secret(owned: &OwnedEndpoint, secret: &Secret) -> WebhookWithSecret {
    let secret = Some(secret.text().expose_secret().to_owned());
    WebhookWithSecret { webhook: webhook_out(owned), secret }
}

/// Converts the result of a test.
pub fn webhook_tested(answer: &Answer) -> WebhookTested {
    WebhookTested {
        delivered: answer.verdict() == Verdict::Delivered,
        status: answer.status(),
        answer: answer.text().to_owned(),
    }
}

/// Converts a delivery. Without the right to read the event, omits the payload, and the response,
/// which may repeat the payload.
pub fn webhook_delivery(delivery: &Delivery, readable: &Readable) -> WebhookDelivery {
    let next_attempt_at = match delivery.progress.state {
        DeliveryState::Pending { next_attempt_at } => Some(rfc3339(next_attempt_at)),
        DeliveryState::Delivered | DeliveryState::Failed => None,
    };
    // Test events contain no data.
    let may_read = delivery.kind == TEST_TYPE
        || EventType::parse(&delivery.kind).is_some_and(|kind| readable.contains(kind));
    let answer = delivery.last_answer.as_ref();
    WebhookDelivery {
        delivery_id: delivery.id.get(),
        message_id: delivery.message_id.clone(),
        webhook_id: delivery.message_id.clone(),
        kind: delivery.kind.clone(),
        state: delivery.progress.state.as_str().to_owned(),
        attempts: delivery.progress.attempts,
        next_attempt_at,
        last_status: answer.and_then(Answer::status),
        last_answer: answer.filter(|_| may_read).map(|answer| answer.text().to_owned()),
        attempt_log: delivery.attempt_log.iter().map(attempt).collect(),
        payload: Some(&delivery.body)
            .filter(|body| may_read && body.len() <= SHOWN)
            .and_then(|body| serde_json::from_str(body).ok()),
        created_at: delivery.created_at.seconds(),
        created_at_iso: rfc3339(delivery.created_at),
    }
}

fn attempt(attempt: &Attempt) -> WebhookAttempt {
    WebhookAttempt {
        attempted_at: attempt.at.seconds(),
        status: attempt.status,
        error: attempt.failure.map(NoAnswer::as_str).map(str::to_owned),
        duration_ms: attempt.millis,
    }
}
