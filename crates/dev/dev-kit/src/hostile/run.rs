use std::cell::Cell;
use std::fmt::Debug;
use std::time::{Duration, Instant};

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};

/// Number of cases in an ordinary run.
const CASES: u32 = 2_000;

/// Result of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The target accepted the input.
    Taken,
    /// The target rejected the input with an error.
    Refused,
}

/// Runs `check` over many values of `strategy`: `FUZZ_CASES` of them, or one in `share` for
/// expensive cases. Reports the slowest case, and fails if a case exceeds `FUZZ_MAX_MILLIS`. Also
/// fails if all inputs were accepted or all were rejected, because then the strategy proves
/// nothing.
/// # Errors
///
/// Returns the smallest input for which `check` failed or panicked, with the reason.
pub fn fuzz<S: Strategy>(
    target: &str,
    share: u32,
    strategy: S,
    check: impl Fn(S::Value) -> Result<Outcome, TestCaseError>,
) -> Result<(), String>
where
    S::Value: Debug,
{
    let cases = variable("FUZZ_CASES").unwrap_or(CASES).div_ceil(share.max(1));
    let limit = variable("FUZZ_MAX_MILLIS").map(u64::from).map(Duration::from_millis);
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 400, ..Config::default() };
    let (slowest, taken) = (Cell::new(Duration::ZERO), Cell::new(0_u32));
    let timed = |value| {
        let start = Instant::now();
        let outcome = check(value)?;
        taken.set(taken.get() + u32::from(outcome == Outcome::Taken));
        let took = start.elapsed();
        slowest.set(slowest.get().max(took));
        match limit {
            Some(limit) if took > limit => Err(TestCaseError::fail(format!("took {took:?}"))),
            _ => Ok(()),
        }
    };
    let outcome = TestRunner::new(config).run(&strategy, timed);
    println!("{target}: {cases} cases, {} taken, the slowest took {:?}", taken.get(), slowest.get());
    if outcome.is_ok() && (taken.get() == 0 || taken.get() == cases) {
        return Err(format!("{target}: {} of {cases} inputs were taken, so little is proved", taken.get()));
    }
    outcome.map_err(|error| match error {
        TestError::Abort(reason) => format!("{target}: {reason}"),
        TestError::Fail(reason, input) => format!("{target}: {reason}\n{input:?}"),
    })
}

/// Returns a number from the environment. Invalid values count as absent.
fn variable(name: &str) -> Option<u32> {
    std::env::var(name).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_smallest_failing_input_is_reported() {
        let outcome = fuzz("numbers", 1, 0_u32..1000, |n| {
            prop_assert!(n < 500);
            Ok(Outcome::Taken)
        });
        let outcome = outcome.unwrap_err();
        assert!(outcome.starts_with("numbers: ") && outcome.ends_with("\n500"), "{outcome}");
    }

    #[test]
    fn inputs_that_are_all_alike_prove_nothing() {
        for outcome in [Outcome::Taken, Outcome::Refused] {
            let outcome = fuzz("alike", 1, Just(()), |()| Ok(outcome)).unwrap_err();
            assert!(outcome.ends_with("so little is proved"), "{outcome}");
        }
    }

    #[test]
    fn a_panic_is_a_failure() {
        let outcome = fuzz("panics", 1, Just(()), |()| panic!("oh"));
        assert!(outcome.unwrap_err().contains("oh"));
    }
}
