//! Tests that errors of a real server are classified by SQLSTATE, whatever their language.

use adapter_postgres::{PgDomainStore, Pool};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use kernel::StoreError;
use landing_draft::ports::LivePages;

use crate::team::Team;

/// Returns the error of a read on a locked table, in a session with this setting.
async fn read_of_held_table(setting: &str) -> StoreError {
    let team = Team::create().await;
    let (client, driver) = adapter_postgres::connect(team.url()).await.unwrap();
    tokio::spawn(driver);
    client.batch_execute("BEGIN; LOCK TABLE hostnames").await.unwrap();
    let pool = adapter_postgres::pool(team.url(), 1);
    pool.get().await.unwrap().batch_execute(setting).await.unwrap();
    let host = kernel::Hostname::parse("a.example").unwrap();
    PgDomainStore::new(pool).is_active(&host).await.unwrap_err()
}

fn cause(error: &StoreError) -> String {
    std::error::Error::source(error).unwrap().to_string()
}

#[tokio::test]
async fn a_lock_that_is_not_to_be_had_passes() {
    let error = read_of_held_table("SET lock_timeout = '20ms'").await;
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert!(cause(&error).starts_with("55P03: "), "{error:?}");
}

#[tokio::test]
async fn a_statement_that_is_given_no_more_time_passes() {
    let error = read_of_held_table("SET statement_timeout = '20ms'").await;
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert!(cause(&error).starts_with("57014: "), "{error:?}");
}

/// Returns the text of a statement's error as diesel reports it.
async fn state_and_message(pool: &Pool, statement: &str) -> String {
    let mut connection = pool.get().await.unwrap();
    diesel::sql_query(statement).execute(&mut connection).await.unwrap_err().to_string()
}

#[tokio::test]
async fn every_way_to_the_server_names_the_state() {
    let team = Team::create().await;
    let pool = adapter_postgres::pool(team.url(), 1);
    assert!(state_and_message(&pool, "SELECT 1 / 0").await.starts_with("22012: "));
    let german = "DO $$ BEGIN RAISE EXCEPTION 'Sperre' USING ERRCODE = '55P03'; END $$";
    assert_eq!(state_and_message(&pool, german).await, "55P03: Sperre");
    // A long error arrives in many pieces, between rows that pass unchanged.
    let long = "SELECT repeat('x', 100000)::text, (1 / (3 - n))::text FROM generate_series(1, 3) n";
    let text = state_and_message(&pool, long).await;
    assert!(text.starts_with("22012: "), "{text}");
    let (client, driver) = adapter_postgres::connect(team.url()).await.unwrap();
    tokio::spawn(driver);
    let row = client.query_one("SELECT repeat('E', 3000000)", &[]).await.unwrap();
    assert_eq!(row.get::<_, &str>(0).len(), 3_000_000);
    let refused = client.batch_execute("no sql").await.unwrap_err();
    assert!(refused.as_db_error().unwrap().message().starts_with("42601: "), "{refused}");
    let unknown = adapter_postgres::connect(&format!("{}_not", team.url())).await;
    let adapter_postgres::ConnectError::Unreachable(error) = unwrap_err(unknown) else { panic!() };
    assert!(error.as_db_error().unwrap().message().starts_with("3D000: "), "{error}");
}

fn unwrap_err<T, E>(outcome: Result<T, E>) -> E {
    outcome.err().unwrap()
}
