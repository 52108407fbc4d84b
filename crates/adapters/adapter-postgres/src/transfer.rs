//! Import of documents, with one transaction per domain.

use std::collections::HashMap;

use application::transfer::ports::{
    ApplyError, CodeWrite, DomainChange, DraftChange, Mode, SettledDomain, SmartLinkWrite, TransferStore,
};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, Hostname, OwnerId, Precondition, StoreError, UnixTime};
use landing_draft::domain::{NewDomain, PlanCaps, Revision};
use landing_draft::ports::{PresetStoreError, RegisterError};
use qr_catalog::ports::CodeStoreError;
use serde_json::json;
use smartlink_policy::ports::InsertError;
use smartlink_policy::smart_link::SmartLinkChange;

use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::shape::Shape;
use crate::database::statement::statement;
use crate::domains::register;
use crate::drafts::edits::{Edit, edit_of};
use crate::drafts::{NewDraft, save};
use crate::library::{check_unchanged, write_assignment};
use crate::live::has_domain;
use crate::schema::landing::domains;
use crate::{Pool, qr, smart_links};

/// Import of documents on PostgreSQL.
#[derive(Clone)]
pub struct PgTransferStore {
    pool: Pool,
    shape: Shape,
}

impl PgTransferStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool, shape: Shape::default() }
    }
}

const IDS: &str = "
    SELECT hostname, segment->>'id' AS id
    FROM drafts, jsonb_array_elements(document->'segments') AS segment WHERE owner_id = $1
    UNION ALL
    SELECT hostname, button->>'id' AS id
    FROM drafts, jsonb_array_elements(document->'segments') AS segment, jsonb_array_elements(segment->'buttons') AS button
    WHERE owner_id = $1";

#[derive(QueryableByName)]
struct IdRow {
    #[diesel(sql_type = Text)]
    hostname: String,
    #[diesel(sql_type = Text)]
    id: String,
}

/// Reason for a rollback.
enum Ended {
    /// The dry run succeeded.
    Tried,
    /// The change is rejected.
    Refused(ApplyError),
}

type Aborted = Abort<Ended>;

fn refused(error: ApplyError) -> Aborted {
    Abort::Rule(Ended::Refused(error))
}

#[async_trait]
impl TransferStore for PgTransferStore {
    async fn ids(&self, owner: OwnerId) -> Result<HashMap<String, Hostname>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<IdRow> =
            statement(IDS).bind::<BigInt, _>(owner.get()).load(&mut connection).await.map_err(failed)?;
        drop(connection);
        rows.into_iter().map(|row| Ok((row.id, Hostname::parse(&row.hostname).map_err(corrupt)?))).collect()
    }

    async fn apply(
        &self,
        by: &Acting,
        change: &DomainChange,
        caps: &PlanCaps,
        mode: Mode,
        now: UnixTime,
    ) -> Result<(), ApplyError> {
        let draft = match &change.settled {
            Some(SettledDomain { draft: DraftChange { before, landing, .. }, .. }) => {
                Some((NewDraft::of(landing).await?, edit_of(by, before, landing).await?))
            }
            None => None,
        };
        let draft = draft.as_ref().map(|(new, edit)| (new, edit.as_ref()));
        let written = Written { shape: &self.shape, draft, caps, now };
        let mut connection = connection(&self.pool).await?;
        let outcome = connection
            .transaction(async |connection| -> Result<(), Aborted> {
                write(connection, by, change, &written).await?;
                if mode == Mode::DryRun { Err(Abort::Rule(Ended::Tried)) } else { Ok(()) }
            })
            .await;
        match outcome {
            Ok(()) | Err(Abort::Rule(Ended::Tried)) => Ok(()),
            Err(Abort::Rule(Ended::Refused(error))) => Err(error),
            Err(Abort::Store(error)) => Err(error.into()),
        }
    }
}

/// Data that is written next to the change itself.
struct Written<'a> {
    shape: &'a Shape,
    draft: Option<(&'a NewDraft, Option<&'a Edit>)>,
    caps: &'a PlanCaps,
    now: UnixTime,
}

async fn write(
    connection: &mut PgConnection,
    by: &Acting,
    change: &DomainChange,
    written: &Written<'_>,
) -> Result<(), Aborted> {
    if let Some((settled, draft)) = change.settled.as_ref().zip(written.draft) {
        settle(connection, by, &change.hostname, settled, draft, written).await?;
    }
    for link in &change.smart_links {
        write_smart_link(connection, by, link, written.now).await?;
    }
    for code in &change.codes {
        write_code(connection, by, code, written.now).await?;
    }
    Ok(())
}

/// Locks the preset before the draft, the draft before its assignment, and the domain last, as everywhere.
async fn settle(
    connection: &mut PgConnection,
    by: &Acting,
    hostname: &Hostname,
    settled: &SettledDomain,
    (new, edit): (&NewDraft, Option<&Edit>),
    written: &Written<'_>,
) -> Result<(), Aborted> {
    let owner = by.owner;
    if let Some(preset) = &settled.preset {
        check_unchanged(connection, owner, preset).await.map_err(of_preset)?;
    }
    let expected = match settled.draft.expected {
        Some(expected) => expected,
        None => register_new(connection, by, hostname, settled, written).await?,
    };
    let saved = save(connection, written.shape, by, hostname, expected, new, edit, written.now).await;
    if saved.map_err(Abort::Store)?.is_none() {
        return Err(refused(ApplyError::Stale));
    }
    let (preset, enabled) = (settled.preset.as_ref(), settled.draft.landing.banner.enabled);
    write_assignment(connection, owner, hostname, preset, enabled).await.map_err(of_preset)?;
    if settled.draft.expected.is_some() {
        rename(connection, by, hostname, settled.display_name.as_str()).await?;
    }
    Ok(())
}

async fn write_smart_link(
    connection: &mut PgConnection,
    by: &Acting,
    write: &SmartLinkWrite,
    now: UnixTime,
) -> Result<(), Aborted> {
    let (id, change) = match write {
        SmartLinkWrite::Change { id, change } => (*id, change.clone()),
        SmartLinkWrite::Insert { link, active } => {
            let made = smart_links::insert(connection, by, link).await.map_err(of_link)?;
            (made.id, SmartLinkChange { active: Some(*active), ..SmartLinkChange::default() })
        }
    };
    let updated = smart_links::update(connection, by, id, &change, Precondition::None, now).await;
    match updated.map_err(|abort| Abort::Store(abort.into_store()))? {
        Some(_) => Ok(()),
        None => Err(refused(ApplyError::Stale)),
    }
}

async fn write_code(
    connection: &mut PgConnection,
    by: &Acting,
    write: &CodeWrite,
    now: UnixTime,
) -> Result<(), Aborted> {
    let (before, after) = match write {
        CodeWrite::Replace { before, after } => (before.clone(), Some(after.clone())),
        CodeWrite::Insert { new, then } => {
            let made = qr::insert(connection, by, new).await.map_err(of_code)?;
            let after = made.edited(then, now);
            (made, after)
        }
    };
    match after {
        Some(after) => qr::replace(connection, by, &before, &after).await.map_err(of_code),
        None => Ok(()),
    }
}

/// Maps an error of a link. A slug that is taken was free when the change was planned.
fn of_link(abort: Abort<InsertError>) -> Aborted {
    match abort {
        Abort::Store(error) | Abort::Rule(InsertError::Store(error)) => Abort::Store(error),
        Abort::Rule(InsertError::DomainNotFound | InsertError::SlugTaken) => refused(ApplyError::Stale),
    }
}

fn of_code(abort: Abort<CodeStoreError>) -> Aborted {
    match abort {
        Abort::Store(error) | Abort::Rule(CodeStoreError::Store(error)) => Abort::Store(error),
        Abort::Rule(_) => refused(ApplyError::Stale),
    }
}

async fn register_new(
    connection: &mut PgConnection,
    by: &Acting,
    hostname: &Hostname,
    settled: &SettledDomain,
    written: &Written<'_>,
) -> Result<Revision, Aborted> {
    let (hostname, display_name) = (hostname.clone(), settled.display_name.clone());
    let new = NewDomain { hostname, display_name, created_at: written.now, is_proven: false };
    match register(connection, by, &new, written.caps).await {
        Ok(_) => Ok(Revision::FIRST),
        Err(Abort::Store(error)) => Err(Abort::Store(error)),
        Err(Abort::Rule(RegisterError::Store(error))) => Err(Abort::Store(error)),
        Err(Abort::Rule(RegisterError::CapReached)) => Err(refused(ApplyError::CapReached)),
        Err(Abort::Rule(RegisterError::Quarantined(_))) => Err(refused(ApplyError::Quarantined)),
        Err(Abort::Rule(RegisterError::Unproven)) => Err(refused(ApplyError::Unproven)),
        // The domain has been registered meanwhile, by this owner or another.
        Err(Abort::Rule(RegisterError::Taken)) => {
            let is_own = has_domain(connection, by.owner, &new.hostname).await?;
            Err(refused(if is_own { ApplyError::Stale } else { ApplyError::Taken }))
        }
    }
}

/// Changes the display name of a domain. Visitors see the new name after the next publication.
async fn rename(
    connection: &mut PgConnection,
    by: &Acting,
    hostname: &Hostname,
    after: &str,
) -> Result<(), Aborted> {
    let key = (by.owner.get(), hostname.as_str());
    let before = domains::table.find(key).select(domains::display_name).first(connection).await;
    let before: Option<String> = before.optional()?;
    let before = before.ok_or_else(|| refused(ApplyError::Stale))?;
    if before != after {
        diesel::update(domains::table.find(key))
            .set(domains::display_name.eq(after))
            .prepared()
            .execute(connection)
            .await?;
        let record = || {
            let [before, after] = [before.as_str(), after].map(|name| Some(json!({ "display_name": name })));
            AuditRecord::new(Action::DomainRename, (Subject::Domain, hostname), before, after)
        };
        audit::append(connection, by, record).await?;
    }
    Ok(())
}

fn of_preset(abort: Abort<PresetStoreError>) -> Aborted {
    match abort {
        Abort::Store(error) | Abort::Rule(PresetStoreError::Store(error)) => Abort::Store(error),
        Abort::Rule(PresetStoreError::Stale | PresetStoreError::NameTaken) => refused(ApplyError::Stale),
    }
}
