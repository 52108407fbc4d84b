//! Nothing is written for ever without a reason.

use std::collections::BTreeSet;
use std::path::Path;

use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;
use test_support::TestDatabase;

#[derive(diesel::QueryableByName)]
struct Table {
    #[diesel(sql_type = Text)]
    name: String,
}

const TABLES: &str = "
    SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = current_schema() AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> '__diesel_schema_migrations'";

/// The rows of the table below the heading: what each is about, how long it lives, and why.
fn documented() -> Vec<[String; 3]> {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/operations.md");
    let book = std::fs::read_to_string(book).unwrap();
    let (_, chapter) = book.split_once("\n## Look up what is kept, and for how long\n").unwrap();
    let chapter = chapter.split("\n## ").next().unwrap();
    let rows = chapter.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.map(|row| {
        let cells: Vec<_> = row.trim_end_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
        let [table, life, reason] = cells.try_into().unwrap_or_else(|_| panic!("{row} has three cells"));
        [table.trim_end_matches('`').to_owned(), life, reason]
    })
    .collect()
}

#[tokio::test]
async fn every_table_has_a_retention_or_a_reason() {
    let database = TestDatabase::create().await.unwrap();
    let pool = adapter_postgres::pool(database.url(), 1);
    let rows: Vec<Table> = diesel::sql_query(TABLES).load(&mut pool.get().await.unwrap()).await.unwrap();
    let tables: BTreeSet<_> = rows.into_iter().map(|table| table.name).collect();
    let documented = documented();
    assert!(documented.iter().flatten().all(|cell| !cell.is_empty()), "{documented:?}");
    let named: BTreeSet<_> = documented.iter().map(|[table, ..]| table.clone()).collect();
    assert_eq!(named.len(), documented.len(), "a table appears twice");
    let missing: Vec<_> = tables.difference(&named).collect();
    assert!(missing.is_empty(), "docs/operations.md does not say how long these live: {missing:?}");
    let gone: Vec<_> = named.difference(&tables).collect();
    assert!(gone.is_empty(), "docs/operations.md names tables that do not exist: {gone:?}");
}
