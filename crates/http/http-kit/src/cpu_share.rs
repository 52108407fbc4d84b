//! Limits of the CPU time that an owner's requests may use.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;
use kernel::OwnerId;
use offload::Tenant;

/// Inverse of the sustained share: a quarter of one CPU.
const SHARE: u32 = 4;

/// CPU time above the share that an owner may use at once. Normal use stays far below, because a
/// request takes about a millisecond.
const BURST: Duration = Duration::from_millis(500);

/// Longest delay of a request. The delay slows an owner down, and must not look like an outage.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Number of remembered owners before those without requests and debts are removed.
const REMEMBERED: usize = 10_000;

/// CPU time spent for each owner in this process. The rate limit counts requests; this counts their
/// cost, so that an owner with expensive requests slows down only themselves.
#[derive(Debug)]
pub struct CpuShares {
    limited: bool,
    owners: Mutex<HashMap<OwnerId, Share>>,
}

#[derive(Debug)]
struct Share {
    tenant: Arc<Tenant>,
    /// Part of the tenant's CPU time that is already in `debt`.
    counted: Duration,
    /// CPU time spent above the share, as of `at`.
    debt: Duration,
    at: Instant,
}

impl CpuShares {
    /// Creates the shares. Nobody waits unless `limited`.
    pub fn new(limited: bool) -> Self {
        Self { limited, owners: Mutex::default() }
    }

    /// Returns the owner's tenant, and the delay of the next request.
    pub fn enter(&self, owner: OwnerId) -> (Arc<Tenant>, Duration) {
        self.enter_at(owner, Instant::now())
    }

    fn enter_at(&self, owner: OwnerId, now: Instant) -> (Arc<Tenant>, Duration) {
        let mut shares = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        if shares.len() >= REMEMBERED && !shares.contains_key(&owner) {
            shares.retain(|_, share| {
                share.wait(now);
                !share.debt.is_zero() || Arc::strong_count(&share.tenant) > 1
            });
        }
        let share = shares.entry(owner).or_insert_with(|| Share::new(owner, now));
        let wait = if self.limited { share.wait(now) } else { Duration::ZERO };
        (Arc::clone(&share.tenant), wait)
    }
}

impl Share {
    fn new(owner: OwnerId, at: Instant) -> Self {
        let tenant = Arc::new(Tenant::new(owner.get()));
        Self { tenant, counted: Duration::ZERO, debt: Duration::ZERO, at }
    }

    /// Updates the debt with the elapsed and the spent time. Returns the delay until the debt is
    /// within the burst.
    fn wait(&mut self, now: Instant) -> Duration {
        let spent = self.tenant.spent();
        let worked_off = now.saturating_duration_since(self.at) / SHARE;
        self.debt = self.debt.saturating_sub(worked_off) + spent.saturating_sub(self.counted);
        (self.counted, self.at) = (spent, now);
        self.debt.saturating_sub(BURST).saturating_mul(SHARE).min(LONGEST_WAIT)
    }
}

/// Streamed body that works for its owner. The server polls a body after the handler is done, outside of the handler's
/// task-local values.
struct OwnersBody {
    tenant: Arc<Tenant>,
    body: BoxBody,
}

impl MessageBody for OwnersBody {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let Self { tenant, body } = &mut *self;
        tenant.step(|| Pin::new(body).poll_next(context))
    }
}

/// Counts the work of a streamed body, and lets it wait in its tenant's queue. Other bodies need no work.
pub(crate) fn owners_body(tenant: Arc<Tenant>, body: BoxBody) -> BoxBody {
    match body.size() {
        BodySize::Stream => BoxBody::new(OwnersBody { tenant, body }),
        BodySize::None | BodySize::Sized(_) => body,
    }
}

#[cfg(test)]
mod tests {
    use actix_web::body::{BodyStream, to_bytes};
    use futures_util::stream;
    use offload::{HEAVY, offload};

    use super::*;

    const OWNER: OwnerId = OwnerId::new(1);

    fn busy(time: Duration) {
        let began = Instant::now();
        while began.elapsed() < time {}
    }

    #[tokio::test]
    async fn what_a_streamed_body_spends_is_its_owner_s() {
        let rows = stream::once(async {
            busy(Duration::from_millis(2));
            offload(HEAVY, || busy(Duration::from_millis(3))).await?;
            Ok::<_, offload::Lost>(Bytes::from_static(b"row"))
        });
        let tenant = Arc::new(Tenant::new(OWNER.get()));
        let body = owners_body(Arc::clone(&tenant), BoxBody::new(BodyStream::new(rows)));
        assert_eq!(body.size(), BodySize::Stream);
        assert_eq!(to_bytes(body).await.unwrap(), "row");
        assert!(tenant.spent() >= Duration::from_millis(5), "{:?}", tenant.spent());
        assert!(Tenant::current().is_none());
    }

    #[test]
    fn a_debt_beyond_the_burst_is_waited_for_and_worked_off() {
        let began = Instant::now();
        let mut share = Share::new(OWNER, began);
        let millis = Duration::from_millis;
        share.debt = millis(400);
        assert_eq!(share.wait(began), Duration::ZERO, "within the burst");
        share.debt = millis(700);
        assert_eq!(share.wait(began), millis(800));
        assert_eq!(share.wait(began + millis(400)), millis(400), "a quarter of the time is worked off");
        assert_eq!(share.wait(began + millis(800)), Duration::ZERO);
        share.debt = Duration::from_secs(60);
        assert_eq!(share.wait(began + millis(800)), LONGEST_WAIT);
    }

    #[tokio::test]
    async fn what_is_spent_for_one_owner_delays_nobody_else() {
        for limited in [true, false] {
            let shares = CpuShares::new(limited);
            let (tenant, wait) = shares.enter(OWNER);
            assert_eq!(wait, Duration::ZERO);
            tenant.works(async { busy(BURST + Duration::from_millis(50)) }).await;
            assert_eq!(!shares.enter(OWNER).1.is_zero(), limited);
            assert_eq!(shares.enter(OwnerId::new(2)).1, Duration::ZERO);
        }
    }

    #[test]
    fn idle_owners_are_removed() {
        let (shares, now) = (CpuShares::new(true), Instant::now());
        let busy = shares.enter_at(OWNER, now);
        for number in 2..=2 * i64::try_from(REMEMBERED).unwrap() {
            shares.enter_at(OwnerId::new(number), now);
        }
        let left = shares.owners.lock().unwrap();
        assert!(left.len() <= REMEMBERED && left.contains_key(&OWNER), "{}", left.len());
        drop(busy);
    }
}
