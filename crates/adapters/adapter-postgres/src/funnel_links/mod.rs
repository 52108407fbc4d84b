//! Upstream links that fill the slots of domains, and the provision requests.

pub(crate) mod rows;
pub(crate) mod slot_view;
pub(crate) mod summaries;
pub(crate) mod tracked_links;

use std::convert::Infallible;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use diesel::upsert::excluded;
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Acting, Hostname, OwnerId, SortableId, StoreError, UnixTime};
use serde_json::json;
use smartlink_policy::config::{ProvisionConfig, ProvisionRequest};
use smartlink_policy::link::FunnelLinkId;
use smartlink_policy::ports::{DomainLinks, FunnelLinkStore, LastSwitch, RecordedLink, Recording, Switching};
use smartlink_policy::slot::Slot;
use smartlink_policy::upstream::UpstreamLink;
use webhooks::{Event, LinkChange, LinkKind};

use crate::audit::{self, Action, AuditRecord, Subject};
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::statement::statement;
use crate::database::time::{timestamp, unix_time};
use crate::database::transaction::snapshot;
use crate::funnel_links::rows::{UpstreamRow, fills, recorded, slot_word, slots};
use crate::funnel_links::slot_view::{all_of_domain, fill, of_domain};
use crate::live::{has_domain, links_changed, lock_domain};
use crate::schema::links::{funnel_links, link_configs};
use crate::{Pool, webhooks as hooks};

/// Upstream links on PostgreSQL, with or without a slot.
#[derive(Clone)]
pub struct PgFunnelLinkStore {
    pub(crate) pool: Pool,
}

impl PgFunnelLinkStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

const NONCE: &str = "
    UPDATE domains SET link_nonce = COALESCE(link_nonce, $3) WHERE owner_id = $1 AND hostname = $2
    RETURNING link_nonce AS nonce";

#[derive(QueryableByName)]
struct Nonce {
    #[diesel(sql_type = Text)]
    nonce: String,
}

#[async_trait]
impl FunnelLinkStore for PgFunnelLinkStore {
    async fn load(&self, owner: OwnerId, domain: &Hostname) -> Result<Option<DomainLinks>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let loaded =
            snapshot(&mut connection, async |connection| -> Result<Option<DomainLinks>, Abort<Infallible>> {
                if !has_domain(connection, owner, domain).await? {
                    return Ok(None);
                }
                let config = config(connection, owner, domain).await?;
                let (links, aside) = of_domain(connection, owner, domain).await?;
                Ok(Some(DomainLinks { config, links, aside }))
            })
            .await;
        loaded.map_err(Abort::into_store)
    }

    async fn record(
        &self,
        by: &Acting,
        domain: &Hostname,
        slot: Slot,
        link: &UpstreamLink,
    ) -> Result<Recording, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let recorded = connection
            .transaction(async |connection| -> Result<RecordedLink, Abort<Recording>> {
                record(connection, by, domain, slot, link).await
            })
            .await;
        match recorded {
            Ok(link) => Ok(Recording::Recorded(link)),
            Err(Abort::Rule(refused)) => Ok(refused),
            Err(Abort::Store(error)) => Err(error),
        }
    }

    async fn last_switch(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        link: FunnelLinkId,
    ) -> Result<Option<LastSwitch>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let found: Option<Option<DateTime<Utc>>> = funnel_links::table
            .inner_join(slots::table.on(fills()))
            .filter(slots::owner_id.eq(owner.get()).and(slots::hostname.eq(domain.as_str())))
            .filter(slots::link_id.eq(link.get()))
            .select(funnel_links::switched_at)
            .first(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        Ok(found.map(|at| LastSwitch(at.map(unix_time))))
    }

    async fn set_active(
        &self,
        by: &Acting,
        domain: &Hostname,
        link: FunnelLinkId,
        active: bool,
        seen: LastSwitch,
        now: UnixTime,
    ) -> Result<Switching, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let switched = connection
            .transaction(async |connection| -> Result<Switching, Abort<Infallible>> {
                switch(connection, by, domain, link, active, seen, now).await
            })
            .await;
        switched.map_err(Abort::into_store)
    }

    async fn link_nonce(
        &self,
        owner: OwnerId,
        domain: &Hostname,
        fresh: SortableId,
    ) -> Result<Option<SortableId>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let found: Option<Nonce> = statement(NONCE)
            .bind::<BigInt, _>(owner.get())
            .bind::<Text, _>(domain.as_str())
            .bind::<Text, _>(fresh.to_string())
            .get_result(&mut connection)
            .await
            .optional()
            .map_err(failed)?;
        let nonce = |Nonce { nonce }| {
            SortableId::parse(&nonce).ok_or_else(|| corrupt(format!("the nonce {nonce:?}")))
        };
        found.map(nonce).transpose()
    }

    async fn save_config(
        &self,
        by: &Acting,
        domain: &Hostname,
        config: &ProvisionConfig,
    ) -> Result<bool, StoreError> {
        let owner = by.owner;
        let mut connection = connection(&self.pool).await?;
        let saved = connection
            .transaction(async |connection| -> Result<bool, Abort<Infallible>> {
                if !lock_domain(connection, owner, domain).await? {
                    return Ok(false);
                }
                if write_config(connection, owner, domain, config).await? > 0 {
                    links_changed(connection, owner, domain).await?;
                    audit::append(connection, by, || configured(domain, config)).await?;
                }
                Ok(true)
            })
            .await;
        saved.map_err(Abort::into_store)
    }
}

fn changed(id: i64, domain: &Hostname, change: LinkChange) -> Event {
    Event::LinkChanged { kind: LinkKind::FunnelLink, id, domain: Some(domain.clone()), change }
}

fn configured(domain: &Hostname, config: &ProvisionConfig) -> AuditRecord {
    let countries: Vec<_> = config.trial_countries().map(|country| country.to_string()).collect();
    let after = json!({
        "trial_countries": countries,
        "paid_countries": config.paid_countries().as_str(),
        "default_paid": config.default_paid(),
        "trial_days": config.trial_days(),
    });
    AuditRecord::new(Action::FunnelLinkConfigure, (Subject::Domain, domain), None, Some(after))
}

/// Records a link in a slot. An error rolls back all changes.
async fn record(
    connection: &mut PgConnection,
    by: &Acting,
    domain: &Hostname,
    slot: Slot,
    link: &UpstreamLink,
) -> Result<RecordedLink, Abort<Recording>> {
    let owner = by.owner;
    if !lock_domain(connection, owner, domain).await? {
        return Err(Abort::Rule(Recording::NoDomain));
    }
    let (row, account) = (UpstreamRow::from(link), link.provider_id.account());
    let id = lock_link(connection, owner, &row).await?;
    if !fill(connection, owner, domain, slot, (id, account)).await? {
        // Return the slot's own link first. If the slot is free, the link fills another slot, or did so just before.
        let own = |link: &RecordedLink| link.upstream.provider_id.account() == account;
        let links = all_of_domain(connection, owner, domain).await?;
        let existing = links.into_iter().find(|link| link.slot == Some(slot) && own(link));
        return Err(Abort::Rule(existing.map_or(Recording::LinkTaken, Recording::SlotTaken)));
    }
    diesel::update(funnel_links::table.find((owner.get(), id)))
        .set(&row)
        .prepared()
        .execute(connection)
        .await?;
    links_changed(connection, owner, domain).await?;
    let record = || {
        let after = json!({ "domain": domain.as_str(), "slot": slot_word(slot), "offer": row.offer });
        AuditRecord::new(Action::FunnelLinkProvision, (Subject::FunnelLink, id), None, Some(after))
    };
    let now = hooks::moment(connection).await?;
    let event = changed(id, domain, LinkChange::Created);
    audit::append_and_emit(connection, by, record, &[event], now).await?;
    Ok(RecordedLink {
        id: FunnelLinkId::new(id),
        domain: Some(domain.clone()),
        slot: Some(slot),
        upstream: link.clone(),
    })
}

/// Inserts the link if needed, locks it, and returns its id. If two slots want the link, one waits for the other.
async fn lock_link(connection: &mut PgConnection, owner: OwnerId, row: &UpstreamRow) -> QueryResult<i64> {
    diesel::insert_into(funnel_links::table)
        .values((funnel_links::owner_id.eq(owner.get()), row))
        .on_conflict((funnel_links::owner_id, funnel_links::provider_id))
        .do_nothing()
        .prepared()
        .execute(connection)
        .await?;
    funnel_links::table
        .filter(funnel_links::owner_id.eq(owner.get()).and(funnel_links::provider_id.eq(&row.provider_id)))
        .select(funnel_links::link_id)
        .for_update()
        .first(connection)
        .await
}

async fn switch(
    connection: &mut PgConnection,
    by: &Acting,
    domain: &Hostname,
    link: FunnelLinkId,
    active: bool,
    seen: LastSwitch,
    now: UnixTime,
) -> Result<Switching, Abort<Infallible>> {
    let owner = by.owner;
    if !lock_domain(connection, owner, domain).await? {
        return Ok(Switching::Gone);
    }
    let slot: Option<(String, String)> = slots::table
        .filter(slots::owner_id.eq(owner.get()).and(slots::hostname.eq(domain.as_str())))
        .filter(slots::link_id.eq(link.get()))
        .select((slots::hostname, slots::slot))
        .first(connection)
        .await
        .optional()?;
    let Some(place) = slot else { return Ok(Switching::Gone) };
    let stored = funnel_links::table.find((owner.get(), link.get()));
    let (mut upstream, before): (UpstreamRow, Option<DateTime<Utc>>) = stored
        .select((UpstreamRow::as_select(), funnel_links::switched_at))
        .for_no_key_update()
        .first(connection)
        .await?;
    let before = before.map(unix_time);
    if LastSwitch(before) != seen {
        return Ok(Switching::Overtaken);
    }
    // Later than all previous switches, even if the clocks of two processes differ.
    let switched_at = before.map_or(now, |before| now.max(UnixTime::from_millis(before.millis() + 1)));
    diesel::update(stored)
        .set((funnel_links::active.eq(active), funnel_links::switched_at.eq(timestamp(switched_at))))
        .prepared()
        .execute(connection)
        .await?;
    if std::mem::replace(&mut upstream.active, active) != active {
        links_changed(connection, owner, domain).await?;
        let record = || {
            let [before, after] = [!active, active].map(|active| Some(json!({ "active": active })));
            AuditRecord::new(Action::FunnelLinkSwitch, (Subject::FunnelLink, link.get()), before, after)
        };
        let event = changed(link.get(), domain, LinkChange::Updated);
        audit::append_and_emit(connection, by, record, &[event], now).await?;
    }
    recorded((link.get(), upstream, Some(place))).map(Switching::Noted).map_err(Abort::Store)
}

type ConfigRow = (Vec<String>, String, bool, Option<i32>);

async fn config(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> Result<Option<ProvisionConfig>, Abort<Infallible>> {
    let row: Option<ConfigRow> = link_configs::table
        .find((owner.get(), domain.as_str()))
        .select((
            link_configs::trial_countries,
            link_configs::paid_countries,
            link_configs::default_paid,
            link_configs::trial_days,
        ))
        .first(connection)
        .await
        .optional()?;
    let parsed = row.map(|(trial_countries, paid_countries, default_paid, trial_days)| {
        ProvisionConfig::stored(&ProvisionRequest {
            trial_countries: &trial_countries,
            paid_countries: &paid_countries,
            default_paid,
            trial_days: trial_days.map(i64::from),
        })
    });
    parsed.transpose().map_err(|errors| Abort::Store(corrupt(errors)))
}

/// Stores a configuration. Returns 0 if it equals the stored one.
async fn write_config(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
    config: &ProvisionConfig,
) -> QueryResult<usize> {
    use link_configs::{default_paid, hostname, owner_id, paid_countries, trial_countries, trial_days};
    let countries: Vec<_> = config.trial_countries().map(|country| country.to_string()).collect();
    let written = diesel::insert_into(link_configs::table)
        .values((
            owner_id.eq(owner.get()),
            hostname.eq(domain.as_str()),
            trial_countries.eq(countries),
            paid_countries.eq(config.paid_countries().as_str()),
            default_paid.eq(config.default_paid()),
            trial_days.eq(config.trial_days().map(i32::from)),
        ))
        .on_conflict((owner_id, hostname))
        .do_update()
        .set((
            trial_countries.eq(excluded(trial_countries)),
            paid_countries.eq(excluded(paid_countries)),
            default_paid.eq(excluded(default_paid)),
            trial_days.eq(excluded(trial_days)),
        ));
    let differs = trial_countries
        .ne(excluded(trial_countries))
        .or(paid_countries.ne(excluded(paid_countries)))
        .or(default_paid.ne(excluded(default_paid)))
        .or(trial_days.is_distinct_from(excluded(trial_days)));
    diesel::query_dsl::methods::FilterDsl::filter(written, differs).prepared().execute(connection).await
}
