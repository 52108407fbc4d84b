//! Tests of migrations while programs are running.

use std::path::Path;
use std::time::Duration;

use test_support::{TestDatabase, is_distributed};

use crate::desk::Desk;

/// Migration that drops a foreign key, so it needs exclusive locks on two tables.
const OF_TWO_TABLES: &str = "2026-11-22-100100_ease_batches";

/// Reverts a migration, so that it is pending again.
async fn revert(desk: &Desk, name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../migrations").join(name);
    let sql = std::fs::read_to_string(folder.join("down.sql")).unwrap();
    for statement in sql.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
        desk.sql(statement).await.unwrap();
    }
    let version = name.split('_').next().unwrap().replace('-', "");
    let undo = format!("DELETE FROM __diesel_schema_migrations WHERE version = '{version}'");
    assert_eq!(desk.sql(&undo).await.unwrap(), 1);
}

/// Opens a session and runs these statements.
async fn session(url: &str, sql: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(sql).await.unwrap();
    client
}

/// Without giving way, PostgreSQL would find a deadlock and end either side, and later statements would wait for both.
#[tokio::test(flavor = "multi_thread")]
async fn a_migration_gives_way_to_who_holds_what_it_needs() {
    if is_distributed() {
        // On a distributed database, Citus resolves the conflict as a deadlock before the migration gives way.
        return;
    }
    let desk = Desk::create().await;
    revert(&desk, OF_TWO_TABLES).await;
    let client = session(desk.url(), "BEGIN; SELECT 1 FROM owners").await;
    let migrating = adapter_postgres::migrate(desk.url());
    let going_on = async {
        // By now the migration has locked the fans and waits for the owners.
        desk.waiting(1).await;
        client.batch_execute("SELECT 1 FROM fans").await?;
        // The migration has retried, and gives way again to a session that does nothing.
        desk.waiting(1).await;
        desk.waiting(0).await;
        client.batch_execute("SELECT 1 FROM fans; COMMIT").await
    };
    let (migrated, went_on) = tokio::join!(migrating, going_on);
    went_on.unwrap();
    assert_eq!(migrated.unwrap(), [OF_TWO_TABLES]);
    assert_eq!(adapter_postgres::pending_migrations(desk.url()).await.unwrap(), [] as [String; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_migration_that_is_never_let_in_names_itself_and_changes_nothing() {
    let desk = Desk::create().await;
    revert(&desk, OF_TWO_TABLES).await;
    let client = session(desk.url(), "BEGIN; SELECT 1 FROM touch_repeats").await;
    let error = adapter_postgres::migrate_within(desk.url(), Duration::from_secs(1)).await.unwrap_err();
    assert!(
        matches!(&error, adapter_postgres::MigrateError::Locked { migration } if migration == OF_TWO_TABLES)
    );
    client.batch_execute("COMMIT").await.unwrap();
    assert_eq!(adapter_postgres::pending_migrations(desk.url()).await.unwrap(), [OF_TWO_TABLES]);
    let first = "SELECT count(*) AS n FROM pg_constraint WHERE conname = 'fans_owner_id_fkey'";
    assert_eq!(desk.count(first).await, 1, "what it had done was taken back");
}

/// The process died during the creation of the index, or PostgreSQL cancelled it.
#[tokio::test(flavor = "multi_thread")]
async fn an_index_that_was_never_finished_is_made_anew() {
    if is_distributed() {
        // A distributed database would need damage in the catalogue of each node.
        return;
    }
    let desk = Desk::create().await;
    let undo = "DELETE FROM __diesel_schema_migrations WHERE version = '20261123100010'";
    let spoil = "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'conversions_sold'::regclass";
    assert_eq!((desk.sql(undo).await.unwrap(), desk.sql(spoil).await.unwrap()), (1, 1));
    assert_eq!(
        adapter_postgres::migrate(desk.url()).await.unwrap(),
        ["2026-11-23-100010_index_sales_by_time"]
    );
    let valid =
        "SELECT count(*) AS n FROM pg_index WHERE indexrelid = 'conversions_sold'::regclass AND indisvalid";
    assert_eq!(desk.count(valid).await, 1);
}

/// Only lock conflicts are retried.
#[tokio::test]
async fn a_migration_that_can_not_run_says_so_at_once() {
    let database = TestDatabase::empty().await.unwrap();
    let _taken = session(database.url(), "CREATE TABLE owners (of_somebody_else text)").await;
    let error = adapter_postgres::migrate(database.url()).await.unwrap_err();
    assert!(matches!(error, adapter_postgres::MigrateError::Migration(_)), "{error:?}");
}
