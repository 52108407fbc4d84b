//! The overview: counts and money of all domains.

use deserr::Deserr;
use std::collections::BTreeMap;

use http_kit::extract::Faults;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// Split of an overview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
#[serde(rename_all = "snake_case")]
pub enum OverviewSplit {
    /// One item a day.
    #[default]
    Day,
    /// One item a domain.
    Domain,
}

/// Days and split of an overview.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[validate(schema(function = crate::rules::overview_period, skip_on_field_errors = false))]
#[into_params(parameter_in = Query)]
pub struct OverviewQuery {
    /// Any second of the first day, in Unix seconds; 29 days before the last day by default.
    #[deserr(default)]
    pub from_ts: Option<i64>,
    /// Any second of the last day, in Unix seconds; today by default.
    #[deserr(default)]
    pub to_ts: Option<i64>,
    /// `day` by default.
    #[deserr(default)]
    pub by: Option<OverviewSplit>,
}

/// The statistics of all domains together.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Overview)]
pub struct OverviewOut {
    /// First second of the first day, in Unix seconds.
    pub from_ts: i64,
    /// Last second of the last day, in Unix seconds.
    pub to_ts: i64,
    /// Currency of all sums (ISO 4217): the currency of the owner's first account.
    pub currency: String,
    /// Money of the window in other currencies, in minor units; not part of any sum.
    pub other_currencies: BTreeMap<String, i64>,
    /// Totals over all days.
    pub totals: OverviewStats,
    /// Totals over the same number of days before.
    pub previous: OverviewStats,
    /// Statistics of each day or domain with any activity, in order.
    pub items: Vec<OverviewItem>,
}

/// Statistics.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OverviewStats {
    /// Visits of pages.
    pub visits: i64,
    /// Clicks on buttons and smart links.
    pub clicks: i64,
    /// New subscribers.
    pub subs: i64,
    /// Number of distinct fans who bought.
    pub spenders: i64,
    /// Net revenue, less refunds.
    pub revenue_cents: i64,
}

/// Statistics of a day or a domain.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OverviewItem {
    /// `YYYY-MM-DD`, with `by=day`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Date, nullable = false)]
    pub day: Option<String>,
    /// The domain, with `by=domain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub domain: Option<String>,
    /// Statistics.
    #[serde(flatten)]
    pub stats: OverviewStats,
}
