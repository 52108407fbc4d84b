//! Administration of the keys of stored secrets.

use std::sync::Arc;

use application::operation::{self, Dependence, SecretKeys};
use async_trait::async_trait;
use auth_scopes::PepperId;
use kernel::{Clock, StoreError};

use crate::{PgRekeying, PgSecretRotation, Pool, Sealing};

/// Keys of stored secrets on PostgreSQL: their rotation, and the change of the secret key.
#[derive(Clone)]
pub struct PgSecretKeys {
    rotation: PgSecretRotation,
    rekeying: PgRekeying,
    pepper: PepperId,
    clock: Arc<dyn Clock>,
}

impl PgSecretKeys {
    /// Creates the administration. `sealing` wraps under the current secret key, and `pepper` is that key's pepper.
    pub fn new(pool: &Pool, sealing: &Arc<Sealing>, pepper: PepperId, clock: Arc<dyn Clock>) -> Self {
        Self {
            rotation: PgSecretRotation::new(pool.clone(), Arc::clone(sealing)),
            rekeying: PgRekeying::new(pool.clone(), Arc::clone(sealing)),
            pepper,
            clock,
        }
    }
}

#[async_trait]
impl SecretKeys for PgSecretKeys {
    async fn rotate(&self) -> Result<operation::Rotated, StoreError> {
        let done = self.rotation.run().await?;
        let retired = done.retired.iter().map(|key| key.get()).collect();
        Ok(operation::Rotated { key: done.key.get(), resealed: done.resealed, retired })
    }

    async fn rewrap(&self) -> Result<usize, StoreError> {
        self.rekeying.rewrap().await
    }

    async fn dependence(&self) -> Result<Dependence, StoreError> {
        self.rekeying.dependence(self.pepper, self.clock.now()).await
    }
}
