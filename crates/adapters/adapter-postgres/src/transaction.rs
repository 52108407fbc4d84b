//! Transactions that begin together with their first statement.

use diesel::result::Error;
use diesel_async::{
    AnsiTransactionManager, AsyncConnection as _, AsyncPgConnection, SimpleAsyncConnection as _,
    TransactionManager as _,
};
use futures_util::future::join;

use crate::note::Note;

/// As [`AsyncConnection::transaction`](diesel_async::AsyncConnection::transaction), a round trip shorter: `BEGIN` and `first` are sent
/// without waiting for an answer in between. `rest` is given what came of `first`; its result decides whether all of it is committed.
/// Within it no other one can begin.
pub(crate) async fn transaction<T, R, E: From<Error>>(
    connection: &mut AsyncPgConnection,
    first: impl AsyncFnOnce(&AsyncPgConnection) -> T,
    rest: impl AsyncFnOnce(&mut AsyncPgConnection, T) -> Result<R, E>,
) -> Result<R, E> {
    let status = AnsiTransactionManager::transaction_manager_status_mut(connection);
    if status.transaction_depth()?.is_some() {
        return Err(Error::AlreadyInTransaction.into());
    }
    // Diesel does not know of this transaction. A pool gives up a connection in this state, so nobody is handed one whose caller left
    // in the middle, or whose end is unknown.
    status.set_in_error();
    noted(connection, Note::begins);
    let mut shared = &*connection;
    // What is polled first is sent first.
    let (begun, first) = join(shared.batch_execute("BEGIN"), first(connection)).await;
    begun?;
    let outcome = rest(connection, first).await;
    let end = if outcome.is_ok() { "COMMIT" } else { "ROLLBACK" };
    if outcome.is_ok() {
        noted(connection, Note::commits);
    }
    let ended = connection.batch_execute(end).await;
    if ended.is_ok() {
        *AnsiTransactionManager::transaction_manager_status_mut(connection) = Default::default();
    }
    // Why it is rolled back matters more than that the server did not answer either.
    let done = outcome?;
    ended?;
    Ok(done)
}

/// Connections outside a pool have no note.
fn noted(connection: &mut AsyncPgConnection, what: fn(&mut Note)) {
    if let Some(note) = connection.instrumentation().downcast_mut::<Note>() {
        what(note);
    }
}

#[cfg(test)]
mod tests {
    use diesel::sql_types::BigInt;
    use diesel::{QueryResult, QueryableByName};
    use diesel_async::RunQueryDsl as _;
    use futures_util::FutureExt as _;
    use test_support::TestDatabase;
    use tokio::sync::oneshot;

    use super::*;
    use crate::error::connection;
    use crate::note::ANNOUNCED;
    use crate::statement::statement;
    use crate::{Change, changes, pool};

    #[derive(QueryableByName)]
    struct Number {
        #[diesel(sql_type = BigInt)]
        number: i64,
    }

    async fn number(mut connection: &AsyncPgConnection, query: &'static str) -> QueryResult<i64> {
        let found: Number = statement(query).get_result(&mut connection).await?;
        Ok(found.number)
    }

    const TRANSACTION: &str = "SELECT txid_current() AS number";
    const SESSION: &str = "SELECT pg_backend_pid()::bigint AS number";
    const INSERT: &str = "INSERT INTO notes VALUES (1)";
    const COUNT: &str = "SELECT count(*) AS number FROM notes";

    /// A pool of one connection, to a database with a table for notes.
    async fn notes() -> (TestDatabase, crate::Pool) {
        let database = TestDatabase::create().await.unwrap();
        let pool = pool(database.url(), 1);
        let mut taken = connection(&pool).await.unwrap();
        taken.batch_execute("CREATE TABLE notes (number bigint PRIMARY KEY)").await.unwrap();
        drop(taken);
        (database, pool)
    }

    async fn insert(mut connection: &AsyncPgConnection) -> QueryResult<usize> {
        statement(INSERT).execute(&mut connection).await
    }

    #[tokio::test]
    async fn the_first_statement_is_in_the_transaction_though_it_is_prepared_there() {
        let (_database, pool) = notes().await;
        let mut taken = connection(&pool).await.unwrap();
        for _ in 0..2 {
            let first = async |connection: &AsyncPgConnection| number(connection, TRANSACTION).await;
            let both = transaction(&mut taken, first, async |connection, first| {
                QueryResult::Ok((first?, number(connection, TRANSACTION).await?))
            });
            let (first, second) = both.await.unwrap();
            assert_eq!(first, second);
            assert_ne!(number(&taken, TRANSACTION).await.unwrap(), first, "it has ended");
        }
    }

    #[tokio::test]
    async fn what_fails_is_rolled_back_and_its_connection_used_again() {
        let (_database, pool) = notes().await;
        let mut taken = connection(&pool).await.unwrap();
        let session = number(&taken, SESSION).await.unwrap();
        let refused: QueryResult<()> =
            transaction(&mut taken, insert, async |_, _| Err(Error::NotFound)).await;
        assert_eq!(refused, Err(Error::NotFound));
        let twice = transaction(&mut taken, insert, async |connection, first| {
            first?;
            insert(connection).await
        });
        assert!(matches!(twice.await, Err(Error::DatabaseError(..))));
        drop(taken);
        let mut taken = connection(&pool).await.unwrap();
        assert_eq!(number(&taken, COUNT).await, Ok(0));
        transaction(&mut taken, insert, async |_, first| first).await.unwrap();
        assert_eq!(number(&taken, COUNT).await, Ok(1));
        assert_eq!(number(&taken, SESSION).await, Ok(session));
    }

    #[tokio::test]
    async fn a_connection_is_given_up_when_its_caller_leaves() {
        let (_database, pool) = notes().await;
        let mut taken = connection(&pool).await.unwrap();
        let session = number(&taken, SESSION).await.unwrap();
        let (inserted, is_inserted) = oneshot::channel();
        let left = transaction(&mut taken, insert, async |_, first| {
            inserted.send(first.unwrap()).unwrap();
            std::future::pending::<QueryResult<()>>().await
        });
        tokio::select! {
            _ = left => unreachable!("it waits for ever"),
            inserted = is_inserted => assert_eq!(inserted, Ok(1)),
        }
        drop(taken);
        let mut taken = connection(&pool).await.unwrap();
        assert_ne!(number(&taken, SESSION).await, Ok(session));
        // Waits for the lock of the one before until the server has noticed that its connection is closed.
        transaction(&mut taken, insert, async |_, first| first).await.unwrap();
    }

    #[tokio::test]
    async fn a_commit_that_fails_is_an_error_and_its_connection_given_up() {
        let (_database, pool) = notes().await;
        let mut taken = connection(&pool).await.unwrap();
        let session = number(&taken, SESSION).await.unwrap();
        let deferred =
            "ALTER TABLE notes ADD FOREIGN KEY (number) REFERENCES others DEFERRABLE INITIALLY DEFERRED";
        let schema = format!("CREATE TABLE others (number bigint PRIMARY KEY); {deferred}");
        taken.batch_execute(&schema).await.unwrap();
        let ended = transaction(&mut taken, insert, async |_, first| first).await;
        assert!(matches!(ended, Err(Error::DatabaseError(..))), "{ended:?}");
        drop(taken);
        let taken = connection(&pool).await.unwrap();
        assert_eq!(number(&taken, COUNT).await, Ok(0));
        assert_ne!(number(&taken, SESSION).await, Ok(session));
    }

    #[tokio::test]
    async fn it_is_not_begun_within_another_one() {
        let (_database, pool) = notes().await;
        let mut taken = connection(&pool).await.unwrap();
        let within = taken.transaction(async |connection| {
            let inner = transaction(connection, insert, async |_, first| first).await;
            assert_eq!(inner, Err(Error::AlreadyInTransaction));
            QueryResult::Ok(())
        });
        within.await.unwrap();
        assert_eq!(number(&taken, COUNT).await, Ok(0));
    }

    #[tokio::test]
    async fn listeners_are_woken_by_its_commit() {
        let (_database, pool) = notes().await;
        let mut taken = connection(&pool).await.unwrap();
        let mut announced = ANNOUNCED.subscribe();
        for is_committed in [false, true] {
            let ended = transaction(&mut taken, insert, async |connection, _| {
                changes::announce(connection, &[Change::Provisioning]).await?;
                if is_committed { Ok(()) } else { Err(Error::NotFound) }
            });
            assert_eq!(ended.await.is_ok(), is_committed);
            assert_eq!(announced.changed().now_or_never().is_some(), is_committed);
        }
    }
}
