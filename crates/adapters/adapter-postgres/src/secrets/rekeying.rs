//! Change of the secret key without downtime.

use std::convert::Infallible;
use std::sync::Arc;

use application::operation::Dependence;
use auth_scopes::PepperId;
use diesel::prelude::*;
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{StoreError, UnixTime};

use crate::database::error::{Abort, connection, failed};
use crate::database::prepared::Prepare as _;
use crate::database::time::timestamp;
use crate::schema::auth::api_keys;
use crate::schema::secrets::secret_keys::dsl;
use crate::secrets::sealing::{lock_making, stored, wrapped_keys};
use crate::{Pool, Sealing};

/// Change of the secret key for all owners at once. The change may be interrupted, repeated, and run twice
/// concurrently.
#[derive(Clone)]
pub struct PgRekeying {
    pool: Pool,
    sealing: Arc<Sealing>,
}

impl PgRekeying {
    /// Creates the change, from the keys that `sealing` accepts to its current key.
    pub fn new(pool: Pool, sealing: Arc<Sealing>) -> Self {
        Self { pool, sealing }
    }

    /// Rewraps all data keys under the current secret key in one transaction, and returns the number of rewrapped keys.
    /// Encrypted values stay as they are: they depend only on data keys.
    pub async fn rewrap(&self) -> Result<usize, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let rewrapped = connection
            .transaction(async |connection| -> Result<usize, Abort<Infallible>> {
                // Blocks the creation of data keys meanwhile.
                lock_making(connection).await?;
                let keys = wrapped_keys(connection).await?;
                let left: Vec<_> = keys.iter().filter(|key| !self.sealing.is_current(key)).collect();
                for key in &left {
                    let bytes = self.sealing.rewrap(key)?.bytes;
                    diesel::update(dsl::secret_keys.find(stored(key.id)?))
                        .set(dsl::wrapped.eq(bytes))
                        .prepared()
                        .execute(connection)
                        .await?;
                }
                Ok(left.len())
            })
            .await;
        rewrapped.map_err(|abort| match abort {
            Abort::Store(error) => error,
            Abort::Rule(never) => match never {},
        })
    }

    /// Counts data keys and live API keys that depend on the current secret key, and those that don't, at `now`.
    /// `pepper` is the current key's pepper.
    pub async fn dependence(&self, pepper: PepperId, now: UnixTime) -> Result<Dependence, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let keys = wrapped_keys(&mut connection).await?;
        let alive = || {
            api_keys::table
                .filter(api_keys::revoked_at.is_null())
                .filter(api_keys::expires_at.is_null().or(api_keys::expires_at.gt(timestamp(now))))
        };
        let all: i64 = alive().count().get_result(&mut connection).await.map_err(failed)?;
        let current = alive().filter(api_keys::pepper_id.eq(pepper.get())).count();
        let current: i64 = current.get_result(&mut connection).await.map_err(failed)?;
        Ok(Dependence {
            data_keys: keys.len(),
            data_keys_left: keys.iter().filter(|key| !self.sealing.is_current(key)).count(),
            api_keys: all,
            api_keys_left: all.saturating_sub(current),
        })
    }
}
