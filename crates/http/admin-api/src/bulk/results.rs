//! Results of the targets of a bulk copy.

use std::collections::{HashSet, VecDeque};

use crate::bulk::wire::BulkCopyResult;
use kernel::Hostname;
use landing_draft::editing::CopyOutcome;

/// Targets without a reported result. Each is reported once, in the order of first mention.
pub(super) struct CopyResults {
    targets: VecDeque<String>,
    reported: HashSet<String>,
}

impl CopyResults {
    pub(super) fn of(targets: Vec<String>) -> Self {
        Self { targets: targets.into(), reported: HashSet::new() }
    }

    /// Returns the next results, given outcomes in target order. An invalid hostname is not
    /// registered.
    pub(super) fn report(&mut self, done: &[(Hostname, CopyOutcome)]) -> Vec<BulkCopyResult> {
        let mut done = done.iter().map(|(_, outcome)| *outcome);
        self.report_by(|is_hostname| {
            if is_hostname { done.next().map(words) } else { Some(words(CopyOutcome::DomainNotFound)) }
        })
    }

    /// Returns all remaining results, after the work has ended.
    pub(super) fn report_rest(&mut self) -> Vec<BulkCopyResult> {
        self.report_by(|is_hostname| {
            let outcome = if is_hostname { CopyOutcome::Unknown } else { CopyOutcome::DomainNotFound };
            Some(words(outcome))
        })
    }

    fn report_by(
        &mut self,
        mut words: impl FnMut(bool) -> Option<(bool, &'static str)>,
    ) -> Vec<BulkCopyResult> {
        let mut results = Vec::new();
        while let Some(target) = self.targets.front() {
            let hostname = Hostname::parse(target).ok();
            let host = hostname.as_ref().map_or(target.as_str(), Hostname::as_str);
            if !self.reported.contains(host) {
                let Some((ok, detail)) = words(hostname.is_some()) else { break };
                self.reported.insert(host.to_owned());
                results.push(BulkCopyResult { host: host.to_owned(), ok, detail: detail.to_owned() });
            }
            self.targets.pop_front();
        }
        results
    }
}

fn words(outcome: CopyOutcome) -> (bool, &'static str) {
    match outcome {
        CopyOutcome::Copied => (true, "copied"),
        CopyOutcome::SameDomain => (false, "copy_same_domain"),
        CopyOutcome::DomainNotFound => (false, "domain_not_found"),
        CopyOutcome::Unknown => (false, "unavailable"),
    }
}

#[cfg(test)]
mod tests {
    use utoipa::PartialSchema as _;

    use super::*;
    use crate::words::CopyDetail;

    #[test]
    fn the_document_names_every_result() {
        let outcomes =
            [CopyOutcome::Copied, CopyOutcome::SameDomain, CopyOutcome::DomainNotFound, CopyOutcome::Unknown];
        let schema = serde_json::to_value(CopyDetail::schema()).unwrap();
        assert_eq!(schema["enum"], serde_json::json!(outcomes.map(|outcome| words(outcome).1)));
    }

    fn reported(results: &[BulkCopyResult]) -> Vec<(&str, &str)> {
        results.iter().map(|result| (result.host.as_str(), result.detail.as_str())).collect()
    }

    #[test]
    fn each_target_is_reported_once_and_in_order_however_they_are_done() {
        let targets = ["no host", "a.example", "A.example.", "b.example", "no host", "c.example"];
        let done: Vec<_> = [("a", CopyOutcome::Copied), ("b", CopyOutcome::SameDomain)]
            .into_iter()
            .map(|(name, outcome)| (Hostname::parse(&format!("{name}.example")).unwrap(), outcome))
            .collect();
        for parts in [vec![&done[..]], done.chunks(1).collect()] {
            let mut results_so_far = CopyResults::of(targets.map(str::to_owned).to_vec());
            let mut results: Vec<_> =
                parts.into_iter().flat_map(|part| results_so_far.report(part)).collect();
            let expected =
                [("no host", "domain_not_found"), ("a.example", "copied"), ("b.example", "copy_same_domain")];
            assert_eq!(reported(&results), expected);
            results = results_so_far.report_rest();
            assert_eq!(reported(&results), [("c.example", "unavailable")]);
        }
    }
}
