use crate::overview::experiments::{ExperimentArm, ExperimentGoal, ExperimentOut};
use crate::overview::wire::{OverviewItem, OverviewOut, OverviewSplit, OverviewStats};
use crate::stats::wire::StatsBy;
use application::experiments::{ArmReport, ExperimentReport};
use attribution::MoneyApart;
use attribution::experiment::{ArmCounts, Goal};
use attribution::funnel_stats::SplitBy;
use attribution::overview::{Overview, OverviewBy, OverviewCounts, Period};

use crate::stats::convert::by_code;

/// Converts the trait that statistics are split by.
pub fn split_by(by: StatsBy) -> SplitBy {
    match by {
        StatsBy::Country => SplitBy::Country,
        StatsBy::Device => SplitBy::Device,
        StatsBy::Browser => SplitBy::Browser,
        StatsBy::Button => SplitBy::Button,
        StatsBy::Referrer => SplitBy::Referrer,
        StatsBy::Arm => SplitBy::Arm,
        StatsBy::Hour => SplitBy::Hour,
    }
}

/// Converts the split of an overview.
pub fn overview_by(by: OverviewSplit) -> OverviewBy {
    match by {
        OverviewSplit::Day => OverviewBy::Day,
        OverviewSplit::Domain => OverviewBy::Domain,
    }
}

/// Converts the goal of an experiment.
pub fn goal(goal: ExperimentGoal) -> Goal {
    match goal {
        ExperimentGoal::Subs => Goal::Subs,
        ExperimentGoal::Clicks => Goal::Clicks,
    }
}

/// Converts the statistics of all domains.
pub fn overview_out(period: Period, by: OverviewBy, overview: Overview, apart: MoneyApart) -> OverviewOut {
    let item = |(name, counts)| {
        let (day, domain) = match by {
            OverviewBy::Day => (Some(name), None),
            OverviewBy::Domain => (None, Some(name)),
        };
        OverviewItem { day, domain, stats: stats(counts) }
    };
    OverviewOut {
        from_ts: period.from_ts(),
        to_ts: period.to_ts(),
        currency: apart.currency.to_string(),
        other_currencies: by_code(&apart.others),
        totals: stats(overview.totals),
        previous: stats(overview.previous),
        items: overview.items.into_iter().map(item).collect(),
    }
}

fn stats(counts: OverviewCounts) -> OverviewStats {
    let OverviewCounts { visits, clicks, subs, spenders, revenue_cents } = counts;
    OverviewStats { visits, clicks, subs, spenders, revenue_cents }
}

/// Converts an experiment with its results.
pub fn experiment_out(report: ExperimentReport) -> ExperimentOut {
    let arm = |arm: ArmReport| {
        let ArmCounts { visitors, clicks, subs, revenue_cents } = arm.counts;
        ExperimentArm {
            id: arm.id,
            weight: arm.weight,
            visitors,
            clicks,
            subs,
            revenue_cents,
            rate: arm.verdict.rate,
            interval: vec![arm.verdict.interval.0, arm.verdict.interval.1],
            probability_best: arm.verdict.probability_best,
        }
    };
    ExperimentOut {
        segment_id: report.segment_id,
        key: report.key,
        enough: report.enough,
        arms: report.arms.into_iter().map(arm).collect(),
    }
}
