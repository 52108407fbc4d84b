//! Statistics of all domains together, and of experiments.

pub mod convert;
pub mod experiments;
pub mod wire;

use crate::overview::experiments::{ExperimentList, ExperimentQuery};
use crate::overview::wire::{OverviewOut, OverviewQuery};
use actix_web::{get, web};
use application::experiments::reports;
use attribution::funnel_stats::SplitBy;
use attribution::overview::Period;
use attribution::ports::{ApartReads, FunnelStatsReads, MoneyOf};
use attribution::statistics::StatisticsError;
use attribution::window::asked_for;
use auth_scopes::permissions::{Read, stats};
use http_kit::auth::Authorized;
use http_kit::error::ApiError;
use http_kit::extract::{DomainName, Path, Query};
use http_kit::response::ApiResponse;
use http_kit::routes::Routes;
use http_kit::wire::CodedError;
use kernel::Clock as _;
use landing_draft::publishing::Publishing;
use offload::HEAVY;
use runtime::SystemClock;

use crate::overview::convert::{experiment_out, goal, overview_by, overview_out};

/// Approximate size of an item, in bytes.
const ITEM: usize = 150;

pub(super) fn routes(config: &mut Routes<'_, '_>) {
    config.service(overview_show).service(experiments_list);
}

/// Show the statistics of all domains
///
/// Whole days in UTC, by default the last 30 and at most 1,100, by day or by domain, compared with as many days before.
/// Sums over the domains that the owner has now. A fan who bought on two days counts once in the totals. Bots are not
/// counted, and items with only zeros are left out.
#[utoipa::path(
    tag = "statistics",
    params(OverviewQuery),
    extensions(("x-permission" = json!(Authorized::<Read, stats::Overview>::permission()))),
    responses(
        (status = 200, description = "The statistics", body = OverviewOut),
    ),
)]
#[get("/stats/overview")]
async fn overview_show(
    who: Authorized<Read, stats::Overview>,
    query: Query<OverviewQuery>,
    stats: web::Data<dyn FunnelStatsReads>,
    apart: web::Data<dyn ApartReads>,
) -> Result<ApiResponse, ApiError> {
    let period = Period::parse(query.from_ts, query.to_ts, SystemClock.now()).map_err(ApiError::query)?;
    let by = overview_by(query.by.unwrap_or_default());
    let overview = stats.overview(who.owner(), period, by).await?;
    let apart = apart.money_apart(who.owner(), &MoneyOf::Domains, period.window()).await;
    let apart = apart.map_err(StatisticsError::from)?;
    let weight = overview.items.len().saturating_mul(ITEM);
    ApiResponse::ok_of(weight, move || Ok(overview_out(period, by, overview, apart))).await
}

/// List the experiments of a live page
///
/// Each arm of the live version's experiments with its visitors, conversions, the interval of its rate and the
/// probability of being the best. A probability is null until every arm with a weight has 100 visitors. Another
/// experiment `key` is another experiment.
#[utoipa::path(
    tag = "statistics",
    params(ExperimentQuery),
    extensions(("x-permission" = json!(Authorized::<Read, stats::Sources>::permission()))),
    responses(
        (status = 200, description = "The experiments", body = ExperimentList),
        (status = 404, description = "`domain_not_found`", body = CodedError),
    ),
)]
#[get("/domains/{domain}/experiments")]
async fn experiments_list(
    who: Authorized<Read, stats::Sources>,
    domain: Path<DomainName>,
    query: Query<ExperimentQuery>,
    publishing: web::Data<Publishing>,
    stats: web::Data<dyn FunnelStatsReads>,
) -> Result<ApiResponse, ApiError> {
    let (domain, goal) = (domain.into_inner(), goal(query.goal.unwrap_or_default()));
    let window = asked_for(query.range.as_deref(), query.from_ts, query.to_ts, SystemClock.now());
    let window = window.map_err(ApiError::query)?;
    let landing = publishing.content(who.owner(), &domain, false).await?;
    let counted = stats.split(who.owner(), &domain, SplitBy::Arm, window).await?;
    let counted = counted.ok_or(StatisticsError::DomainNotFound)?;
    let judged = move || {
        let items = reports(&landing, &counted.items, goal).into_iter().map(experiment_out).collect();
        Ok(ExperimentList { items })
    };
    // Tens of thousands of random draws take milliseconds per arm.
    ApiResponse::ok_of(HEAVY, judged).await
}
