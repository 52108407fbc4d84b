//! PgConnection: a connection whose statements diesel builds and `tokio-postgres` runs.
//!
//! `diesel_async::AsyncPgConnection` does the same, but its errors have no SQLSTATE. `docs/adr/0037` gives the reasons.

mod row;
pub(crate) mod server_error;
mod statements;

use std::sync::{Arc, MutexGuard, PoisonError};

use diesel::connection::{CacheSize, Instrumentation};
use diesel::pg::Pg;
use diesel::query_builder::{AsQuery, QueryFragment, QueryId};
use diesel::result::Error;
use diesel::{ConnectionError, ConnectionResult, QueryResult};
use diesel_async::{
    AnsiTransactionManager, AsyncConnection, AsyncConnectionCore, SimpleAsyncConnection,
    TransactionManager as _,
};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::Mutex;
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use self::row::{Row, Rows};
use self::server_error::failure;
use self::statements::{Known, Request, Statements, Value};
use crate::database::note::Note;

/// Connection to the server.
///
/// Statements of a shared reference are pipelined: the server gets them in the order in which their futures are first
/// polled, without waiting for the responses in between.
pub struct PgConnection {
    client: Client,
    /// Prepared statements, and the queue in which statements are sent: `tokio` grants the lock in order of arrival, so
    /// no statement overtakes one that is being prepared.
    statements: Mutex<Statements>,
    transactions: AnsiTransactionManager,
    note: std::sync::Mutex<Note>,
    /// SQLSTATE of the first statement that the server rejected.
    refusal: std::sync::Mutex<Option<SqlState>>,
}

impl PgConnection {
    /// Wraps a client whose driver is already polled.
    pub(crate) async fn of(client: Client, note: Note) -> ConnectionResult<Self> {
        let set = client.batch_execute("SET TIME ZONE 'UTC'").await;
        set.map_err(|error| ConnectionError::CouldntSetupConfiguration(failure(error)))?;
        Ok(Self {
            client,
            statements: Mutex::default(),
            transactions: AnsiTransactionManager::default(),
            note: note.into(),
            refusal: std::sync::Mutex::default(),
        })
    }

    /// Returns whether no further statement can succeed: the connection is closed, or a transaction was left open.
    pub(crate) fn is_broken(&mut self) -> bool {
        self.client.is_closed() || AnsiTransactionManager::is_broken_transaction_manager(self)
    }

    pub(crate) fn note(&self) -> MutexGuard<'_, Note> {
        self.note.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the SQLSTATE of the first rejected statement since the last call. diesel's error of a failed migration
    /// does not contain it.
    pub(crate) fn take_refusal(&self) -> Option<SqlState> {
        self.refusal.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn failure(&self, error: tokio_postgres::Error) -> Error {
        if let Some(state) = error.code() {
            self.refusal.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| state.clone());
        }
        failure(error)
    }

    fn request<Q: QueryFragment<Pg> + QueryId>(&self, query: &Q) -> QueryResult<Request> {
        // While another statement is being prepared, the text is built for nothing.
        Request::of(query, |id| self.statements.try_lock().ok()?.of_type(id))
    }

    /// Waits for the request's turn, and sends its statement by `send`.
    async fn run<T, F: Future<Output = Result<T, tokio_postgres::Error>>>(
        &self,
        request: QueryResult<Request>,
        send: impl FnOnce(Arc<Known>, Vec<Value>) -> F,
    ) -> QueryResult<T> {
        let mut request = request?;
        self.note().sent(request.sql());
        let answered = async {
            let statement = self.statements.lock().await.of(&self.client, &request).await?;
            send(statement, std::mem::take(&mut request.values)).await
        };
        let answered = answered.await;
        self.note().answered(request.sql());
        answered.map_err(|error| self.failure(error))
    }

    fn load_query<Q: QueryFragment<Pg> + QueryId>(&self, query: &Q) -> BoxFuture<'_, QueryResult<Rows>> {
        self.rows(self.request(query)).boxed()
    }

    fn count_rows<Q: QueryFragment<Pg> + QueryId>(&self, query: &Q) -> BoxFuture<'_, QueryResult<usize>> {
        self.count(self.request(query)).boxed()
    }

    async fn rows(&self, request: QueryResult<Request>) -> QueryResult<Rows> {
        let send = async |statement: Arc<Known>, values| {
            let rows = self.client.query_raw(&statement.statement, values).await?;
            Ok(Rows::of(rows, statement))
        };
        self.run(request, send).await
    }

    async fn count(&self, request: QueryResult<Request>) -> QueryResult<usize> {
        let send =
            async |statement: Arc<Known>, values| self.client.execute_raw(&statement.statement, values).await;
        let count = self.run(request, send).await?;
        usize::try_from(count).map_err(|error| Error::DeserializationError(error.into()))
    }

    async fn execute_text(&self, sql: &str) -> QueryResult<()> {
        self.note().sent(sql);
        drop(self.statements.lock().await);
        let executed = self.client.batch_execute(sql).await;
        self.note().answered(sql);
        executed.map_err(|error| self.failure(error))
    }
}

impl SimpleAsyncConnection for PgConnection {
    async fn batch_execute(&mut self, sql: &str) -> QueryResult<()> {
        self.execute_text(sql).await
    }
}

impl SimpleAsyncConnection for &PgConnection {
    async fn batch_execute(&mut self, sql: &str) -> QueryResult<()> {
        self.execute_text(sql).await
    }
}

impl AsyncConnectionCore for PgConnection {
    type ExecuteFuture<'conn, 'query> = BoxFuture<'conn, QueryResult<usize>>;
    type LoadFuture<'conn, 'query> = BoxFuture<'conn, QueryResult<Rows>>;
    type Stream<'conn, 'query> = Rows;
    type Row<'conn, 'query> = Row;
    type Backend = Pg;

    fn load<'conn, 'query, Q>(&'conn mut self, query: Q) -> Self::LoadFuture<'conn, 'query>
    where
        Q: AsQuery + 'query,
        Q::Query: QueryFragment<Pg> + QueryId + 'query,
    {
        self.load_query(&query.as_query())
    }

    fn execute_returning_count<'conn, 'query, Q>(
        &'conn mut self,
        query: Q,
    ) -> Self::ExecuteFuture<'conn, 'query>
    where
        Q: QueryFragment<Pg> + QueryId + 'query,
    {
        self.count_rows(&query)
    }
}

impl<'a> AsyncConnectionCore for &'a PgConnection {
    type ExecuteFuture<'conn, 'query> = BoxFuture<'a, QueryResult<usize>>;
    type LoadFuture<'conn, 'query> = BoxFuture<'a, QueryResult<Rows>>;
    type Stream<'conn, 'query> = Rows;
    type Row<'conn, 'query> = Row;
    type Backend = Pg;

    fn load<'conn, 'query, Q>(&'conn mut self, query: Q) -> Self::LoadFuture<'conn, 'query>
    where
        Q: AsQuery + 'query,
        Q::Query: QueryFragment<Pg> + QueryId + 'query,
    {
        self.load_query(&query.as_query())
    }

    fn execute_returning_count<'conn, 'query, Q>(
        &'conn mut self,
        query: Q,
    ) -> Self::ExecuteFuture<'conn, 'query>
    where
        Q: QueryFragment<Pg> + QueryId + 'query,
    {
        self.count_rows(&query)
    }
}

impl AsyncConnection for PgConnection {
    type TransactionManager = AnsiTransactionManager;

    /// Fails, because the pool opens connections.
    async fn establish(_: &str) -> ConnectionResult<Self> {
        Err(ConnectionError::BadConnection("a connection is opened by its pool".to_owned()))
    }

    fn transaction_state(&mut self) -> &mut AnsiTransactionManager {
        &mut self.transactions
    }

    /// Returns the note, which diesel notifies of the begin and the end of transactions.
    fn instrumentation(&mut self) -> &mut dyn Instrumentation {
        self.note.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    // The note is the only instrumentation.
    fn set_instrumentation(&mut self, _: impl Instrumentation) {}

    // The program has a bounded number of statements.
    fn set_prepared_statement_cache_size(&mut self, _: CacheSize) {}
}
