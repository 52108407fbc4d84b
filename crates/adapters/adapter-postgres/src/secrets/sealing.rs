//! Encryption and decryption of secrets with data keys from the database.

use std::iter;
use std::sync::{Arc, PoisonError, RwLock};

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{Entropy, StoreError};
use secrecy::SecretString;

use super::cipher::{DataKeyId, Keyring, OpenError, Place, Sealed, UnwrapError, WrappedKey, WrappingKey};
use crate::database::error::{Abort, corrupt, failed};
use crate::database::pg_connection::PgConnection;
use crate::database::statement::statement;
use crate::schema::secrets::secret_keys::dsl;

/// Data keys of stored secrets, shared by all stores of a process.
///
/// Holds no connection, because a pool belongs to one runtime: callers pass their own.
pub struct Sealing {
    wrapping: WrappingKey,
    /// Additional wrapping keys that are accepted during a change of the secret key.
    beside: Vec<WrappingKey>,
    entropy: Arc<dyn Entropy>,
    known: RwLock<Arc<Keyring>>,
}

/// Serializes the creation of keys: of two processes, one creates the next key and the other finds it.
const MAKING_KEYS: &str = "SELECT pg_advisory_xact_lock(hashtextextended('funnel secret_keys', 0))";

impl Sealing {
    /// Creates the state for data keys wrapped under these 32 bytes. The first use loads the keys.
    pub fn new(wrapping_key: &[u8; 32], entropy: Arc<dyn Entropy>) -> Self {
        let wrapping = WrappingKey::new(wrapping_key);
        Self { wrapping, beside: Vec::new(), entropy, known: RwLock::default() }
    }

    /// Also accepts data keys wrapped under these 32 bytes.
    #[must_use]
    pub fn also_under(mut self, wrapping_key: &[u8; 32]) -> Self {
        self.beside.push(WrappingKey::new(wrapping_key));
        self
    }

    /// Returns whether a data key is wrapped under the current wrapping key.
    pub(crate) fn is_current(&self, key: &WrappedKey) -> bool {
        self.wrapping.opens(key)
    }

    /// Rewraps a data key from an additional wrapping key to the current one.
    pub(crate) fn rewrap(&self, key: &WrappedKey) -> Result<WrappedKey, StoreError> {
        let mut tried = self.beside.iter().map(|old| self.wrapping.rewrap(key, old, self.entropy.as_ref()));
        tried.find_map(Result::ok).ok_or_else(|| StoreError::Failed(UnwrapError(key.id).into()))
    }

    /// Encrypts a secret for one place, with the newest key in the database.
    ///
    /// MUST be called in the transaction that writes the value. A lock on the key prevents the key's retirement before
    /// the commit, so that a rotation misses no value.
    pub(crate) async fn seal(
        &self,
        transaction: &mut PgConnection,
        place: &Place<'_>,
        secret: &SecretString,
    ) -> Result<Vec<u8>, StoreError> {
        self.sealer(transaction).await?.seal(place, secret)
    }

    /// Looks up and locks the newest key once, to encrypt many values. The rule of [`seal`](Self::seal) applies.
    pub(crate) async fn sealer(&self, transaction: &mut PgConnection) -> Result<Sealer<'_>, StoreError> {
        let key = self.lock_newest(transaction).await?;
        let keyring = self.keyring_with(transaction, key).await?;
        Ok(Sealer { key, keyring, entropy: self.entropy.as_ref() })
    }

    /// Decrypts a value at its place. Loads the keys if the value's key is not loaded yet.
    pub(crate) async fn open(
        &self,
        connection: &mut PgConnection,
        place: &Place<'_>,
        sealed: &[u8],
    ) -> Result<SecretString, StoreError> {
        let corrupted = |error: &dyn std::fmt::Display| {
            corrupt(format!("{} of owner {}: {error}", place.purpose, place.owner))
        };
        let sealed = Sealed::parse(sealed).map_err(|error| corrupted(&error))?;
        let keyring = self.keyring_with(connection, sealed.key()).await?;
        keyring.open(place, &sealed).map_err(|error: OpenError| corrupted(&error))
    }

    /// Creates the key after `newest`. The transaction must hold the lock on the creation of keys.
    pub(crate) async fn make_key(
        &self,
        transaction: &mut PgConnection,
        newest: Option<DataKeyId>,
    ) -> Result<DataKeyId, StoreError> {
        let id = newest.map_or(DataKeyId::FIRST, DataKeyId::next);
        let key = self.wrapping.generate(id, self.entropy.as_ref());
        let key = key.map_err(|error| StoreError::Failed(error.into()))?;
        diesel::insert_into(dsl::secret_keys)
            .values((dsl::key_id.eq(stored(id)?), dsl::wrapped.eq(key.bytes)))
            .execute(transaction)
            .await
            .map_err(failed)?;
        Ok(id)
    }

    /// Returns the newest key, locked against retirement until the transaction ends. Creates the first key if there is
    /// none.
    async fn lock_newest(&self, transaction: &mut PgConnection) -> Result<DataKeyId, StoreError> {
        // A key retired during the wait for its lock is not returned; then there is a newer key.
        for _ in 0..3 {
            let newest: Option<i32> = dsl::secret_keys
                .filter(dsl::retired_at.is_null())
                .order(dsl::key_id.desc())
                .select(dsl::key_id)
                .limit(1)
                .for_share()
                .first(transaction)
                .await
                .optional()
                .map_err(failed)?;
            if let Some(newest) = newest {
                return read(newest);
            }
            lock_making(transaction).await.map_err(failed)?;
            if newest_of_all(transaction).await?.is_none() {
                return self.make_key(transaction, None).await;
            }
        }
        Err(corrupt("every key of stored secrets is retired"))
    }

    /// Returns the loaded keys if `wanted` is among them, otherwise loads the keys again.
    async fn keyring_with(
        &self,
        connection: &mut PgConnection,
        wanted: DataKeyId,
    ) -> Result<Arc<Keyring>, StoreError> {
        let known = Arc::clone(&self.known.read().unwrap_or_else(PoisonError::into_inner));
        if known.knows(wanted) {
            return Ok(known);
        }
        let keys = wrapped_keys(connection).await?;
        let wrapping: Vec<_> = iter::once(&self.wrapping).chain(&self.beside).collect();
        let loaded = Keyring::unwrap(&wrapping, &keys);
        let loaded = Arc::new(loaded.map_err(|error: UnwrapError| StoreError::Failed(error.into()))?);
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&loaded);
        Ok(loaded)
    }
}

/// Encrypts with one key, valid during the transaction that locked the key.
pub(crate) struct Sealer<'a> {
    key: DataKeyId,
    keyring: Arc<Keyring>,
    entropy: &'a dyn Entropy,
}

impl Sealer<'_> {
    pub(crate) fn seal(&self, place: &Place<'_>, secret: &SecretString) -> Result<Vec<u8>, StoreError> {
        let sealed = self.keyring.seal(self.key, place, secret, self.entropy);
        Ok(sealed.map_err(|error| StoreError::Failed(error.into()))?.as_bytes().to_vec())
    }
}

/// Loads all stored keys, including retired ones.
pub(crate) async fn wrapped_keys(connection: &mut PgConnection) -> Result<Vec<WrappedKey>, StoreError> {
    let keys = dsl::secret_keys.select((dsl::key_id, dsl::wrapped)).order(dsl::key_id);
    let rows: Vec<(i32, Vec<u8>)> = keys.load(connection).await.map_err(failed)?;
    rows.into_iter().map(|(id, bytes)| Ok(WrappedKey { id: read(id)?, bytes })).collect()
}

pub(crate) async fn lock_making(transaction: &mut PgConnection) -> QueryResult<()> {
    statement(MAKING_KEYS).execute(transaction).await.map(|_| ())
}

/// Returns the key with the greatest id, retired or not.
pub(crate) async fn newest_of_all(connection: &mut PgConnection) -> Result<Option<DataKeyId>, StoreError> {
    let newest: Option<i32> = dsl::secret_keys
        .order(dsl::key_id.desc())
        .select(dsl::key_id)
        .first(connection)
        .await
        .optional()
        .map_err(failed)?;
    newest.map(read).transpose()
}

/// Converts a key id to its column type.
pub(crate) fn stored(key: DataKeyId) -> Result<i32, StoreError> {
    i32::try_from(key.get()).map_err(|_| corrupt(format!("the key number {key}")))
}

/// Parses a stored key id.
pub(crate) fn read(number: i32) -> Result<DataKeyId, StoreError> {
    u32::try_from(number).map(DataKeyId::new).map_err(|_| corrupt(format!("the key number {number}")))
}

impl<R> From<StoreError> for Abort<R> {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
