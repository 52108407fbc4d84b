//! Rows of deliveries.

use chrono::{DateTime, Utc};
use conversion_pixel::answer::{Answer, NoAnswer, Verdict};
use conversion_pixel::delivery::{DeliveryState, ParkReason, Progress};
use conversion_pixel::event::Event;
use conversion_pixel::ports::{Delivery, DeliveryId, Task};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use kernel::{OwnerId, StoreError};

use crate::database::error::corrupt;
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::pixels::platform;
use crate::schema::pixels::pixel_deliveries;

/// Delivery row, read by a query builder or by raw SQL.
#[derive(Queryable, Selectable, QueryableByName)]
#[diesel(table_name = pixel_deliveries, check_for_backend(diesel::pg::Pg))]
pub(super) struct DeliveryRow {
    owner_id: i64,
    delivery_id: i64,
    platform: String,
    event_id: String,
    platform_event_id: Option<String>,
    event_name: String,
    event_time: DateTime<Utc>,
    event_json: String,
    state: String,
    park_reason: Option<String>,
    attempts: i32,
    next_attempt_at: DateTime<Utc>,
    lease: i64,
    last_verdict: Option<String>,
    last_status: Option<i32>,
    last_failure: Option<String>,
    last_code: Option<i64>,
    created_at: DateTime<Utc>,
}

/// Delivery just claimed, with its turn.
#[derive(QueryableByName)]
pub(super) struct Claimed {
    #[diesel(embed)]
    delivery: DeliveryRow,
    #[diesel(sql_type = BigInt)]
    turn: i64,
}

impl Claimed {
    pub(super) fn order(&self) -> (i64, DateTime<Utc>, i64) {
        (self.turn, self.delivery.next_attempt_at, self.delivery.delivery_id)
    }

    pub(super) fn task(self) -> Result<Task, StoreError> {
        let progress = self.delivery.progress()?;
        let (owner, lease) = (OwnerId::new(self.delivery.owner_id), self.delivery.lease);
        let id = DeliveryId::new(self.delivery.delivery_id);
        Ok(Task { owner, id, event: self.delivery.event()?, progress, lease })
    }
}

impl DeliveryRow {
    pub(super) fn delivery(self) -> Result<Delivery, StoreError> {
        let (id, progress) = (DeliveryId::new(self.delivery_id), self.progress()?);
        let created_at = unix_time(self.created_at);
        Ok(Delivery { id, event: self.event()?, progress, created_at })
    }

    fn event(self) -> Result<Event, StoreError> {
        Ok(Event {
            platform: platform(&self.platform)?,
            name: self.event_name,
            // The previous release identified events by the number of the conversion.
            id: self.platform_event_id.unwrap_or(self.event_id),
            time: unix_time(self.event_time),
            json: self.event_json,
        })
    }

    fn progress(&self) -> Result<Progress, StoreError> {
        let reason = || self.park_reason.as_deref().and_then(ParkReason::parse);
        let state = match (self.state.as_str(), reason()) {
            ("pending", _) => DeliveryState::Pending { next_attempt_at: unix_time(self.next_attempt_at) },
            ("delivered", _) => DeliveryState::Delivered,
            ("waiting_token", _) => DeliveryState::WaitingToken,
            ("parked", Some(reason)) => DeliveryState::Parked(reason),
            (state, _) => return Err(corrupt(format!("the state {state:?} of a delivery"))),
        };
        let last_answer = match &self.last_verdict {
            Some(word) => Some(Answer {
                verdict: verdict(word)?,
                status: self.last_status.and_then(|status| u16::try_from(status).ok()),
                failure: self.failure(),
                code: self.last_code,
                retry_after: None,
            }),
            None => None,
        };
        Ok(Progress { state, attempts: u32::try_from(self.attempts).unwrap_or_default(), last_answer })
    }

    /// Returns the reason why no response came. A reason next to a status is outdated: the previous release updates
    /// the status, but not the reason.
    fn failure(&self) -> Option<NoAnswer> {
        let word = self.last_failure.as_deref().filter(|_| self.last_status.is_none())?;
        NoAnswer::parse(word)
    }
}

fn verdict(word: &str) -> Result<Verdict, StoreError> {
    const ALL: [Verdict; 5] =
        [Verdict::Delivered, Verdict::Throttled, Verdict::Retry, Verdict::Auth, Verdict::Permanent];
    ALL.into_iter()
        .find(|verdict| verdict.as_str() == word)
        .ok_or_else(|| corrupt(format!("the verdict {word:?}")))
}

/// Progress of a delivery, ready to be stored.
pub(super) struct ProgressRow {
    state: &'static str,
    park_reason: Option<&'static str>,
    attempts: i32,
    next_attempt_at: Option<DateTime<Utc>>,
    answer: Option<Answer>,
}

/// Keeps a delivery parked or waiting if it became so after its claim, unless the attempt ended the delivery.
///
/// The condition on `locked_until` is written so that the planner can't use the index of locked rows. Each attempt
/// leaves a dead entry there, and statistics from an idle moment make that index look cheaper than the primary key.
const SETTLE: &str = "
    UPDATE pixel_deliveries SET
        state = CASE WHEN $3 = 'pending' THEN state ELSE $3 END,
        park_reason = CASE WHEN $3 = 'pending' THEN park_reason ELSE $4 END,
        next_attempt_at = COALESCE($5, next_attempt_at),
        attempts = $6, last_verdict = $7, last_status = $8, last_code = $9,
        last_failure = $11, locked_until = NULL
    WHERE owner_id = $1 AND delivery_id = $2 AND lease = $10
        AND COALESCE(locked_until, '-infinity') > '-infinity'";

impl ProgressRow {
    pub(super) fn of(progress: &Progress) -> Self {
        let (park_reason, next_attempt_at) = match progress.state {
            DeliveryState::Pending { next_attempt_at } => (None, Some(timestamp(next_attempt_at))),
            DeliveryState::Parked(reason) => (Some(reason.as_str()), None),
            DeliveryState::Delivered | DeliveryState::WaitingToken => (None, None),
        };
        Self {
            state: progress.state.as_str(),
            park_reason,
            attempts: i32::try_from(progress.attempts).unwrap_or(i32::MAX),
            next_attempt_at,
            answer: progress.last_answer,
        }
    }

    /// Returns the same progress as pending, still due since the moment before the claim.
    pub(super) fn due_again(self) -> Self {
        Self { state: "pending", park_reason: None, next_attempt_at: None, ..self }
    }

    /// Stores the progress and ends the lease. Stores nothing and returns `false` if the lease was lost.
    pub(super) async fn write(&self, connection: &mut PgConnection, task: &Task) -> QueryResult<bool> {
        let answer = self.answer;
        let written = statement(SETTLE)
            .bind::<BigInt, _>(task.owner.get())
            .bind::<BigInt, _>(task.id.get())
            .bind::<Text, _>(self.state)
            .bind::<Nullable<Text>, _>(self.park_reason)
            .bind::<Nullable<Timestamptz>, _>(self.next_attempt_at)
            .bind::<Integer, _>(self.attempts)
            .bind::<Nullable<Text>, _>(answer.map(|answer| answer.verdict.as_str()))
            .bind::<Nullable<Integer>, _>(answer.and_then(|answer| answer.status).map(i32::from))
            .bind::<Nullable<BigInt>, _>(answer.and_then(|answer| answer.code))
            .bind::<BigInt, _>(task.lease)
            .bind::<Nullable<Text>, _>(answer.and_then(|answer| answer.failure).map(NoAnswer::as_str))
            .execute(connection)
            .await?;
        Ok(written > 0)
    }
}
