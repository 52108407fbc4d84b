//! Use-case `Sessions`: starts, checks, lists and ends dashboard sessions.

use std::cmp::Reverse;
use std::sync::Arc;

use kernel::{Clock, Precondition, SortableId, StoreError};

use crate::{BrowserName, Caller, Session, SessionId, SessionStore};

/// Reason why a session was not shown or ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The key has no such session, or the session has ended.
    #[error("there is no such session, or it has ended")]
    NotFound,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Use-case for sessions of the calling key. Sessions of other keys are not accessible.
#[derive(Clone)]
pub struct Sessions {
    store: Arc<dyn SessionStore>,
    clock: Arc<dyn Clock>,
}

impl Sessions {
    /// Creates the use-case on this store.
    pub fn new(store: Arc<dyn SessionStore>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// Starts a session. Retries with the same id start only one session.
    pub async fn begin(
        &self,
        caller: &Caller,
        id: SortableId,
        browser: Option<BrowserName>,
    ) -> Result<Session, SessionError> {
        let session = Session::begin(SessionId::new(id), caller.key_id, browser, self.clock.now());
        self.store.insert(caller.owner, &session, Session::MOST_OF_KEY).await?;
        Ok(session)
    }

    /// Returns a live session, and records its use.
    pub async fn check(&self, caller: &Caller, id: SessionId) -> Result<Session, SessionError> {
        let now = self.clock.now();
        let found = self.store.find(caller.owner, caller.key_id, id).await?;
        let session = found.filter(|session| session.is_live(now)).ok_or(SessionError::NotFound)?;
        if !session.is_due(now) {
            return Ok(session);
        }
        self.store.record_use(caller.owner, id, now).await?;
        Ok(Session { seen_at: now, ..session })
    }

    /// Lists the live sessions, most recently used first.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<Session>, SessionError> {
        let now = self.clock.now();
        let mut sessions = self.store.list(caller.owner, caller.key_id).await?;
        sessions.retain(|session| session.is_live(now));
        sessions.sort_by_key(|session| Reverse((session.seen_at, session.id)));
        Ok(sessions)
    }

    /// Ends one session that is `expected`.
    pub async fn end(
        &self,
        caller: &Caller,
        id: SessionId,
        expected: Precondition,
    ) -> Result<(), SessionError> {
        if expected != Precondition::None {
            let found = self.store.find(caller.owner, caller.key_id, id).await?;
            // No change of a session changes its state, so it is still this one when it is ended.
            expected.check(found.ok_or(SessionError::NotFound)?.fingerprint())?;
        }
        let ended = self.store.end(caller.owner, caller.key_id, id).await?;
        if ended { Ok(()) } else { Err(SessionError::NotFound) }
    }

    /// Ends all sessions except `kept`. Fails without ending any if `kept` is not live.
    pub async fn end_all(&self, caller: &Caller, kept: Option<SessionId>) -> Result<(), SessionError> {
        if let Some(kept) = kept {
            self.check(caller, kept).await?;
        }
        Ok(self.store.end_all(caller.owner, caller.key_id, kept).await?)
    }
}

#[cfg(test)]
mod tests {
    use kernel::fixed::FixedClock;

    use super::*;
    use crate::testing::{NOW, caller};
    use crate::{KeyId, MockSessionStore};

    fn session(number: u128, seen_after: i64) -> Session {
        let id = SessionId::new(SortableId::from_u128(number));
        let begun = Session::begin(id, KeyId::new(1), None, NOW);
        Session { seen_at: NOW.plus_seconds(seen_after), ..begun }
    }

    fn sessions(now: i64, expect: impl FnOnce(&mut MockSessionStore)) -> Sessions {
        let mut store = MockSessionStore::new();
        expect(&mut store);
        Sessions::new(Arc::new(store), Arc::new(FixedClock::at(NOW.plus_seconds(now))))
    }

    #[tokio::test]
    async fn a_use_is_recorded_when_the_last_is_a_minute_old() {
        for (now, recorded) in [(59, 0), (60, 1)] {
            let sessions = sessions(now, |store| {
                store.expect_find().returning(|_, _, _| Ok(Some(session(7, 0))));
                store.expect_record_use().times(recorded).returning(|_, _, _| Ok(()));
            });
            let checked = sessions.check(&caller(), session(7, 0).id).await.unwrap();
            assert_eq!(checked.seen_at, NOW.plus_seconds(if recorded == 1 { now } else { 0 }));
        }
    }

    #[tokio::test]
    async fn nothing_ends_where_the_kept_session_is_none() {
        let sessions = sessions(0, |store| {
            store.expect_find().returning(|_, _, _| Ok(None));
            store.expect_end_all().never();
        });
        let ended = sessions.end_all(&caller(), Some(session(7, 0).id)).await;
        assert!(matches!(ended, Err(SessionError::NotFound)));
    }

    #[tokio::test]
    async fn an_idle_session_is_none_and_its_use_is_not_recorded() {
        let sessions = sessions(Session::IDLE_SECONDS, |store| {
            store.expect_find().returning(|_, _, _| Ok(Some(session(7, 0))));
            store.expect_list().returning(|_, _| Ok(vec![session(7, 0), session(8, 60), session(9, 120)]));
        });
        let checked = sessions.check(&caller(), session(7, 0).id).await;
        assert!(matches!(checked, Err(SessionError::NotFound)));
        let listed = sessions.list(&caller()).await.unwrap();
        assert_eq!(listed, [session(9, 120), session(8, 60)]);
    }
}
