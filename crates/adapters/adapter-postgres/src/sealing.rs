//! Sealing and opening secrets with the keys that the database keeps.

use std::iter;
use std::sync::{Arc, PoisonError, RwLock};

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Entropy, StoreError};
use sealed_secrets::{KeyId, Keyring, OpenError, Place, Sealed, UnwrapError, WrappedKey, WrappingKey};
use secrecy::SecretString;

use crate::error::{Abort, corrupt, failed};
use crate::schema::secrets::secret_keys::dsl;
use crate::statement::statement;

/// The keys of stored secrets, shared by all stores of a process.
///
/// It holds no connection, because a pool belongs to one runtime: whoever seals or opens lends their own.
pub struct Sealing {
    wrapping: WrappingKey,
    /// Good as well, while the secret key is changed.
    beside: Vec<WrappingKey>,
    entropy: Arc<dyn Entropy>,
    known: RwLock<Arc<Keyring>>,
}

/// The lock under which keys are made, so that of two processes one makes the next key and the other sees it.
const MAKING_KEYS: &str = "SELECT pg_advisory_xact_lock(hashtextextended('funnel secret_keys', 0))";

impl Sealing {
    /// Keys that are wrapped under these 32 bytes. Nothing is loaded before the first use.
    pub fn new(wrapping_key: &[u8; 32], entropy: Arc<dyn Entropy>) -> Self {
        let wrapping = WrappingKey::new(wrapping_key);
        Self { wrapping, beside: Vec::new(), entropy, known: RwLock::default() }
    }

    /// Takes keys also that are wrapped under these 32 bytes.
    #[must_use]
    pub fn also_under(mut self, wrapping_key: &[u8; 32]) -> Self {
        self.beside.push(WrappingKey::new(wrapping_key));
        self
    }

    /// Whether a key is wrapped under the wrapping key proper.
    pub(crate) fn is_current(&self, key: &WrappedKey) -> bool {
        self.wrapping.opens(key)
    }

    /// A key, wrapped under the wrapping key proper instead of one of those that are good beside it.
    pub(crate) fn rewrap(&self, key: &WrappedKey) -> Result<WrappedKey, StoreError> {
        let mut tried = self.beside.iter().map(|old| self.wrapping.rewrap(key, old, self.entropy.as_ref()));
        tried.find_map(Result::ok).ok_or_else(|| StoreError::Failed(UnwrapError(key.id).into()))
    }

    /// Seals a secret for one place, with the newest key as it is in the database.
    ///
    /// MUST be called in the transaction that writes the value: a lock on the key keeps it from being retired before the
    /// value is committed, so that a rotation overlooks nothing.
    pub(crate) async fn seal(
        &self,
        transaction: &mut AsyncPgConnection,
        place: &Place<'_>,
        secret: &SecretString,
    ) -> Result<Vec<u8>, StoreError> {
        self.sealer(transaction).await?.seal(place, secret)
    }

    /// What seals many values with the newest key, which is looked up and locked once. The same holds as for [`seal`](Self::seal).
    pub(crate) async fn sealer(&self, transaction: &mut AsyncPgConnection) -> Result<Sealer<'_>, StoreError> {
        let key = self.lock_newest(transaction).await?;
        let keyring = self.keyring_with(transaction, key).await?;
        Ok(Sealer { key, keyring, entropy: self.entropy.as_ref() })
    }

    /// Opens a value at its place. A key that is not known yet is looked up.
    pub(crate) async fn open(
        &self,
        connection: &mut AsyncPgConnection,
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

    /// Makes the key after `newest`, in a transaction that holds the lock on making keys.
    pub(crate) async fn make_key(
        &self,
        transaction: &mut AsyncPgConnection,
        newest: Option<KeyId>,
    ) -> Result<KeyId, StoreError> {
        let id = newest.map_or(KeyId::FIRST, KeyId::next);
        let key = self.wrapping.generate(id, self.entropy.as_ref());
        let key = key.map_err(|error| StoreError::Failed(error.into()))?;
        diesel::insert_into(dsl::secret_keys)
            .values((dsl::key_id.eq(stored(id)?), dsl::wrapped.eq(key.bytes)))
            .execute(transaction)
            .await
            .map_err(failed)?;
        Ok(id)
    }

    /// The newest key, which stays in use until the transaction ends. The first value of all makes the first key.
    async fn lock_newest(&self, transaction: &mut AsyncPgConnection) -> Result<KeyId, StoreError> {
        // A key that is retired while we wait for its lock is not returned; then there is a newer one.
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

    /// The keys as they are known, if `wanted` is among them, else as they are now.
    async fn keyring_with(
        &self,
        connection: &mut AsyncPgConnection,
        wanted: KeyId,
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

/// Seals with one key, for as long as the transaction lasts that locked it.
pub(crate) struct Sealer<'a> {
    key: KeyId,
    keyring: Arc<Keyring>,
    entropy: &'a dyn Entropy,
}

impl Sealer<'_> {
    pub(crate) fn seal(&self, place: &Place<'_>, secret: &SecretString) -> Result<Vec<u8>, StoreError> {
        let sealed = self.keyring.seal(self.key, place, secret, self.entropy);
        Ok(sealed.map_err(|error| StoreError::Failed(error.into()))?.as_bytes().to_vec())
    }
}

/// All keys as they are kept, retired ones included.
pub(crate) async fn wrapped_keys(connection: &mut AsyncPgConnection) -> Result<Vec<WrappedKey>, StoreError> {
    let keys = dsl::secret_keys.select((dsl::key_id, dsl::wrapped)).order(dsl::key_id);
    let rows: Vec<(i32, Vec<u8>)> = keys.load(connection).await.map_err(failed)?;
    rows.into_iter().map(|(id, bytes)| Ok(WrappedKey { id: read(id)?, bytes })).collect()
}

pub(crate) async fn lock_making(transaction: &mut AsyncPgConnection) -> QueryResult<()> {
    statement(MAKING_KEYS).execute(transaction).await.map(|_| ())
}

/// The key with the greatest number, retired or not.
pub(crate) async fn newest_of_all(connection: &mut AsyncPgConnection) -> Result<Option<KeyId>, StoreError> {
    let newest: Option<i32> = dsl::secret_keys
        .order(dsl::key_id.desc())
        .select(dsl::key_id)
        .first(connection)
        .await
        .optional()
        .map_err(failed)?;
    newest.map(read).transpose()
}

/// A key's number as the database has it.
pub(crate) fn stored(key: KeyId) -> Result<i32, StoreError> {
    i32::try_from(key.get()).map_err(|_| corrupt(format!("the key number {key}")))
}

/// A key's number as it is meant.
pub(crate) fn read(number: i32) -> Result<KeyId, StoreError> {
    u32::try_from(number).map(KeyId::new).map_err(|_| corrupt(format!("the key number {number}")))
}

impl<R> From<StoreError> for Abort<R> {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
