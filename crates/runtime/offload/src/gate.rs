use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::Tenant;
use crate::admissions::{Admissions, Admitted, Limits};
use crate::turns::Key;

/// Longest wait of a caller.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Limits concurrent work. Tenants enter in rotation, and a caller is rejected if too many are
/// waiting. Clones share one gate.
#[derive(Debug, Clone)]
pub struct Gate {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    what: &'static str,
    admissions: Mutex<Admissions<oneshot::Sender<Place>>>,
}

/// Rejection by a gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many {0} at once; retry later")]
pub struct Full(&'static str);

/// A caller's weight inside a gate, released on drop.
#[derive(Debug)]
pub struct Place {
    gate: Arc<Inner>,
    key: Key,
    weight: usize,
}

impl Gate {
    /// Creates a gate for `what`, a plural that completes the message "too many …".
    pub fn new(what: &'static str, limits: Limits) -> Self {
        Self { inner: Arc::new(Inner { what, admissions: Mutex::new(Admissions::new(limits)) }) }
    }

    /// Waits until the current task's tenant may enter with this weight.
    pub async fn enter(&self, weight: usize) -> Result<Place, Full> {
        self.enter_as(Tenant::current().map(|tenant| tenant.id()), weight).await
    }

    /// Waits until the tenant with this number may enter with this weight.
    pub async fn enter_for(&self, tenant: i64, weight: usize) -> Result<Place, Full> {
        self.enter_as(Some(tenant), weight).await
    }

    async fn enter_as(&self, key: Key, weight: usize) -> Result<Place, Full> {
        let (ticket, called) = oneshot::channel();
        let asked = self.inner.admissions().ask(key, weight, ticket, oneshot::Sender::is_closed);
        self.inner.let_in(asked.admitted);
        // Dropping the ticket wakes its caller.
        drop(asked.refused);
        match tokio::time::timeout(LONGEST_WAIT, called).await {
            Ok(Ok(place)) => Ok(place),
            Ok(Err(_)) | Err(_) => Err(Full(self.inner.what)),
        }
    }
}

impl Inner {
    fn admissions(&self) -> MutexGuard<'_, Admissions<oneshot::Sender<Place>>> {
        self.admissions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets callers in. If a caller is gone, its place goes to the next, so no lock may be held
    /// here.
    fn let_in(self: &Arc<Self>, admitted: Vec<Admitted<oneshot::Sender<Place>>>) {
        for Admitted { key, weight, ticket } in admitted {
            drop(ticket.send(Place { gate: Arc::clone(self), key, weight }));
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let admitted = self.gate.admissions().leave(self.key, self.weight);
        self.gate.let_in(admitted);
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::{Pin, pin};
    use std::task::Poll;

    use super::*;

    async fn is_waiting<F: Future<Output: Send>>(mut work: Pin<&mut F>) -> bool {
        poll_fn(|context| Poll::Ready(work.as_mut().poll(context).is_pending())).await
    }

    fn of(tenant: i64, gate: &Gate) -> impl Future<Output = Result<Place, Full>> {
        Arc::new(Tenant::new(tenant)).works(gate.enter(1))
    }

    #[tokio::test]
    async fn a_place_that_is_given_back_goes_to_the_next_tenant() {
        let gate = Gate::new("doors", Limits { room: 1, room_each: 1, waiting: 2, waiting_each: 1 });
        let inside = of(1, &gate).await.unwrap();
        let (mut own, mut other) = (pin!(of(1, &gate)), pin!(of(2, &gate)));
        assert!(is_waiting(own.as_mut()).await && is_waiting(other.as_mut()).await);
        let refused = of(1, &gate).await.unwrap_err();
        assert_eq!(refused.to_string(), "too many doors at once; retry later");
        drop(inside);
        let own = own.await.unwrap();
        assert!(is_waiting(other.as_mut()).await);
        drop(own);
        other.await.unwrap();
    }

    #[tokio::test]
    async fn callers_that_leave_make_room() {
        let gate = Gate::new("doors", Limits { room: 1, room_each: 1, waiting: 1, waiting_each: 1 });
        let inside = of(1, &gate).await.unwrap();
        {
            let mut left = pin!(of(1, &gate));
            assert!(is_waiting(left.as_mut()).await);
        }
        let mut waits = pin!(of(1, &gate));
        assert!(is_waiting(waits.as_mut()).await, "the place in the queue is free again");
        drop(inside);
        drop(waits.await.unwrap());
        {
            let inside = of(1, &gate).await.unwrap();
            let mut left = Box::pin(of(1, &gate));
            assert!(is_waiting(left.as_mut()).await);
            drop(inside);
            // The caller was called, but leaves before it listens.
        }
        of(2, &gate).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_ever() {
        let gate = Gate::new("doors", Limits { room: 1, room_each: 1, waiting: 1, waiting_each: 1 });
        let _inside = of(1, &gate).await.unwrap();
        assert!(of(2, &gate).await.is_err());
    }
}
