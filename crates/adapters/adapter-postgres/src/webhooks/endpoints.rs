//! Webhook endpoints of an owner.

use std::convert::Infallible;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, OwnerId, Precondition, StoreError, UnixTime};
use serde_json::{Value, json};
use webhooks::ports::{EndpointStore, InsertError, Target};
use webhooks::{
    Endpoint, EndpointChange, EndpointId, EndpointUrl, MakerKey, NewEndpoint, Rotation, Secret, Secrets,
};

use super::row::{ChangedRow, EndpointRow};
use super::{PgWebhooks, previous_secret, secret};
use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::timestamp;
use crate::schema::webhooks::webhook_endpoints;

/// Serializes changes of one owner's endpoints by a lock on the owner's row, so that none exceeds the maximum number.
const LOCK_OWNER: &str = "SELECT 1 FROM owners WHERE owner_id = $1 FOR NO KEY UPDATE";

#[derive(Queryable, Selectable)]
#[diesel(table_name = webhook_endpoints, check_for_backend(diesel::pg::Pg))]
pub(super) struct TargetRow {
    endpoint_id: String,
    url: String,
    secret: Vec<u8>,
    previous_secret: Option<Vec<u8>>,
    previous_until: Option<DateTime<Utc>>,
    made_by: Option<i64>,
}

#[async_trait]
impl EndpointStore for PgWebhooks {
    async fn insert(&self, by: &Acting, new: &NewEndpoint) -> Result<(), InsertError> {
        let mut connection = connection(&self.pool).await?;
        let inserted = connection
            .transaction(async |connection| -> Result<(), Abort<InsertError>> {
                self.write(connection, by, new).await
            })
            .await;
        inserted.map_err(|abort| match abort {
            Abort::Rule(error) => error,
            Abort::Store(error) => error.into(),
        })
    }

    async fn list(&self, owner: OwnerId) -> Result<Vec<Endpoint>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<EndpointRow> = webhook_endpoints::table
            .filter(webhook_endpoints::owner_id.eq(owner.get()))
            .order((webhook_endpoints::created_at, webhook_endpoints::endpoint_id))
            .select(EndpointRow::as_select())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        rows.into_iter().map(EndpointRow::endpoint).collect()
    }

    async fn find(&self, owner: OwnerId, id: EndpointId) -> Result<Option<Endpoint>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<EndpointRow> = webhook_endpoints::table
            .find((owner.get(), id.to_string()))
            .select(EndpointRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        row.map(EndpointRow::endpoint).transpose()
    }

    async fn update(
        &self,
        by: &Acting,
        found: &Endpoint,
        change: &EndpointChange,
        expected: Precondition,
    ) -> Result<Option<Endpoint>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let updated = connection
            .transaction(async |connection| -> Result<Option<Endpoint>, Abort<Infallible>> {
                let stored = hold(connection, by.owner, found.id).await?;
                let as_found = |stored: &Endpoint| EndpointChange::is_decided_on(found, stored);
                let Some(stored) = stored.filter(as_found) else { return Ok(None) };
                expected.check(stored.fingerprint()).map_err(Abort::Store)?;
                let changed = stored.changed(change);
                if changed != stored {
                    replace(connection, by, &stored, &changed).await?;
                }
                Ok(Some(changed))
            })
            .await;
        updated.map_err(Abort::into_store)
    }

    async fn delete(&self, by: &Acting, id: EndpointId, expected: Precondition) -> Result<bool, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let deleted = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                let Some(stored) = hold(connection, owner, id).await? else { return Ok(false) };
                expected.check(stored.fingerprint()).map_err(Abort::Store)?;
                let deletion = diesel::delete(webhook_endpoints::table.find((owner.get(), id.to_string())));
                let record =
                    || AuditRecord::new(Action::WebhookDelete, subject(id), Some(audited(&stored)), None);
                audit::execute_noted(connection, by, record, deletion).await?;
                Ok(true)
            })
            .await;
        deleted.map_err(Abort::into_store)
    }

    async fn rotate(
        &self,
        by: &Acting,
        id: EndpointId,
        rotation: &Rotation,
        expected: Precondition,
    ) -> Result<Option<Endpoint>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rotated = connection
            .transaction(async |connection| -> Result<Option<Endpoint>, Abort<Infallible>> {
                self.turn(connection, by, id, rotation, expected).await
            })
            .await;
        rotated.map_err(Abort::into_store)
    }

    async fn target(
        &self,
        owner: OwnerId,
        id: EndpointId,
        now: UnixTime,
    ) -> Result<Option<Target>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<TargetRow> = webhook_endpoints::table
            .find((owner.get(), id.to_string()))
            .select(TargetRow::as_select())
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        match row {
            Some(row) => self.open(&mut connection, owner, row, now).await.map(Some),
            None => Ok(None),
        }
    }
}

/// Loads an endpoint and locks it until the transaction ends.
pub(super) async fn hold(
    transaction: &mut PgConnection,
    owner: OwnerId,
    id: EndpointId,
) -> Result<Option<Endpoint>, StoreError> {
    let row: Option<EndpointRow> = webhook_endpoints::table
        .find((owner.get(), id.to_string()))
        .select(EndpointRow::as_select())
        .for_no_key_update()
        .first(transaction)
        .await
        .optional()
        .map_err(failed)?;
    row.map(EndpointRow::endpoint).transpose()
}

/// Stores the mutable columns of a locked endpoint.
pub(super) async fn replace(
    transaction: &mut PgConnection,
    by: &Acting,
    stored: &Endpoint,
    changed: &Endpoint,
) -> QueryResult<()> {
    let change = diesel::update(webhook_endpoints::table.find((by.owner.get(), changed.id.to_string())))
        .set(ChangedRow::of(changed));
    let record = || {
        let mut after = audited(changed);
        if let (true, Value::Object(fields)) = (stored.url != changed.url, &mut after) {
            fields.insert("url_changed".to_owned(), true.into());
        }
        AuditRecord::new(Action::WebhookChange, subject(changed.id), Some(audited(stored)), Some(after))
    };
    audit::execute_noted(transaction, by, record, change).await.map(|_| ())
}

pub(super) fn subject(id: EndpointId) -> (Subject, EndpointId) {
    (Subject::Webhook, id)
}

/// Returns the audited fields of an endpoint. Path and query are left out, because they often contain a secret.
fn audited(endpoint: &Endpoint) -> Value {
    json!({
        "host": endpoint.url.host(),
        "events": endpoint.events.words(),
        "description": endpoint.description.as_str(),
        "active": endpoint.state.is_active(),
        "made_by": endpoint.made_by.map(MakerKey::get),
    })
}

impl PgWebhooks {
    async fn write(
        &self,
        transaction: &mut PgConnection,
        by: &Acting,
        new: &NewEndpoint,
    ) -> Result<(), Abort<InsertError>> {
        let owner = by.owner;
        statement(LOCK_OWNER).bind::<BigInt, _>(owner.get()).execute(transaction).await?;
        let id = new.endpoint.id.to_string();
        let others: i64 = webhook_endpoints::table
            .filter(webhook_endpoints::owner_id.eq(owner.get()))
            .filter(webhook_endpoints::endpoint_id.ne(&id))
            .count()
            .get_result(transaction)
            .await?;
        if others >= i64::from(Endpoint::MOST) {
            return Err(Abort::Rule(InsertError::TooMany));
        }
        let sealed = self.sealing.seal(transaction, &secret(owner, &[&id]), new.secret.text()).await?;
        let row = ChangedRow::of(&new.endpoint);
        let columns = (
            webhook_endpoints::secret.eq(&sealed),
            webhook_endpoints::created_at.eq(timestamp(new.endpoint.created_at)),
        );
        let inserted = (
            webhook_endpoints::owner_id.eq(owner.get()),
            webhook_endpoints::endpoint_id.eq(&id),
            webhook_endpoints::url.eq(new.endpoint.url.as_str()),
            webhook_endpoints::events.eq(new.endpoint.events.words()),
            webhook_endpoints::description.eq(new.endpoint.description.as_str()),
            webhook_endpoints::active.eq(new.endpoint.state.is_active()),
            webhook_endpoints::made_by.eq(new.endpoint.made_by.map(MakerKey::get)),
        );
        let insertion = diesel::insert_into(webhook_endpoints::table)
            .values((inserted, columns))
            .on_conflict((webhook_endpoints::owner_id, webhook_endpoints::endpoint_id))
            .do_update()
            .set((row, columns));
        let made = &new.endpoint;
        let record = || AuditRecord::new(Action::WebhookCreate, subject(made.id), None, Some(audited(made)));
        audit::execute_noted(transaction, by, record, insertion).await?;
        Ok(())
    }

    async fn turn(
        &self,
        transaction: &mut PgConnection,
        by: &Acting,
        id: EndpointId,
        rotation: &Rotation,
        expected: Precondition,
    ) -> Result<Option<Endpoint>, Abort<Infallible>> {
        let owner = by.owner;
        let Some(endpoint) = hold(transaction, owner, id).await? else { return Ok(None) };
        let is_repeat = endpoint.rotation == Some(rotation.id);
        if !is_repeat {
            expected.check(endpoint.fingerprint()).map_err(Abort::Store)?;
        }
        let (text, rotated) = (id.to_string(), rotation.id.to_string());
        let found = webhook_endpoints::table.find((owner.get(), &text));
        let sealed: Vec<u8> = found.select(webhook_endpoints::secret).first(transaction).await?;
        let row = [text.as_str()];
        let new = self.sealing.seal(transaction, &secret(owner, &row), rotation.secret.text()).await?;
        let newest = (webhook_endpoints::secret.eq(new), webhook_endpoints::rotation_id.eq(&rotated));
        if is_repeat {
            diesel::update(found).set(newest).prepared().execute(transaction).await?;
            return Ok(Some(endpoint));
        }
        let previous = match rotation.previous_until {
            Some(until) => {
                let before = self.sealing.open(transaction, &secret(owner, &row), &sealed).await?;
                let place = previous_secret(owner, &row);
                Some((self.sealing.seal(transaction, &place, &before).await?, timestamp(until)))
            }
            None => None,
        };
        let (previous, until) = previous.unzip();
        let before =
            (webhook_endpoints::previous_secret.eq(previous), webhook_endpoints::previous_until.eq(until));
        let record = || AuditRecord::new(Action::WebhookRotate, subject(id), None, None);
        let replacement = diesel::update(found).set((newest, before));
        audit::execute_noted(transaction, by, record, replacement).await?;
        Ok(Some(Endpoint { rotation: Some(rotation.id), ..endpoint }))
    }

    pub(super) async fn open(
        &self,
        connection: &mut PgConnection,
        owner: OwnerId,
        row: TargetRow,
        now: UnixTime,
    ) -> Result<Target, StoreError> {
        let id = [row.endpoint_id.as_str()];
        let none = || corrupt("a secret of a webhook that is none");
        let current = self.sealing.open(connection, &secret(owner, &id), &row.secret).await?;
        let overlaps = row.previous_until.is_some_and(|until| until > timestamp(now));
        let previous = match row.previous_secret.filter(|_| overlaps) {
            Some(sealed) => {
                let text = self.sealing.open(connection, &previous_secret(owner, &id), &sealed).await?;
                Some(Secret::parse(text).ok_or_else(none)?)
            }
            None => None,
        };
        let current = Secret::parse(current).ok_or_else(none)?;
        let url = EndpointUrl::parse(&row.url).map_err(corrupt)?;
        let made_by = row.made_by.map(MakerKey::new);
        Ok(Target { url, secrets: Secrets { current, previous }, made_by })
    }
}
