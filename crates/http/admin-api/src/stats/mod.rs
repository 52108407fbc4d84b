//! Statistics: paying fans of domains and links, and counts by day and source.

pub mod convert;
pub mod wire;

use std::sync::Arc;

use crate::stats::wire::{
    DomainSpenders, DomainStats, FanExplained, LinkSpenderQuery, LinkSpenders, RangeQuery, SpenderQuery,
    StatsQuery,
};
use actix_web::{HttpRequest, HttpResponse, Responder as _, get, web};
use attribution::MoneyApart;
use attribution::assign::LinkId;
use attribution::ports::{ApartReads, Cursor, FunnelStatsReads, LinkSummaryReads, MoneyOf, PageRequest};
use attribution::statistics::{Listed, Statistics, StatisticsError};
use attribution::window::asked_for;
use auth_scopes::permissions::{Read, stats};
use engine_link::{EngineConnections, LinkState};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Path, Query};
use http_kit::paging::Cursors;
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::{CodedError, CodedOrDetailError, ErrorCode};
use kernel::{Clock as _, OwnerId, Search, Window};
use landing_draft::domains::Domains;
use runtime::SystemClock;

use crate::csv;
use crate::overview::convert::split_by;
use crate::stats::convert::{
    domain_spenders, domain_stats, fan_explained, link_spenders, spender_cursor, written,
};

/// Approximate size of a fan in a list, in bytes.
const SPENDER: usize = 200;
/// Approximate size of the statistics of one key, in bytes.
const STATS: usize = 150;

/// Columns of the lists as CSV.
const DOMAIN_COLUMNS: [&str; 9] = [
    "fan_id",
    "fan_username",
    "country",
    "total_net_cents",
    "purchases",
    "is_returning",
    "pre_anchor_cents",
    "first_at",
    "last_at",
];
const LINK_COLUMNS: [&str; 7] =
    ["fan_id", "fan_username", "country", "total_net_cents", "purchases", "first_at", "last_at"];
const DAY_COLUMNS: [&str; 6] = ["day", "scans", "visits", "clicks", "subs", "revenue_cents"];
const SPLIT_COLUMNS: [&str; 5] = ["key", "visits", "clicks", "subs", "revenue_cents"];

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(spenders_list).service(spender_explain).service(link_spenders_list).service(show);
}

/// Checks that an owner is connected, for operations that require a connection.
#[derive(Clone)]
pub struct Connected(pub Arc<dyn EngineConnections>);

impl Connected {
    async fn check(&self, owner: OwnerId) -> Result<(), ApiError> {
        let found = self.0.find(owner).await?;
        if found.is_some_and(|connection| connection.state == LinkState::Connected) {
            return Ok(());
        }
        Err(ApiError::coded(ErrorCode::EngineNotConnected, "the engine is not connected"))
    }
}

/// List the paying fans of a domain
///
/// Fans who bought in the range, with their spending after they were first seen on the domain. Needs a connection to an
/// engine, though the engine is not called. `search` is part of the name or id; totals cover all fans, including
/// refunds to fans who are not listed. A fan whose money changes between two pages may appear twice or not at all. With
/// `Accept: text/csv`, returns CSV (RFC 4180): the whole list, or with `limit` a page whose next cursor is in the
/// header `Next-Cursor`.
#[utoipa::path(
    tag = "statistics",
    params(SpenderQuery),
    extensions(("x-permission" = json!(Authorized::<Read, stats::Sources>::permission()))),
    responses(
        (status = 200, description = "The fans", body = DomainSpenders),
        (status = 404, description = "`domain_not_found`", body = CodedError),
        (status = 409, description = "`engine_not_connected`", body = CodedError),
    ),
)]
#[get("/sources/{domain}/spenders")]
#[expect(clippy::too_many_arguments, reason = "each is one thing of the request or of the service")]
async fn spenders_list(
    who: Authorized<Read, stats::Sources>,
    request: HttpRequest,
    domain: Path<DomainName>,
    query: Query<SpenderQuery>,
    cursors: Cursors<SpenderQuery>,
    statistics: web::Data<Statistics>,
    connected: web::Data<Connected>,
    apart: web::Data<dyn ApartReads>,
) -> Result<HttpResponse, ApiError> {
    let SpenderQuery { range, from_ts, to_ts, full, limit, cursor, search } = query.into_inner();
    let (owner, domain, window) = (who.owner(), domain.into_inner(), window(range, from_ts, to_ts)?);
    let (named, places) = (domain.clone(), cursors.clone());
    let read = async move |cursor: Option<String>| {
        let part = part(limit, places.read(cursor.as_deref(), spender_cursor)?, search.as_deref())?;
        let listed = statistics.of_domain(owner, &named, window, full, &part).await?;
        connected.check(owner).await.map(|()| listed)
    };
    if csv::is_asked_for(&request) {
        let read = async move |cursor| {
            let (listed, domain) = (read(cursor).await?, domain.clone());
            let next = next(&cursors, &listed);
            let spenders =
                move |listed| domain_spenders(&domain, listed, MoneyApart::default(), None).spenders;
            Ok(csv_part(listed, next, spenders))
        };
        return csv::list(&request, &DOMAIN_COLUMNS, cursor, read).await;
    }
    let listed = read(cursor).await?;
    let apart = money_apart(&apart, owner, MoneyOf::Domain(domain.clone()), window).await?;
    let (weight, next) = (weight(&listed), next(&cursors, &listed));
    let answer =
        ApiResponse::ok_of(weight, move || Ok(domain_spenders(&domain, listed, apart, next))).await?;
    Ok(answer.respond_to(&request))
}

/// Explain a fan's statistics
///
/// All events of the fan in order, also of other domains, the effect of each on the statistics of this domain, and the
/// event that anchored the fan to it.
#[utoipa::path(
    tag = "statistics",
    params(RangeQuery),
    extensions(("x-permission" = json!(Authorized::<Read, stats::Sources>::permission()))),
    responses(
        (status = 200, description = "The events of the fan", body = FanExplained),
        (status = 404, description = "`domain_not_found`; `fan not found` without a code", body = CodedOrDetailError),
    ),
)]
#[get("/sources/{domain}/spenders/{fan_id}/explain")]
async fn spender_explain(
    who: Authorized<Read, stats::Sources>,
    path: Path<(DomainName, String)>,
    query: Query<RangeQuery>,
    statistics: web::Data<Statistics>,
    domains: web::Data<Domains>,
) -> Result<ApiResponse, ApiError> {
    let (domain, fan_id) = path.into_inner();
    domains.find(who.owner(), &domain).await?;
    let RangeQuery { range, from_ts, to_ts } = query.into_inner();
    let window = window(range, from_ts, to_ts)?;
    let history = statistics.history(who.owner(), &fan_id).await?;
    ApiResponse::ok(&fan_explained(&domain, &history, window))
}

/// List the paying fans of a funnel link
///
/// Paying fans of all time. The platform's counters are from the last pull, and 0 before the first pull; no engine is
/// called. With `Accept: text/csv`, returns CSV (RFC 4180): the whole list, or with `limit` a page whose next cursor is
/// in the header `Next-Cursor`.
#[utoipa::path(
    tag = "statistics",
    params(LinkSpenderQuery),
    extensions(("x-permission" = json!(Authorized::<Read, stats::Links>::permission()))),
    responses(
        (status = 200, description = "The link with its fans", body = LinkSpenders),
        (status = 404, description = "`domain_not_found`, `link_not_found`", body = CodedError),
    ),
)]
#[get("/domains/{domain}/links/{link_id}/spenders")]
#[expect(clippy::too_many_arguments, reason = "each is one thing of the request or of the service")]
async fn link_spenders_list(
    who: Authorized<Read, stats::Links>,
    request: HttpRequest,
    path: Path<(DomainName, String)>,
    query: Query<LinkSpenderQuery>,
    cursors: Cursors<LinkSpenderQuery>,
    statistics: web::Data<Statistics>,
    domains: web::Data<Domains>,
    cards: web::Data<dyn LinkSummaryReads>,
    apart: web::Data<dyn ApartReads>,
) -> Result<HttpResponse, ApiError> {
    let LinkSpenderQuery { search, limit, cursor } = query.into_inner();
    let (owner, (domain, link)) = (who.owner(), path.into_inner());
    // No link has the number 0, so an invalid number is "not found".
    let link = link.parse().unwrap_or_default();
    let Some(card) = cards.find(owner, &domain, link).await? else {
        domains.find(owner, &domain).await?;
        return Err(StatisticsError::LinkNotFound.into());
    };
    let places = cursors.clone();
    let read = async move |cursor: Option<String>| {
        let part = part(limit, places.read(cursor.as_deref(), spender_cursor)?, search.as_deref())?;
        Ok::<_, ApiError>(statistics.of_link(owner, &domain, LinkId::new(link), &part).await?)
    };
    if csv::is_asked_for(&request) {
        let read = async move |cursor| {
            let (listed, card) = (read(cursor).await?, card.clone());
            let next = next(&cursors, &listed);
            let spenders = move |listed| link_spenders(card, listed, MoneyApart::default(), None).spenders;
            Ok(csv_part(listed, next, spenders))
        };
        return csv::list(&request, &LINK_COLUMNS, cursor, read).await;
    }
    let listed = read(cursor).await?;
    let apart = money_apart(&apart, owner, MoneyOf::Link(LinkId::new(link)), Window::default()).await?;
    let (weight, next) = (weight(&listed), next(&cursors, &listed));
    let answer = ApiResponse::ok_of(weight, move || Ok(link_spenders(card, listed, apart, next))).await?;
    Ok(answer.respond_to(&request))
}

/// Show a domain's statistics
///
/// By day and by source, and with `by` also by one trait. `range` is a multiple of 24 hours that ends now, so the first
/// day is partial; `from_ts` and `to_ts`, both inclusive, replace it. Days are in UTC; days and sources with only
/// zeros, bots and repeated clicks are left out. The key of an unknown trait is empty, so items add up to the totals,
/// except for `button` and `arm`. There are at most 1,000 items, and 2,400 hours. With `Accept: text/csv`, returns the
/// days, or with `by` the items, as CSV (RFC 4180).
#[utoipa::path(
    tag = "statistics",
    params(StatsQuery),
    extensions(("x-permission" = json!(Authorized::<Read, stats::Sources>::permission()))),
    responses(
        (status = 200, description = "The statistics", body = DomainStats),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/domains/{domain}/stats")]
async fn show(
    who: Authorized<Read, stats::Sources>,
    request: HttpRequest,
    domain: Path<DomainName>,
    query: Query<StatsQuery>,
    stats: web::Data<dyn FunnelStatsReads>,
    apart: web::Data<dyn ApartReads>,
) -> Result<HttpResponse, ApiError> {
    let StatsQuery { range, from_ts, to_ts, by } = query.into_inner();
    let (domain, window) = (domain.into_inner(), window(range, from_ts, to_ts)?);
    let found = stats.of_domain(who.owner(), &domain, window).await?;
    let found = found.ok_or(StatisticsError::DomainNotFound)?;
    let apart = money_apart(&apart, who.owner(), MoneyOf::Domain(domain.clone()), window).await?;
    let split = match by {
        Some(by) => {
            let split = stats.split(who.owner(), &domain, split_by(by), window).await?;
            Some(split.ok_or(StatisticsError::DomainNotFound)?)
        }
        None => None,
    };
    let weight = split.as_ref().map_or(0, |split| split.items.len().saturating_mul(STATS));
    let is_split = split.is_some();
    let answer = move || domain_stats(&domain, found, split, apart);
    if csv::is_asked_for(&request) {
        return match is_split {
            true => csv::answer(weight, &SPLIT_COLUMNS, move || answer().items.unwrap_or_default()).await,
            false => csv::answer(weight, &DAY_COLUMNS, move || answer().days).await,
        };
    }
    Ok(ApiResponse::ok_of(weight, move || Ok(answer())).await?.respond_to(&request))
}

/// Returns the window of a request, which all statistics of a screen share.
fn window(range: Option<String>, from_ts: Option<i64>, to_ts: Option<i64>) -> Result<Window, ApiError> {
    asked_for(range.as_deref(), from_ts, to_ts, SystemClock.now()).map_err(ApiError::query)
}

/// Reads money in other currencies than that of the sums.
pub(crate) async fn money_apart(
    apart: &web::Data<dyn ApartReads>,
    owner: OwnerId,
    of: MoneyOf,
    window: Window,
) -> Result<MoneyApart, ApiError> {
    Ok(apart.money_apart(owner, &of, window).await.map_err(StatisticsError::from)?)
}

/// Returns the approximate size of a list, in bytes.
fn weight<S, T>(listed: &Listed<S, T>) -> usize {
    listed.spenders.len().saturating_mul(SPENDER)
}

/// Builds a page of a list for CSV.
fn csv_part<S, T, Out>(
    listed: Listed<S, T>,
    next: Option<String>,
    entries: impl FnOnce(Listed<S, T>) -> Vec<Out>,
) -> csv::Part<impl FnOnce() -> Vec<Out>> {
    csv::Part { weight: weight(&listed), entries: move || entries(listed), next }
}

/// Returns the cursor of the next page.
fn next<Q, S, T>(cursors: &Cursors<Q>, listed: &Listed<S, T>) -> Option<String> {
    listed.next.as_ref().map(|next| cursors.write(written(next)))
}

fn part(limit: Option<i64>, after: Option<Cursor>, search: Option<&str>) -> Result<PageRequest, ApiError> {
    PageRequest::parse(limit, after, search.and_then(Search::parse)).map_err(ApiError::query)
}
