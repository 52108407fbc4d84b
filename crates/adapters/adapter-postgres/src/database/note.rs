//! State of a pool connection: statements that wait for a response, and commits that announce a change.

use std::sync::{Arc, LazyLock};

use diesel::connection::{Instrumentation, InstrumentationEvent};
use tokio::sync::watch;

use crate::database::watchdog::Waiting;

/// Notifies the listeners of this process, for any database, of committed announcements.
pub(crate) static ANNOUNCED: LazyLock<watch::Sender<()>> = LazyLock::new(watch::Sender::default);

/// Notifies [`Waiting`] of every statement of a connection, and listeners of every commit with an announced change.
pub(crate) struct Note {
    waiting: Arc<Waiting>,
    announcing: Announcing,
    /// Whether `COMMIT` was sent as a statement and has no response yet.
    ending: bool,
}

/// Statement by which [`transaction`](crate::database::transaction::transaction) ends a transaction.
pub(crate) const COMMIT: &str = "COMMIT";

/// Whether the transaction announces a change, and how far its commit is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Announcing {
    Nothing,
    WithinTransaction,
    Committing,
}

impl Note {
    pub(crate) const fn of(waiting: Arc<Waiting>) -> Self {
        Self { waiting, announcing: Announcing::Nothing, ending: false }
    }

    /// Marks the connection as taken from its pool.
    pub(crate) fn taken(&self) {
        self.waiting.begin_anew();
    }

    /// Marks the current transaction as announcing a change.
    pub(crate) const fn announced(&mut self) {
        self.announcing = Announcing::WithinTransaction;
    }

    /// Marks a transaction as ended, with all of its statements answered. After a commit, wakes the listeners.
    pub(crate) fn ended(&self, is_committed: bool) {
        self.waiting.begin_anew();
        if is_committed {
            ANNOUNCED.send_replace(());
        }
    }

    /// Counts a statement that is about to be sent.
    pub(crate) fn sent(&mut self, sql: &str) {
        self.waiting.sent();
        if cfg!(debug_assertions) {
            assert!(!self.ending, "behind the COMMIT of its transaction: {sql}");
            self.ending = sql == COMMIT;
        }
    }

    /// Counts the response to a statement.
    pub(crate) fn answered(&mut self, sql: &str) {
        self.waiting.answered();
        if self.announcing == Announcing::Committing {
            self.announcing = Announcing::Nothing;
            ANNOUNCED.send_replace(());
        }
        if sql == COMMIT {
            self.ending = false;
        }
    }
}

impl Instrumentation for Note {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            // Deeper levels are savepoints.
            InstrumentationEvent::CommitTransaction { depth, .. }
                if depth.get() == 1 && self.announcing == Announcing::WithinTransaction =>
            {
                self.announcing = Announcing::Committing;
            }
            InstrumentationEvent::BeginTransaction { depth, .. } if depth.get() == 1 => {
                self.announcing = Announcing::Nothing;
            }
            // A caller that stops at the first failure of several pipelined statements leaves responses that arrive
            // before this one.
            InstrumentationEvent::RollbackTransaction { depth, .. } if depth.get() == 1 => {
                self.waiting.begin_anew();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use diesel::QueryResult;
    use diesel_async::{AsyncConnection as _, RunQueryDsl as _};
    use futures_util::FutureExt as _;
    use futures_util::future::try_join;
    use test_support::TestDatabase;

    use crate::database::error::{Connection, connection};
    use crate::database::pg_connection::PgConnection;
    use crate::database::statement::statement;
    use crate::database::transaction::transaction;

    fn is_waiting(connection: &Connection) -> bool {
        connection.note().waiting.time().is_some()
    }

    #[tokio::test]
    async fn a_caller_who_left_is_not_counted_for_the_next_one() {
        let database = TestDatabase::create().await.unwrap();
        let pool = crate::pool(database.url(), 1);
        let mut taken = connection(&pool).await.unwrap();
        let left = diesel::sql_query("SELECT pg_sleep(1)").execute(&mut taken).now_or_never();
        assert!(left.is_none() && is_waiting(&taken), "it was sent, and nobody waits for the answer");
        drop(taken);
        assert!(!is_waiting(&connection(&pool).await.unwrap()));
    }

    #[tokio::test]
    async fn nothing_is_waited_for_after_a_transaction_in_which_one_of_several_statements_failed() {
        let database = TestDatabase::create().await.unwrap();
        let pool = crate::pool(database.url(), 1);
        let mut taken = connection(&pool).await.unwrap();
        let both = async |connection: &PgConnection| {
            let [mut one, mut other] = [connection; 2];
            let (failing, passing) = (statement("SELECT 1 / 0"), statement("SELECT 1"));
            try_join(failing.execute(&mut one), passing.execute(&mut other)).await.map(|_| ())
        };
        let failed: QueryResult<()> = taken.transaction(async |connection| both(connection).await).await;
        assert!(failed.is_err() && !is_waiting(&taken));
        let failed: QueryResult<()> =
            transaction(&mut taken, async |_| (), Ok, async |connection, ()| both(connection).await).await;
        assert!(failed.is_err() && !is_waiting(&taken));
    }
}
