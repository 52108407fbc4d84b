//! What the edge reads of links and printed codes, by the host that a visitor asks for.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{CountryCode, Hostname, OwnerId, StoreError};
use qr_catalog::code::{CodeId, Slug as CodeSlug, SourceLabel};
use qr_catalog::live::{CodesStamp, HostCodes, LiveCode};
use qr_catalog::ports::LiveCodes;
use serde_json::Value;
use smartlink_policy::address::LinkUrl;
use smartlink_policy::host::{EdgeLink, HostLinks, SlotLink, Slots};
use smartlink_policy::link::{FunnelLinkId, ProviderId, SmartLinkId};
use smartlink_policy::policy::Policy;
use smartlink_policy::ports::{LinksStamp, LiveLinks};
use smartlink_policy::slot::Slot;
use smartlink_policy::slug::Slug;

use crate::changes::{self, Change};
use crate::error::{Abort, connection, corrupt, failed};
use crate::schema::codes::qr_codes;
use crate::schema::landing::{domains, hostnames};
use crate::schema::links::{domain_slots, funnel_links, smart_links};
use crate::time::unix_time;
use crate::{Pool, json};

/// Links and codes of hosts, for the edge.
#[derive(Clone)]
pub struct PgLive {
    pool: Pool,
}

impl PgLive {
    /// The store on this pool.
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

/// Tells the edge that the links of a domain are others now, when the surrounding transaction commits. It locks the
/// domain's row, so it comes after everything else that a transaction locks.
pub(crate) async fn links_changed(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> QueryResult<()> {
    let renumbered = diesel::update(domains::table.find((owner.get(), domain.as_str())))
        .set(domains::links_revision.eq(next_revision()));
    renumbered.execute(connection).await?;
    changes::announce(connection, &Change::Links(domain.clone())).await
}

/// The same for its printed codes.
pub(crate) async fn codes_changed(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> QueryResult<()> {
    let renumbered = diesel::update(domains::table.find((owner.get(), domain.as_str())))
        .set(domains::codes_revision.eq(next_revision()));
    renumbered.execute(connection).await?;
    changes::announce(connection, &Change::Codes(domain.clone())).await
}

fn next_revision() -> SqlLiteral<BigInt> {
    diesel::dsl::sql("nextval('edge_revisions')")
}

/// How a slot is written in the database.
pub(crate) fn slot_word(slot: Slot) -> String {
    match slot {
        Slot::Paid => "paid".to_owned(),
        Slot::Trial(country) => format!("ftl/{country}"),
    }
}

/// Reads a slot back.
pub(crate) fn read_slot(word: &str) -> Result<Slot, StoreError> {
    let trial = || word.strip_prefix("ftl/").and_then(CountryCode::parse).map(Slot::Trial);
    let slot = if word == "paid" { Some(Slot::Paid) } else { trial() };
    slot.ok_or_else(|| corrupt(format!("the slot {word}")))
}

#[async_trait]
impl LiveLinks for PgLive {
    async fn stamp(&self, host: &Hostname) -> Result<Option<LinksStamp>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        links_stamp(&mut connection, host).await.map_err(failed)
    }

    async fn load(&self, host: &Hostname) -> Result<Option<(LinksStamp, HostLinks)>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let loaded = connection
            .build_transaction()
            .repeatable_read()
            .read_only()
            .run(async |connection| {
                let Some(stamp) = links_stamp(connection, host).await? else { return Ok(None) };
                let slots = slots(connection, stamp.owner, host).await?;
                let links = edge_links(connection, stamp.owner, host).await?;
                Ok(Some((stamp, HostLinks::new(stamp.owner, host.clone(), slots, links))))
            })
            .await;
        loaded.map_err(|abort: Abort<std::convert::Infallible>| match abort {
            Abort::Rule(never) => match never {},
            Abort::Store(error) => error,
        })
    }
}

async fn links_stamp(connection: &mut AsyncPgConnection, host: &Hostname) -> QueryResult<Option<LinksStamp>> {
    let row: Option<(i64, i64)> = hostnames::table
        .inner_join(
            domains::table
                .on(domains::owner_id.eq(hostnames::owner_id).and(domains::hostname.eq(hostnames::hostname))),
        )
        .filter(hostnames::hostname.eq(host.as_str()))
        .select((domains::owner_id, domains::links_revision))
        .first(connection)
        .await
        .optional()?;
    Ok(row.map(|(owner, revision)| LinksStamp { owner: OwnerId::new(owner), revision }))
}

type SlotRow = (String, i64, String, String, bool, bool);

async fn slots(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    host: &Hostname,
) -> Result<Slots, Abort<std::convert::Infallible>> {
    let rows: Vec<SlotRow> = domain_slots::table
        .inner_join(
            funnel_links::table.on(funnel_links::owner_id
                .eq(domain_slots::owner_id)
                .and(funnel_links::link_id.eq(domain_slots::link_id))),
        )
        .filter(domain_slots::owner_id.eq(owner.get()).and(domain_slots::hostname.eq(host.as_str())))
        .select((
            domain_slots::slot,
            funnel_links::link_id,
            funnel_links::provider_id,
            funnel_links::url,
            funnel_links::active,
            funnel_links::permanent,
        ))
        .load(connection)
        .await?;
    let (mut paid, mut trials) = (None, BTreeMap::new());
    for row in rows {
        let (slot, permanent) = (read_slot(&row.0).map_err(Abort::Store)?, row.5);
        let link = slot_link(row).map_err(Abort::Store)?;
        match slot {
            Slot::Paid => paid = Some(link),
            Slot::Trial(country) if permanent => {
                trials.insert(country, link);
            }
            Slot::Trial(_) => {}
        }
    }
    Ok(Slots::new(paid, trials))
}

fn slot_link((_, link_id, provider_id, url, active, _): SlotRow) -> Result<SlotLink, StoreError> {
    Ok(SlotLink {
        link_id: FunnelLinkId::new(link_id),
        provider_id: ProviderId::parse(&provider_id).ok_or_else(|| corrupt("a provider id"))?,
        url: LinkUrl::parse(&url).ok_or_else(|| corrupt("the address of a link"))?,
        active,
    })
}

async fn edge_links(
    connection: &mut AsyncPgConnection,
    owner: OwnerId,
    host: &Hostname,
) -> Result<Vec<(Slug, EdgeLink)>, Abort<std::convert::Infallible>> {
    let rows: Vec<(i64, String, bool, Value)> = smart_links::table
        .filter(smart_links::owner_id.eq(owner.get()).and(smart_links::hostname.eq(host.as_str())))
        .select((smart_links::smart_link_id, smart_links::slug, smart_links::active, smart_links::policy))
        .load(connection)
        .await?;
    let read = |(id, slug, active, policy): (i64, String, bool, Value)| {
        let slug = Slug::parse(&slug).map_err(corrupt)?;
        let policy = Policy::parse(&json::to_node(&policy)).map_err(corrupt)?;
        Ok((slug, EdgeLink { id: SmartLinkId::new(id), active, policy: (&policy).into() }))
    };
    rows.into_iter().map(read).collect::<Result<_, StoreError>>().map_err(Abort::Store)
}

#[async_trait]
impl LiveCodes for PgLive {
    async fn stamp(&self, domain: &Hostname) -> Result<Option<CodesStamp>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        codes_stamp(&mut connection, domain).await.map_err(failed)
    }

    async fn load(&self, domain: &Hostname) -> Result<Option<HostCodes>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows = connection
            .build_transaction()
            .repeatable_read()
            .read_only()
            .run(async |connection| {
                let Some(stamp) = codes_stamp(connection, domain).await? else { return Ok(None) };
                let codes: Vec<(i64, String, String, bool)> = qr_codes::table
                    .filter(qr_codes::owner_id.eq(stamp.owner.get()))
                    .filter(qr_codes::hostname.eq(domain.as_str()))
                    .select((qr_codes::code_id, qr_codes::slug, qr_codes::source, qr_codes::active))
                    .load(connection)
                    .await?;
                Ok::<_, diesel::result::Error>(Some((stamp, codes)))
            })
            .await
            .map_err(failed)?;
        let Some((stamp, rows)) = rows else { return Ok(None) };
        let codes = rows.into_iter().map(live_code).collect::<Result<Vec<_>, StoreError>>()?;
        Ok(Some(HostCodes::new(stamp, codes)))
    }
}

fn live_code(
    (id, slug, source, active): (i64, String, String, bool),
) -> Result<(CodeSlug, LiveCode), StoreError> {
    let slug = CodeSlug::parse(&slug).map_err(corrupt)?;
    let source = SourceLabel::parse(&source).ok_or_else(|| corrupt(format!("the label {source}")))?;
    Ok((slug, LiveCode { id: CodeId::new(id), source, active }))
}

async fn codes_stamp(
    connection: &mut AsyncPgConnection,
    domain: &Hostname,
) -> QueryResult<Option<CodesStamp>> {
    let row: Option<(i64, DateTime<Utc>, i64)> = hostnames::table
        .inner_join(
            domains::table
                .on(domains::owner_id.eq(hostnames::owner_id).and(domains::hostname.eq(hostnames::hostname))),
        )
        .filter(hostnames::hostname.eq(domain.as_str()))
        .select((domains::owner_id, domains::created_at, domains::codes_revision))
        .first(connection)
        .await
        .optional()?;
    Ok(row.map(|(owner, registered_at, revision)| CodesStamp {
        owner: OwnerId::new(owner),
        registered_at: unix_time(registered_at),
        revision,
    }))
}
