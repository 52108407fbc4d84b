//! Decides whether and when a call is tried again.

use std::time::Duration;

use crate::{EngineSettings, Failure};

/// Returns the wait before the next attempt after `tried` attempts, the last of which failed with
/// `failure`. `None` if another attempt would not help, exceed the limit or start too late.
///
/// `scatter` in [0, 1) spreads the waits between half and all of the back-off, so that callers do
/// not retry together.
pub(crate) fn wait(
    settings: &EngineSettings,
    tried: u32,
    failure: &Failure,
    left: Duration,
    scatter: f64,
) -> Option<Duration> {
    if tried >= settings.tries || !failure.may_pass() {
        return None;
    }
    let doublings = tried.saturating_sub(1).min(16);
    let backoff = settings.backoff.saturating_mul(1 << doublings).mul_f64(scatter.mul_add(0.5, 0.5));
    let wait = match failure {
        Failure::RateLimited(Some(asked)) => backoff.max(*asked),
        _ => backoff,
    };
    (wait < left).then_some(wait)
}

#[cfg(test)]
mod tests {
    use engine_link::AddressPolicy;

    use super::*;
    use crate::Cause;

    const SETTINGS: EngineSettings = EngineSettings::new(AddressPolicy::PublicOnly);

    #[test]
    fn a_call_is_tried_again_where_it_may_help_and_time_is_left() {
        let limited = |seconds| Failure::RateLimited(Some(Duration::from_secs(seconds)));
        let ms = |millis| Some(Duration::from_millis(millis));
        for (tried, failure, left, scatter, wait_for) in [
            (1, Failure::Status(503), 9_000, 0.0, ms(100)),
            (1, Failure::Status(503), 9_000, 1.0, ms(200)),
            (2, Failure::Status(500), 9_000, 1.0, ms(400)),
            (3, Failure::Status(500), 9_000, 1.0, None),
            (1, Failure::Status(500), 100, 0.0, None),
            (1, Failure::Unreachable(Cause::Refused), 8_000, 0.0, ms(100)),
            (1, Failure::ConnectionClosed, 8_000, 0.0, ms(100)),
            (1, Failure::Malformed(String::new()), 8_000, 0.0, ms(100)),
            (1, Failure::TimedOut, 0, 0.0, None),
            (1, limited(3), 9_000, 0.0, ms(3_000)),
            (1, limited(0), 9_000, 0.0, ms(100)),
            (1, limited(9), 9_000, 0.0, None),
            (1, Failure::RateLimited(None), 9_000, 0.0, ms(100)),
            (1, Failure::Refused, 9_000, 0.0, None),
            (1, Failure::Rejected(422), 9_000, 0.0, None),
            (1, Failure::Redirected, 9_000, 0.0, None),
            (1, Failure::TooLarge, 9_000, 0.0, None),
            (1, Failure::ForbiddenAddress, 9_000, 0.0, None),
        ] {
            let left = Duration::from_millis(left);
            assert_eq!(
                wait(&SETTINGS, tried, &failure, left, scatter),
                wait_for,
                "{tried} {failure:?} {left:?}"
            );
        }
    }
}
