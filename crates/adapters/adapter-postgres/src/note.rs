//! What is noted of each connection of a pool: statements that wait for an answer, and commits that announce a change.

use std::sync::{Arc, LazyLock};

use diesel::connection::{Instrumentation, InstrumentationEvent};
use tokio::sync::watch;

use crate::watchdog::Waiting;

/// Notifies the listeners of this process, whatever database they listen to, that announcements were committed.
pub(crate) static ANNOUNCED: LazyLock<watch::Sender<()>> = LazyLock::new(watch::Sender::default);

/// Notifies [`Waiting`] of every statement of a connection, and listeners of every commit that announced a change.
pub(crate) struct Note {
    waiting: Arc<Waiting>,
    announcing: Announcing,
}

/// How far a transaction is that announces a change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Announcing {
    Nothing,
    WithinTransaction,
    Committing,
}

impl Note {
    pub(crate) const fn of(waiting: Arc<Waiting>) -> Self {
        Self { waiting, announcing: Announcing::Nothing }
    }

    /// The connection was taken from its pool.
    pub(crate) fn taken(&self) {
        self.waiting.begin_anew();
    }

    /// The transaction under way has announced a change.
    pub(crate) const fn announced(&mut self) {
        self.announcing = Announcing::WithinTransaction;
    }

    /// A transaction begins.
    pub(crate) const fn begins(&mut self) {
        self.announcing = Announcing::Nothing;
    }

    /// The next statement commits the transaction under way.
    pub(crate) fn commits(&mut self) {
        if self.announcing == Announcing::WithinTransaction {
            self.announcing = Announcing::Committing;
        }
    }

    fn finished(&mut self) {
        if self.announcing == Announcing::Committing {
            self.announcing = Announcing::Nothing;
            ANNOUNCED.send_replace(());
        }
    }
}

impl Instrumentation for Note {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            InstrumentationEvent::StartQuery { .. } => self.waiting.sent(),
            InstrumentationEvent::FinishQuery { .. } => {
                self.waiting.answered();
                self.finished();
            }
            // Deeper ones are of savepoints.
            InstrumentationEvent::CommitTransaction { depth, .. } if depth.get() == 1 => self.commits(),
            InstrumentationEvent::BeginTransaction { depth, .. } if depth.get() == 1 => self.begins(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use diesel_async::{AsyncConnection as _, RunQueryDsl as _};
    use futures_util::FutureExt as _;
    use test_support::TestDatabase;

    use super::*;
    use crate::error::{Connection, connection};

    fn is_waiting(connection: &mut Connection) -> bool {
        let note = connection.instrumentation().downcast_mut::<Note>().unwrap();
        note.waiting.time().is_some()
    }

    #[tokio::test]
    async fn a_caller_who_left_is_not_counted_for_the_next_one() {
        let database = TestDatabase::create().await.unwrap();
        let pool = crate::pool(database.url(), 1);
        let mut taken = connection(&pool).await.unwrap();
        let left = diesel::sql_query("SELECT pg_sleep(1)").execute(&mut taken).now_or_never();
        assert!(left.is_none() && is_waiting(&mut taken), "it was sent, and nobody waits for the answer");
        drop(taken);
        assert!(!is_waiting(&mut connection(&pool).await.unwrap()));
    }
}
