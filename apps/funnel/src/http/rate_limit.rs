//! The share of requests that each key has.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use governor::clock::{Clock, DefaultClock, Reference as _};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

const WINDOW: Duration = Duration::from_secs(60);

/// How many keys may be remembered before those at rest are forgotten.
const REMEMBERED: usize = 10_000;

/// The share of each key in this process: a bucket that refills evenly, with room for a burst.
pub struct RateLimit<C: Clock = DefaultClock> {
    limits: Option<Limits<C>>,
}

struct Limits<C: Clock> {
    per_minute: NonZeroU32,
    clock: C,
    buckets: RateLimiter<i64, DashMapStateStore<i64>, C, NoOpMiddleware<C::Instant>>,
    windows: Mutex<HashMap<i64, Window<C::Instant>>>,
}

/// What a key has used since the first request of the current minute.
struct Window<I> {
    began: I,
    used: u32,
}

/// How one request fares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// What a key may use in a minute, what is left of it, and seconds until the minute ends; `None` without a limit.
    pub left: Option<(u32, u32, u64)>,
    /// Whole seconds until the next request is allowed, if this one is not.
    pub retry_after: Option<u64>,
}

impl RateLimit<DefaultClock> {
    /// `per_minute` requests a minute and bursts of `burst`; a zero of either switches the limit off.
    pub fn new(per_minute: u32, burst: u32) -> Self {
        Self::with_clock(per_minute, burst, DefaultClock::default())
    }
}

impl<C: Clock + Clone> RateLimit<C> {
    fn with_clock(per_minute: u32, burst: u32, clock: C) -> Self {
        let limits = NonZeroU32::new(per_minute).zip(NonZeroU32::new(burst)).map(|(per_minute, burst)| {
            let quota = Quota::per_minute(per_minute).allow_burst(burst);
            let buckets = RateLimiter::new(quota, DashMapStateStore::default(), clock.clone());
            Limits { per_minute, clock, buckets, windows: Mutex::default() }
        });
        Self { limits }
    }

    /// Takes one request from the share of `key`.
    pub fn take(&self, key: i64) -> Verdict {
        let Some(limits) = &self.limits else { return Verdict { left: None, retry_after: None } };
        let now = limits.clock.now();
        let retry_after =
            limits.buckets.check_key(&key).err().map(|refusal| whole_seconds(refusal.wait_time_from(now)));
        let (used, ends_in) = limits.count(key, now, retry_after.is_none());
        let per_minute = limits.per_minute.get();
        Verdict { left: Some((per_minute, per_minute.saturating_sub(used), ends_in)), retry_after }
    }
}

impl<C: Clock> Limits<C> {
    fn count(&self, key: i64, now: C::Instant, allowed: bool) -> (u32, u64) {
        let age = |window: &Window<C::Instant>| Duration::from(now.duration_since(window.began));
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        if windows.len() > REMEMBERED {
            windows.retain(|_, window| age(window) < WINDOW);
            self.buckets.retain_recent();
        }
        let window = windows.entry(key).or_insert(Window { began: now, used: 0 });
        if age(window) >= WINDOW {
            *window = Window { began: now, used: 0 };
        }
        window.used = window.used.saturating_add(u32::from(allowed));
        (window.used, whole_seconds(WINDOW.saturating_sub(age(window))))
    }
}

fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0)).max(1)
}

impl Verdict {
    /// Writes the headers that tell the key where it stands.
    pub fn write(&self, headers: &mut HeaderMap) {
        let Some((per_minute, left, ends_in)) = self.left else { return };
        let policy = format!("\"key\";q={per_minute};w={}", WINDOW.as_secs());
        let state = format!("\"key\";r={left};t={ends_in}");
        for (name, text) in [("ratelimit-policy", policy), ("ratelimit", state)] {
            if let Ok(value) = HeaderValue::from_str(&text) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn a_burst_is_followed_by_an_even_flow() {
        let clock = FakeRelativeClock::default();
        let limit = RateLimit::with_clock(60, 2, clock.clone());
        assert_eq!(limit.take(1), Verdict { left: Some((60, 59, 60)), retry_after: None });
        assert_eq!(limit.take(1).retry_after, None);
        assert_eq!(limit.take(1), Verdict { left: Some((60, 58, 60)), retry_after: Some(1) });
        assert_eq!(limit.take(2).retry_after, None, "another key has a share of its own");
        clock.advance(Duration::from_millis(1500));
        assert_eq!(limit.take(1), Verdict { left: Some((60, 57, 59)), retry_after: None });
        clock.advance(Duration::from_secs(60));
        assert_eq!(limit.take(1).left, Some((60, 59, 60)), "a new minute");
    }

    #[test]
    fn zero_switches_it_off() {
        for limit in [RateLimit::new(0, 100), RateLimit::new(600, 0)] {
            assert_eq!(limit.take(1), Verdict { left: None, retry_after: None });
        }
    }
}
