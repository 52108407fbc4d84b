use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use diesel::connection::{Instrumentation, InstrumentationEvent};
use diesel::migration::{Migration, MigrationSource as _};
use diesel::pg::Pg;
use diesel::sql_types::{BigInt, Bool, Text};
use diesel::{QueryableByName, RunQueryDsl as _};
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_async::{AsyncConnection as _, AsyncPgConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../../migrations");

use crate::connection::diesel_connection;
use crate::error::sql_state;

/// An arbitrary number that all programs of this service agree on: one of them migrates at a time.
pub(crate) const MIGRATION_LOCK: i64 = 0x66_75_6e_6e_65_6c;
/// Takes the lock if it is free. A statement that waited for the lock would be a transaction, and an index that is made
/// CONCURRENTLY waits for every transaction: the two would wait for each other.
pub(crate) const TRY_MIGRATION_LOCK: &str = "SELECT pg_try_advisory_lock($1) AS is_true";
/// Pause between two tries to take the lock.
pub(crate) const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// How long a migration waits for what others hold. Whoever comes after it to the same table waits as long. It is less than
/// the second after which PostgreSQL looks for a deadlock (`deadlock_timeout`): so it is always the migration that gives way.
const LOCK_WAIT: &str = "500ms";
/// Between two tries, for those who had to wait.
const PAUSE: Duration = Duration::from_millis(500);
/// After which no further try begins.
const LOCK_TIMEOUT: Duration = Duration::from_secs(300);

/// What the server says when somebody else holds what a statement needs: `lock_not_available`, `deadlock_detected`.
const LOCKED: [&str; 2] = ["55P03", "40P01"];

/// SQLSTATE of a statement that makes what is there: `duplicate_table`, also of an index.
const IS_THERE: &str = "42P07";

/// Why the schema could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The database can't be reached.
    #[error("the database can't be reached")]
    Connect(#[from] diesel::ConnectionError),
    /// A migration failed; the ones before it are in force.
    #[error("a migration failed")]
    Migration(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// As long as was tried, there was no moment in which nobody used what the migration changes. It did nothing.
    #[error(
        "{migration} needs tables that others hold: wait for long transactions, such as a backup, and repeat it"
    )]
    Locked {
        /// The migration that is to be repeated; the ones before it are in force.
        migration: String,
    },
    /// The thread that migrates was lost.
    #[error("the migration was interrupted")]
    Interrupted(#[from] tokio::task::JoinError),
}

/// Brings the schema of the database up to date and names the migrations that ran, oldest first.
///
/// Any number of processes may call it at once: they take turns, and the later ones find nothing to do. Programs may go on
/// meanwhile: what they hold is waited for in short turns, so that no request of theirs waits long or fails. After five
/// minutes of such turns it gives up.
pub async fn migrate(database_url: &str) -> Result<Vec<String>, MigrateError> {
    migrate_within(database_url, LOCK_TIMEOUT).await
}

/// The same with another patience for each migration. One try there is in any case.
pub async fn migrate_within(database_url: &str, patience: Duration) -> Result<Vec<String>, MigrateError> {
    with_harness(database_url, move |connection, refusals| {
        while !is_true(connection, diesel::sql_query(TRY_MIGRATION_LOCK).bind::<BigInt, _>(MIGRATION_LOCK))? {
            std::thread::sleep(LOCK_PAUSE);
        }
        let pending = connection.pending_migrations(MIGRATIONS).map_err(MigrateError::Migration)?;
        pending.iter().map(|migration| run(connection, refusals, migration.as_ref(), patience)).collect()
    })
    .await
}

/// Runs one migration and returns its name. It steps back from what others hold, and tries again.
fn run(
    connection: &mut Harness,
    refusals: &Refusals,
    migration: &dyn Migration<Pg>,
    patience: Duration,
) -> Result<String, MigrateError> {
    let name = migration.name().to_string();
    // What needs no transaction, such as an index made CONCURRENTLY, hinders nobody while it waits, and can't be taken back.
    let gives_way = migration.metadata().run_in_transaction();
    diesel::sql_query("SELECT set_config('lock_timeout', $1, false)")
        .bind::<Text, _>(if gives_way { LOCK_WAIT } else { "0" })
        .execute(connection)
        .map_err(|error| MigrateError::Migration(error.into()))?;
    let (start, mut is_cleared) = (Instant::now(), false);
    loop {
        refusals.clear();
        let Err(error) = connection.run_migration(migration) else { return Ok(name) };
        let is_locked = refusals.first_is_one_of(&LOCKED);
        let is_left_over = !gives_way && !is_cleared && refusals.first_is_one_of(&[IS_THERE]);
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
        tracing::info!(migration = name, "others held what it changes; it is tried again");
        std::thread::sleep(PAUSE);
    }
}

/// Indexes that nobody finishes: whoever made them CONCURRENTLY died or was ended over it.
const UNFINISHED: &str = "
    SELECT class.oid::regclass::text AS name FROM pg_index JOIN pg_class class ON class.oid = indexrelid
    WHERE NOT indisvalid AND relkind = 'i' AND relnamespace = current_schema()::regnamespace
        AND indexrelid NOT IN (SELECT index_relid FROM pg_stat_progress_create_index WHERE index_relid IS NOT NULL)";

#[derive(QueryableByName)]
struct Index {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Drops indexes that are of no use and whose names are needed.
fn drop_unfinished(connection: &mut Harness) -> Result<(), MigrateError> {
    let failed = |error: diesel::result::Error| MigrateError::Migration(error.into());
    let unfinished: Vec<Index> = diesel::sql_query(UNFINISHED).load(connection).map_err(failed)?;
    for Index { name } in unfinished {
        tracing::warn!(index = name, "an index that was never finished is made anew");
        // The name comes quoted where it has to be.
        diesel::sql_query(format!("DROP INDEX CONCURRENTLY {name}")).execute(connection).map_err(failed)?;
    }
    Ok(())
}

/// The SQLSTATE of the first error of a connection. What diesel says of a failed migration does not lead to it.
#[derive(Clone, Default)]
struct Refusals(Arc<Mutex<Option<String>>>);

impl Refusals {
    fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn first_is_one_of(&self, states: &[&str]) -> bool {
        let first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first.as_deref().is_some_and(|first| states.contains(&first))
    }
}

impl Instrumentation for Refusals {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::FinishQuery { error: Some(error), .. } = event {
            let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            *first = first.take().or_else(|| sql_state(error).map(str::to_owned));
        }
    }
}

#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = Bool)]
    is_true: bool,
}

/// The answer to a question without a transaction around it.
fn is_true<'q, Q>(connection: &mut Harness, question: Q) -> Result<bool, MigrateError>
where
    Q: diesel::query_dsl::methods::LoadQuery<'q, Harness, Answer>,
{
    let answer: Answer =
        question.get_result(connection).map_err(|error| MigrateError::Migration(error.into()))?;
    Ok(answer.is_true)
}

/// Whether a migration ever ran. diesel makes this table before it looks into it, which fails for one of two that do so at once.
const HAS_MIGRATIONS: &str = "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL AS is_true";

/// The names of the migrations that the database still lacks, oldest first. Nothing is written.
pub async fn pending_migrations(database_url: &str) -> Result<Vec<String>, MigrateError> {
    with_harness(database_url, |connection, _| {
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

type Harness = AsyncConnectionWrapper<AsyncPgConnection>;

/// diesel's migrations are blocking code, so they get a connection and a thread of their own.
async fn with_harness<T: Send + 'static>(
    database_url: &str,
    work: impl FnOnce(&mut Harness, &Refusals) -> Result<T, MigrateError> + Send + 'static,
) -> Result<T, MigrateError> {
    let mut connection = diesel_connection(database_url).await?;
    let refusals = Refusals::default();
    connection.set_instrumentation(refusals.clone());
    tokio::task::spawn_blocking(move || work(&mut Harness::from(connection), &refusals)).await?
}
