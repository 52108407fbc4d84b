//! Changing the key of stored secrets while everything goes on.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Binary, Integer, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use kernel::{OwnerId, StoreError};
use sealed_secrets::{KeyId, Place};

use crate::error::{Abort, connection};
use crate::prepared::Prepare as _;
use crate::schema::secrets::secret_keys::dsl;
use crate::sealing::{lock_making, newest_of_all, read, stored};
use crate::shape::Shape;
use crate::{Pool, Sealing};

/// A column of sealed values, in a table whose primary key begins with `owner_id`.
struct SealedColumn {
    table: &'static str,
    column: &'static str,
    /// Table and column, as in [`Place::purpose`].
    purpose: &'static str,
    /// The rest of the primary key, in order, as in [`Place::row`].
    row: &'static [&'static str],
}

/// Every column of sealed values there is. A new one needs its line here, or its values are forgotten by rotations.
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

/// How many values one step seals again.
const STEP: i64 = 100;
/// How long to wait for those who write the values that are left.
const BETWEEN_ROUNDS: Duration = Duration::from_millis(50);

/// What a rotation did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rotated {
    /// The key that is in use now.
    pub key: KeyId,
    /// How many values were sealed again.
    pub resealed: usize,
    /// The keys that were retired.
    pub retired: Vec<KeyId>,
}

/// The rotation of the keys of stored secrets. Each step is a transaction of its own; it may stop after any of them, be
/// repeated, and run twice at once. Others read and write meanwhile.
#[derive(Clone)]
pub struct PgSecretRotation {
    pool: Pool,
    sealing: Arc<Sealing>,
    shape: Shape,
}

impl PgSecretRotation {
    /// The rotation on this pool.
    pub fn new(pool: Pool, sealing: Arc<Sealing>) -> Self {
        Self { pool, sealing, shape: Shape::default() }
    }

    /// The whole rotation. One that was stopped half-way is finished instead of begun anew.
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
                // Somebody holds a value, or committed one with an older key just now.
                None => tokio::time::sleep(BETWEEN_ROUNDS).await,
            }
        }
    }

    /// Makes a new key, which every value is sealed with from now on, and returns its number. If there are several keys in
    /// use, a rotation is under way: it returns the newest of them.
    pub async fn begin(&self) -> Result<KeyId, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let begun = connection
            .transaction(async |connection| -> Result<KeyId, Abort<Infallible>> {
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

    /// Seals some values again that are sealed with keys older than `key`, and returns how many. None are left when it is 0,
    /// but those that somebody writes at this moment.
    pub async fn reseal_some(&self, key: KeyId) -> Result<usize, StoreError> {
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
        transaction: &mut AsyncPgConnection,
        column: &SealedColumn,
        key: KeyId,
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

    /// Some values that are to be sealed again, locked.
    async fn outdated(
        &self,
        transaction: &mut AsyncPgConnection,
        column: &SealedColumn,
        key: KeyId,
    ) -> Result<Vec<Outdated>, Abort<Infallible>> {
        if !self.shape.is_distributed(transaction).await? {
            let list = diesel::sql_query(column.list("true"));
            return Ok(list
                .bind::<Integer, _>(stored(key)?)
                .bind::<BigInt, _>(STEP)
                .load(transaction)
                .await?);
        }
        // Rows that may be on several nodes are not locked by one statement. The first owner will do whose values are not
        // all in the hands of others.
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

    /// Retires every key older than `key`, and names them. `None`, and nothing is retired, when values are left that are
    /// sealed with one of them.
    pub async fn retire_older(&self, key: KeyId) -> Result<Option<Vec<KeyId>>, StoreError> {
        let mut connection = connection(&self.pool).await?;
        let retired = connection
            .transaction(async |connection| -> Result<Option<Vec<KeyId>>, Abort<Infallible>> {
                retire_older(connection, key).await
            })
            .await;
        retired.map_err(store)
    }
}

async fn retire_older(
    transaction: &mut AsyncPgConnection,
    key: KeyId,
) -> Result<Option<Vec<KeyId>>, Abort<Infallible>> {
    // Waits for those who are sealing with such a key. Who comes later waits for us, and takes a newer key then.
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
    /// Owners of some outdated values.
    fn owners(&self) -> String {
        let Self { table, column, .. } = self;
        format!(
            "SELECT DISTINCT owner_id FROM
                 (SELECT owner_id FROM {table} WHERE sealed_key({column}) < $1 LIMIT $2) outdated ORDER BY owner_id"
        )
    }

    /// Rows that somebody writes are skipped, not waited for: their writers seal with the newest key anyway.
    fn list(&self, whose: &str) -> String {
        let Self { table, column, row, .. } = self;
        let keys: Vec<_> = row.iter().map(|column| format!("{column}::text")).collect();
        format!(
            "SELECT ctid::text AS at, owner_id, ARRAY[{}]::text[] AS keys, {column} AS sealed FROM {table}
             WHERE {whose} AND sealed_key({column}) < $1 LIMIT $2 FOR UPDATE SKIP LOCKED",
            keys.join(", ")
        )
    }

    /// The row is locked by the same transaction, so it is still where it was found.
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
