//! Links and printed codes that the edge reads, by host.

use std::collections::HashMap;
use std::convert::Infallible;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;
use futures_util::future::try_join;
use kernel::{Hostname, OwnerId, StoreError};
use qr_catalog::code::{CodeId, LinkSlug, Slug as CodeSlug, SourceLabel};
use qr_catalog::live::{CodesStamp, HostCodes, LiveCode};
use qr_catalog::ports::LiveCodes;
use smartlink_policy::decision::CompiledPolicy;
use smartlink_policy::host::{EdgeLink, HostLinks};
use smartlink_policy::link::SmartLinkId;
use smartlink_policy::ports::{LinksStamp, LiveLinks};
use smartlink_policy::slots::Slots;
use smartlink_policy::slug::Slug;
use tokio::task::JoinHandle;

use crate::Pool;
use crate::database::changes;
use crate::database::changes::Change;
use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::json::RawJson;
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::shape::{Shape, Whose};
use crate::database::time::unix_time;
use crate::database::transaction::snapshot;
use crate::funnel_links::rows::{read_expiry, read_policy};
use crate::funnel_links::slot_view as slots;
use crate::schema::codes::qr_codes;
use crate::schema::landing::{domains, hostnames};
use crate::schema::links::smart_links;
use crate::schema::pixels::conversion_pixels;

/// Links and codes of hosts, for the edge.
#[derive(Clone)]
pub struct PgLive {
    pool: Pool,
    shape: Shape,
}

impl PgLive {
    pub fn new(pool: Pool) -> Self {
        Self { pool, shape: Shape::default() }
    }
}

/// Returns whether the owner has this domain.
pub(crate) async fn has_domain(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> QueryResult<bool> {
    let known = domains::table.find((owner.get(), domain.as_str())).select(domains::owner_id);
    Ok(known.first::<i64>(connection).await.optional()?.is_some())
}

/// Blocks the deletion of a domain until the surrounding transaction ends. Returns `false` if the domain is not the
/// owner's.
///
/// A deletion locks the domain before its contents, so call this before locking any of them. The lock is the one of a
/// foreign key and blocks no other change.
pub(crate) async fn lock_domain(
    mut connection: &PgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> QueryResult<bool> {
    let known = domains::table.find((owner.get(), domain.as_str())).select(domains::owner_id);
    Ok(known.for_key_share().first::<i64>(&mut connection).await.optional()?.is_some())
}

/// Notifies the edge of changed links of a domain, when the surrounding transaction commits.
///
/// Locks the domain's row, on which [`lock_domain`] or a foreign key has a weaker lock. Call it after all other locks
/// of the transaction.
pub(crate) async fn links_changed(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> QueryResult<()> {
    changes::announcing(connection);
    links_renumbered(connection, owner, domain).await
}

/// Like [`links_changed`], for transactions that call [`changes::announcing`] themselves.
pub(crate) async fn links_renumbered(
    mut connection: &PgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> QueryResult<()> {
    let renumbered = diesel::update(domains::table.find((owner.get(), domain.as_str())))
        .set(domains::links_revision.eq(next_revision()))
        .prepared();
    let changed = [Change::Links(domain.clone())];
    let announced = changes::insert(connection, &changed);
    try_join(renumbered.execute(&mut connection), announced).await.map(|_| ())
}

/// Notifies the edge that links of all domains of an owner may have another stamp, when the surrounding transaction
/// commits. Locks nothing.
pub(crate) async fn announce_links_of_owner(
    connection: &mut PgConnection,
    owner: OwnerId,
) -> QueryResult<()> {
    let names: Vec<String> = domains::table
        .filter(domains::owner_id.eq(owner.get()))
        .select(domains::hostname)
        .load(connection)
        .await?;
    let changed: Vec<_> =
        names.iter().filter_map(|name| Hostname::parse(name).ok()).map(Change::Links).collect();
    changes::announce(connection, &changed).await
}

/// Notifies the edge of changed printed codes of a domain, like [`links_changed`].
pub(crate) async fn codes_changed(
    connection: &mut PgConnection,
    owner: OwnerId,
    domain: &Hostname,
) -> QueryResult<()> {
    changes::announcing(connection);
    let mut connection = &*connection;
    let renumbered = diesel::update(domains::table.find((owner.get(), domain.as_str())))
        .set(domains::codes_revision.eq(next_revision()))
        .prepared();
    let changed = [Change::Codes(domain.clone())];
    let announced = changes::insert(connection, &changed);
    try_join(renumbered.execute(&mut connection), announced).await.map(|_| ())
}

/// Draws a new unique revision. Revisions don't reflect the order of changes: of two concurrent changes, the first to
/// draw may commit last.
fn next_revision() -> SqlLiteral<BigInt> {
    // The subquery runs once on the coordinator, and not on the node of the row.
    diesel::dsl::sql("(SELECT nextval('edge_revisions'))")
}

#[async_trait]
impl LiveLinks for PgLive {
    async fn stamp(&self, host: &Hostname) -> Result<Option<LinksStamp>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        links_stamp(&mut connection, &self.shape, host).await.map_err(failed)
    }

    async fn load<'a>(
        &self,
        host: &Hostname,
        known: Option<&'a HostLinks>,
    ) -> Result<Option<(LinksStamp, HostLinks)>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let loaded = snapshot(&mut connection, async |connection| {
            let Some(stamp) = links_stamp(connection, &self.shape, host).await? else { return Ok(None) };
            let (recorded, _) = slots::of_domain(connection, stamp.owner, host).await?;
            let slots = Slots::of(&recorded);
            let links = edge_links(connection, stamp.owner, host, known).await?;
            Ok(Some((stamp, HostLinks::new(stamp.owner, host.clone(), slots, links))))
        })
        .await;
        loaded.map_err(Abort::into_store)
    }
}

async fn links_stamp(
    connection: &mut PgConnection,
    shape: &Shape,
    host: &Hostname,
) -> QueryResult<Option<LinksStamp>> {
    let query = hostnames::table
        .inner_join(
            domains::table
                .on(domains::owner_id.eq(hostnames::owner_id).and(domains::hostname.eq(hostnames::hostname))),
        )
        .filter(hostnames::hostname.eq(host.as_str()))
        .select((domains::owner_id, domains::links_revision));
    let row: Option<(i64, i64)> = match shape.owner_of(connection, host).await? {
        Whose::Whoever => query.first(connection).await.optional()?,
        Whose::Of(owner) => query.filter(domains::owner_id.eq(owner)).first(connection).await.optional()?,
        Whose::Nobody => None,
    };
    let Some((owner, revision)) = row else { return Ok(None) };
    let keeps_user_agents = keeps_user_agents(connection, owner).await?;
    Ok(Some(LinksStamp { owner: OwnerId::new(owner), revision, keeps_user_agents }))
}

/// Returns whether an active pixel of the owner sends user agents.
async fn keeps_user_agents(connection: &mut PgConnection, owner: i64) -> QueryResult<bool> {
    let pixel: Option<i64> = conversion_pixels::table
        .filter(conversion_pixels::owner_id.eq(owner))
        .filter(conversion_pixels::active)
        .filter(conversion_pixels::send_user_agent)
        .select(conversion_pixels::owner_id)
        .limit(1)
        .prepared()
        .get_result(connection)
        .await
        .optional()?;
    Ok(pixel.is_some())
}

/// Smart link without its policy: id, version, slug, whether it is active, expiry time, and address after the expiry.
type LinkRow = (i64, i64, String, bool, Option<DateTime<Utc>>, Option<String>);

/// Number of policies per read. Policies may be long, and are parsed off the threads that serve visitors.
const POLICIES: usize = 100;

async fn edge_links(
    connection: &mut PgConnection,
    owner: OwnerId,
    host: &Hostname,
    known: Option<&HostLinks>,
) -> Result<Vec<(Slug, EdgeLink)>, Abort<Infallible>> {
    let rows: Vec<LinkRow> = smart_links::table
        .filter(smart_links::owner_id.eq(owner.get()).and(smart_links::hostname.eq(host.as_str())))
        .select((
            smart_links::smart_link_id,
            row_version(),
            smart_links::slug,
            smart_links::active,
            smart_links::expires_at,
            smart_links::expired_url,
        ))
        .prepared()
        .load(connection)
        .await?;
    let known = known.into_iter().filter(|known| known.owner == owner).flat_map(HostLinks::links);
    let mut policies: HashMap<Seen, CompiledPolicy> =
        known.map(|link| ((link.id.get(), link.version), link.policy.clone())).collect();
    let key = |row: &LinkRow| (row.0, row.1.cast_unsigned());
    let changed: Vec<_> = rows.iter().map(key).filter(|key| !policies.contains_key(key)).collect();
    // Parses one batch while the next one is loading.
    let mut parsing: Option<JoinHandle<_>> = None;
    for part in changed.chunks(POLICIES) {
        let rows = raw_policies(connection, owner, part).await?;
        let next = tokio::task::spawn_blocking(move || compiled(rows));
        if let Some(parsed) = parsing.replace(next) {
            policies.extend(joined(parsed).await?);
        }
    }
    if let Some(parsed) = parsing {
        policies.extend(joined(parsed).await?);
    }
    let link = |row: LinkRow| {
        let policy = policies.get(&key(&row)).ok_or_else(|| corrupt("a smart link without its policy"))?;
        let (id, version, slug, active, expires_at, expired_url) = row;
        let expiry = read_expiry(expires_at, expired_url.as_deref())?;
        let (id, policy, version) = (SmartLinkId::new(id), policy.clone(), version.cast_unsigned());
        Ok((Slug::parse(&slug).map_err(corrupt)?, EdgeLink { id, active, policy, expiry, version }))
    };
    rows.into_iter().map(link).collect::<Result<_, StoreError>>().map_err(Abort::Store)
}

/// Selects the transaction that wrote the row; it differs after every change.
fn row_version() -> SqlLiteral<BigInt> {
    diesel::dsl::sql("smart_links.xmin::text::bigint")
}

/// Id and version of a link, the key of an already parsed policy.
type Seen = (i64, u64);

/// Loads the stored policies of these links.
async fn raw_policies(
    connection: &mut PgConnection,
    owner: OwnerId,
    links: &[Seen],
) -> QueryResult<Vec<(Seen, RawJson)>> {
    let numbers: Vec<i64> = links.iter().map(|(id, _)| *id).collect();
    let rows: Vec<(i64, i64, RawJson)> = smart_links::table
        .filter(smart_links::owner_id.eq(owner.get()).and(smart_links::smart_link_id.eq_any(numbers)))
        .select((smart_links::smart_link_id, row_version(), smart_links::policy))
        .prepared()
        .load(connection)
        .await?;
    Ok(rows.into_iter().map(|(id, version, policy)| ((id, version.cast_unsigned()), policy)).collect())
}

type Compiled = Vec<(Seen, CompiledPolicy)>;

fn compiled(rows: Vec<(Seen, RawJson)>) -> Result<Compiled, StoreError> {
    let read = |(seen, policy): (Seen, RawJson)| {
        let policy = read_policy(&policy.parse().map_err(corrupt)?)?;
        Ok((seen, CompiledPolicy::from(&policy)))
    };
    rows.into_iter().map(read).collect()
}

async fn joined(parsed: JoinHandle<Result<Compiled, StoreError>>) -> Result<Compiled, Abort<Infallible>> {
    let parsed = parsed.await.unwrap_or_else(|broken| Err(StoreError::Failed(broken.into())));
    parsed.map_err(Abort::Store)
}

#[async_trait]
impl LiveCodes for PgLive {
    async fn stamp(&self, domain: &Hostname) -> Result<Option<CodesStamp>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        codes_stamp(&mut connection, &self.shape, domain).await.map_err(failed)
    }

    async fn load(&self, domain: &Hostname) -> Result<Option<HostCodes>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rows = snapshot(&mut connection, async |connection| {
            let Some(stamp) = codes_stamp(connection, &self.shape, domain).await? else {
                return Ok(None);
            };
            let codes: Vec<CodeRow> = qr_codes::table
                .filter(qr_codes::owner_id.eq(stamp.owner.get()))
                .filter(qr_codes::hostname.eq(domain.as_str()))
                .select((
                    qr_codes::code_id,
                    qr_codes::slug,
                    qr_codes::source,
                    qr_codes::active,
                    qr_codes::smart_link,
                ))
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

type CodeRow = (i64, String, String, bool, Option<String>);

fn live_code((id, slug, source, active, smart_link): CodeRow) -> Result<(CodeSlug, LiveCode), StoreError> {
    let slug = CodeSlug::parse(&slug).map_err(corrupt)?;
    let source = SourceLabel::parse(&source).ok_or_else(|| corrupt(format!("the label {source}")))?;
    let target = smart_link.as_deref().map(LinkSlug::parse).transpose().map_err(corrupt)?.into();
    Ok((slug, LiveCode { id: CodeId::new(id), source, active, target }))
}

async fn codes_stamp(
    connection: &mut PgConnection,
    shape: &Shape,
    domain: &Hostname,
) -> QueryResult<Option<CodesStamp>> {
    let query = hostnames::table
        .inner_join(
            domains::table
                .on(domains::owner_id.eq(hostnames::owner_id).and(domains::hostname.eq(hostnames::hostname))),
        )
        .filter(hostnames::hostname.eq(domain.as_str()))
        .select((domains::owner_id, domains::created_at, domains::codes_revision));
    let row: Option<(i64, DateTime<Utc>, i64)> = match shape.owner_of(connection, domain).await? {
        Whose::Whoever => query.first(connection).await.optional()?,
        Whose::Of(owner) => query.filter(domains::owner_id.eq(owner)).first(connection).await.optional()?,
        Whose::Nobody => None,
    };
    Ok(row.map(|(owner, registered_at, revision)| CodesStamp {
        owner: OwnerId::new(owner),
        registered_at: unix_time(registered_at),
        revision,
    }))
}
