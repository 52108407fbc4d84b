use diesel::RunQueryDsl as _;
use diesel_async::AsyncPgConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

use crate::connection::diesel_connection;

/// An arbitrary number that all programs of this service agree on: one of them migrates at a time.
const MIGRATION_LOCK: i64 = 0x66_75_6e_6e_65_6c;

/// Why the schema could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The database can't be reached.
    #[error("the database can't be reached")]
    Connect(#[from] diesel::ConnectionError),
    /// A migration failed; the ones before it are in force.
    #[error("a migration failed")]
    Migration(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The thread that migrates was lost.
    #[error("the migration was interrupted")]
    Interrupted(#[from] tokio::task::JoinError),
}

/// Brings the schema of the database up to date and names the migrations that ran, oldest first.
///
/// Several processes may call it at once: they take turns, and the later ones find nothing to do.
pub async fn migrate(database_url: &str) -> Result<Vec<String>, MigrateError> {
    with_harness(database_url, |connection| {
        diesel::sql_query("SELECT pg_advisory_lock($1)")
            .bind::<diesel::sql_types::BigInt, _>(MIGRATION_LOCK)
            .execute(connection)
            .map_err(|error| MigrateError::Migration(error.into()))?;
        let ran = connection.run_pending_migrations(MIGRATIONS).map_err(MigrateError::Migration)?;
        Ok(ran.iter().map(ToString::to_string).collect())
    })
    .await
}

/// The names of the migrations that the database still lacks, oldest first.
pub async fn pending_migrations(database_url: &str) -> Result<Vec<String>, MigrateError> {
    with_harness(database_url, |connection| {
        let pending = connection.pending_migrations(MIGRATIONS).map_err(MigrateError::Migration)?;
        Ok(pending.iter().map(|migration| migration.name().to_string()).collect())
    })
    .await
}

type Harness = AsyncConnectionWrapper<AsyncPgConnection>;

/// diesel's migrations are blocking code, so they get a connection and a thread of their own.
async fn with_harness<T: Send + 'static>(
    database_url: &str,
    work: impl FnOnce(&mut Harness) -> Result<T, MigrateError> + Send + 'static,
) -> Result<T, MigrateError> {
    let connection = diesel_connection(database_url).await?;
    tokio::task::spawn_blocking(move || work(&mut Harness::from(connection))).await?
}
