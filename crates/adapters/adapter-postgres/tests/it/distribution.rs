//! Tests of the distribution by owner. On a distributed test database, the tables are distributed.

use adapter_postgres::distribution::{Catalogue, DistributeError, distribute};
use test_support::{TestDatabase, is_distributed};
use tokio_postgres::NoTls;

async fn catalogue(database: &TestDatabase) -> Catalogue {
    let (client, connection) = tokio_postgres::connect(database.url(), NoTls).await.unwrap();
    tokio::spawn(connection);
    Catalogue::read(&client).await.unwrap()
}

#[tokio::test]
async fn every_table_can_be_distributed_by_owner() {
    let database = TestDatabase::create().await.unwrap();
    let catalogue = catalogue(&database).await;
    assert_eq!(catalogue.errors(), Vec::<String>::new());
    assert!(catalogue.tables.len() > 30 && catalogue.foreign_keys.len() > 20, "{catalogue:?}");
    let statements = catalogue.statements();
    if is_distributed() {
        assert_eq!(statements, Vec::<String>::new());
        return;
    }
    for expected in [
        "SELECT citus_add_local_table_to_metadata('hostnames')",
        "SELECT create_distributed_table('drafts', 'owner_id', colocate_with => 'owners')",
        "SELECT create_distributed_function('sum_cents(bigint)')",
    ] {
        assert!(statements.iter().any(|statement| statement == expected), "{statements:#?}");
    }
}

#[tokio::test]
async fn a_table_that_came_later_is_distributed_by_itself_with_its_rows() {
    let database = TestDatabase::create().await.unwrap();
    let (client, connection) = tokio_postgres::connect(database.url(), NoTls).await.unwrap();
    tokio::spawn(connection);
    let later = "INSERT INTO owners (owner_id, name, plan, created_at) VALUES (7, 'seven', 'pro', now());
        CREATE TABLE later (owner_id bigint NOT NULL REFERENCES owners, n bigint NOT NULL, PRIMARY KEY (owner_id, n));
        INSERT INTO later VALUES (7, 1), (7, 2)";
    client.batch_execute(later).await.unwrap();
    let done = distribute(database.url()).await;
    if !is_distributed() {
        let reported = done.unwrap_err();
        assert!(matches!(reported, DistributeError::Unprepared(_)), "{reported}");
        assert!(reported.to_string().contains("CREATE EXTENSION citus"), "{reported}");
        return;
    }
    assert_eq!(done.unwrap(), ["later"]);
    assert_eq!(distribute(database.url()).await.unwrap(), Vec::<String>::new());
    let rows: i64 =
        client.query_one("SELECT count(*) FROM later WHERE owner_id = 7", &[]).await.unwrap().get(0);
    assert_eq!(rows, 2);
    let stranger = client.batch_execute("INSERT INTO later VALUES (8, 1)").await.unwrap_err();
    assert_eq!(stranger.code().unwrap().code(), "23503");
}

/// Covers a database that is distributed after its migrations ran.
#[tokio::test]
async fn an_aggregate_that_no_node_has_is_distributed() {
    if !is_distributed() {
        return;
    }
    let database = TestDatabase::create().await.unwrap();
    let (client, connection) = tokio_postgres::connect(database.url(), NoTls).await.unwrap();
    tokio::spawn(connection);
    let local = "INSERT INTO owners (owner_id, name, plan, created_at) VALUES (7, 'seven', 'pro', now());
        SET citus.enable_ddl_propagation TO off;
        CREATE AGGREGATE total(bigint) (SFUNC = int8pl, STYPE = bigint);
        RESET citus.enable_ddl_propagation";
    client.batch_execute(local).await.unwrap();
    let asked = "SELECT total(owner_id) FROM owners WHERE owner_id = 7";
    client.query_one(asked, &[]).await.unwrap_err();
    distribute(database.url()).await.unwrap();
    let answered: i64 = client.query_one(asked, &[]).await.unwrap().get(0);
    assert_eq!(answered, 7);
}

/// The migrations of a release may create functions and aggregates, which its statements call on the owner's node.
#[tokio::test]
async fn functions_and_aggregates_of_a_migration_are_on_every_node() {
    let database = TestDatabase::create().await.unwrap();
    let (mut client, connection) = tokio_postgres::connect(database.url(), NoTls).await.unwrap();
    tokio::spawn(connection);
    let owner = "INSERT INTO owners (owner_id, name, plan, created_at) VALUES (7, 'seven', 'pro', now())";
    client.batch_execute(owner).await.unwrap();
    let migration = client.transaction().await.unwrap();
    migration
        .batch_execute(
            "CREATE FUNCTION twice(n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT 2 * n $$;
             CREATE AGGREGATE total(bigint) (SFUNC = int8pl, STYPE = bigint)",
        )
        .await
        .unwrap();
    migration.commit().await.unwrap();
    let asked = "SELECT total(twice(owner_id)) FROM owners WHERE owner_id = 7";
    let answered: i64 = client.query_one(asked, &[]).await.unwrap().get(0);
    assert_eq!(answered, 14);
}
