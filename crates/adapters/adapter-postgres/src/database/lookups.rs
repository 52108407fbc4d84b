//! Lookups by key, pipelined on a shared connection: each is sent without waiting for the responses before it. Many
//! concurrent lookups therefore cost few network round trips and seldom wake the server.
//!
//! Only fast lookups may use this path, because each delays all lookups behind it: one row of small bounded size, found
//! by an index. All other queries take a separate connection.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use diesel::QueryResult;
use kernel::StoreError;

use crate::Pool;
use crate::database::error::{Connection, connection, failed};
use crate::database::pg_connection::PgConnection;

/// Pool connection that concurrent lookups of one kind share; it returns to the pool when the last of them ends.
#[derive(Clone)]
pub(crate) struct Lookups {
    pool: Pool,
    shared: Arc<Mutex<Weak<Connection>>>,
}

impl Lookups {
    pub(crate) fn new(pool: Pool) -> Self {
        Self { pool, shared: Arc::default() }
    }

    /// Runs a lookup. `look` MUST NOT begin a transaction, because the statements of other lookups would run inside it.
    pub(crate) async fn run<T>(
        &self,
        look: impl AsyncFnOnce(&PgConnection) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        let connection = self.connection().await?;
        let found = look(&connection).await;
        if found.is_err() {
            // The connection may be broken, so new lookups must not get it.
            self.discard(&connection);
        }
        found.map_err(failed)
    }

    async fn connection(&self) -> Result<Arc<Connection>, StoreError> {
        if let Some(shared) = self.shared().upgrade() {
            return Ok(shared);
        }
        let taken = Arc::new(connection(&self.pool).await?);
        *self.shared() = Arc::downgrade(&taken);
        Ok(taken)
    }

    fn discard(&self, connection: &Arc<Connection>) {
        let mut shared = self.shared();
        if shared.ptr_eq(&Arc::downgrade(connection)) {
            *shared = Weak::new();
        }
    }

    fn shared(&self) -> std::sync::MutexGuard<'_, Weak<Connection>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
