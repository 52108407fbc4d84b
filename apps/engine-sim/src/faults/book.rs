use super::{Fault, FaultKind};
use crate::rng::Rng;

/// The configured faults, in order.
#[derive(Debug)]
pub(crate) struct FaultBook {
    faults: Vec<Fault>,
    rng: Rng,
}

/// Properties of a call that faults match.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) account: Option<&'a str>,
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
}

/// Faults that affect one call.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct TriggeredFault {
    pub(crate) latency_ms: u64,
    pub(crate) kind: Option<FaultKind>,
}

impl FaultBook {
    pub(crate) fn new(seed: u64) -> Self {
        Self { faults: Vec::new(), rng: Rng::new(seed) }
    }

    pub(crate) fn set(&mut self, faults: Vec<Fault>) {
        self.faults = faults;
    }

    pub(crate) fn add(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// Returns the faults with the remaining `count` and `skip`.
    pub(crate) fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Returns the sum of all matching delays, and the first other matching fault.
    pub(crate) fn triggered(&mut self, call: Call<'_>) -> TriggeredFault {
        let mut triggered = TriggeredFault::default();
        for fault in self.faults.iter_mut().filter(|fault| fits(fault, call)) {
            let latency = matches!(fault.kind, FaultKind::LatencyMs { .. });
            if !latency && triggered.kind.is_some() || !strikes(fault, &mut self.rng) {
                continue;
            }
            match fault.kind {
                FaultKind::LatencyMs { ms } => triggered.latency_ms += ms,
                ref other => triggered.kind = Some(other.clone()),
            }
        }
        triggered
    }
}

/// Returns whether a matching call fails, and updates the counts.
fn strikes(fault: &mut Fault, rng: &mut Rng) -> bool {
    if fault.count == Some(0) {
        return false;
    }
    if fault.skip > 0 {
        fault.skip -= 1;
        return false;
    }
    if fault.probability < 1.0 && !rng.chance(fault.probability) {
        return false;
    }
    fault.count = fault.count.map(|count| count - 1);
    true
}

fn fits(fault: &Fault, call: Call<'_>) -> bool {
    fault.account.as_deref().is_none_or(|account| call.account == Some(account))
        && fault.method.as_deref().is_none_or(|method| method.eq_ignore_ascii_case(call.method))
        && fault.path.as_deref().is_none_or(|pattern| path_fits(pattern, call.path))
}

/// Returns whether `path` starts with `pattern`, where `*` matches the rest of a path segment.
fn path_fits(pattern: &str, path: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else { return path.starts_with(pattern) };
    let Some(rest) = path.strip_prefix(head) else { return false };
    let segment = rest.find('/').unwrap_or(rest.len());
    rest.get(segment..).is_some_and(|rest| path_fits(tail, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: Call<'static> = Call { account: Some("a"), method: "POST", path: "/v1/requests/7/response" };

    fn status(status: u16) -> FaultKind {
        FaultKind::Status { status, retry_after: None, body: None }
    }

    #[test]
    fn every_condition_must_fit() {
        for (fault, struck) in [
            (Fault::new(status(500)), true),
            (Fault::new(status(500)).of("a"), true),
            (Fault::new(status(500)).of("b"), false),
            (Fault::new(status(500)).method("post"), true),
            (Fault::new(status(500)).method("GET"), false),
            (Fault::new(status(500)).on("/v1/req"), true),
            (Fault::new(status(500)).on("/v1/requests/*/response"), true),
            (Fault::new(status(500)).on("/v1/requests/*/other"), false),
            (Fault::new(status(500)).on("/v1/*"), true),
            (Fault::new(status(500)).on("/v2"), false),
            (Fault::new(status(500)).with_probability(0.0), false),
        ] {
            let mut book = FaultBook::new(1);
            book.set(vec![fault.clone()]);
            assert_eq!(book.triggered(CALL).kind.is_some(), struck, "{fault:?}");
        }
    }

    #[test]
    fn a_fault_strikes_as_often_as_it_was_set() {
        let mut book = FaultBook::new(1);
        book.set(vec![Fault::new(status(500)).after(1).times(2), Fault::new(status(503)).times(1)]);
        let struck: Vec<_> = (0..5).map(|_| book.triggered(CALL).kind).collect();
        assert_eq!(struck, [Some(status(503)), Some(status(500)), Some(status(500)), None, None]);
    }

    #[test]
    fn latencies_add_up_and_go_with_another_fault() {
        let mut book = FaultBook::new(1);
        let late = Fault::new(FaultKind::LatencyMs { ms: 5 });
        book.set(vec![late.clone(), Fault::new(status(500)), late]);
        assert_eq!(book.triggered(CALL), TriggeredFault { latency_ms: 10, kind: Some(status(500)) });
    }
}
