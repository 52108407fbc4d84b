//! What is told of the targets of a bulk copy, all at once or one after the other.

use std::collections::{HashSet, VecDeque};

use api_contract::landing::BulkCopyResult;
use kernel::Hostname;
use landing_draft::editing::CopyOutcome;

/// The targets of which nothing was told yet. Each is told once, in the order in which they were named first.
pub(super) struct Telling {
    targets: VecDeque<String>,
    told: HashSet<String>,
}

impl Telling {
    pub(super) fn of(targets: Vec<String>) -> Self {
        Self { targets: targets.into(), told: HashSet::new() }
    }

    /// What can be told once these are done, which come in the same order. What can't be a hostname is not registered either.
    pub(super) fn tell(&mut self, done: &[(Hostname, CopyOutcome)]) -> Vec<BulkCopyResult> {
        let mut done = done.iter().map(|(_, outcome)| *outcome);
        self.tell_by(|is_hostname| {
            if is_hostname { done.next().map(words) } else { Some(words(CopyOutcome::DomainNotFound)) }
        })
    }

    /// The same for all that is left when the work is over.
    pub(super) fn tell_rest(&mut self) -> Vec<BulkCopyResult> {
        self.tell_by(|is_hostname| {
            let outcome = if is_hostname { CopyOutcome::Unknown } else { CopyOutcome::DomainNotFound };
            Some(words(outcome))
        })
    }

    fn tell_by(
        &mut self,
        mut words: impl FnMut(bool) -> Option<(bool, &'static str)>,
    ) -> Vec<BulkCopyResult> {
        let mut results = Vec::new();
        while let Some(target) = self.targets.front() {
            let hostname = Hostname::parse(target).ok();
            let host = hostname.as_ref().map_or(target.as_str(), Hostname::as_str);
            if !self.told.contains(host) {
                let Some((ok, detail)) = words(hostname.is_some()) else { break };
                self.told.insert(host.to_owned());
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
    use super::*;

    fn told(results: &[BulkCopyResult]) -> Vec<(&str, &str)> {
        results.iter().map(|result| (result.host.as_str(), result.detail.as_str())).collect()
    }

    #[test]
    fn each_target_is_told_once_and_in_order_however_they_are_done() {
        let targets = ["no host", "a.example", "A.example.", "b.example", "no host", "c.example"];
        let done: Vec<_> = [("a", CopyOutcome::Copied), ("b", CopyOutcome::SameDomain)]
            .into_iter()
            .map(|(name, outcome)| (Hostname::parse(&format!("{name}.example")).unwrap(), outcome))
            .collect();
        for parts in [vec![&done[..]], done.chunks(1).collect()] {
            let mut telling = Telling::of(targets.map(str::to_owned).to_vec());
            let mut results: Vec<_> = parts.into_iter().flat_map(|part| telling.tell(part)).collect();
            let expected =
                [("no host", "domain_not_found"), ("a.example", "copied"), ("b.example", "copy_same_domain")];
            assert_eq!(told(&results), expected);
            results = telling.tell_rest();
            assert_eq!(told(&results), [("c.example", "unavailable")]);
        }
    }
}
