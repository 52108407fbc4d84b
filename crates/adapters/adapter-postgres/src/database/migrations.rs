use std::time::{Duration, Instant};

use diesel::migration::{Migration, MigrationSource as _};
use diesel::pg::Pg;
use diesel::sql_types::{BigInt, Bool, Text};
use diesel::{QueryableByName, RunQueryDsl as _};
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use tokio_postgres::error::SqlState;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../../migrations");

use crate::database::connection::unpooled;
use crate::database::pg_connection::PgConnection;

/// Arbitrary lock id shared by all programs of this service, so that only one of them migrates at a time.
pub(crate) const MIGRATION_LOCK: i64 = 0x66_75_6e_6e_65_6c;
/// Takes the lock if it is free. A statement that waits for the lock would be a transaction, and CREATE INDEX
/// CONCURRENTLY waits for every transaction: the two would deadlock.
pub(crate) const TRY_MIGRATION_LOCK: &str = "SELECT pg_try_advisory_lock($1) AS is_true";
/// Pause between two attempts to take the lock.
pub(crate) const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Maximum wait of a migration for a lock; other users of the table wait behind the migration equally long.
///
/// The value is less than `deadlock_timeout` (1 s), after which PostgreSQL looks for a deadlock, so the migration
/// always gives way.
const LOCK_WAIT: &str = "500ms";
/// Pause between two attempts, in which statements that waited behind the migration can run.
const PAUSE: Duration = Duration::from_millis(500);
/// Time after which a migration starts no further attempt.
const LOCK_TIMEOUT: Duration = Duration::from_secs(300);

/// SQLSTATEs of a lock conflict.
const LOCKED: [SqlState; 2] = [SqlState::LOCK_NOT_AVAILABLE, SqlState::T_R_DEADLOCK_DETECTED];

/// SQLSTATE of a statement that creates an existing table or index.
const IS_THERE: SqlState = SqlState::DUPLICATE_TABLE;

/// Reason why the schema could not be migrated.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    #[error("the database can't be reached")]
    Connect(#[from] diesel::ConnectionError),
    /// A migration failed; the earlier ones are in force.
    #[error("a migration failed")]
    Migration(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The tables of the migration were in use during all attempts. The migration changed nothing.
    #[error(
        "{migration} needs tables that other sessions lock: wait for long transactions, such as a backup, then repeat it"
    )]
    Locked {
        /// Migration to be repeated; the earlier ones are in force.
        migration: String,
    },
    /// The migration thread was lost.
    #[error("the migration was interrupted")]
    Interrupted(#[from] tokio::task::JoinError),
}

/// Migrates the schema to the current version, and returns the names of the migrations that ran, oldest first.
///
/// Processes may call this function concurrently: a lock serializes them, and later ones find nothing to do. Programs
/// may keep running: a migration waits for their locks in short attempts, so that none of their requests waits long or
/// fails. After five minutes the migration fails.
pub async fn migrate(database_url: &str) -> Result<Vec<String>, MigrateError> {
    migrate_within(database_url, LOCK_TIMEOUT).await
}

/// Migrates like [`migrate`], with this time limit for each migration. Makes at least one attempt.
pub async fn migrate_within(database_url: &str, patience: Duration) -> Result<Vec<String>, MigrateError> {
    with_harness(database_url, move |connection| {
        while !is_true(connection, diesel::sql_query(TRY_MIGRATION_LOCK).bind::<BigInt, _>(MIGRATION_LOCK))? {
            std::thread::sleep(LOCK_PAUSE);
        }
        let pending = connection.pending_migrations(MIGRATIONS).map_err(MigrateError::Migration)?;
        pending.iter().map(|migration| run(connection, migration.as_ref(), patience)).collect()
    })
    .await
}

/// Runs one migration and returns its name. Gives way to other users' locks, and retries.
fn run(
    connection: &mut Harness,
    migration: &dyn Migration<Pg>,
    patience: Duration,
) -> Result<String, MigrateError> {
    let name = migration.name().to_string();
    // A migration without a transaction, such as CREATE INDEX CONCURRENTLY, blocks nobody while it waits, and can't be
    // rolled back.
    let gives_way = migration.metadata().run_in_transaction();
    diesel::sql_query("SELECT set_config('lock_timeout', $1, false)")
        .bind::<Text, _>(if gives_way { LOCK_WAIT } else { "0" })
        .execute(connection)
        .map_err(|error| MigrateError::Migration(error.into()))?;
    let (start, mut is_cleared) = (Instant::now(), false);
    loop {
        connection.take_refusal();
        let Err(error) = connection.run_migration(migration) else { return Ok(name) };
        let refusal = connection.take_refusal();
        let is_locked = refusal.as_ref().is_some_and(|state| LOCKED.contains(state));
        let is_left_over = !gives_way && !is_cleared && refusal == Some(IS_THERE);
        if !is_locked && !is_left_over {
            return Err(MigrateError::Migration(error));
        }
        if is_locked && start.elapsed() >= patience {
            return Err(MigrateError::Locked { migration: name });
        }
        if !gives_way {
            drop_unfinished(connection)?;
            is_cleared = true;
        }
        tracing::info!(
            migration = name,
            "other sessions lock the tables of a migration; the migration is retried"
        );
        std::thread::sleep(PAUSE);
    }
}

/// Selects invalid indexes that no session is building: their CREATE INDEX CONCURRENTLY died or was cancelled.
const UNFINISHED: &str = "
    SELECT class.oid::regclass::text AS name FROM pg_index JOIN pg_class class ON class.oid = indexrelid
    WHERE NOT indisvalid AND relkind = 'i' AND relnamespace = current_schema()::regnamespace
        AND indexrelid NOT IN (SELECT index_relid FROM pg_stat_progress_create_index WHERE index_relid IS NOT NULL)";

#[derive(QueryableByName)]
struct Index {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Drops unfinished indexes, which are useless and occupy the names.
fn drop_unfinished(connection: &mut Harness) -> Result<(), MigrateError> {
    let failed = |error: diesel::result::Error| MigrateError::Migration(error.into());
    let unfinished: Vec<Index> = diesel::sql_query(UNFINISHED).load(connection).map_err(failed)?;
    for Index { name } in unfinished {
        tracing::warn!(index = name, "an unfinished index is built again");
        // `regclass` quotes the name if necessary.
        diesel::sql_query(format!("DROP INDEX CONCURRENTLY {name}")).execute(connection).map_err(failed)?;
    }
    Ok(())
}

#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = Bool)]
    is_true: bool,
}

/// Runs a boolean query outside a transaction.
fn is_true<'q, Q>(connection: &mut Harness, question: Q) -> Result<bool, MigrateError>
where
    Q: diesel::query_dsl::methods::LoadQuery<'q, Harness, Answer>,
{
    let answer: Answer =
        question.get_result(connection).map_err(|error| MigrateError::Migration(error.into()))?;
    Ok(answer.is_true)
}

/// Checks for diesel's migrations table. diesel creates the table before reading it, which fails for one of two
/// concurrent callers.
const HAS_MIGRATIONS: &str = "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL AS is_true";

/// Returns the names of the pending migrations, oldest first. Writes nothing.
pub async fn pending_migrations(database_url: &str) -> Result<Vec<String>, MigrateError> {
    with_harness(database_url, |connection| {
        let pending = if is_true(connection, diesel::sql_query(HAS_MIGRATIONS))? {
            connection.pending_migrations(MIGRATIONS)
        } else {
            MIGRATIONS.migrations()
        };
        let pending = pending.map_err(MigrateError::Migration)?;
        Ok(pending.iter().map(|migration| migration.name().to_string()).collect())
    })
    .await
}

type Harness = AsyncConnectionWrapper<PgConnection>;

/// Runs `work` on its own connection and thread, because diesel's migrations are blocking code.
async fn with_harness<T: Send + 'static>(
    database_url: &str,
    work: impl FnOnce(&mut Harness) -> Result<T, MigrateError> + Send + 'static,
) -> Result<T, MigrateError> {
    let connection = unpooled(database_url).await?;
    tokio::task::spawn_blocking(move || work(&mut Harness::from(connection))).await?
}
