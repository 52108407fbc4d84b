//! Campaigns and the audit of their states.

use std::convert::Infallible;

use async_trait::async_trait;
use broadcast_gate::campaign::{Campaign, Definition};
use broadcast_gate::gate::GateEpoch;
use broadcast_gate::ports::CampaignStore;
use broadcast_gate::state::{ActingKey, Actor, AuditEntry, Status};
use broadcast_gate::text::{AccountId, CampaignId};
use chrono::{DateTime, Utc};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Jsonb, Nullable, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, OwnerId, StoreError, UnixTime};
use serde_json::{Value, json};
use webhooks::Event;

use super::{PgBroadcasts, definition};
use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::changes;
use crate::database::changes::Change;
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::random::lasting_number;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::schema::broadcasts::{broadcast_audit, broadcasts};

#[derive(Queryable, Selectable)]
#[diesel(table_name = broadcasts, check_for_backend(diesel::pg::Pg))]
struct CampaignRow {
    broadcast_id: i64,
    definition: Value,
    status: String,
    reason: Option<String>,
    account_id: Option<String>,
    gate_epoch: Option<i64>,
    launched_at: Option<DateTime<Utc>>,
    alarms_since: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    revision: i64,
}

impl CampaignRow {
    fn campaign(self) -> Result<Campaign, StoreError> {
        let account = self.account_id.as_deref().map(AccountId::parse).transpose();
        Ok(Campaign {
            id: CampaignId::new(self.broadcast_id),
            definition: definition::read(self.definition)?,
            status: status(&self.status, self.reason.as_deref())?,
            account: account.map_err(corrupt)?,
            gate: self.gate_epoch.map(GateEpoch::new),
            launched_at: self.launched_at.map(unix_time),
            alarms_since: self.alarms_since.map(unix_time),
            created_at: unix_time(self.created_at),
            updated_at: unix_time(self.updated_at),
            revision: self.revision,
        })
    }
}

fn status(word: &str, reason: Option<&str>) -> Result<Status, StoreError> {
    Status::parse(word, reason).ok_or_else(|| corrupt(format!("the status {word:?} {reason:?}")))
}

/// Maximum number of attempts to draw a free campaign number.
const DRAWS: u32 = 5;

/// Inserts a campaign. [`CREATE_FIGURES`] is separate: one statement for both would involve every node of a distributed
/// database.
const CREATE: &str = "
    INSERT INTO broadcasts (owner_id, broadcast_id, definition, digests, start_at, status, created_at, updated_at, revision)
    VALUES ($1, $6, $2, $3, $4, 'draft', $5, $5, 0)
    ON CONFLICT (owner_id, broadcast_id) DO NOTHING";
const CREATE_FIGURES: &str = "
    INSERT INTO broadcast_figures (owner_id, broadcast_id, plan_step, plan_complete, plan_failures, matched, pending, sent,
        failed, unknown, taken, under_way, replied, purchased, revenue_cents)
    VALUES ($1, $2, 0, false, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)";

/// Stores a draft. Stores nothing and returns `false` if the owner already has a campaign with this number.
async fn insert(connection: &mut PgConnection, by: &Acting, draft: &Campaign) -> Result<bool, StoreError> {
    let owner = by.owner;
    let written = definition::write(&draft.definition)?;
    let made = connection
        .transaction(async |transaction| -> Result<bool, Abort<Infallible>> {
            let made = statement(CREATE)
                .bind::<BigInt, _>(owner.get())
                .bind::<Jsonb, _>(&written)
                .bind::<Jsonb, _>(definition::digests(&draft.definition))
                .bind::<Nullable<Timestamptz>, _>(draft.definition.start_at().map(timestamp))
                .bind::<Timestamptz, _>(timestamp(draft.created_at))
                .bind::<BigInt, _>(draft.id.get())
                .execute(transaction)
                .await?;
            if made == 0 {
                return Ok(false);
            }
            statement(CREATE_FIGURES)
                .bind::<BigInt, _>(owner.get())
                .bind::<BigInt, _>(draft.id.get())
                .execute(transaction)
                .await?;
            let subject = (Subject::Broadcast, draft.id.get());
            let after = || Some(json!({ "status": "draft", "title": written.get("title") }));
            let record = || AuditRecord::new(Action::BroadcastCreate, subject, None, after());
            audit::append(transaction, by, record).await?;
            Ok(true)
        })
        .await;
    made.map_err(Abort::into_store)
}

async fn find(
    connection: &mut PgConnection,
    owner: OwnerId,
    id: CampaignId,
) -> Result<Option<Campaign>, StoreError> {
    let row = broadcasts::table
        .find((owner.get(), id.get()))
        .select(CampaignRow::as_select())
        .first(connection)
        .await
        .optional()
        .map_err(failed)?;
    row.map(CampaignRow::campaign).transpose()
}

#[async_trait]
impl CampaignStore for PgBroadcasts {
    async fn create(
        &self,
        by: &Acting,
        definition: &Definition,
        reserved: Option<CampaignId>,
        now: UnixTime,
    ) -> Result<Campaign, StoreError> {
        let mut connection = connection(&self.pool).await?;
        for _ in 0..DRAWS {
            let id = match reserved {
                Some(reserved) => reserved,
                None => CampaignId::new(lasting_number(&mut connection).await.map_err(failed)?),
            };
            let draft = Campaign::draft(id, definition.clone(), now);
            if insert(&mut connection, by, &draft).await? {
                return Ok(draft);
            }
            if reserved.is_some() {
                let made = find(&mut connection, by.owner, id).await?;
                return made.ok_or_else(|| corrupt("a campaign that is gone"));
            }
        }
        Err(corrupt("every number that was drawn for a campaign is taken"))
    }

    async fn find(&self, owner: OwnerId, id: CampaignId) -> Result<Option<Campaign>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        find(&mut connection, owner, id).await
    }

    async fn list(
        &self,
        owner: OwnerId,
        before: Option<CampaignId>,
        limit: u32,
    ) -> Result<Vec<Campaign>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<CampaignRow> = broadcasts::table
            .filter(broadcasts::owner_id.eq(owner.get()))
            .filter(broadcasts::broadcast_id.lt(before.map_or(i64::MAX, CampaignId::get)))
            .order(broadcasts::broadcast_id.desc())
            .limit(i64::from(limit))
            .select(CampaignRow::as_select())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        rows.into_iter().map(CampaignRow::campaign).collect()
    }

    async fn save(&self, by: &Acting, moved: &Campaign, entry: &AuditEntry) -> Result<bool, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let saved = connection
            .transaction(async |transaction| -> Result<bool, Abort<Infallible>> {
                if !replace(transaction, owner, moved).await? {
                    return Ok(false);
                }
                note(transaction, owner, moved, entry).await?;
                changes::announce(transaction, &[Change::Broadcasts]).await?;
                let (record, event) = (|| record(moved, entry), event(moved));
                audit::append_and_emit(transaction, by, record, event.as_slice(), entry.at).await?;
                Ok(true)
            })
            .await;
        saved.map_err(Abort::into_store)
    }

    async fn audit(&self, owner: OwnerId, id: CampaignId) -> Result<Vec<AuditEntry>, StoreError> {
        use broadcast_audit as audit;
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<AuditRow> = audit::table
            .filter(audit::owner_id.eq(owner.get()))
            .filter(audit::broadcast_id.eq(id.get()))
            .order(audit::revision)
            .select(AuditRow::as_select())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        rows.into_iter().map(AuditRow::entry).collect()
    }

    async fn accounts_at_work(&self, now: UnixTime) -> Result<Vec<(OwnerId, AccountId)>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let found: Vec<(i64, Option<String>)> = broadcasts::table
            .filter(sql::<Bool>(LIVE))
            .filter(at_work(now))
            .select((broadcasts::owner_id, broadcasts::account_id))
            .distinct()
            .prepared()
            .load(&mut connection)
            .await
            .map_err(failed)?;
        let bound = found.into_iter().filter_map(|(owner, account)| Some((owner, account?)));
        let parsed = bound
            .map(|(owner, account)| Ok((OwnerId::new(owner), AccountId::parse(&account).map_err(corrupt)?)));
        parsed.collect()
    }

    async fn at_work(
        &self,
        owner: OwnerId,
        account: &AccountId,
        now: UnixTime,
    ) -> Result<Vec<Campaign>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<CampaignRow> = broadcasts::table
            .filter(broadcasts::owner_id.eq(owner.get()))
            .filter(broadcasts::account_id.eq(account.as_str()))
            .filter(sql::<Bool>(LIVE))
            .filter(at_work(now))
            .select(CampaignRow::as_select())
            .prepared()
            .load(&mut connection)
            .await
            .map_err(failed)?;
        rows.into_iter().map(CampaignRow::campaign).collect()
    }
}

/// Returns the webhook event of a transition, if there is one.
fn event(moved: &Campaign) -> Option<Event> {
    let (id, status) = (moved.id.get(), moved.status);
    match status {
        Status::Paused(_) => Some(Event::BroadcastPaused { id, reason: status.reason().map(Into::into) }),
        _ if status.is_over() => {
            let (word, reason) = (status.as_str().into(), status.reason().map(Into::into));
            Some(Event::BroadcastFinished { id, status: word, reason })
        }
        _ => None,
    }
}

/// Literals of the partial index: with parameters the planner could not use the index.
const LIVE: &str = "status IN ('running', 'scheduled')";

/// Selects live campaigns that are running, or scheduled for `now` or earlier.
#[diesel::dsl::auto_type(no_type_alias)]
fn at_work(now: UnixTime) -> _ {
    let now: DateTime<Utc> = timestamp(now);
    let due = broadcasts::start_at.is_null().or(broadcasts::start_at.le(now));
    broadcasts::status.eq("running").or(due)
}

async fn replace(transaction: &mut PgConnection, owner: OwnerId, moved: &Campaign) -> QueryResult<bool> {
    let before = broadcasts::table
        .find((owner.get(), moved.id.get()))
        .filter(broadcasts::revision.eq(moved.revision.saturating_sub(1)));
    let changed = diesel::update(before)
        .set((
            broadcasts::status.eq(moved.status.as_str()),
            broadcasts::reason.eq(moved.status.reason()),
            broadcasts::account_id.eq(moved.account.as_ref().map(AccountId::as_str)),
            broadcasts::gate_epoch.eq(moved.gate.map(GateEpoch::get)),
            broadcasts::launched_at.eq(moved.launched_at.map(timestamp)),
            broadcasts::alarms_since.eq(moved.alarms_since.map(timestamp)),
            broadcasts::updated_at.eq(timestamp(moved.updated_at)),
            broadcasts::revision.eq(moved.revision),
        ))
        .prepared()
        .execute(transaction)
        .await?;
    Ok(changed > 0)
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = broadcast_audit, treat_none_as_default_value = false, check_for_backend(diesel::pg::Pg))]
struct AuditRow {
    at: DateTime<Utc>,
    key_prefix: Option<String>,
    from_status: String,
    from_reason: Option<String>,
    to_status: String,
    to_reason: Option<String>,
    key_name: Option<String>,
    member_id: Option<i64>,
}

impl AuditRow {
    fn entry(self) -> Result<AuditEntry, StoreError> {
        let (name, member) = (self.key_name.unwrap_or_default(), self.member_id);
        let acting = self.key_prefix.map(|prefix| ActingKey { prefix, name, member });
        Ok(AuditEntry {
            at: unix_time(self.at),
            actor: acting.map_or(Actor::Service, Actor::Key),
            from: status(&self.from_status, self.from_reason.as_deref())?,
            to: status(&self.to_status, self.to_reason.as_deref())?,
        })
    }
}

/// Returns the audit record of a transition. Transitions made by the service itself appear only in the campaign's own
/// audit.
fn record(moved: &Campaign, entry: &AuditEntry) -> AuditRecord {
    let audited = |status: &Status| Some(json!({ "status": status.as_str(), "reason": status.reason() }));
    let action = match (entry.from.as_str(), entry.to.as_str()) {
        (_, "cancelled") => Action::BroadcastCancel,
        (_, "paused") => Action::BroadcastPause,
        ("paused", "running") => Action::BroadcastResume,
        ("scheduled", "draft") => Action::BroadcastUnschedule,
        (_, "running" | "scheduled") => Action::BroadcastLaunch,
        _ => Action::BroadcastChange,
    };
    AuditRecord::new(action, (Subject::Broadcast, moved.id.get()), audited(&entry.from), audited(&entry.to))
}

async fn note(
    transaction: &mut PgConnection,
    owner: OwnerId,
    moved: &Campaign,
    entry: &AuditEntry,
) -> QueryResult<()> {
    let acting = match &entry.actor {
        Actor::Key(key) => Some(key),
        Actor::Service => None,
    };
    let row = AuditRow {
        at: timestamp(entry.at),
        key_prefix: acting.map(|key| key.prefix.clone()),
        key_name: acting.map(|key| key.name.clone()),
        member_id: acting.and_then(|key| key.member),
        from_status: entry.from.as_str().to_owned(),
        from_reason: entry.from.reason().map(str::to_owned),
        to_status: entry.to.as_str().to_owned(),
        to_reason: entry.to.reason().map(str::to_owned),
    };
    let key = (
        broadcast_audit::owner_id.eq(owner.get()),
        broadcast_audit::broadcast_id.eq(moved.id.get()),
        broadcast_audit::revision.eq(moved.revision),
    );
    diesel::insert_into(broadcast_audit::table)
        .values((key, row))
        .prepared()
        .execute(transaction)
        .await
        .map(|_| ())
}
