//! Rate limits of keys and owners.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use auth_scopes::KeyId;
use governor::clock::{Clock, DefaultClock, Reference};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use kernel::OwnerId;

/// Rate limits of each key, or of each owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimits {
    /// Requests per minute; 0 disables the limit.
    pub per_minute: u32,
    /// Requests at once.
    pub burst: u32,
}

impl RateLimits {
    /// Returns whether there is a limit.
    pub const fn is_on(self) -> bool {
        self.per_minute > 0 && self.burst > 0
    }
}

const WINDOW: Duration = Duration::from_secs(60);

/// Number of remembered entries before idle ones are removed.
const REMEMBERED: usize = 10_000;

/// Rate limits in this process: of each key, and of all keys of an owner together, because minting
/// keys is free.
pub struct RateLimit<C: Clock = DefaultClock> {
    keys: Option<Buckets<C>>,
    owners: Option<Buckets<C>>,
}

/// Token buckets that refill evenly, with room for a burst.
struct Buckets<C: Clock> {
    per_minute: NonZeroU32,
    clock: C,
    buckets: RateLimiter<i64, DashMapStateStore<i64>, C, NoOpMiddleware<C::Instant>>,
    windows: Mutex<Windows<C::Instant>>,
}

/// Usage since the first request of the current minute, by key or owner.
struct Windows<I> {
    of: HashMap<i64, Window<I>>,
    /// Number of entries at which idle ones are removed.
    room: usize,
}

struct Window<I> {
    began: I,
    used: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitScope {
    /// Limit of the key.
    Key,
    /// Limit of all keys of the owner.
    Owner,
}

impl LimitScope {
    /// Returns the name of the limit on the wire.
    fn as_str(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Owner => "owner",
        }
    }
}

impl fmt::Display for LimitScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Key => "this key",
            Self::Owner => "all keys of this owner",
        })
    }
}

/// Result of a request for both limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    key: Option<Share>,
    /// `None` if the key's limit already rejects the request, so that one key can't use up the
    /// owner's limit with rejected requests.
    owner: Option<Share>,
}

/// Result of a request for one limit.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Share {
    per_minute: u32,
    left: u32,
    /// Seconds until the minute ends.
    ends_in: u64,
    /// Whole seconds until the next request is allowed, if this one is rejected.
    retry_after: Option<u64>,
}

impl RateLimit<DefaultClock> {
    /// Creates the limits; zeros disable them.
    pub fn new(key: RateLimits, owner: RateLimits) -> Self {
        Self::with_clock(key, owner, &DefaultClock::default())
    }
}

impl<C: Clock + Clone> RateLimit<C> {
    fn with_clock(key: RateLimits, owner: RateLimits, clock: &C) -> Self {
        Self { keys: Buckets::new(key, clock), owners: Buckets::new(owner, clock) }
    }

    /// Takes one request from the key's limit and, if allowed, from its owner's.
    pub fn take(&self, owner: OwnerId, key: KeyId) -> Verdict {
        let key = self.keys.as_ref().map(|keys| keys.take(key.get()));
        let refused = key.as_ref().is_some_and(|share| share.retry_after.is_some());
        let owners = self.owners.as_ref().filter(|_| !refused);
        Verdict { key, owner: owners.map(|owners| owners.take(owner.get())) }
    }
}

impl<C: Clock + Clone> Buckets<C> {
    fn new(limits: RateLimits, clock: &C) -> Option<Self> {
        let (per_minute, burst) = NonZeroU32::new(limits.per_minute).zip(NonZeroU32::new(limits.burst))?;
        let quota = Quota::per_minute(per_minute).allow_burst(burst);
        let buckets = RateLimiter::new(quota, DashMapStateStore::default(), clock.clone());
        let windows = Mutex::new(Windows { of: HashMap::new(), room: REMEMBERED });
        Some(Self { per_minute, clock: clock.clone(), buckets, windows })
    }

    fn take(&self, whose: i64) -> Share {
        let now = self.clock.now();
        let refusal = self.buckets.check_key(&whose).err();
        let retry_after = refusal.map(|refusal| whole_seconds(refusal.wait_time_from(now)));
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        if windows.make_room(now) {
            self.buckets.retain_recent();
        }
        let (used, ends_in) = windows.count(whose, now, retry_after.is_none());
        let per_minute = self.per_minute.get();
        Share { per_minute, left: per_minute.saturating_sub(used), ends_in, retry_after }
    }
}

impl<I: Reference> Windows<I> {
    /// Removes idle entries, if there are many. If all are busy, doubles the threshold, so that the
    /// cost does not hit every request.
    fn make_room(&mut self, now: I) -> bool {
        let is_full = self.of.len() > self.room;
        if is_full {
            self.of.retain(|_, window| window.age(now) < WINDOW);
            self.room = self.of.len().saturating_mul(2).max(REMEMBERED);
        }
        is_full
    }

    fn count(&mut self, whose: i64, now: I, allowed: bool) -> (u32, u64) {
        let window = self.of.entry(whose).or_insert(Window { began: now, used: 0 });
        if window.age(now) >= WINDOW {
            *window = Window { began: now, used: 0 };
        }
        window.used = window.used.saturating_add(u32::from(allowed));
        (window.used, whole_seconds(WINDOW.saturating_sub(window.age(now))))
    }
}

impl<I: Reference> Window<I> {
    fn age(&self, now: I) -> Duration {
        now.duration_since(self.began).into()
    }
}

fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0)).max(1)
}

impl Verdict {
    /// Returns the exceeded limit, and whole seconds until the next request is allowed. Returns
    /// `None` if this request is allowed.
    pub fn refusal(&self) -> Option<(LimitScope, u64)> {
        self.shares().into_iter().find_map(|(whose, share)| Some((whose, share?.retry_after?)))
    }

    fn shares(&self) -> [(LimitScope, Option<&Share>); 2] {
        [(LimitScope::Key, self.key.as_ref()), (LimitScope::Owner, self.owner.as_ref())]
    }

    /// Writes the rate limit headers of the key. Includes the owner's limit once it is closer.
    pub fn write(&self, headers: &mut HeaderMap) {
        let own = self.key.as_ref().map_or(u32::MAX, |share| share.left);
        let (mut policies, mut states) = (Vec::new(), Vec::new());
        for (whose, share) in self.shares() {
            let Some(Share { per_minute, left, ends_in, retry_after }) = share else { continue };
            if whose == LimitScope::Key || *left < own || retry_after.is_some() {
                let name = whose.as_str();
                policies.push(format!("\"{name}\";q={per_minute};w={}", WINDOW.as_secs()));
                states.push(format!("\"{name}\";r={left};t={ends_in}"));
            }
        }
        for (name, items) in [("ratelimit-policy", policies), ("ratelimit", states)] {
            match HeaderValue::from_str(&items.join(", ")) {
                Ok(value) if !items.is_empty() => headers.insert(HeaderName::from_static(name), value),
                _ => continue,
            };
        }
    }
}

#[cfg(test)]
mod tests;
