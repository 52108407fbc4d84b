use application::destinations::ports::{Destination, DestinationId, Settlement};
use application::destinations::{DestinationUrl, Failure, Health, HealthState, Look, Looked};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use kernel::{Hostname, StoreError};

use super::look_columns;
use crate::database::error::corrupt;
use crate::database::time::{timestamp, unix_time};
use crate::schema::destinations::destinations;

/// Stored destination.
#[derive(Queryable, Selectable)]
#[diesel(table_name = destinations, check_for_backend(diesel::pg::Pg))]
pub(super) struct Row {
    destination_id: i64,
    url: String,
    domains: Vec<String>,
    state: String,
    failing_since: Option<DateTime<Utc>>,
    checked_at: Option<DateTime<Utc>>,
    last_status: Option<i32>,
    last_error: Option<String>,
    next_look_at: DateTime<Utc>,
}

impl Row {
    pub(super) fn destination(self) -> Result<Destination, StoreError> {
        let state =
            HealthState::parse(&self.state).ok_or_else(|| corrupt(format!("the state {:?}", self.state)))?;
        let look = read_look(self.last_status, self.last_error.as_deref())?;
        let last = self.checked_at.zip(look).map(|(at, look)| Looked { at: unix_time(at), look });
        let domains = self.domains.iter().map(|domain| Hostname::parse(domain).map_err(corrupt));
        Ok(Destination {
            id: DestinationId::new(self.destination_id),
            url: DestinationUrl::parse(&self.url).map_err(corrupt)?,
            domains: domains.collect::<Result<_, _>>()?,
            health: Health { state, failing_since: self.failing_since.map(unix_time), last },
            next_look_at: unix_time(self.next_look_at),
        })
    }
}

fn read_look(status: Option<i32>, error: Option<&str>) -> Result<Option<Look>, StoreError> {
    match (status, error) {
        (Some(status), _) => {
            u16::try_from(status).map(|status| Some(Look::Answered(status))).map_err(corrupt)
        }
        (None, Some(word)) => {
            let failure = Failure::parse(word).ok_or_else(|| corrupt(format!("the failure {word:?}")))?;
            Ok(Some(Look::Failed(failure)))
        }
        (None, None) => Ok(None),
    }
}

/// Columns that a check changes.
#[derive(AsChangeset)]
#[diesel(table_name = destinations, treat_none_as_null = true)]
pub(super) struct SettledRow {
    state: &'static str,
    failing_since: Option<DateTime<Utc>>,
    checked_at: Option<DateTime<Utc>>,
    last_status: Option<i32>,
    last_error: Option<&'static str>,
    next_look_at: DateTime<Utc>,
}

impl SettledRow {
    pub(super) fn of(settlement: &Settlement) -> Self {
        let health = &settlement.health;
        let (last_status, last_error) = health.last.map(|last| look_columns(last.look)).unwrap_or_default();
        Self {
            state: health.state.as_str(),
            failing_since: health.failing_since.map(timestamp),
            checked_at: health.last.map(|last| timestamp(last.at)),
            last_status,
            last_error,
            next_look_at: timestamp(settlement.next_look_at),
        }
    }
}
