//! Test that every table has a documented retention.

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

/// Returns the tables of the documented retention in page order. Each row has a lifetime, its tables and a reason.
fn documented() -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/operations/data.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, chapter) = page.split_once("\n## Retention\n").unwrap();
    let chapter = chapter.split("\n## ").next().unwrap();
    let (_, rows) = chapter.split_once("\n|---|---|---|\n").unwrap();
    rows.lines().take_while(|line| line.starts_with('|')).flat_map(tables_of).collect()
}

/// Returns the tables that a row names in backticks.
fn tables_of(row: &str) -> Vec<String> {
    let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
    let [life, names, reason] = cells[..] else { panic!("{row} has three cells") };
    assert!(!life.is_empty() && !reason.is_empty(), "{row} has a lifetime and a reason");
    let named: Vec<&str> = names.split(", ").map(|name| name.trim_matches('`')).collect();
    assert_eq!(names, named.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "));
    named.into_iter().map(str::to_owned).collect()
}

#[tokio::test]
async fn every_table_has_a_retention_or_a_reason() {
    let database = TestDatabase::create().await.unwrap();
    let pool = adapter_postgres::pool(database.url(), 1);
    let rows: Vec<Table> = diesel::sql_query(TABLES).load(&mut pool.get().await.unwrap()).await.unwrap();
    let tables: BTreeSet<_> = rows.into_iter().map(|table| table.name).collect();
    let documented = documented();
    let named: BTreeSet<_> = documented.iter().cloned().collect();
    assert_eq!(named.len(), documented.len(), "a table appears twice");
    let missing: Vec<_> = tables.difference(&named).collect();
    assert!(missing.is_empty(), "docs/operations/data.md does not say how long these live: {missing:?}");
    let gone: Vec<_> = named.difference(&tables).collect();
    assert!(gone.is_empty(), "docs/operations/data.md names tables that do not exist: {gone:?}");
}
