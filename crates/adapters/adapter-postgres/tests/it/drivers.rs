//! Canaries: behaviour of `tokio-postgres` and diesel that `database/pg_connection` depends on. A failure after an upgrade
//! names what changed.

use std::cell::RefCell;

use adapter_postgres::PgConnection;
use diesel::connection::InstrumentationEvent;
use diesel::prelude::*;
use diesel::query_builder::QueryId;
use diesel::result::{DatabaseErrorInformation, DatabaseErrorKind, Error};
use diesel::sql_types::Integer;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use futures_util::future::join3;
use test_support::TestDatabase;
use tokio_postgres::{Client, NoTls};

async fn client(url: &str) -> Client {
    let (client, driver) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(driver);
    client
}

/// Method that diesel 2.3 lacks, see diesel's pull request 5232.
trait Lacks {
    fn sqlstate(&self) -> Missing;
}

#[derive(Debug, PartialEq)]
struct Missing;

impl Lacks for dyn DatabaseErrorInformation + Send + Sync {
    fn sqlstate(&self) -> Missing {
        Missing
    }
}

/// If this fails, or does not compile, `PgConnection` may be unnecessary: diesel's own connection has the SQLSTATE.
#[tokio::test]
async fn diesel_has_no_state() {
    let database = TestDatabase::create().await.unwrap();
    let mut connection = AsyncPgConnection::try_from(client(database.url()).await).await.unwrap();
    let error = diesel::sql_query("SELECT 1 / 0").execute(&mut connection).await.unwrap_err();
    let Error::DatabaseError(DatabaseErrorKind::Unknown, reported) = error else { panic!("{error:?}") };
    assert_eq!(reported.sqlstate(), Missing);
    assert!(!reported.message().contains("22012"), "{}", reported.message());
}

/// The code, and the source file that tells a lost Citus node from a defect.
#[tokio::test]
async fn the_driver_reports_the_state_at_each_step() {
    let database = TestDatabase::create().await.unwrap();
    let client = client(database.url()).await;
    let prepared = client.prepare("SELECT 1 / $1::int4").await.unwrap();
    for (step, error) in [
        ("22012", client.query_one(&prepared, &[&0]).await.unwrap_err()),
        ("22012", Client::execute(&client, &prepared, &[&0]).await.unwrap_err()),
        ("42601", client.prepare("no sql").await.unwrap_err()),
        ("22012", client.batch_execute("SELECT 1 / 0").await.unwrap_err()),
    ] {
        assert_eq!(error.code().unwrap().code(), step);
        assert!(!error.is_closed());
    }
    let error = client.query_one(&prepared, &[&0]).await.unwrap_err();
    assert_eq!(error.as_db_error().unwrap().file(), Some("int.c"));
}

#[tokio::test]
async fn the_driver_tells_a_closed_connection_from_an_error_of_the_server() {
    let database = TestDatabase::create().await.unwrap();
    let client = client(database.url()).await;
    let ended = client.batch_execute("SELECT pg_terminate_backend(pg_backend_pid())").await.unwrap_err();
    assert_eq!(ended.code().unwrap().code(), "57P01");
    let closed = client.batch_execute("SELECT 1").await.unwrap_err();
    assert!(closed.is_closed() && closed.code().is_none(), "{closed:?}");
    assert!(client.is_closed());
}

/// A transaction pipelines `BEGIN`, statements and `COMMIT`, so the order of the first polls must be the order of
/// execution, even if the first statement is yet to be prepared.
#[tokio::test]
async fn statements_are_executed_in_the_order_of_their_first_polls() {
    let database = TestDatabase::create().await.unwrap();
    let pool = adapter_postgres::pool(database.url(), 1);
    let connection = pool.get().await.unwrap();
    let session: &PgConnection = &connection;
    let mut batch = session;
    batch.batch_execute("CREATE TABLE steps (at serial, step int)").await.unwrap();
    let step = |step: i32| {
        let statement = diesel::sql_query("INSERT INTO steps (step) VALUES ($1)").bind::<Integer, _>(step);
        async move { statement.execute(&mut { session }).await }
    };
    let third = async { batch.batch_execute("INSERT INTO steps (step) VALUES (3)").await };
    let (one, two, three) = join3(step(1), step(2), third).await;
    assert!(one.is_ok() && two.is_ok() && three.is_ok());
    let steps: Vec<Step> =
        diesel::sql_query("SELECT step FROM steps ORDER BY at").load(&mut { session }).await.unwrap();
    assert_eq!(steps.iter().map(|step| step.step).collect::<Vec<_>>(), [1, 2, 3]);
}

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Integer)]
    step: i32,
}

/// Prepared statements are found by the type of their query, without a look at the text.
#[test]
fn queries_of_one_type_have_one_text() {
    fn known<Q: QueryId + diesel::query_builder::QueryFragment<diesel::pg::Pg>>(
        query: &Q,
    ) -> (Option<std::any::TypeId>, String) {
        (Q::query_id(), diesel::debug_query::<diesel::pg::Pg, _>(query).to_string())
    }
    diesel::table! { things { id -> Integer, name -> Nullable<Text> } }
    let sql = |text: String| text.split(" -- binds").next().unwrap().to_owned();
    let by_id = |id: i32| things::table.filter(things::id.eq(id)).select(things::name);
    let [(one, first), (other, second)] = [known(&by_id(1)), known(&by_id(2))];
    assert!(one.is_some() && one == other && sql(first) == sql(second));
    let among = |ids: Vec<i32>| things::table.filter(things::id.eq_any(ids)).select(things::name);
    let [(one, first), (other, second)] = [known(&among(vec![1])), known(&among(vec![1, 2, 3]))];
    assert!(one == other && (one.is_none() || sql(first) == sql(second)));
    let (boxed, _) = known(&things::table.select(things::name).into_boxed::<diesel::pg::Pg>());
    assert_eq!(boxed, None);
    #[derive(AsChangeset)]
    #[diesel(table_name = things)]
    struct Change {
        name: Option<String>,
    }
    let (update, _) = known(&diesel::update(things::table).set(Change { name: Some(String::new()) }));
    assert_eq!(update, None);
}

/// The pool discards a connection whose transaction nobody ended.
#[tokio::test]
async fn diesel_marks_a_transaction_that_its_caller_left() {
    let database = TestDatabase::create().await.unwrap();
    let pool = adapter_postgres::pool(database.url(), 1);
    let session = "SELECT pg_backend_pid() AS step";
    let mut connection = pool.get().await.unwrap();
    let first: Step = diesel::sql_query(session).get_result(&mut connection).await.unwrap();
    let waits = connection.transaction(async |_| {
        std::future::pending::<()>().await;
        Ok::<_, Error>(())
    });
    let left = tokio::time::timeout(std::time::Duration::from_millis(20), waits).await;
    assert!(left.is_err());
    drop(connection);
    let second: Step = diesel::sql_query(session).get_result(&mut pool.get().await.unwrap()).await.unwrap();
    assert_ne!(first.step, second.step);
}

/// Change notifications depend on these events.
#[tokio::test]
async fn diesel_tells_the_connection_of_the_begin_and_the_end_of_transactions() {
    thread_local! { static EVENTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) }; }
    let database = TestDatabase::create().await.unwrap();
    let mut connection = AsyncPgConnection::try_from(client(database.url()).await).await.unwrap();
    connection.set_instrumentation(|event: InstrumentationEvent<'_>| {
        let word = match event {
            InstrumentationEvent::BeginTransaction { depth, .. } => format!("begin {depth}"),
            InstrumentationEvent::CommitTransaction { depth, .. } => format!("commit {depth}"),
            InstrumentationEvent::RollbackTransaction { depth, .. } => format!("rollback {depth}"),
            _ => return,
        };
        EVENTS.with_borrow_mut(|events| events.push(word));
    });
    connection.transaction(async |_| Ok::<_, Error>(())).await.unwrap();
    let refused = connection.transaction(async |connection| {
        connection.transaction(async |_| Ok::<_, Error>(())).await?;
        Err::<(), _>(Error::RollbackTransaction)
    });
    assert_eq!(refused.await, Err(Error::RollbackTransaction));
    let expected = ["begin 1", "commit 1", "begin 1", "begin 2", "commit 2", "rollback 1"];
    assert_eq!(EVENTS.with_borrow(Clone::clone), expected);
}

/// The table in the crate's README names these files.
#[test]
fn only_texts_that_are_built_are_prepared_at_each_call() {
    fn sources(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { sources(&path, found) } else { found.push(path) }
        }
    }
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    files.retain(|file| {
        let text = std::fs::read_to_string(file).unwrap();
        let program = text.split("#[cfg(test)]").next().unwrap();
        !file.ends_with("tests.rs") && program.contains("sql_query(")
    });
    let mut names: Vec<_> =
        files.iter().map(|file| file.strip_prefix(&root).unwrap().to_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["database/migrations.rs", "database/queues.rs", "secrets/rotation.rs"]);
}
