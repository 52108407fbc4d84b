//! Tests that errors of a real server are classified by SQLSTATE, whatever their language.

use adapter_postgres::{PgDomainStore, Pool};
use diesel::result::{DatabaseErrorKind, Error};
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
async fn every_error_of_the_server_has_its_state() {
    let team = Team::create().await;
    let pool = adapter_postgres::pool(team.url(), 1);
    assert!(state_and_message(&pool, "no sql").await.starts_with("42601: "));
    assert!(state_and_message(&pool, "SELECT 1 / 0").await.starts_with("22012: "));
    for state in ["25006", "40001", "40P01", "53100", "53300", "55P03", "57014", "57P01"] {
        let raise = format!("DO $$ BEGIN RAISE EXCEPTION 'Sperre' USING ERRCODE = '{state}'; END $$");
        assert_eq!(state_and_message(&pool, &raise).await, format!("{state}: Sperre"));
        let mut connection = pool.get().await.unwrap();
        let batch = connection.batch_execute(&raise).await.unwrap_err();
        assert_eq!(batch.to_string(), format!("{state}: Sperre"));
    }
    // The error arrives after rows.
    let late = "SELECT 1 / (3 - n) AS ratio FROM generate_series(1, 3) n";
    let mut connection = pool.get().await.unwrap();
    let rows: Result<Vec<Ratio>, _> = diesel::sql_query(late).load(&mut connection).await;
    assert!(rows.err().unwrap().to_string().starts_with("22012: "));
}

#[derive(diesel::QueryableByName)]
struct Ratio {
    #[diesel(sql_type = diesel::sql_types::Integer)]
    #[expect(dead_code, reason = "the rows are read to find the error behind them")]
    ratio: i32,
}

#[tokio::test]
async fn a_connection_whose_session_an_operator_ended_is_replaced() {
    let team = Team::create().await;
    let pool = adapter_postgres::pool(team.url(), 1);
    let mut connection = pool.get().await.unwrap();
    let end = diesel::sql_query("SELECT pg_terminate_backend(pg_backend_pid())");
    let ended = end.execute(&mut connection).await.unwrap_err().to_string();
    assert!(ended.starts_with("57P01: "), "{ended}");
    let closed = diesel::sql_query("SELECT 1").execute(&mut connection).await.unwrap_err();
    assert!(matches!(closed, Error::DatabaseError(DatabaseErrorKind::ClosedConnection, _)), "{closed:?}");
    drop(connection);
    let host = kernel::Hostname::parse("a.example").unwrap();
    assert!(!PgDomainStore::new(pool).is_active(&host).await.unwrap());
}
