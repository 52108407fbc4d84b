//! Experiments of a live page.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Goal of an experiment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExperimentGoal {
    /// Subscribe.
    #[default]
    Subs,
    /// Click a button.
    Clicks,
}

/// Window and goal by which experiments are judged.
#[derive(Debug, Clone, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExperimentQuery {
    /// `24h`, `7d`, `30d` or `90d`, rolling from now; anything else is all time.
    #[serde(default)]
    pub range: Option<String>,
    /// The first second of the window, Unix seconds; with one of the two bounds `range` is not looked at.
    #[serde(default)]
    pub from_ts: Option<i64>,
    /// The last second of the window, Unix seconds; now by default.
    #[serde(default)]
    pub to_ts: Option<i64>,
    /// Goal whose share of visitors `rate` is; `subs` by default.
    #[serde(default)]
    #[param(inline)]
    pub goal: Option<ExperimentGoal>,
}

/// The experiments of a live page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExperimentList {
    /// One for each segment that has one, in the order of the segments.
    pub items: Vec<ExperimentOut>,
}

/// An experiment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExperimentOut {
    /// The segment that it belongs to.
    pub segment_id: String,
    /// Its key; what was counted under another key was another experiment.
    pub key: String,
    /// Whether every arm with a weight has had 100 visitors.
    pub enough: bool,
    /// Its arms.
    pub arms: Vec<ExperimentArm>,
}

/// An arm of an experiment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExperimentArm {
    /// Its name.
    pub id: String,
    /// Its share of the visitors, among the weights of all arms.
    pub weight: u32,
    /// Visits that count: those of one visitor within half an hour are one.
    pub visitors: i64,
    /// Clicks on buttons.
    pub clicks: i64,
    /// New subscribers.
    pub subs: i64,
    /// Money for the owner, refunds taken off.
    pub revenue_cents: i64,
    /// The share of visitors who did what is the goal, 0 to 1.
    pub rate: f64,
    /// The lower and the upper bound of the true rate, with a confidence of 95 % (Wilson).
    #[schema(min_items = 2, max_items = 2)]
    pub interval: Vec<f64>,
    /// Probability that no other arm is better, 0 to 1 (beta-binomial, 20,000 draws); null before there were enough visitors.
    pub probability_best: Option<f64>,
}
