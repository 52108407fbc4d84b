//! Rotation of the data keys of stored secrets, without downtime.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Integer, Text};
use diesel_async::{AsyncConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError};

use super::cipher::{DataKeyId, Place};
use crate::database::error::{Abort, connection};
use crate::database::pg_connection::PgConnection;
use crate::database::prepared::Prepare as _;
use crate::database::shape::Shape;
use crate::schema::secrets::secret_keys::dsl;
use crate::secrets::sealing::{lock_making, newest_of_all, read, stored};
use crate::{Pool, Sealing};

/// Column of encrypted values, in a table whose primary key begins with `owner_id`.
struct SealedColumn {
    table: &'static str,
    column: &'static str,
    /// Table and column, as in [`Place::purpose`].
    purpose: &'static str,
    /// Remaining columns of the primary key, in order, as in [`Place::row`].
    row: &'static [&'static str],
}

/// All columns of encrypted values. Add each new column here, otherwise rotations skip its values.
const SEALED: [SealedColumn; 8] = [
    SealedColumn {
        table: "engine_connections",
        column: "token",
        purpose: "engine_connections.token",
        row: &[],
    },
    SealedColumn {
        table: "engine_connections",
        column: "event_secret",
        purpose: "engine_connections.event_secret",
        row: &[],
    },
    SealedColumn {
        table: "engine_connections",
        column: "previous_event_secret",
        purpose: "engine_connections.previous_event_secret",
        row: &[],
    },
    SealedColumn {
        table: "conversion_pixels",
        column: "token",
        purpose: "conversion_pixels.token",
        row: &["provider_id", "platform"],
    },
    SealedColumn { table: "raw_events", column: "sealed", purpose: "raw_events.sealed", row: &["event_id"] },
    SealedColumn {
        table: "quarantined_events",
        column: "sealed",
        purpose: "quarantined_events.sealed",
        row: &["platform_account_id", "event_id"],
    },
    SealedColumn {
        table: "webhook_endpoints",
        column: "secret",
        purpose: "webhook_endpoints.secret",
        row: &["endpoint_id"],
    },
    SealedColumn {
        table: "webhook_endpoints",
        column: "previous_secret",
        purpose: "webhook_endpoints.previous_secret",
        row: &["endpoint_id"],
    },
];

/// Number of values that one step reencrypts.
const STEP: i64 = 100;
/// Pause for concurrent writers of the remaining values.
const BETWEEN_ROUNDS: Duration = Duration::from_millis(50);

/// Result of a rotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rotated {
    /// Current key after the rotation.
    pub key: DataKeyId,
    /// Number of reencrypted values.
    pub resealed: usize,
    /// Retired keys.
    pub retired: Vec<DataKeyId>,
}

/// Rotation of the data keys of stored secrets, while others read and write. Each step is a transaction. The rotation
/// may stop after any step, be repeated, and run twice concurrently.
#[derive(Clone)]
pub struct PgSecretRotation {
    pool: Pool,
    sealing: Arc<Sealing>,
    shape: Shape,
}

impl PgSecretRotation {
    pub fn new(pool: Pool, sealing: Arc<Sealing>) -> Self {
        Self { pool, sealing, shape: Shape::default() }
    }

    /// Runs a whole rotation, or completes an interrupted one.
    pub async fn run(&self) -> Result<Rotated, StoreError> {
        let key = self.begin().await?;
        let mut resealed = 0;
        loop {
            let done = self.reseal_some(key).await?;
            resealed += done;
            if done > 0 {
                continue;
            }
            match self.retire_older(key).await? {
                Some(retired) => return Ok(Rotated { key, resealed, retired }),
                // Another transaction holds a value, or has just committed one under an older key.
                None => tokio::time::sleep(BETWEEN_ROUNDS).await,
            }
        }
    }

    /// Creates a new key for all future encryptions, and returns its id. If several keys are in use, a rotation is in
    /// progress; then returns the newest of them.
    pub async fn begin(&self) -> Result<DataKeyId, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let begun = connection
            .transaction(async |connection| -> Result<DataKeyId, Abort<Infallible>> {
                lock_making(connection).await?;
                let in_use: Vec<i32> = dsl::secret_keys
                    .filter(dsl::retired_at.is_null())
                    .order(dsl::key_id.desc())
                    .select(dsl::key_id)
                    .load(connection)
                    .await?;
                match in_use.as_slice() {
                    [newest, _, ..] => Ok(read(*newest)?),
                    _ => {
                        let newest = newest_of_all(connection).await?;
                        Ok(self.sealing.make_key(connection, newest).await?)
                    }
                }
            })
            .await;
        begun.map_err(store)
    }

    /// Reencrypts some values of keys older than `key`, and returns their number. After 0, only values that others are
    /// writing at that moment remain.
    pub async fn reseal_some(&self, key: DataKeyId) -> Result<usize, StoreError> {
        let mut connection = connection(&self.pool).await?;
        for column in &SEALED {
            let done = connection
                .transaction(async |connection| -> Result<usize, Abort<Infallible>> {
                    self.reseal_column(connection, column, key).await
                })
                .await;
            match done.map_err(store)? {
                0 => {}
                done => return Ok(done),
            }
        }
        Ok(0)
    }

    async fn reseal_column(
        &self,
        transaction: &mut PgConnection,
        column: &SealedColumn,
        key: DataKeyId,
    ) -> Result<usize, Abort<Infallible>> {
        let outdated = self.outdated(transaction, column, key).await?;
        for value in &outdated {
            let row: Vec<&str> = value.keys.iter().map(String::as_str).collect();
            let place = Place { purpose: column.purpose, owner: OwnerId::new(value.owner_id), row: &row };
            let secret = self.sealing.open(transaction, &place, &value.sealed).await?;
            let sealed = self.sealing.seal(transaction, &place, &secret).await?;
            diesel::sql_query(column.update())
                .bind::<Binary, _>(sealed)
                .bind::<BigInt, _>(value.owner_id)
                .bind::<Text, _>(&value.at)
                .execute(transaction)
                .await?;
        }
        Ok(outdated.len())
    }

    /// Selects and locks some values to be reencrypted.
    async fn outdated(
        &self,
        transaction: &mut PgConnection,
        column: &SealedColumn,
        key: DataKeyId,
    ) -> Result<Vec<Outdated>, Abort<Infallible>> {
        if !self.shape.is_distributed(transaction).await? {
            let list = diesel::sql_query(column.list("true"));
            return Ok(list
                .bind::<Integer, _>(stored(key)?)
                .bind::<BigInt, _>(STEP)
                .load(transaction)
                .await?);
        }
        // One statement can't lock rows on several nodes. Take the first owner with a value that no other transaction
        // has locked.
        let owners: Vec<OutdatedOwner> = diesel::sql_query(column.owners())
            .bind::<Integer, _>(stored(key)?)
            .bind::<BigInt, _>(STEP)
            .load(transaction)
            .await?;
        for OutdatedOwner { owner_id } in owners {
            let outdated: Vec<Outdated> = diesel::sql_query(column.list("owner_id = $3"))
                .bind::<Integer, _>(stored(key)?)
                .bind::<BigInt, _>(STEP)
                .bind::<BigInt, _>(owner_id)
                .load(transaction)
                .await?;
            if !outdated.is_empty() {
                return Ok(outdated);
            }
        }
        Ok(Vec::new())
    }

    /// Retires every key older than `key`, and returns their ids. If values under such a key remain, retires nothing
    /// and returns `None`.
    pub async fn retire_older(&self, key: DataKeyId) -> Result<Option<Vec<DataKeyId>>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let retired = connection
            .transaction(async |connection| -> Result<Option<Vec<DataKeyId>>, Abort<Infallible>> {
                retire_older(connection, key).await
            })
            .await;
        retired.map_err(store)
    }
}

async fn retire_older(
    transaction: &mut PgConnection,
    key: DataKeyId,
) -> Result<Option<Vec<DataKeyId>>, Abort<Infallible>> {
    // Waits for transactions that encrypt under such a key. Later ones wait for this transaction, and then take a newer
    // key.
    let older: Vec<i32> = dsl::secret_keys
        .filter(dsl::key_id.lt(stored(key)?).and(dsl::retired_at.is_null()))
        .order(dsl::key_id)
        .select(dsl::key_id)
        .for_update()
        .load(transaction)
        .await?;
    for column in &SEALED {
        let left: Vec<Left> =
            diesel::sql_query(column.left()).bind::<Integer, _>(stored(key)?).load(transaction).await?;
        if left.iter().any(|left| left.any) {
            return Ok(None);
        }
    }
    diesel::update(dsl::secret_keys.filter(dsl::key_id.eq_any(&older)))
        .set(dsl::retired_at.eq(diesel::dsl::now))
        .prepared()
        .execute(transaction)
        .await?;
    Ok(Some(older.into_iter().map(read).collect::<Result<_, _>>()?))
}

#[derive(QueryableByName)]
struct OutdatedOwner {
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
}

#[derive(QueryableByName)]
struct Outdated {
    #[diesel(sql_type = Text)]
    at: String,
    #[diesel(sql_type = BigInt)]
    owner_id: i64,
    #[diesel(sql_type = Array<Text>)]
    keys: Vec<String>,
    #[diesel(sql_type = Binary)]
    sealed: Vec<u8>,
}

#[derive(QueryableByName)]
struct Left {
    #[diesel(sql_type = diesel::sql_types::Bool)]
    any: bool,
}

impl SealedColumn {
    /// Builds the query for owners of some outdated values.
    fn owners(&self) -> String {
        let Self { table, column, .. } = self;
        format!(
            "SELECT DISTINCT owner_id FROM
                 (SELECT owner_id FROM {table} WHERE sealed_key({column}) < $1 LIMIT $2) outdated ORDER BY owner_id"
        )
    }

    /// Builds the query for outdated rows. Skips rows that others are writing, because their writers use the newest key
    /// anyway.
    fn list(&self, whose: &str) -> String {
        let Self { table, column, row, .. } = self;
        let keys: Vec<_> = row.iter().map(|column| format!("{column}::text")).collect();
        format!(
            "SELECT ctid::text AS at, owner_id, ARRAY[{}]::text[] AS keys, {column} AS sealed FROM {table}
             WHERE {whose} AND sealed_key({column}) < $1 LIMIT $2 FOR UPDATE SKIP LOCKED",
            keys.join(", ")
        )
    }

    /// Builds the update by `ctid`, which is stable because the same transaction has locked the row.
    fn update(&self) -> String {
        let Self { table, column, .. } = self;
        format!("UPDATE {table} SET {column} = $1 WHERE owner_id = $2 AND ctid = $3::tid")
    }

    fn left(&self) -> String {
        let Self { table, column, .. } = self;
        format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE sealed_key({column}) < $1) AS any")
    }
}

fn store(abort: Abort<Infallible>) -> StoreError {
    match abort {
        Abort::Store(error) => error,
        Abort::Rule(never) => match never {},
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purpose_is_table_and_column() {
        for column in &SEALED {
            assert_eq!(column.purpose, format!("{}.{}", column.table, column.column));
        }
    }
}
