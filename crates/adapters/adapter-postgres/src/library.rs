//! Notification presets and their assignments to domains.

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::{Array, BigInt, Integer, Jsonb, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, Hostname, OwnerId, Precondition, StoreError, UnixTime};
use landing_draft::banner::{BannerContent, BannerPatch};
use landing_draft::domain::Revision;
use landing_draft::id::PresetId;
use landing_draft::landing::Landing;
use landing_draft::ports::{Draft, KeptBanner, PresetStore, PresetStoreError};
use landing_draft::preset::{Preset, PresetName};
use serde_json::{Value, json};

use crate::Pool;
use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::json::RawJson;
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::drafts::document;
use crate::schema::landing::{drafts, notification_presets as presets, preset_assignments as assignments};

/// Notification presets on PostgreSQL.
#[derive(Clone)]
pub struct PgPresetStore {
    pool: Pool,
}

impl PgPresetStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

type Row = (i64, String, Value, DateTime<Utc>, DateTime<Utc>);

const COLUMNS: (
    presets::preset_id,
    presets::name,
    presets::content,
    presets::created_at,
    presets::updated_at,
) = (presets::preset_id, presets::name, presets::content, presets::created_at, presets::updated_at);

fn preset((id, name, content, created_at, updated_at): Row) -> Result<Preset, StoreError> {
    let patch = BannerPatch::parse(&content).map_err(corrupt)?;
    let mut content = BannerContent::default();
    content.apply(patch.content);
    Ok(Preset {
        id: PresetId::new(id),
        name: PresetName::restore(&name).map_err(corrupt)?,
        content,
        created_at: unix_time(created_at),
        updated_at: unix_time(updated_at),
    })
}

type Refusal = PresetStoreError;

/// Maps a name conflict to the port's error; other errors are errors of the store.
fn refusal(error: Error) -> Abort<Refusal> {
    match error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => {
            Abort::Rule(PresetStoreError::NameTaken)
        }
        error => error.into(),
    }
}

fn settle<T>(outcome: Result<T, Abort<Refusal>>) -> Result<T, PresetStoreError> {
    outcome.map_err(|abort| match abort {
        Abort::Rule(refusal) => refusal,
        Abort::Store(error) => error.into(),
    })
}

#[async_trait]
impl PresetStore for PgPresetStore {
    async fn list(
        &self,
        owner: OwnerId,
        after: Option<PresetId>,
        limit: u32,
    ) -> Result<Vec<Preset>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<Row> = presets::table
            .filter(presets::owner_id.eq(owner.get()))
            .filter(presets::preset_id.gt(after.map_or(i64::MIN, PresetId::get)))
            .order(presets::preset_id)
            .limit(limit.into())
            .select(COLUMNS)
            .load(&mut connection)
            .await
            .map_err(failed)?;
        rows.into_iter().map(preset).collect()
    }

    async fn find(&self, owner: OwnerId, id: PresetId) -> Result<Option<Preset>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<Row> = presets::table
            .find((owner.get(), id.get()))
            .select(COLUMNS)
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        row.map(preset).transpose()
    }

    async fn by_name(&self, owner: OwnerId, name: &PresetName) -> Result<Option<Preset>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<Row> = presets::table
            .filter(presets::owner_id.eq(owner.get()).and(presets::name.eq(name.as_str())))
            .select(COLUMNS)
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        row.map(preset).transpose()
    }

    async fn insert(
        &self,
        by: &Acting,
        name: &PresetName,
        content: &BannerContent,
        now: UnixTime,
    ) -> Result<Preset, PresetStoreError> {
        let mut connection = connection(&self.pool).await?;
        let inserted = connection
            .transaction(async |connection| -> Result<Preset, Abort<Refusal>> {
                insert(connection, by, name, content, now).await
            })
            .await;
        settle(inserted)
    }

    async fn replace(&self, by: &Acting, old: &Preset, new: &Preset) -> Result<(), PresetStoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let outcome = connection
            .transaction(async |connection| -> Result<(), Abort<Refusal>> {
                check_unchanged(connection, owner, old).await?;
                let record = || {
                    AuditRecord::new(
                        Action::PresetChange,
                        (Subject::Preset, new.id.get()),
                        Some(audited(old)),
                        Some(audited(new)),
                    )
                };
                let written = diesel::update(presets::table.find((owner.get(), new.id.get()))).set((
                    presets::name.eq(new.name.as_str()),
                    presets::content.eq(new.content.to_json()),
                    presets::revision.eq(presets::revision + 1),
                    presets::updated_at.eq(timestamp(new.updated_at)),
                ));
                audit::execute_noted(connection, by, record, written).await.map_err(refusal)?;
                change_assigned(connection, owner, new.id, new.updated_at, |landing, enabled| {
                    new.stamp(landing, enabled);
                })
                .await
            })
            .await;
        settle(outcome)
    }

    async fn delete(
        &self,
        by: &Acting,
        id: PresetId,
        expected: Precondition,
        now: UnixTime,
    ) -> Result<bool, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let outcome = connection
            .transaction(async |connection| -> Result<bool, Abort<Refusal>> {
                let held: Option<Row> = presets::table
                    .find((owner.get(), id.get()))
                    .select(COLUMNS)
                    .for_update()
                    .first(connection)
                    .await
                    .optional()?;
                let Some(held) = held.map(preset).transpose().map_err(Abort::Store)? else {
                    return Ok(false);
                };
                expected.check(held.fingerprint()).map_err(Abort::Store)?;
                change_assigned(connection, owner, id, now, |landing, _| landing.release_preset()).await?;
                let record =
                    || AuditRecord::new(Action::PresetDelete, (Subject::Preset, id.get()), None, None);
                let deletion = diesel::delete(presets::table.find((owner.get(), id.get())));
                audit::execute_noted(connection, by, record, deletion).await.map_err(Abort::from)?;
                Ok(true)
            })
            .await;
        settle(outcome).map_err(|refusal| match refusal {
            PresetStoreError::Store(error) => error,
            refusal => corrupt(refusal),
        })
    }

    async fn assign(
        &self,
        by: &Acting,
        domain: &Hostname,
        preset: Option<Preset>,
        enabled: bool,
        expected: Option<Revision>,
        now: UnixTime,
    ) -> Result<Option<Draft>, PresetStoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let outcome = connection
            .transaction(async |connection| -> Result<Option<Draft>, Abort<Refusal>> {
                if let Some(preset) = &preset {
                    check_unchanged(connection, owner, preset).await?;
                }
                let Some(draft) = lock_draft(connection, owner, domain).await? else { return Ok(None) };
                if expected.is_some_and(|expected| expected != draft.revision) {
                    return Err(Abort::Rule(PresetStoreError::Stale));
                }
                assign_and_stamp(connection, by, domain, draft, preset.as_ref(), enabled, now).await.map(Some)
            })
            .await;
        settle(outcome)
    }

    async fn keep(
        &self,
        by: &Acting,
        domain: &Hostname,
        kept: &KeptBanner,
        now: UnixTime,
    ) -> Result<Preset, PresetStoreError> {
        let mut connection = connection(&self.pool).await?;
        let outcome = connection
            .transaction(async |connection| -> Result<Preset, Abort<Refusal>> {
                // Locks the preset before the draft, as everywhere: a transaction that waits for the name holds no
                // draft.
                let preset = insert(connection, by, &kept.name, &kept.content, now).await?;
                let draft = lock_draft(connection, by.owner, domain).await?;
                let draft = draft.filter(|draft| draft.revision == kept.read_at);
                let draft = draft.ok_or(Abort::Rule(PresetStoreError::Stale))?;
                assign_and_stamp(connection, by, domain, draft, Some(&preset), kept.enabled, now).await?;
                Ok(preset)
            })
            .await;
        settle(outcome)
    }
}

async fn insert(
    connection: &mut PgConnection,
    by: &Acting,
    name: &PresetName,
    content: &BannerContent,
    now: UnixTime,
) -> Result<Preset, Abort<Refusal>> {
    let id = diesel::insert_into(presets::table)
        .values((
            presets::owner_id.eq(by.owner.get()),
            presets::name.eq(name.as_str()),
            presets::content.eq(content.to_json()),
            presets::created_at.eq(timestamp(now)),
            presets::updated_at.eq(timestamp(now)),
        ))
        .returning(presets::preset_id)
        .get_result(connection)
        .await
        .map_err(refusal)?;
    let (name, content) = (name.clone(), content.clone());
    let preset = Preset { id: PresetId::new(id), name, content, created_at: now, updated_at: now };
    let record =
        || AuditRecord::new(Action::PresetCreate, (Subject::Preset, id), None, Some(audited(&preset)));
    audit::append(connection, by, record).await?;
    Ok(preset)
}

/// Returns the audited fields of a preset.
fn audited(preset: &Preset) -> Value {
    let mut audited = preset.content.to_json();
    if let Value::Object(fields) = &mut audited {
        fields.insert("name".to_owned(), preset.name.as_str().into());
    }
    audited
}

/// Locks the preset's row until the transaction ends, so that edits and assignments of the preset are serialized. Fails
/// if the preset has changed.
pub(crate) async fn check_unchanged(
    connection: &mut PgConnection,
    owner: OwnerId,
    known: &Preset,
) -> Result<(), Abort<Refusal>> {
    let row: Option<Row> = presets::table
        .find((owner.get(), known.id.get()))
        .select(COLUMNS)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    match row.map(preset).transpose().map_err(Abort::Store)? {
        Some(stored) if (&stored.name, &stored.content) == (&known.name, &known.content) => Ok(()),
        _ => Err(Abort::Rule(PresetStoreError::Stale)),
    }
}

pub(crate) async fn write_assignment(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
    preset: Option<&Preset>,
    enabled: bool,
) -> Result<(), Abort<Refusal>> {
    let row = assignments::table.find((owner.get(), domain.as_str()));
    let Some(preset) = preset else {
        diesel::delete(row).execute(connection).await?;
        return Ok(());
    };
    diesel::insert_into(assignments::table)
        .values((
            assignments::owner_id.eq(owner.get()),
            assignments::hostname.eq(domain.as_str()),
            assignments::preset_id.eq(preset.id.get()),
            assignments::enabled.eq(enabled),
        ))
        .on_conflict((assignments::owner_id, assignments::hostname))
        .do_update()
        .set((assignments::preset_id.eq(preset.id.get()), assignments::enabled.eq(enabled)))
        .prepared()
        .execute(connection)
        .await?;
    Ok(())
}

/// Loads the draft and locks it until the transaction ends.
async fn lock_draft(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> Result<Option<Draft>, Abort<Refusal>> {
    let row: Option<(RawJson, i64)> = drafts::table
        .find((owner.get(), domain.as_str()))
        .select((drafts::document, drafts::revision))
        .for_update()
        .first(connection)
        .await
        .optional()?;
    let Some((stored, revision)) = row else { return Ok(None) };
    let landing = document::of_raw(stored).await.map_err(Abort::Store)?;
    Ok(Some(Draft { revision: Revision(revision), landing: Arc::new(landing) }))
}

/// Stores an assignment and updates the draft. The caller has locked the draft first, as a deletion of the domain does.
async fn assign_and_stamp(
    connection: &mut PgConnection,
    by: &Acting,
    domain: &Hostname,
    draft: Draft,
    preset: Option<&Preset>,
    enabled: bool,
    now: UnixTime,
) -> Result<Draft, Abort<Refusal>> {
    let owner = by.owner;
    write_assignment(connection, owner, domain, preset, enabled).await?;
    let record = || {
        let after = json!({ "preset_id": preset.map(|preset| preset.id.get()), "enabled": enabled });
        AuditRecord::new(Action::PresetAssign, (Subject::Domain, domain), None, Some(after))
    };
    audit::append(connection, by, record).await?;
    let Draft { revision, landing } = draft;
    let mut landing = Arc::unwrap_or_clone(landing);
    match preset {
        Some(preset) => preset.stamp(&mut landing, enabled),
        None => landing.release_preset(),
    }
    let landing = Arc::new(landing);
    write_drafts(connection, owner, vec![(domain.to_string(), Arc::clone(&landing))], now).await?;
    Ok(Draft { revision: Revision(revision.0.saturating_add(1)), landing })
}

/// Locks the drafts of all assigned domains in a fixed order, so that two such statements can't deadlock. Locks only
/// drafts, because a deletion of a domain locks its draft before it deletes the assignment.
const LOCK_DRAFTS: &str = "
    SELECT 1 FROM drafts JOIN preset_assignments USING (owner_id, hostname)
    WHERE owner_id = $1 AND preset_id = $2 ORDER BY hostname FOR UPDATE OF drafts";

/// Changes the drafts of all assigned domains: one statement locks them, one reads them under the lock, one writes
/// them. The caller holds the preset's row, so no assignment is added meanwhile.
async fn change_assigned(
    connection: &mut PgConnection,
    owner: OwnerId,
    preset: PresetId,
    now: UnixTime,
    change: impl Fn(&mut Landing, bool),
) -> Result<(), Abort<Refusal>> {
    statement(LOCK_DRAFTS)
        .bind::<BigInt, _>(owner.get())
        .bind::<BigInt, _>(preset.get())
        .execute(connection)
        .await?;
    let rows: Vec<(String, bool, RawJson)> =
        assignments::table
            .inner_join(drafts::table.on(
                drafts::owner_id.eq(assignments::owner_id).and(drafts::hostname.eq(assignments::hostname)),
            ))
            .filter(assignments::owner_id.eq(owner.get()).and(assignments::preset_id.eq(preset.get())))
            .select((assignments::hostname, assignments::enabled, drafts::document))
            .load(connection)
            .await?;
    let mut changed = Vec::with_capacity(rows.len());
    for (hostname, enabled, stored) in rows {
        let mut landing = document::of_raw(stored).await.map_err(Abort::Store)?;
        // A copy or a rollback has since replaced the draft's banner, so the draft no longer follows the preset.
        if landing.banner.preset_id == Some(preset) {
            change(&mut landing, enabled);
            changed.push((hostname, Arc::new(landing)));
        }
    }
    write_drafts(connection, owner, changed, now).await
}

const WRITE_DRAFTS: &str = "
    UPDATE drafts
    SET document = changed.document, button_count = changed.button_count,
        revision = drafts.revision + 1, updated_at = $5
    FROM unnest($2, $3, $4) AS changed (hostname, document, button_count)
    WHERE drafts.owner_id = $1 AND drafts.hostname = changed.hostname";

async fn write_drafts(
    connection: &mut PgConnection,
    owner: OwnerId,
    changed: Vec<(String, Arc<Landing>)>,
    now: UnixTime,
) -> Result<(), Abort<Refusal>> {
    if changed.is_empty() {
        return Ok(());
    }
    let (mut hostnames, mut documents, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for (hostname, landing) in changed {
        documents.push(document::written(&landing).await.map_err(Abort::Store)?);
        counts.push(i32::try_from(landing.button_count()).unwrap_or(i32::MAX));
        hostnames.push(hostname);
    }
    statement(WRITE_DRAFTS)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(hostnames)
        .bind::<Array<Jsonb>, _>(documents)
        .bind::<Array<Integer>, _>(counts)
        .bind::<Timestamptz, _>(timestamp(now))
        .execute(connection)
        .await?;
    Ok(())
}
