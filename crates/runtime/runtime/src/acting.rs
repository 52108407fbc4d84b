//! The actor of a change. One task handles a request or a command from start to end. `Acting::works` sets the actor of a task. `Acting::current` returns the actor to
//! the stores, which write an audit entry in the transaction of the change. `Acting::carry` passes the actor to spawned work.
//!
//! Work without an actor, such as the jobs of the workers, counts as done by the service.

use std::sync::Arc;

tokio::task_local! {
    static ACTING: Arc<Acting>;
}

/// Actor of a task, for the audit log. Contains no secrets.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Acting {
    /// Public part of the key; `None` on the command line.
    pub key_prefix: Option<String>,
    /// Member who holds the key; `None` for the owner.
    pub member_id: Option<i64>,
    /// Whether an operator acts on the command line.
    pub cli: bool,
    /// Id of the request.
    pub request_id: Option<String>,
}

impl Acting {
    /// Creates the actor of the command line.
    pub fn at_command_line() -> Self {
        Self { cli: true, ..Self::default() }
    }

    /// Returns the actor of the current task; `None` for the service itself.
    pub fn current() -> Option<Arc<Self>> {
        ACTING.try_with(Arc::clone).ok()
    }

    /// Runs `work` with this actor.
    pub fn works<F: Future>(self, work: F) -> impl Future<Output = F::Output> {
        ACTING.scope(Arc::new(self), work)
    }

    /// Keeps the current task's actor for work that is spawned.
    pub fn carry<F: Future>(work: F) -> impl Future<Output = F::Output> {
        let acting = Self::current();
        async move {
            match acting {
                Some(acting) => ACTING.scope(acting, work).await,
                None => work.await,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn who() -> Option<String> {
        Acting::current().and_then(|acting| acting.key_prefix.clone())
    }

    #[tokio::test]
    async fn each_task_knows_its_own_and_hands_it_on_only_where_it_says_so() {
        let by = |prefix: &str| Acting { key_prefix: Some(prefix.to_owned()), ..Acting::default() };
        assert_eq!(who().await, None);
        let (one, other) = tokio::join!(by("one").works(who()), by("other").works(who()));
        assert_eq!((one.as_deref(), other.as_deref()), (Some("one"), Some("other")));
        let spawned = by("one").works(async { tokio::spawn(who()).await });
        assert_eq!(spawned.await.unwrap(), None);
        let carried = by("one").works(async { tokio::spawn(Acting::carry(who())).await });
        assert_eq!(carried.await.unwrap().as_deref(), Some("one"));
        assert_eq!(tokio::spawn(Acting::carry(who())).await.unwrap(), None);
    }
}
