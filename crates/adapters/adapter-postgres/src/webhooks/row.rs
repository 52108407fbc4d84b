//! Rows of endpoints and deliveries.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use kernel::{SortableId, StoreError, UnixTime};
use serde_json::{Value, json};
use webhooks::ports::{Delivery, DeliveryId};
use webhooks::{
    Answer, Attempt, DeliveryState, Description, DisabledReason, Endpoint, EndpointId, EndpointState,
    EndpointUrl, EventFilter, MakerKey, NoAnswer, Pace, Progress,
};

use crate::database::error::corrupt;
use crate::database::time::{timestamp, unix_time};
use crate::schema::webhooks::{webhook_deliveries, webhook_endpoints};

#[derive(Queryable, Selectable)]
#[diesel(table_name = webhook_endpoints, check_for_backend(diesel::pg::Pg))]
pub(super) struct EndpointRow {
    endpoint_id: String,
    url: String,
    events: Vec<String>,
    description: String,
    active: bool,
    disabled_reason: Option<String>,
    failing_since: Option<DateTime<Utc>>,
    answer_ms: i32,
    made_by: Option<i64>,
    rotation_id: Option<String>,
    created_at: DateTime<Utc>,
}

impl EndpointRow {
    pub(super) fn endpoint(self) -> Result<Endpoint, StoreError> {
        let state = match (self.active, self.disabled_reason.as_deref()) {
            (true, _) => EndpointState::Active { failing_since: self.failing_since.map(unix_time) },
            (false, None) => EndpointState::Paused,
            (false, Some(word)) => EndpointState::Disabled(
                DisabledReason::parse(word).ok_or_else(|| corrupt(format!("the reason {word:?}")))?,
            ),
        };
        Ok(Endpoint {
            id: endpoint_id(&self.endpoint_id)?,
            url: EndpointUrl::parse(&self.url).map_err(corrupt)?,
            events: EventFilter::parse(&self.events).map_err(corrupt)?,
            description: Description::parse(&self.description).map_err(corrupt)?,
            state,
            pace: Pace::of_millis(u32::try_from(self.answer_ms).unwrap_or_default()),
            made_by: self.made_by.map(MakerKey::new),
            rotation: self.rotation_id.as_deref().map(rotation).transpose()?,
            created_at: unix_time(self.created_at),
        })
    }
}

pub(super) fn endpoint_id(text: &str) -> Result<EndpointId, StoreError> {
    EndpointId::parse(text).ok_or_else(|| corrupt(format!("the endpoint {text:?}")))
}

fn rotation(text: &str) -> Result<SortableId, StoreError> {
    SortableId::parse(text).ok_or_else(|| corrupt(format!("the rotation {text:?}")))
}

/// Mutable columns of an endpoint.
#[derive(AsChangeset)]
#[diesel(table_name = webhook_endpoints, treat_none_as_null = true)]
pub(super) struct ChangedRow<'a> {
    url: &'a str,
    events: Vec<&'static str>,
    description: &'a str,
    active: bool,
    disabled_reason: Option<&'static str>,
    failing_since: Option<DateTime<Utc>>,
    answer_ms: i32,
    made_by: Option<i64>,
}

impl<'a> ChangedRow<'a> {
    pub(super) fn of(endpoint: &'a Endpoint) -> Self {
        Self {
            url: endpoint.url.as_str(),
            events: endpoint.events.words(),
            description: endpoint.description.as_str(),
            active: endpoint.state.is_active(),
            disabled_reason: endpoint.state.disabled_reason().map(DisabledReason::as_str),
            failing_since: endpoint.state.failing_since().map(timestamp),
            answer_ms: i32::try_from(endpoint.pace.millis()).unwrap_or(i32::MAX),
            made_by: endpoint.made_by.map(MakerKey::get),
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = webhook_deliveries, check_for_backend(diesel::pg::Pg))]
pub(super) struct DeliveryRow {
    delivery_id: i64,
    message_id: String,
    event_type: String,
    state: String,
    attempts: i32,
    next_attempt_at: DateTime<Utc>,
    last_status: Option<i32>,
    last_answer: Option<String>,
    body: String,
    attempt_log: Value,
    created_at: DateTime<Utc>,
}

impl DeliveryRow {
    pub(super) fn delivery(self) -> Result<Delivery, StoreError> {
        let state = match self.state.as_str() {
            "pending" => DeliveryState::Pending { next_attempt_at: unix_time(self.next_attempt_at) },
            "delivered" => DeliveryState::Delivered,
            "failed" => DeliveryState::Failed,
            state => return Err(corrupt(format!("the state {state:?} of a delivery"))),
        };
        let status = self.last_status.and_then(|status| u16::try_from(status).ok());
        Ok(Delivery {
            id: DeliveryId::new(self.delivery_id),
            message_id: self.message_id,
            kind: self.event_type,
            progress: Progress { state, attempts: attempts(self.attempts) },
            last_answer: self.last_answer.map(|text| Answer::stored(status, text)),
            attempt_log: self.attempt_log.as_array().into_iter().flatten().filter_map(attempt).collect(),
            body: self.body,
            created_at: unix_time(self.created_at),
        })
    }
}

/// Returns the stored form of an attempt.
pub(super) fn attempt_json(attempt: &Attempt) -> Value {
    let failure = attempt.failure.map(NoAnswer::as_str);
    json!({ "at": attempt.at.millis(), "status": attempt.status, "failure": failure, "ms": attempt.millis })
}

/// Parses a stored attempt; `None` if a later version wrote it in another format.
fn attempt(stored: &Value) -> Option<Attempt> {
    Some(Attempt {
        at: UnixTime::from_millis(stored.get("at")?.as_i64()?),
        status: stored.get("status")?.as_u64().and_then(|status| u16::try_from(status).ok()),
        failure: stored.get("failure")?.as_str().and_then(NoAnswer::parse),
        millis: u32::try_from(stored.get("ms")?.as_u64()?).ok()?,
    })
}

pub(super) fn attempts(number: i32) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

/// Returns the columns of a progress: state, time of the next attempt, and number of attempts.
pub(super) fn progress_columns(progress: &Progress) -> (&'static str, Option<DateTime<Utc>>, i32) {
    let next: Option<UnixTime> = match progress.state {
        DeliveryState::Pending { next_attempt_at } => Some(next_attempt_at),
        DeliveryState::Delivered | DeliveryState::Failed => None,
    };
    let attempts = i32::try_from(progress.attempts).unwrap_or(i32::MAX);
    (progress.state.as_str(), next.map(timestamp), attempts)
}
