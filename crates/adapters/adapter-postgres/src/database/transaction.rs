//! Transactions that pipeline `BEGIN` and `COMMIT` with their first and last statements.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use diesel::QueryResult;
use diesel::result::Error;
use diesel_async::{
    AnsiTransactionManager, RunQueryDsl as _, SimpleAsyncConnection as _, TransactionManager as _,
};
use futures_util::future::join;

use crate::database::note::COMMIT;
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;

/// Runs a transaction like [`AsyncConnection::transaction`](diesel_async::AsyncConnection::transaction), but with two
/// fewer round trips.
///
/// Sends `BEGIN` and `first` without waiting for a response in between, and likewise `last` and `COMMIT`. `decide` gets
/// the result of `first`; an error of `decide` rolls back. A commit wakes the listeners for announcements. No other
/// transaction can begin inside this one.
///
/// `last` MUST send all its statements before it first waits, and fail as soon as one of them fails, as
/// [`try_join`](futures_util::future::try_join) does. Statements sent later would run after `COMMIT`; builds with debug
/// assertions panic then.
pub(crate) async fn transaction<T, R, E: From<Error>>(
    connection: &mut PgConnection,
    first: impl AsyncFnOnce(&PgConnection) -> T,
    decide: impl FnOnce(T) -> Result<R, E>,
    last: impl AsyncFnOnce(&PgConnection, &R) -> QueryResult<()>,
) -> Result<R, E> {
    let status = AnsiTransactionManager::transaction_manager_status_mut(connection);
    if status.transaction_depth()?.is_some() {
        return Err(Error::AlreadyInTransaction.into());
    }
    // diesel does not know of this transaction. The pool discards a connection in this state, so no caller gets one
    // with an abandoned or unknown transaction.
    status.set_in_error();
    let (shared, mut ends) = (&*connection, &*connection);
    // The future polled first is sent first.
    let (begun, first) = join(ends.batch_execute("BEGIN"), first(shared)).await;
    begun?;
    let (outcome, ended) = match decide(first) {
        Ok(decided) => {
            let (written, ended) = end_behind(shared, last(shared, &decided)).await;
            (written.map(|()| decided).map_err(E::from), ended)
        }
        Err(error) => (Err(error), ends.batch_execute("ROLLBACK").await),
    };
    if ended.is_ok() {
        *AnsiTransactionManager::transaction_manager_status_mut(connection) = Default::default();
        connection.note().ended(outcome.is_ok());
    }
    // The reason for the rollback matters more than a failure of the rollback.
    let done = outcome?;
    ended?;
    Ok(done)
}

/// Begins a transaction that reads the state of one moment.
const SNAPSHOT: &str = "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// Runs several reads on the state of one moment.
pub(crate) async fn snapshot<T, E: From<Error>>(
    connection: &mut PgConnection,
    read: impl AsyncFnOnce(&mut PgConnection) -> Result<T, E>,
) -> Result<T, E> {
    AnsiTransactionManager::begin_transaction_sql(connection, SNAPSHOT).await?;
    match read(connection).await {
        Ok(loaded) => {
            AnsiTransactionManager::commit_transaction(connection).await?;
            Ok(loaded)
        }
        Err(error) => {
            AnsiTransactionManager::rollback_transaction(connection).await?;
            Err(error)
        }
    }
}

/// Returns the results of the last statements and of the end of the transaction. After a failed statement, the server
/// turns `COMMIT` into a rollback.
async fn end_behind(
    mut connection: &PgConnection,
    last: impl Future<Output = QueryResult<()>>,
) -> (QueryResult<()>, QueryResult<()>) {
    // A connection sends statements in order, so `COMMIT` waits while a statement of `last` is prepared.
    let commit = statement(COMMIT);
    let mut last = pin!(last);
    match poll_fn(|context| Poll::Ready(last.as_mut().poll(context))).await {
        Poll::Pending => {
            let (written, committed) = join(last, commit.execute(&mut connection)).await;
            (written, committed.map(|_| ()))
        }
        Poll::Ready(Ok(())) => (Ok(()), commit.execute(&mut connection).await.map(|_| ())),
        // The statement was not even sent, so the server knows of no failure.
        Poll::Ready(Err(error)) => (Err(error), connection.batch_execute("ROLLBACK").await),
    }
}

#[cfg(test)]
mod tests {
    use diesel::QueryableByName;
    use diesel::sql_types::BigInt;
    use diesel_async::AsyncConnection as _;
    use futures_util::FutureExt as _;
    use futures_util::future::try_join;
    use test_support::TestDatabase;
    use tokio::sync::oneshot;

    use super::*;
    use crate::database::changes;
    use crate::database::error::connection;
    use crate::database::note::ANNOUNCED;
    use crate::{Change, pool};

    #[derive(QueryableByName)]
    struct Number {
        #[diesel(sql_type = BigInt)]
        number: i64,
    }

    async fn number(mut connection: &PgConnection, query: &'static str) -> QueryResult<i64> {
        let found: Number = statement(query).get_result(&mut connection).await?;
        Ok(found.number)
    }

    const SESSION: &str = "SELECT pg_backend_pid()::bigint AS number";
    const COUNT: &str = "SELECT count(*) AS number FROM notes";
    const TRANSACTIONS: &str = "SELECT count(DISTINCT xmin::text) AS number FROM notes";
    const FIRST: &str = "INSERT INTO notes VALUES (1)";
    const SECOND: &str = "INSERT INTO notes VALUES (2)";
    const THIRD: &str = "INSERT INTO notes VALUES (3)";

    /// Creates a pool of one connection to a database with a table `notes`.
    async fn notes() -> (TestDatabase, crate::Pool) {
        let database = TestDatabase::create().await.unwrap();
        let pool = pool(database.url(), 1);
        let mut taken = connection(&pool).await.unwrap();
        taken.batch_execute("CREATE TABLE notes (number bigint PRIMARY KEY)").await.unwrap();
        drop(taken);
        (database, pool)
    }

    async fn execute(mut connection: &PgConnection, sql: &'static str) -> QueryResult<()> {
        statement(sql).execute(&mut connection).await.map(|_| ())
    }

    async fn first(connection: &PgConnection) -> QueryResult<()> {
        execute(connection, FIRST).await
    }

    async fn nothing(_: &PgConnection, (): &()) -> QueryResult<()> {
        Ok(())
    }

    #[tokio::test]
    async fn all_statements_are_in_it_whichever_are_prepared_before() {
        let (database, _pool) = notes().await;
        for prepared in [&[][..], &[COMMIT], &[COMMIT, THIRD], &[THIRD], &[FIRST, SECOND, THIRD, COMMIT]] {
            let pool = pool(database.url(), 1);
            let mut taken = connection(&pool).await.unwrap();
            taken.batch_execute("TRUNCATE notes").await.unwrap();
            for sql in prepared {
                execute(&taken, sql).await.unwrap();
            }
            taken.batch_execute("TRUNCATE notes").await.unwrap();
            let last = async |connection: &PgConnection, (): &()| {
                try_join(execute(connection, SECOND), execute(connection, THIRD)).await.map(|_| ())
            };
            transaction(&mut taken, first, |first| first, last).await.unwrap();
            assert_eq!(number(&taken, COUNT).await, Ok(3), "{prepared:?}");
            assert_eq!(number(&taken, TRANSACTIONS).await, Ok(1), "{prepared:?}");
        }
    }

    #[tokio::test]
    async fn what_fails_is_rolled_back_and_its_connection_used_again() {
        let (_database, pool) = notes().await;
        let mut taken = connection(&pool).await.unwrap();
        let session = number(&taken, SESSION).await.unwrap();
        let refused: QueryResult<()> =
            transaction(&mut taken, first, |_| Err(Error::NotFound), nothing).await;
        assert_eq!(refused, Err(Error::NotFound));
        let not_even_sent = async |_: &PgConnection, (): &()| QueryResult::<()>::Err(Error::NotInTransaction);
        let refused = transaction(&mut taken, first, |first| first, not_even_sent).await;
        assert!(matches!(refused, Err(Error::NotInTransaction)), "{refused:?}");
        for statements in [[FIRST, SECOND], [SECOND, FIRST]] {
            let last = async |connection: &PgConnection, (): &()| {
                let [one, other] = statements.map(|sql| execute(connection, sql));
                try_join(one, other).await.map(|_| ())
            };
            let refused = transaction(&mut taken, first, |first| first, last).await;
            assert!(matches!(refused, Err(Error::DatabaseError(..))), "{refused:?}");
        }
        drop(taken);
        let mut taken = connection(&pool).await.unwrap();
        assert_eq!(number(&taken, COUNT).await, Ok(0));
        transaction(&mut taken, first, |first| first, nothing).await.unwrap();
        assert_eq!(number(&taken, COUNT).await, Ok(1));
        assert_eq!(number(&taken, SESSION).await, Ok(session));
    }

    #[tokio::test]
    #[should_panic(expected = "behind the COMMIT of its transaction: INSERT INTO notes VALUES (3)")]
    async fn a_statement_that_waits_for_one_sent_with_the_commit_is_found_by_tests() {
        let (_database, pool) = notes().await;
        let mut taken = connection(&pool).await.unwrap();
        let last = async |connection: &PgConnection, (): &()| {
            execute(connection, SECOND).await?;
            execute(connection, THIRD).await
        };
        let _ = transaction(&mut taken, first, |first| first, last).await;
    }

    #[tokio::test]
    async fn a_connection_is_given_up_when_its_caller_leaves() {
        let (_database, pool) = notes().await;
        let mut taken = connection(&pool).await.unwrap();
        let session = number(&taken, SESSION).await.unwrap();
        let (inserted, is_inserted) = oneshot::channel();
        let first_and_wait = async |connection: &PgConnection| {
            inserted.send(first(connection).await).unwrap();
            std::future::pending::<QueryResult<()>>().await
        };
        let left = transaction(&mut taken, first_and_wait, |first| first, nothing);
        tokio::select! {
            _ = left => unreachable!("it waits for ever"),
            inserted = is_inserted => assert_eq!(inserted, Ok(Ok(()))),
        }
        drop(taken);
        let mut taken = connection(&pool).await.unwrap();
        assert_ne!(number(&taken, SESSION).await, Ok(session));
        // Waits for the previous transaction's lock until the server notices the closed connection.
        transaction(&mut taken, first, |first| first, nothing).await.unwrap();
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
        let ended = transaction(&mut taken, first, |first| first, nothing).await;
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
            let inner = transaction(connection, first, |first| first, nothing).await;
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
            let decide = |_| if is_committed { Ok(()) } else { Err(Error::NotFound) };
            let last = async |connection: &PgConnection, (): &()| {
                changes::insert(connection, &[Change::Provisioning]).await
            };
            assert_eq!(transaction(&mut taken, nothing_first, decide, last).await.is_ok(), is_committed);
            assert_eq!(announced.changed().now_or_never().is_some(), is_committed);
        }
    }

    async fn nothing_first(_: &PgConnection) {}
}
