//! Experiments of a live page.

use crate::words;
use deserr::Deserr;
use http_kit::extract::Faults;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use validator::Validate;

/// Goal of an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserr, ToSchema)]
#[deserr(error = Faults, rename_all = lowercase)]
#[serde(rename_all = "snake_case")]
pub enum ExperimentGoal {
    /// Subscribe.
    #[default]
    Subs,
    /// Click a button.
    Clicks,
}

/// Window and goal by which experiments are judged.
#[derive(Debug, Clone, Deserr, IntoParams, Validate)]
#[deserr(error = Faults)]
#[validate(schema(function = crate::rules::experiment_range, skip_on_field_errors = false))]
#[into_params(parameter_in = Query)]
pub struct ExperimentQuery {
    /// `24h`, `7d`, `30d` or `90d` back from now; any other value is all time.
    #[deserr(default)]
    #[param(value_type = Option<words::StatsRange>)]
    pub range: Option<String>,
    /// First second of the window, in Unix seconds; included. With one of the two bounds, `range` is ignored.
    #[deserr(default)]
    pub from_ts: Option<i64>,
    /// Last second of the window, in Unix seconds; included. Now by default.
    #[deserr(default)]
    pub to_ts: Option<i64>,
    /// Goal whose share of visitors `rate` is; `subs` by default.
    #[deserr(default)]
    pub goal: Option<ExperimentGoal>,
}

/// The experiments of a live page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExperimentList {
    /// Experiments in the order of their segments.
    pub items: Vec<ExperimentOut>,
}

/// An experiment.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ExperimentResult)]
pub struct ExperimentOut {
    /// Segment of the experiment.
    pub segment_id: String,
    /// Key of the experiment; another key is another experiment.
    pub key: String,
    /// Whether every arm with a weight has had 100 visitors.
    pub enough: bool,
    /// Arms of the experiment.
    pub arms: Vec<ExperimentArm>,
}

/// An arm of an experiment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExperimentArm {
    /// Name.
    pub id: String,
    /// Weight among all arms.
    pub weight: u32,
    /// Counted visits; visits of one visitor within half an hour count once.
    pub visitors: i64,
    /// Clicks on buttons.
    pub clicks: i64,
    /// New subscribers.
    pub subs: i64,
    /// Net revenue, less refunds.
    pub revenue_cents: i64,
    /// Share of visitors who reached the goal, 0 to 1.
    pub rate: f64,
    /// Lower and upper bound of the true rate, with a confidence of 95 % (Wilson).
    #[schema(min_items = 2, max_items = 2)]
    pub interval: Vec<f64>,
    /// Probability that no other arm is better, 0 to 1 (beta-binomial, 20,000 draws); null before there were enough visitors.
    pub probability_best: Option<f64>,
}
