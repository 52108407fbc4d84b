//! Conversion pixels with encrypted tokens.

use std::convert::Infallible;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use conversion_pixel::delivery::ParkReason;
use conversion_pixel::ports::{PixelStore, PutPixelError};
use conversion_pixel::{AccessToken, EventMap, Pixel, PixelChange, PixelId, Platform, Switches};
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, OwnerId, Precondition, StoreError, UnixTime};
use secrecy::SecretString;
use serde_json::{Value, json};

use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::random::random_number;
use crate::database::time::{timestamp, unix_time};
use crate::engine_connections::accounts::link_key;
use crate::live::announce_links_of_owner;
use crate::schema::links::funnel_links;
use crate::schema::pixels::{conversion_pixels, pixel_deliveries};
use crate::secrets::cipher::Place;
use crate::{Pool, Sealing};

/// Conversion pixels on PostgreSQL.
#[derive(Clone)]
pub struct PgPixelStore {
    pool: Pool,
    sealing: Arc<Sealing>,
}

impl PgPixelStore {
    pub fn new(pool: Pool, sealing: Arc<Sealing>) -> Self {
        Self { pool, sealing }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = conversion_pixels, check_for_backend(diesel::pg::Pg))]
struct PixelRow {
    provider_id: String,
    platform: String,
    pixel_id: String,
    event_map_json: String,
    active: bool,
    send_user_agent: bool,
    updated_at: DateTime<Utc>,
    last_error: Option<String>,
}

impl PixelRow {
    fn needs_user_agents(&self) -> bool {
        let Self { active, send_user_agent, .. } = *self;
        Switches { active, send_user_agent }.needs_user_agents()
    }

    fn pixel(self) -> Result<Pixel, StoreError> {
        Ok(Pixel {
            provider_id: self.provider_id,
            platform: platform(&self.platform)?,
            pixel_id: pixel_id(&self.pixel_id)?,
            event_map: event_map(&self.event_map_json)?,
            active: self.active,
            send_user_agent: self.send_user_agent,
            has_token: true,
            updated_at: unix_time(self.updated_at),
            last_error: self.last_error,
        })
    }
}

/// Columns that a change writes; `None` keeps a column.
#[derive(AsChangeset)]
#[diesel(table_name = conversion_pixels)]
struct ChangedRow<'a> {
    pixel_id: &'a str,
    token: Option<Vec<u8>>,
    event_map_json: Option<&'a str>,
    active: Option<bool>,
    send_user_agent: Option<bool>,
    revision: Option<i64>,
    updated_at: DateTime<Utc>,
    last_error: Option<Option<String>>,
}

#[derive(Insertable)]
#[diesel(table_name = conversion_pixels, treat_none_as_default_value = false)]
struct NewRow<'a> {
    owner_id: i64,
    provider_id: &'a str,
    platform: &'static str,
    pixel_id: &'a str,
    token: Vec<u8>,
    event_map_json: &'a str,
    active: bool,
    send_user_agent: bool,
    revision: i64,
    updated_at: DateTime<Utc>,
}

#[async_trait]
impl PixelStore for PgPixelStore {
    async fn list(&self, owner: OwnerId, provider_id: &str) -> Result<Option<Vec<Pixel>>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let provider_id = link_key(&mut connection, owner, provider_id).await.map_err(failed)?;
        let rows: Vec<Option<PixelRow>> = funnel_links::table
            .left_join(
                conversion_pixels::table.on(conversion_pixels::owner_id
                    .eq(funnel_links::owner_id)
                    .and(conversion_pixels::provider_id.eq(funnel_links::provider_id))),
            )
            .filter(funnel_links::owner_id.eq(owner.get()))
            .filter(funnel_links::provider_id.eq(&provider_id))
            .select(Option::<PixelRow>::as_select())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        if rows.is_empty() {
            return Ok(None);
        }
        in_order(rows.into_iter().flatten()).map(Some)
    }

    async fn put(
        &self,
        by: &Acting,
        provider_id: &str,
        change: &PixelChange,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<Pixel, PutPixelError> {
        let mut connection = connection(&self.pool).await?;
        let stored = connection
            .transaction(async |connection| {
                let provider_id = link_key(connection, by.owner, provider_id).await?;
                self.write(connection, by, &provider_id, change, expected, now).await
            })
            .await;
        stored.map_err(|abort| match abort {
            Abort::Rule(error) => error,
            Abort::Store(error) => error.into(),
        })
    }

    async fn delete(
        &self,
        by: &Acting,
        provider_id: &str,
        platform: Platform,
        expected: Precondition,
        _now: UnixTime,
    ) -> Result<bool, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let deleted = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                let provider_id = &*link_key(connection, owner, provider_id).await?;
                if !lock_link(connection, owner, provider_id).await? {
                    return Ok(false);
                }
                check(connection, owner, provider_id, expected).await.map_err(Abort::Store)?;
                let key = (owner.get(), provider_id, platform.as_str());
                let deleted: Option<PixelRow> = diesel::delete(conversion_pixels::table.find(key))
                    .returning(PixelRow::as_returning())
                    .get_result(connection)
                    .await
                    .optional()?;
                park(connection, owner, provider_id, platform).await?;
                if let Some(deleted) = deleted {
                    let record =
                        || AuditRecord::new(Action::PixelDelete, subject(key), Some(audited(&deleted)), None);
                    audit::append(connection, by, record).await?;
                    if deleted.needs_user_agents() {
                        announce_links_of_owner(connection, owner).await?;
                    }
                }
                Ok(true)
            })
            .await;
        deleted.map_err(Abort::into_store)
    }
}

impl PgPixelStore {
    /// Stores a change. Every transaction locks in this order: the link, the pixel, its deliveries.
    async fn write(
        &self,
        transaction: &mut PgConnection,
        by: &Acting,
        provider_id: &str,
        change: &PixelChange,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<Pixel, Abort<PutPixelError>> {
        let owner = by.owner;
        if !lock_link(transaction, owner, provider_id).await? {
            return Err(Abort::Rule(PutPixelError::SmartLinkNotFound));
        }
        check(transaction, owner, provider_id, expected).await.map_err(Abort::Store)?;
        let key = (owner.get(), provider_id, change.platform.as_str());
        let stored: Option<PixelRow> = conversion_pixels::table
            .find(key)
            .select(PixelRow::as_select())
            .for_no_key_update()
            .first(transaction)
            .await
            .optional()?;
        let token = match &change.token {
            Some(token) => Some(self.seal(transaction, owner, provider_id, change.platform, token).await?),
            None => None,
        };
        match (stored, token) {
            (None, None) => Err(Abort::Rule(PutPixelError::TokenRequired)),
            (None, Some(token)) => insert(transaction, by, key, change, token, now).await,
            (Some(before), token) => {
                let new_token = token.is_some();
                let renewed = new_token || before.pixel_id != change.pixel_id.as_str();
                let row = ChangedRow {
                    pixel_id: change.pixel_id.as_str(),
                    token,
                    event_map_json: change.event_map.as_ref().map(EventMap::json),
                    active: change.active,
                    send_user_agent: change.send_user_agent,
                    revision: if renewed { Some(random_number(transaction).await?) } else { None },
                    updated_at: timestamp(now),
                    last_error: renewed.then_some(None),
                };
                let stored = diesel::update(conversion_pixels::table.find(key))
                    .set(&row)
                    .returning(PixelRow::as_returning())
                    .prepared()
                    .get_result(transaction)
                    .await?;
                if renewed {
                    wake(transaction, key, now).await?;
                }
                let record = || {
                    let mut after = audited(&stored);
                    if let (true, Value::Object(fields)) = (new_token, &mut after) {
                        fields.insert("token_replaced".to_owned(), true.into());
                    }
                    AuditRecord::new(Action::PixelChange, subject(key), Some(audited(&before)), Some(after))
                };
                audit::append(transaction, by, record).await?;
                if stored.needs_user_agents() != before.needs_user_agents() {
                    announce_links_of_owner(transaction, owner).await?;
                }
                Ok(stored.pixel()?)
            }
        }
    }

    async fn seal(
        &self,
        transaction: &mut PgConnection,
        owner: OwnerId,
        provider_id: &str,
        platform: Platform,
        token: &AccessToken,
    ) -> Result<Vec<u8>, StoreError> {
        let row = [provider_id, platform.as_str()];
        self.sealing.seal(transaction, &place(owner, &row), &SecretString::from(token.expose())).await
    }
}

/// Encryption context of a pixel's token; the row is provider id and platform.
pub(crate) const fn place<'a>(owner: OwnerId, row: &'a [&'a str]) -> Place<'a> {
    Place { purpose: "conversion_pixels.token", owner, row }
}

type Key<'a> = (i64, &'a str, &'static str);

/// Serializes changes of one link's pixels. Returns `false` if the owner has no such link.
async fn lock_link(transaction: &mut PgConnection, owner: OwnerId, provider_id: &str) -> QueryResult<bool> {
    let found: Option<i64> = funnel_links::table
        .filter(funnel_links::owner_id.eq(owner.get()))
        .filter(funnel_links::provider_id.eq(provider_id))
        .select(funnel_links::link_id)
        .for_no_key_update()
        .first(transaction)
        .await
        .optional()?;
    Ok(found.is_some())
}

fn in_order(rows: impl Iterator<Item = PixelRow>) -> Result<Vec<Pixel>, StoreError> {
    let mut pixels = rows.map(PixelRow::pixel).collect::<Result<Vec<_>, StoreError>>()?;
    pixels.sort_by_key(|pixel| Platform::ALL.iter().position(|platform| *platform == pixel.platform));
    Ok(pixels)
}

/// Checks the precondition of a change against the pixels of a locked link.
async fn check(
    transaction: &mut PgConnection,
    owner: OwnerId,
    provider_id: &str,
    expected: Precondition,
) -> Result<(), StoreError> {
    if expected == Precondition::None {
        return Ok(());
    }
    let rows: Vec<PixelRow> = conversion_pixels::table
        .filter(conversion_pixels::owner_id.eq(owner.get()))
        .filter(conversion_pixels::provider_id.eq(provider_id))
        .select(PixelRow::as_select())
        .load(transaction)
        .await
        .map_err(failed)?;
    expected.check(Pixel::fingerprint_of(&in_order(rows.into_iter())?))
}

async fn insert(
    transaction: &mut PgConnection,
    by: &Acting,
    (owner_id, provider_id, platform): Key<'_>,
    change: &PixelChange,
    token: Vec<u8>,
    now: UnixTime,
) -> Result<Pixel, Abort<PutPixelError>> {
    let row = NewRow {
        owner_id,
        provider_id,
        platform,
        pixel_id: change.pixel_id.as_str(),
        token,
        event_map_json: change.event_map.as_ref().map_or("", EventMap::json),
        active: change.active.unwrap_or(true),
        send_user_agent: change.send_user_agent.unwrap_or_default(),
        revision: random_number(transaction).await?,
        updated_at: timestamp(now),
    };
    let stored = diesel::insert_into(conversion_pixels::table)
        .values(&row)
        .returning(PixelRow::as_returning())
        .get_result(transaction)
        .await?;
    let record = || {
        AuditRecord::new(
            Action::PixelCreate,
            subject((owner_id, provider_id, platform)),
            None,
            Some(audited(&stored)),
        )
    };
    audit::append(transaction, by, record).await?;
    if stored.needs_user_agents() {
        announce_links_of_owner(transaction, OwnerId::new(owner_id)).await?;
    }
    Ok(stored.pixel()?)
}

/// Returns the audited fields of a pixel, without its token.
fn audited(row: &PixelRow) -> Value {
    json!({ "pixel_id": row.pixel_id, "event_map_json": row.event_map_json, "active": row.active,
        "send_user_agent": row.send_user_agent })
}

pub(crate) fn subject((_, provider_id, platform): Key<'_>) -> (Subject, String) {
    (Subject::Pixel, format!("{provider_id}/{platform}"))
}

/// Sets deliveries that wait for a token to due now.
async fn wake(
    transaction: &mut PgConnection,
    (owner_id, provider_id, platform): Key<'_>,
    now: UnixTime,
) -> QueryResult<usize> {
    let waiting = pixel_deliveries::table
        .filter(pixel_deliveries::owner_id.eq(owner_id))
        .filter(pixel_deliveries::provider_id.eq(provider_id))
        .filter(pixel_deliveries::platform.eq(platform))
        .filter(pixel_deliveries::state.eq("waiting_token"));
    diesel::update(waiting)
        .set((pixel_deliveries::state.eq("pending"), pixel_deliveries::next_attempt_at.eq(timestamp(now))))
        .prepared()
        .execute(transaction)
        .await
}

/// Parks unsent deliveries. An attempt in progress may still report success.
async fn park(
    transaction: &mut PgConnection,
    owner: OwnerId,
    provider_id: &str,
    platform: Platform,
) -> QueryResult<usize> {
    let open = pixel_deliveries::table
        .filter(pixel_deliveries::owner_id.eq(owner.get()))
        .filter(pixel_deliveries::provider_id.eq(provider_id))
        .filter(pixel_deliveries::platform.eq(platform.as_str()))
        .filter(pixel_deliveries::state.eq("pending").or(pixel_deliveries::state.eq("waiting_token")));
    diesel::update(open)
        .set((
            pixel_deliveries::state.eq("parked"),
            pixel_deliveries::park_reason.eq(ParkReason::PixelDeleted.as_str()),
        ))
        .prepared()
        .execute(transaction)
        .await
}

pub(crate) fn platform(word: &str) -> Result<Platform, StoreError> {
    Platform::parse(word).ok_or_else(|| corrupt(format!("the platform {word:?}")))
}

pub(crate) fn pixel_id(text: &str) -> Result<PixelId, StoreError> {
    PixelId::parse(text).ok_or_else(|| corrupt(format!("the pixel id {text:?}")))
}

/// Parses a stored event map, by the same rules as at storing.
pub(crate) fn event_map(text: &str) -> Result<EventMap, StoreError> {
    let tree = serde_json::from_str(text).ok();
    EventMap::parse(text, tree.as_ref()).map_err(corrupt)
}
