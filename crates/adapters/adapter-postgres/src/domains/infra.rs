//! Provisioning state of domains as rows.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;
use landing_draft::domain::{Infra, InfraState};

use crate::database::error::corrupt;
use crate::database::time::{timestamp, unix_time};
use crate::schema::landing::domains;

/// Columns of [`Infra`].
#[derive(Queryable, Selectable, AsChangeset)]
#[diesel(table_name = domains, treat_none_as_null = true)]
pub(super) struct InfraRow {
    pub(super) infra_state: String,
    provisioning_error: Option<String>,
    pub(super) infra_attempts: i32,
    infra_attempted_at: Option<DateTime<Utc>>,
    pub(super) next_attempt_at: Option<DateTime<Utc>>,
}

impl InfraRow {
    pub(super) fn of(infra: &Infra) -> Self {
        Self {
            infra_state: infra.state.as_str().to_owned(),
            provisioning_error: infra.error.clone(),
            infra_attempts: i32::try_from(infra.attempts).unwrap_or(i32::MAX),
            infra_attempted_at: infra.attempted_at.map(timestamp),
            next_attempt_at: match infra.state {
                InfraState::Pending { next_attempt_at } => Some(timestamp(next_attempt_at)),
                InfraState::Active | InfraState::Failed => None,
            },
        }
    }

    pub(super) fn read(self) -> Result<Infra, StoreError> {
        let state = match (self.infra_state.as_str(), self.next_attempt_at) {
            ("pending", Some(next)) => InfraState::Pending { next_attempt_at: unix_time(next) },
            ("active", None) => InfraState::Active,
            ("failed", None) => InfraState::Failed,
            (state, _) => return Err(corrupt(format!("the infra state {state}"))),
        };
        Ok(Infra {
            state,
            error: self.provisioning_error,
            attempted_at: self.infra_attempted_at.map(unix_time),
            attempts: u32::try_from(self.infra_attempts).unwrap_or_default(),
        })
    }
}
