//! Rules for retries: which failed calls are retried, and the pauses between attempts.

use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::{HeaderMap, RETRY_AFTER};

use crate::error::Error;
use crate::settings::Settings;

/// Effect of a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attempt {
    /// The attempt had no effect: there was no connection, or there were too many requests.
    NotDone,
    /// The attempt may have had an effect.
    Open,
    /// The service rejected the call, and would reject a retry.
    Final,
}

impl Attempt {
    /// Classifies an error response. After an attempt that may have had an effect, a conflict of keys means that the
    /// attempt is still running.
    pub(crate) fn of_refusal(error: &Error, was_open: bool) -> Self {
        match error.status().map(StatusCode::from_u16) {
            Some(Ok(StatusCode::TOO_MANY_REQUESTS)) => Self::NotDone,
            Some(Ok(
                StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT,
            )) => Self::Open,
            _ if was_open && error.code() == Some("idempotency_conflict") => Self::Open,
            _ => Self::Final,
        }
    }
}

/// Returns the pause before the next attempt; `None` for no further attempt. `random` is between 0 and 1.
pub(crate) fn pause(
    settings: &Settings,
    tried: u32,
    asked: Option<Duration>,
    random: f64,
) -> Option<Duration> {
    if tried >= settings.attempts {
        return None;
    }
    let longest = settings.backoff.saturating_mul(1 << tried.saturating_sub(1).min(5));
    let jitter = longest.mul_f64(random);
    match asked {
        // Waits at least as long as the service asks; jitter spreads the retries of several clients.
        Some(asked) if asked <= settings.patience => Some(asked + jitter.min(settings.backoff)),
        Some(_) => None,
        None => Some(jitter),
    }
}

/// Returns the seconds of `Retry-After`.
pub(crate) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    #[test]
    fn pauses_grow_and_end() {
        let settings = Settings { attempts: 3, backoff: Duration::from_secs(1), ..Settings::default() };
        let seconds = Duration::from_secs;
        for (tried, asked, random, expected) in [
            (1, None, 1.0, Some(seconds(1))),
            (2, None, 1.0, Some(seconds(2))),
            (2, None, 0.5, Some(seconds(1))),
            (3, None, 1.0, None),
            (1, Some(seconds(7)), 0.0, Some(seconds(7))),
            (2, Some(seconds(7)), 1.0, Some(seconds(8))),
            (1, Some(seconds(61)), 0.0, None),
        ] {
            assert_eq!(pause(&settings, tried, asked, random), expected, "{tried} {asked:?} {random}");
        }
        let many = Settings { attempts: u32::MAX, ..settings };
        assert_eq!(pause(&many, 4_000_000, None, 1.0), Some(seconds(32)));
    }

    #[test]
    fn only_seconds_are_waited_for() {
        for (value, expected) in
            [("2", Some(2)), (" 3 ", Some(3)), ("-1", None), ("Wed, 21 Oct 2026 07:28:00 GMT", None)]
        {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_str(value).unwrap())]);
            assert_eq!(retry_after(&headers), expected.map(Duration::from_secs), "{value}");
        }
    }
}
