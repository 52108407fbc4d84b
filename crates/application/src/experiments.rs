//! Reports on the experiments of a page.

use std::collections::BTreeMap;

use attribution::experiment::{ArmCounts, ArmVerdict, Goal, judge};
use attribution::funnel_stats::SplitCounts;
use landing_draft::landing::Landing;

use crate::routing::shown_arm;

/// Experiment with its counts and verdicts.
#[derive(Debug, Clone, PartialEq)]
pub struct ExperimentReport {
    /// Id of the experiment's segment.
    pub segment_id: String,
    /// Key of the experiment. A changed key starts a new experiment, without the old counts.
    pub key: String,
    /// Whether every arm with a weight has enough visitors to compare the arms.
    pub enough: bool,
    /// Arms in the order of the page.
    pub arms: Vec<ArmReport>,
}

/// Experiment arm with its counts and verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct ArmReport {
    pub id: String,
    /// Share of the visitors, relative to the weights of all arms.
    pub weight: u32,
    pub counts: ArmCounts,
    /// Statistical verdict on the arm.
    pub verdict: ArmVerdict,
}

/// Reports on the experiments of a page, in segment order. `counted` has the counts per arm name
/// ([`touches::ShownArm`]).
pub fn reports(landing: &Landing, counted: &[(String, SplitCounts)], goal: Goal) -> Vec<ExperimentReport> {
    let counted: BTreeMap<_, _> = counted.iter().map(|(arm, counts)| (arm.as_str(), *counts)).collect();
    let experiments = landing.segments().iter().filter_map(|segment| {
        let experiment = segment.experiment()?;
        let arms: Vec<_> = experiment.arms().collect();
        let counts: Vec<_> = arms
            .iter()
            .map(|(arm, weight)| {
                let name = shown_arm(segment, arm);
                let counts = name.and_then(|name| counted.get(name.as_str()).copied()).unwrap_or_default();
                let SplitCounts { visits, clicks, subs, revenue_cents } = counts;
                (ArmCounts { visitors: visits, clicks, subs, revenue_cents }, *weight > 0)
            })
            .collect();
        let segment_id = segment.id().to_string();
        let (enough, verdicts) = judge(&counts, goal, seed(&segment_id, experiment.key()));
        let arms = arms.iter().zip(counts).zip(verdicts).map(|(((id, weight), (counts, _)), verdict)| {
            ArmReport { id: id.as_str().to_owned(), weight: *weight, counts, verdict }
        });
        Some(ExperimentReport { key: experiment.key().to_owned(), enough, arms: arms.collect(), segment_id })
    });
    experiments.collect()
}

/// Fixed random seed of an experiment (FNV-1a), so that the same counts always give the same verdict.
fn seed(segment: &str, key: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    segment.bytes().chain([b'/']).chain(key.bytes()).fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::fixed::{FixedClock, SeededEntropy};
    use landing_draft::experiment::Experiment;
    use landing_draft::id::Ids;
    use landing_draft::segment::NewSegment;
    use landing_draft::text::SegmentName;
    use serde_json::json;

    use super::*;
    use crate::testing::NOW;

    #[test]
    fn each_arm_has_what_was_counted_under_its_name() {
        let ids = Ids::new(Arc::new(FixedClock::at(NOW)), Arc::new(SeededEntropy::new(1)));
        let ab =
            json!({"v": 1, "key": "summer", "arms": [{"id": "a", "weight": 1}, {"id": "b", "weight": 0}]});
        let mut landing = Landing::empty();
        let segment = ids.segment();
        let new = NewSegment {
            experiment: Some(Experiment::parse(&ab).unwrap()),
            ..NewSegment::named(SegmentName::parse("All").unwrap())
        };
        landing.create_segment(segment, new).unwrap();
        let counts = SplitCounts { visits: 200, clicks: 30, subs: 20, revenue_cents: 5_000 };
        let other = SplitCounts { visits: 9, ..SplitCounts::default() };
        let counted = [
            (format!("{segment}/a/summer"), counts),
            (format!("{segment}/a/winter"), other),
            (String::new(), other),
        ];
        let reports = reports(&landing, &counted, Goal::Subs);
        let [report] = reports.as_slice() else { panic!("one experiment: {reports:?}") };
        assert_eq!((report.key.as_str(), report.enough), ("summer", true));
        let [a, b] = report.arms.as_slice() else { panic!("two arms") };
        assert_eq!(
            (a.id.as_str(), a.weight, a.counts.visitors, a.counts.revenue_cents),
            ("a", 1, 200, 5_000)
        );
        assert_eq!((b.id.as_str(), b.weight, b.counts), ("b", 0, ArmCounts::default()));
        assert_eq!(a.verdict.rate, 0.1);
        assert!(super::reports(&Landing::empty(), &counted, Goal::Subs).is_empty());
    }
}
