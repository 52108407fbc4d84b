//! Look-ups by key that share a connection: each goes out behind the others without waiting for their answers, so that many at
//! once cost few turns of the network and wake the server seldom.
//!
//! Only what a server answers at once may go this way, because it holds up all that is behind it: one row, found by an index, whose size
//! has a bound that is small. Everything else takes a connection for itself.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use diesel::QueryResult;
use diesel_async::AsyncPgConnection;
use kernel::StoreError;

use crate::Pool;
use crate::error::{Connection, connection, failed};

/// The connection of a pool that look-ups of one kind share while any of them is under way. Then it is the pool's again.
#[derive(Clone)]
pub(crate) struct Lookups {
    pool: Pool,
    shared: Arc<Mutex<Weak<Connection>>>,
}

impl Lookups {
    /// On a connection of this pool.
    pub(crate) fn new(pool: Pool) -> Self {
        Self { pool, shared: Arc::default() }
    }

    /// Looks something up. `look` MUST NOT begin a transaction, which the statements of others would be in.
    pub(crate) async fn run<T>(
        &self,
        look: impl AsyncFnOnce(&AsyncPgConnection) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        let connection = self.connection().await?;
        let found = look(&connection).await;
        if found.is_err() {
            // It may be broken, and is not given to anybody new.
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
