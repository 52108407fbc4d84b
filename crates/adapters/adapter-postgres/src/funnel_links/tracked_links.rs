//! All upstream links of an account, with the data pulled from the engine.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use diesel::expression::IntoSql as _;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Date, Integer, Nullable, Record, Text, Timestamptz};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{Hostname, OwnerId, Search, StoreError, UnixTime};
use smartlink_policy::ports::{LinkPlace, PulledLink, RecordedLink, TrackedLinkStore};
use smartlink_policy::upstream::LinkStats;
use webhooks::{Event, LinkChange, LinkKind};

use crate::database::error::{Abort, connection, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::search::pattern;
use crate::database::statement::{Statement, Values, statement};
use crate::database::time::{timestamp, unix_time};
use crate::funnel_links::PgFunnelLinkStore;
use crate::funnel_links::rows::{RecordedRow, UpstreamRow, fills, recorded, slots};
use crate::live::{links_changed, lock_domain};
use crate::schema::links::funnel_links;
use crate::webhooks as hooks;

// Compares whole rows, so that the index finds the start of a page.
diesel::infix_operator!(RowAfter, " > ", backend: Pg);

/// Column types of [`LinkPlace`].
type Place = Record<(Text, Timestamptz, Text)>;

/// Columns of [`LinkStats`]: all are set, or none.
#[derive(Debug, Clone, PartialEq, Default, Queryable, Selectable)]
#[diesel(table_name = funnel_links, check_for_backend(diesel::pg::Pg))]
struct StatsRow {
    figures_day: Option<NaiveDate>,
    clicks: Option<i64>,
    subscribers: Option<i64>,
    revenue_cents: Option<i64>,
    spenders: Option<i64>,
    conversions: Option<i64>,
    revenue_net_cents: Option<i64>,
}

impl StatsRow {
    fn of(stats: &LinkStats) -> Result<Self, StoreError> {
        let day = stats.vendor.day.as_str().parse().map_err(|error| StoreError::Failed(Box::new(error)))?;
        Ok(Self {
            figures_day: Some(day),
            clicks: Some(stats.vendor.clicks),
            subscribers: Some(stats.vendor.subscribers),
            revenue_cents: Some(stats.vendor.revenue_cents),
            spenders: Some(stats.vendor.spenders),
            conversions: Some(stats.conversions),
            revenue_net_cents: Some(stats.revenue_net_cents),
        })
    }
}

/// Link as stored, or to be stored.
#[derive(Debug, Clone, PartialEq)]
struct LinkRow {
    upstream: UpstreamRow,
    stats: StatsRow,
}

impl LinkRow {
    fn of(pulled: &PulledLink) -> Result<Self, StoreError> {
        let stats = pulled.stats.as_ref().map(StatsRow::of).transpose()?.unwrap_or_default();
        Ok(Self { upstream: (&pulled.link).into(), stats })
    }

    /// Returns the stored link updated with the result of a pull that began at `pulled_at`.
    fn with(&self, pulled: &Self, switched_at: Option<DateTime<Utc>>, pulled_at: DateTime<Utc>) -> Self {
        let mut known = pulled.clone();
        if switched_at.is_some_and(|at| at >= pulled_at) {
            known.upstream.active = self.upstream.active;
        }
        if pulled.stats.figures_day.is_none() {
            known.stats = self.stats.clone();
        }
        known
    }
}

impl PgFunnelLinkStore {
    async fn page(
        &self,
        owner: OwnerId,
        search: Option<&Search>,
        after: Option<LinkPlace>,
        limit: u32,
    ) -> Result<Vec<RecordedLink>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        // The empty offer sorts before all others.
        let (offer, created_at, provider_id) = match &after {
            None => ("", DateTime::UNIX_EPOCH, Cow::Borrowed("")),
            Some(place) => (place.offer.as_str(), timestamp(place.created_at), place.provider_id.key()),
        };
        let place = (funnel_links::offer, funnel_links::created_at, funnel_links::provider_id);
        let after = (offer, created_at, &*provider_id).into_sql::<Place>();
        let page = funnel_links::table
            .left_join(slots::table.on(fills()))
            .filter(funnel_links::owner_id.eq(owner.get()))
            .filter(RowAfter::new(place.into_sql::<Place>(), after))
            .order(place)
            .limit(i64::from(limit))
            .select((
                funnel_links::link_id,
                UpstreamRow::as_select(),
                (slots::hostname, slots::slot).nullable(),
            ));
        let rows: Vec<RecordedRow> = match search.map(pattern) {
            None => page.load(&mut connection).await,
            Some(pattern) => {
                let by_id = funnel_links::provider_id.ilike(pattern.clone());
                page.filter(funnel_links::name.ilike(pattern).or(by_id)).load(&mut connection).await
            }
        }
        .map_err(failed)?;
        rows.into_iter().map(recorded).collect()
    }
}

#[async_trait]
impl TrackedLinkStore for PgFunnelLinkStore {
    async fn list(
        &self,
        owner: OwnerId,
        after: Option<LinkPlace>,
        limit: u32,
    ) -> Result<Vec<RecordedLink>, StoreError> {
        self.page(owner, None, after, limit).await
    }

    async fn search(
        &self,
        owner: OwnerId,
        search: &Search,
        after: Option<LinkPlace>,
        limit: u32,
    ) -> Result<Vec<RecordedLink>, StoreError> {
        self.page(owner, Some(search), after, limit).await
    }

    async fn upsert(
        &self,
        owner: OwnerId,
        pulled: &[PulledLink],
        pulled_at: UnixTime,
    ) -> Result<(), StoreError> {
        if pulled.is_empty() {
            return Ok(());
        }
        let mut connection = connection(&self.pool).await?;
        let upserted = connection
            .transaction(async |connection| -> Result<(), Abort<Infallible>> {
                record(connection, owner, pulled, pulled_at).await
            })
            .await;
        upserted.map_err(Abort::into_store)
    }
}

/// Records link data from a pull that began at `pulled_at`, or from an event of that moment. Locks the links and then
/// their domains.
pub(crate) async fn record<R>(
    connection: &mut PgConnection,
    owner: OwnerId,
    pulled: &[PulledLink],
    pulled_at: UnixTime,
) -> Result<(), Abort<R>> {
    // Each link once and in a fixed order, so that two pulls wait for each other instead of deadlocking.
    let pulled = pulled.iter().map(|link| Ok((link.link.provider_id.key(), LinkRow::of(link)?)));
    let pulled: BTreeMap<_, _> = pulled.collect::<Result<_, StoreError>>()?;
    if pulled.is_empty() {
        return Ok(());
    }
    upsert(connection, owner, &pulled, timestamp(pulled_at)).await
}

async fn upsert<R>(
    connection: &mut PgConnection,
    owner: OwnerId,
    pulled: &BTreeMap<Cow<'_, str>, LinkRow>,
    pulled_at: DateTime<Utc>,
) -> Result<(), Abort<R>> {
    let all: Vec<_> = pulled.values().cloned().collect();
    bound(INSERT_UNKNOWN, owner, &all).execute(connection).await?;
    // From here on, all links exist, and no other transaction changes them or gives them a slot.
    let stored: Vec<(i64, UpstreamRow, StatsRow, Option<DateTime<Utc>>)> = funnel_links::table
        .filter(funnel_links::owner_id.eq(owner.get()))
        .filter(funnel_links::provider_id.eq_any(pulled.keys().map(|key| &**key)))
        .order(funnel_links::provider_id)
        .select((
            funnel_links::link_id,
            UpstreamRow::as_select(),
            StatsRow::as_select(),
            funnel_links::switched_at,
        ))
        .for_no_key_update()
        .load(connection)
        .await?;
    let (mut written, mut changed) = (Vec::new(), Vec::new());
    for (id, upstream, stats, switched_at) in stored {
        let Some(pulled) = pulled.get(upstream.provider_id.as_str()) else { continue };
        let stored = LinkRow { upstream, stats };
        let known = stored.with(pulled, switched_at, pulled_at);
        if known.upstream != stored.upstream {
            changed.push(id);
        }
        if known != stored {
            written.push(known);
        }
    }
    if !written.is_empty() {
        bound(UPDATE_KNOWN, owner, &written).execute(connection).await?;
    }
    let places = domains_of(connection, owner, &changed).await?;
    // In name order, the lock order of domains.
    for domain in places.iter().map(|(_, domain)| domain).collect::<BTreeSet<_>>() {
        // A transaction that waits for these links also holds the domain's key lock, and a deletion waits for it. The
        // same lock lets this transaction pass.
        if lock_domain(connection, owner, domain).await? {
            links_changed(connection, owner, domain).await?;
        }
    }
    let domains: BTreeMap<_, _> = places.into_iter().collect();
    let event = |id: i64| Event::LinkChanged {
        kind: LinkKind::FunnelLink,
        id,
        domain: domains.get(&id).cloned(),
        change: LinkChange::Updated,
    };
    let events: Vec<_> = changed.into_iter().map(event).collect();
    Ok(hooks::emit(connection, owner, &events, unix_time(pulled_at)).await?)
}

/// Returns the domains whose slots these links fill.
async fn domains_of<R>(
    connection: &mut PgConnection,
    owner: OwnerId,
    links: &[i64],
) -> Result<Vec<(i64, Hostname)>, Abort<R>> {
    if links.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<(i64, String)> = slots::table
        .filter(slots::owner_id.eq(owner.get()).and(slots::link_id.eq_any(links)))
        .select((slots::link_id, slots::hostname))
        .load(connection)
        .await?;
    let domains = places.iter().map(|(link, name)| Ok((*link, Hostname::parse(name).map_err(corrupt)?)));
    domains.collect::<Result<_, _>>().map_err(Abort::Store)
}

const INSERT_UNKNOWN: &str = "
    INSERT INTO funnel_links (owner_id, provider_id, offer, name, url, country, trial_days, permanent, active, created_at,
        figures_day, clicks, subscribers, revenue_cents, spenders, conversions, revenue_net_cents)
    SELECT $1, pulled.*
    FROM UNNEST($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) AS pulled (provider_id)
    WHERE pulled.provider_id NOT IN (
        SELECT provider_id FROM funnel_links WHERE owner_id = $1 AND provider_id = ANY ($2)
    )
    ORDER BY provider_id
    ON CONFLICT (owner_id, provider_id) DO NOTHING";

const UPDATE_KNOWN: &str = "
    UPDATE funnel_links SET offer = pulled.offer, name = pulled.name, url = pulled.url, country = pulled.country,
        trial_days = pulled.trial_days, permanent = pulled.permanent, active = pulled.active,
        created_at = pulled.created_at, figures_day = pulled.figures_day, clicks = pulled.clicks,
        subscribers = pulled.subscribers, revenue_cents = pulled.revenue_cents, spenders = pulled.spenders,
        conversions = pulled.conversions, revenue_net_cents = pulled.revenue_net_cents
    FROM UNNEST($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) AS pulled (provider_id, offer,
        name, url, country, trial_days, permanent, active, created_at, figures_day, clicks, subscribers, revenue_cents,
        spenders, conversions, revenue_net_cents)
    WHERE owner_id = $1 AND funnel_links.provider_id = pulled.provider_id";

/// Binds the owner and each column of these links.
fn bound(sql: &'static str, owner: OwnerId, links: &[LinkRow]) -> Statement<impl Values + Send> {
    fn column<'a, T>(links: &'a [LinkRow], of: impl Fn(&'a LinkRow) -> T) -> Vec<T> {
        links.iter().map(of).collect()
    }
    fn stat(links: &[LinkRow], of: impl Fn(&StatsRow) -> Option<i64>) -> Vec<Option<i64>> {
        links.iter().map(|link| of(&link.stats)).collect()
    }
    statement(sql)
        .bind::<BigInt, _>(owner.get())
        .bind::<Array<Text>, _>(column(links, |link| link.upstream.provider_id.as_str()))
        .bind::<Array<Text>, _>(column(links, |link| link.upstream.offer.as_str()))
        .bind::<Array<Text>, _>(column(links, |link| link.upstream.name.as_str()))
        .bind::<Array<Text>, _>(column(links, |link| link.upstream.url.as_str()))
        .bind::<Array<Nullable<Text>>, _>(column(links, |link| link.upstream.country.as_deref()))
        .bind::<Array<Nullable<Integer>>, _>(column(links, |link| link.upstream.trial_days))
        .bind::<Array<Bool>, _>(column(links, |link| link.upstream.permanent))
        .bind::<Array<Bool>, _>(column(links, |link| link.upstream.active))
        .bind::<Array<Timestamptz>, _>(column(links, |link| link.upstream.created_at))
        .bind::<Array<Nullable<Date>>, _>(column(links, |link| link.stats.figures_day))
        .bind::<Array<Nullable<BigInt>>, _>(stat(links, |stats| stats.clicks))
        .bind::<Array<Nullable<BigInt>>, _>(stat(links, |stats| stats.subscribers))
        .bind::<Array<Nullable<BigInt>>, _>(stat(links, |stats| stats.revenue_cents))
        .bind::<Array<Nullable<BigInt>>, _>(stat(links, |stats| stats.spenders))
        .bind::<Array<Nullable<BigInt>>, _>(stat(links, |stats| stats.conversions))
        .bind::<Array<Nullable<BigInt>>, _>(stat(links, |stats| stats.revenue_net_cents))
}
