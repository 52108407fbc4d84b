//! Tests against a real server.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

use test_support::{TestDatabase, prepare};

async fn one(url: &str, sql: &str) -> Result<i64, tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await?;
    tokio::spawn(connection);
    Ok(client.query_one(sql, &[]).await?.get(0))
}

#[tokio::test]
async fn every_test_has_a_migrated_database_of_its_own() {
    let (first, second) = tokio::join!(TestDatabase::create(), TestDatabase::create());
    let (first, second) = (first.unwrap(), second.unwrap());
    let tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'";
    assert!(one(first.url(), tables).await.unwrap() > 1);
    let seen = "SELECT count(*) FROM pg_database WHERE datname = current_database()";
    assert_eq!(one(second.url(), seen).await.unwrap(), 1);
    assert_ne!(first.name(), second.name());
}

#[tokio::test]
async fn a_database_goes_with_its_value_even_while_it_is_used() {
    let keeper = TestDatabase::create().await.unwrap();
    let database = TestDatabase::create().await.unwrap();
    let name = database.name().to_string();
    let (client, connection) = tokio_postgres::connect(database.url(), tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute("SELECT 1").await.unwrap();
    drop(database);
    let left = format!("SELECT count(*) FROM pg_database WHERE datname = '{name}'");
    assert_eq!(one(keeper.url(), &left).await.unwrap(), 0);
}

#[tokio::test]
async fn preparing_drops_old_databases_and_spares_young_ones() {
    let young = TestDatabase::create().await.unwrap();
    let (client, connection) = tokio_postgres::connect(young.url(), tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let old = format!("t_1000000000_{}", young.name().rsplit('_').next().unwrap());
    client.batch_execute(&format!("CREATE DATABASE {old}")).await.unwrap();
    prepare().await.unwrap();
    assert!(
        client.query_opt("SELECT 1 FROM pg_database WHERE datname = $1", &[&old]).await.unwrap().is_none()
    );
    assert_eq!(one(young.url(), "SELECT 1::bigint").await.unwrap(), 1);
}
