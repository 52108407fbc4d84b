//! Domains, their provisioning, and their live pages.

mod infra;
pub(crate) mod provisioning;

use std::convert::Infallible;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use futures_util::future::{join4, try_join, try_join3};
use kernel::{Acting, Hostname, OwnerId, StoreError, UnixTime};
use landing_draft::domain::{Domain, Infra, InfraState, NewDomain, PlanCaps, PlanUse, Revision, Version};
use landing_draft::ownership::{Claim as Condition, PROOF_SECONDS, Release};
use landing_draft::ports::{DomainStore, LivePage, LivePages, LiveStamp, RegisterError};
use landing_draft::text::DisplayName;
use serde_json::json;

use self::infra::InfraRow;
use crate::Pool;
use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::changes;
use crate::database::changes::Change;
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::json::RawJson;
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::shape::{Shape, Whose};
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::database::transaction::transaction;
use crate::drafts::document;
use crate::schema::landing::{domains, drafts, hostnames, landing_versions, released_hostnames};

/// Domains and live pages on PostgreSQL.
#[derive(Clone)]
pub struct PgDomainStore {
    pool: Pool,
    shape: Shape,
}

impl PgDomainStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool, shape: Shape::default() }
    }
}

type DomainRow = (String, String, DateTime<Utc>, InfraRow, (i32, i64));

fn domain(
    (hostname, display_name, created_at, infra, (button_count, revision)): DomainRow,
) -> Result<Domain, StoreError> {
    Ok(Domain {
        hostname: Hostname::parse(&hostname).map_err(corrupt)?,
        display_name: DisplayName::restore(&display_name).map_err(corrupt)?,
        created_at: unix_time(created_at),
        button_count: u32::try_from(button_count).unwrap_or_default(),
        revision: Revision(revision),
        infra: infra.read()?,
    })
}

#[diesel::dsl::auto_type]
fn with_drafts() -> _ {
    domains::table.inner_join(
        drafts::table.on(drafts::owner_id.eq(domains::owner_id).and(drafts::hostname.eq(domains::hostname))),
    )
}

#[diesel::dsl::auto_type]
fn domain_columns() -> _ {
    let infra: diesel::dsl::AsSelect<InfraRow, diesel::pg::Pg> = InfraRow::as_select();
    let draft = (drafts::button_count, drafts::revision);
    (domains::hostname, domains::display_name, domains::created_at, infra, draft)
}

#[async_trait]
impl DomainStore for PgDomainStore {
    async fn register(&self, by: &Acting, new: &NewDomain, caps: &PlanCaps) -> Result<Domain, RegisterError> {
        let owner = by.owner;
        let empty = document::written(&Arc::default()).await?;
        let mut connection = connection(&self.pool).await?;
        let claim = async |connection: &PgConnection| claim(connection, owner, new).await;
        let rows = async |connection: &PgConnection, (): &()| insert(connection, by, new, empty).await;
        let registered = transaction(&mut connection, claim, |claim| granted(owner, new, claim?, caps), rows);
        registered.await.map(|()| registered_domain(new)).map_err(|abort| match abort {
            Abort::Rule(error) => error,
            Abort::Store(error) => error.into(),
        })
    }

    async fn list(&self, owner: OwnerId) -> Result<Vec<Domain>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows: Vec<DomainRow> = with_drafts()
            .filter(domains::owner_id.eq(owner.get()))
            .order((domains::created_at, domains::hostname))
            .select(domain_columns())
            .load(&mut connection)
            .await
            .map_err(failed)?;
        rows.into_iter().map(domain).collect()
    }

    async fn find(&self, owner: OwnerId, hostname: &Hostname) -> Result<Option<Domain>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let row: Option<DomainRow> = with_drafts()
            .filter(domains::owner_id.eq(owner.get()).and(domains::hostname.eq(hostname.as_str())))
            .select(domain_columns())
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        row.map(domain).transpose()
    }

    async fn plan_use(&self, owner: OwnerId) -> Result<Option<PlanUse>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let found: Option<Plan> = statement(PLAN)
            .bind::<BigInt, _>(owner.get())
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        let read =
            |Plan { plan, domains }| PlanUse { plan, domains: u64::try_from(domains).unwrap_or_default() };
        Ok(found.map(read))
    }

    async fn delete(
        &self,
        by: &Acting,
        hostname: &Hostname,
        expected: Option<Revision>,
        now: UnixTime,
    ) -> Result<bool, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let transaction = connection
            .transaction(async |connection| -> Result<bool, Abort<()>> {
                // Locks the draft first, as publications do: the reverse order could deadlock.
                let draft: Option<i64> = drafts::table
                    .find((owner.get(), hostname.as_str()))
                    .select(drafts::revision)
                    .for_update()
                    .first(connection)
                    .await
                    .optional()?;
                if draft.is_none() {
                    return Ok(false);
                }
                if expected.is_some_and(|Revision(expected)| draft != Some(expected)) {
                    return Err(Abort::Store(StoreError::PreconditionFailed));
                }
                let deleted = diesel::delete(domains::table.find((owner.get(), hostname.as_str())))
                    .execute(connection)
                    .await?;
                if deleted > 0 {
                    diesel::delete(hostnames::table.find(hostname.as_str())).execute(connection).await?;
                    release(connection, owner, hostname, now).await?;
                    let gone = [Change::Live, Change::Links, Change::Codes];
                    changes::announce(connection, &gone.map(|change| change(hostname.clone()))).await?;
                    let before = draft.map(|revision| json!({ "draft_revision": revision }));
                    let record =
                        || AuditRecord::new(Action::DomainDelete, (Subject::Domain, hostname), before, None);
                    audit::append(connection, by, record).await?;
                }
                Ok(deleted > 0)
            })
            .await;
        transaction.map_err(|abort| match abort {
            Abort::Rule(()) => corrupt("a deletion has no rule"),
            Abort::Store(error) => error,
        })
    }

    async fn replace_infra(
        &self,
        by: &Acting,
        hostname: &Hostname,
        revision: Option<Revision>,
        expected: &Infra,
        infra: &Infra,
    ) -> Result<bool, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let expected_state = expected.state.as_str();
        let expected = InfraRow::of(expected);
        let unchanged = domains::table
            .find((owner.get(), hostname.as_str()))
            .filter(domains::infra_state.eq(expected.infra_state))
            .filter(domains::infra_attempts.eq(expected.infra_attempts));
        let states =
            [expected_state, infra.state.as_str()].map(|state| Some(json!({ "infra_state": state })));
        let replaced = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                if !is_at(connection, owner, hostname, revision).await? {
                    return Ok(false);
                }
                let updated =
                    diesel::update(unchanged).set(InfraRow::of(infra)).prepared().execute(connection).await?;
                if updated > 0 {
                    changes::announce(connection, &[Change::Provisioning]).await?;
                    let [before, after] = states;
                    let record = || {
                        AuditRecord::new(Action::DomainProvision, (Subject::Domain, hostname), before, after)
                    };
                    audit::append(connection, by, record).await?;
                }
                Ok(updated > 0)
            })
            .await;
        replaced.map_err(Abort::into_store)
    }
}

/// Compares the draft's revision with the expected one, if any, and locks the draft. Returns `false` if a revision is
/// expected and the draft does not exist.
async fn is_at(
    connection: &mut PgConnection,
    owner: OwnerId,
    hostname: &Hostname,
    expected: Option<Revision>,
) -> Result<bool, Abort<Infallible>> {
    let Some(expected) = expected else { return Ok(true) };
    let found: Option<i64> = drafts::table
        .find((owner.get(), hostname.as_str()))
        .select(drafts::revision)
        .for_update()
        .first(connection)
        .await
        .optional()?;
    match found {
        Some(found) if Revision(found) != expected => Err(Abort::Store(StoreError::PreconditionFailed)),
        found => Ok(found.is_some()),
    }
}

#[derive(Insertable)]
#[diesel(table_name = domains, treat_none_as_default_value = false)]
struct NewDomainRow<'a> {
    owner_id: i64,
    hostname: &'a str,
    display_name: &'a str,
    created_at: DateTime<Utc>,
    infra_state: &'static str,
    next_attempt_at: Option<DateTime<Utc>>,
}

const PLAN: &str = "SELECT plan, (SELECT count(*) FROM domains WHERE owner_id = $1) AS domains FROM owners WHERE owner_id = $1";

#[derive(QueryableByName)]
struct Plan {
    #[diesel(sql_type = Text)]
    plan: String,
    #[diesel(sql_type = BigInt)]
    domains: i64,
}

/// Registers a domain within the surrounding transaction, with its audit entry.
pub(crate) async fn register(
    connection: &mut PgConnection,
    by: &Acting,
    new: &NewDomain,
    caps: &PlanCaps,
) -> Result<Domain, Abort<RegisterError>> {
    let owner = by.owner;
    granted(owner, new, claim(connection, owner, new).await?, caps)?;
    let empty = document::written(&Arc::default()).await.map_err(Abort::Store)?;
    changes::announcing(connection);
    insert(connection, by, new, empty).await?;
    Ok(registered_domain(new))
}

/// Facts that decide whether a registration is allowed.
struct Claim {
    plan: Plan,
    /// Whether the name was free. A rollback of the transaction frees the name again.
    is_new: bool,
    /// Latest release of the name.
    release: Option<Release>,
}

async fn claim(connection: &PgConnection, owner: OwnerId, new: &NewDomain) -> QueryResult<Claim> {
    // The lock on the owner's row serializes registrations of one owner, so that none exceeds the cap. Pipelined
    // statements on one connection run in order, and each sees the results of the one before.
    let lock =
        statement("SELECT 1 FROM owners WHERE owner_id = $1 FOR UPDATE").bind::<BigInt, _>(owner.get());
    let plan = statement(PLAN).bind::<BigInt, _>(owner.get());
    let claim = diesel::insert_into(hostnames::table)
        .values((hostnames::hostname.eq(new.hostname.as_str()), hostnames::owner_id.eq(owner.get())))
        .on_conflict_do_nothing();
    // Follows the claim, which waits for a concurrent deletion of the name.
    let release = released_hostnames::table
        .find(new.hostname.as_str())
        .select((released_hostnames::owner_id, released_hostnames::released_at));
    let [mut one, mut other, mut third, mut last] = [connection; 4];
    let (locked, plan, claimed, release) = join4(
        lock.execute(&mut one),
        plan.get_result(&mut other),
        claim.execute(&mut third),
        release.first::<(i64, DateTime<Utc>)>(&mut last),
    )
    .await;
    let read = |(owner, at)| Release { owner: OwnerId::new(owner), at: unix_time(at) };
    Ok(Claim { plan: locked.and(plan)?, is_new: claimed? > 0, release: release.optional()?.map(read) })
}

/// Checks whether the owner may register one more domain, and this name.
fn granted(
    owner: OwnerId,
    new: &NewDomain,
    claim: Claim,
    caps: &PlanCaps,
) -> Result<(), Abort<RegisterError>> {
    let Claim { plan: Plan { plan, domains }, is_new, release } = claim;
    if domains >= i64::from(caps.of(&plan)) {
        return Err(Abort::Rule(RegisterError::CapReached));
    }
    if !is_new {
        return Err(Abort::Rule(RegisterError::Taken));
    }
    match release.map_or(Condition::Free, |release| release.claim(owner, new.created_at)) {
        Condition::Quarantined(until) => Err(Abort::Rule(RegisterError::Quarantined(until))),
        Condition::NeedsProof if !new.is_proven => Err(Abort::Rule(RegisterError::Unproven)),
        Condition::NeedsProof | Condition::Free => Ok(()),
    }
}

/// Deletes releases that no claim needs any more. Each release deletes up to ten, so the table stays small.
const FORGET_RELEASES: &str = "DELETE FROM released_hostnames WHERE hostname IN \
    (SELECT hostname FROM released_hostnames WHERE released_at < $1 ORDER BY released_at LIMIT 10 FOR UPDATE SKIP LOCKED)";

/// Records the owner who releases a hostname.
async fn release(
    connection: &mut PgConnection,
    owner: OwnerId,
    hostname: &Hostname,
    now: UnixTime,
) -> QueryResult<()> {
    let values =
        (released_hostnames::owner_id.eq(owner.get()), released_hostnames::released_at.eq(timestamp(now)));
    diesel::insert_into(released_hostnames::table)
        .values((released_hostnames::hostname.eq(hostname.as_str()), values))
        .on_conflict(released_hostnames::hostname)
        .do_update()
        .set(values)
        .prepared()
        .execute(connection)
        .await?;
    let forgotten = timestamp(now.plus_seconds(-PROOF_SECONDS));
    statement(FORGET_RELEASES).bind::<Timestamptz, _>(forgotten).execute(connection).await.map(|_| ())
}

fn registered_domain(new: &NewDomain) -> Domain {
    Domain {
        hostname: new.hostname.clone(),
        display_name: new.display_name.clone(),
        created_at: new.created_at,
        button_count: 0,
        revision: Revision::FIRST,
        infra: Infra::registered(new.created_at),
    }
}

/// Inserts the domain, its draft, the audit entry and the announcements.
async fn insert(connection: &PgConnection, by: &Acting, new: &NewDomain, empty: RawJson) -> QueryResult<()> {
    let owner = by.owner;
    let (hostname, now) = (new.hostname.as_str(), timestamp(new.created_at));
    let infra = InfraRow::of(&Infra::registered(new.created_at));
    let domain = diesel::insert_into(domains::table).values(NewDomainRow {
        owner_id: owner.get(),
        hostname,
        display_name: new.display_name.as_str(),
        created_at: now,
        infra_state: "pending",
        next_attempt_at: infra.next_attempt_at,
    });
    let draft = diesel::insert_into(drafts::table).values((
        drafts::owner_id.eq(owner.get()),
        drafts::hostname.eq(hostname),
        drafts::revision.eq(Revision::FIRST.0),
        drafts::button_count.eq(0),
        drafts::document.eq(empty),
        drafts::updated_at.eq(now),
    ));
    let record = || {
        let after = json!({ "display_name": new.display_name.as_str() });
        AuditRecord::new(Action::DomainRegister, (Subject::Domain, &new.hostname), None, Some(after))
    };
    // From now on, printed paths of the name redirect, even before a code exists.
    let reported = [Change::Provisioning, Change::Codes(new.hostname.clone())];
    let (mut one, mut other) = (connection, connection);
    let rows = try_join(domain.prepared().execute(&mut one), draft.execute(&mut other));
    let append = audit::append(connection, by, record);
    try_join3(rows, append, changes::insert(connection, &reported)).await.map(|_| ())
}

#[async_trait]
impl LivePages for PgDomainStore {
    async fn load(&self, hostname: &Hostname) -> Result<Option<LivePage>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let query = live_versions().filter(hostnames::hostname.eq(hostname.as_str())).select((
            (domains::owner_id, landing_versions::version, landing_versions::published_at),
            domains::display_name,
            landing_versions::document,
        ));
        let row: Option<(StampRow, String, RawJson)> =
            match self.shape.owner_of(&mut connection, hostname).await.map_err(failed)? {
                Whose::Whoever => query.first(&mut connection).await.optional(),
                Whose::Of(owner) => {
                    query.filter(domains::owner_id.eq(owner)).first(&mut connection).await.optional()
                }
                Whose::Nobody => Ok(None),
            }
            .map_err(failed)?;
        drop(connection);
        let Some((row, display_name, document)) = row else { return Ok(None) };
        Ok(Some(LivePage {
            stamp: stamp(row),
            hostname: hostname.clone(),
            display_name: DisplayName::restore(&display_name).map_err(corrupt)?,
            landing: Arc::new(document::of_raw(document).await?),
        }))
    }

    async fn stamp(&self, hostname: &Hostname) -> Result<Option<LiveStamp>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let query = live_versions().filter(hostnames::hostname.eq(hostname.as_str())).select((
            domains::owner_id,
            landing_versions::version,
            landing_versions::published_at,
        ));
        let row: Option<StampRow> =
            match self.shape.owner_of(&mut connection, hostname).await.map_err(failed)? {
                Whose::Whoever => query.first(&mut connection).await.optional(),
                Whose::Of(owner) => {
                    query.filter(domains::owner_id.eq(owner)).first(&mut connection).await.optional()
                }
                Whose::Nobody => Ok(None),
            }
            .map_err(failed)?;
        Ok(row.map(stamp))
    }

    async fn is_active(&self, hostname: &Hostname) -> Result<bool, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let query = hostnames::table
            .inner_join(domains::table.on(owns_domain()))
            .filter(hostnames::hostname.eq(hostname.as_str()))
            .select(domains::infra_state);
        let state: Option<String> =
            match self.shape.owner_of(&mut connection, hostname).await.map_err(failed)? {
                Whose::Whoever => query.first(&mut connection).await.optional(),
                Whose::Of(owner) => {
                    query.filter(domains::owner_id.eq(owner)).first(&mut connection).await.optional()
                }
                Whose::Nobody => Ok(None),
            }
            .map_err(failed)?;
        Ok(state.as_deref() == Some(InfraState::Active.as_str()))
    }
}

type StampRow = (i64, i32, DateTime<Utc>);

fn stamp((owner, version, published_at): StampRow) -> LiveStamp {
    LiveStamp { owner: OwnerId::new(owner), version: Version(version), published_at: unix_time(published_at) }
}

#[diesel::dsl::auto_type]
fn live_versions() -> _ {
    hostnames::table.inner_join(domains::table.on(owns_domain())).inner_join(
        landing_versions::table.on(landing_versions::owner_id
            .eq(domains::owner_id)
            .and(landing_versions::hostname.eq(domains::hostname))
            .and(landing_versions::version.nullable().eq(domains::live_version))),
    )
}

#[diesel::dsl::auto_type]
fn owns_domain() -> _ {
    domains::owner_id.eq(hostnames::owner_id).and(domains::hostname.eq(hostnames::hostname))
}
