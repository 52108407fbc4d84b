//! Checks of the migration texts: old and new programs share one schema during an upgrade, so a migration only adds
//! (migrations/README.md).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Allowed violations: migration, beginning of the statement, and reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("2026-11-20-121000_add_edge_revisions", "ALTER TABLE domains", BEFORE),
    ("2026-11-20-130300_ease_conversions", "ALTER TABLE engine_events DROP CONSTRAINT", BEFORE),
    ("2026-11-20-130300_ease_conversions", "ALTER TABLE conversions DROP CONSTRAINT", BEFORE),
    ("2026-11-20-150000_create_content_requests", "CREATE INDEX conversions_of_content", BEFORE),
    ("2026-11-20-150000_create_content_requests", "CREATE INDEX conversions_by_content", BEFORE),
    ("2026-11-20-150500_claim_deliveries_by_platform", "CREATE INDEX pixel_deliveries_pending_at", BEFORE),
    ("2026-11-20-150500_claim_deliveries_by_platform", "CREATE INDEX pixel_deliveries_under_way_at", BEFORE),
    ("2026-11-20-150500_claim_deliveries_by_platform", "DROP INDEX pixel_deliveries_pending", BEFORE),
    ("2026-11-20-150500_claim_deliveries_by_platform", "DROP INDEX pixel_deliveries_under_way", BEFORE),
    ("2026-11-20-150500_claim_deliveries_by_platform", "CREATE INDEX pixel_deliveries_with_fields", BEFORE),
    ("2026-11-20-150600_await_clicks", "CREATE UNIQUE INDEX pixel_deliveries_by_link", BEFORE),
    ("2026-11-20-150600_await_clicks", "DROP INDEX pixel_deliveries_by_event", BEFORE),
    ("2026-11-20-150700_watch_queues", "CREATE INDEX pixel_deliveries_waiting_token", BEFORE),
    ("2026-11-21-100000_seal_raw_events", "ALTER TABLE raw_events", BEFORE),
    ("2026-11-21-100000_seal_raw_events", "UPDATE raw_events", BEFORE),
    ("2026-11-21-100000_seal_raw_events", "CREATE INDEX raw_events_of_fan", BEFORE),
    ("2026-11-21-100000_seal_raw_events", "CREATE INDEX raw_events_by_key", BEFORE),
    ("2026-11-21-100100_sum_up_sales", "LOCK TABLE conversions", BEFORE),
    ("2026-11-21-100100_sum_up_sales", "CREATE TRIGGER conversions_sum_up_sales", BEFORE),
    ("2026-11-22-100100_ease_batches", "ALTER TABLE fans DROP CONSTRAINT", BEFORE),
    ("2026-11-22-100100_ease_batches", "ALTER TABLE broadcast_fans DROP CONSTRAINT", BEFORE),
    ("2026-11-22-100100_ease_batches", "ALTER TABLE touches DROP CONSTRAINT", BEFORE),
    ("2026-11-22-100100_ease_batches", "ALTER TABLE touch_repeats DROP CONSTRAINT", BEFORE),
    ("2026-11-23-100020_drop_index_of_content", "DROP INDEX CONCURRENTLY conversions_of_content", SAME_READS),
    ("2026-11-25-120000_ease_audit_entries", "ALTER TABLE audit_entries DROP CONSTRAINT", NEVER_REFUSES),
];
const NEVER_REFUSES: &str = "programs write entries of owners that they know only, so none was ever refused";
const SAME_READS: &str =
    "programs name no index, and the one of the migration before it serves the same reads";
const BEFORE: &str = "it is older than the first release, so no program runs on the schema before it";

struct Migration {
    name: String,
    up: String,
    /// Whether the migration runs outside a transaction.
    is_loose: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn migrations() -> Vec<Migration> {
    let mut folders: Vec<_> =
        fs::read_dir(root().join("migrations")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.is_dir());
    folders.sort();
    let read = |folder: PathBuf| Migration {
        name: folder.file_name().unwrap().to_str().unwrap().to_owned(),
        up: fs::read_to_string(folder.join("up.sql")).unwrap(),
        is_loose: fs::read_to_string(folder.join("metadata.toml"))
            .is_ok_and(|text| text.contains("run_in_transaction = false")),
    };
    folders.into_iter().map(read).collect()
}

/// Returns the statements of a text, without comments, one line each.
fn statements(text: &str) -> Vec<String> {
    let plain: Vec<&str> = text.lines().map(|line| line.split("--").next().unwrap()).collect();
    let plain = plain.join(" ");
    // `$$` encloses the body of a function.
    let parts = plain.split("$$").enumerate();
    let hidden: String = parts.map(|(n, part)| if n % 2 == 0 { part } else { "body" }).collect();
    let whole = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    hidden.split(';').map(whole).filter(|statement| !statement.is_empty()).collect()
}

/// Splits at commas outside brackets.
fn parts(text: &str) -> Vec<String> {
    let (mut depth, mut found) = (0, vec![String::new()]);
    for letter in text.chars() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        if letter == ',' && depth == 0 {
            found.push(String::new());
        } else {
            found.last_mut().unwrap().push(letter);
        }
    }
    found.into_iter().map(|part| part.trim().to_owned()).collect()
}

/// Returns the reason why older programs can't run next to this statement; `None` if they can.
fn error(statement: &str, made: &BTreeSet<String>, is_loose: bool) -> Option<&'static str> {
    let upper = statement.to_uppercase();
    let begins = |words: &str| upper.starts_with(words);
    let table_after = |word: &str| {
        let after = &statement[upper.find(word)? + word.len()..];
        Some(after.trim().split([' ', '(']).next()?.to_owned())
    };
    if [
        "CREATE TABLE ",
        "CREATE UNLOGGED TABLE ",
        "CREATE VIEW ",
        "CREATE SEQUENCE ",
        "CREATE AGGREGATE ",
        "CREATE FUNCTION ",
        "CREATE OR REPLACE FUNCTION ",
        "COMMENT ON ",
    ]
    .iter()
    .any(|words| begins(words))
    {
        return None;
    }
    if begins("INSERT INTO ") {
        let table = table_after("INSERT INTO ")?;
        return if made.contains(&table) {
            None
        } else {
            Some("a backfill runs in small steps, beside the programs")
        };
    }
    if begins("CREATE INDEX ") || begins("CREATE UNIQUE INDEX ") {
        return if made.contains(&table_after(" ON ")?) { None } else { index(&upper, is_loose) };
    }
    if begins("ALTER TABLE ") {
        let table = table_after("ALTER TABLE ")?;
        let actions = statement.split_once(&format!("{table} "))?.1;
        return if made.contains(&table) {
            None
        } else {
            parts(actions).iter().find_map(|one| alteration(one))
        };
    }
    Some("it is not known to be safe")
}

/// Returns the reason for an index on a table in use, like [`error`].
fn index(upper: &str, is_loose: bool) -> Option<&'static str> {
    if upper.starts_with("CREATE UNIQUE") {
        return Some("old programs may write what it forbids");
    }
    match (upper.contains(" CONCURRENTLY "), is_loose) {
        (false, _) => Some("nobody writes into the table until the index is made"),
        (true, false) => Some("CONCURRENTLY needs a metadata.toml of run_in_transaction = false"),
        (true, true) => None,
    }
}

/// Returns the reason for one ALTER TABLE action on a table in use, like [`error`].
fn alteration(action: &str) -> Option<&'static str> {
    let upper = action.to_uppercase();
    if upper.starts_with("SET (") || upper.starts_with("VALIDATE CONSTRAINT ") {
        return None;
    }
    if !upper.starts_with("ADD COLUMN ") {
        return Some("it takes away or changes what old programs know");
    }
    if ["REFERENCES ", "CHECK ", "UNIQUE", "PRIMARY KEY"].iter().any(|word| upper.contains(word)) {
        return Some("the table is read whole while nobody writes into it");
    }
    match upper.split_once(" DEFAULT ") {
        Some((_, value)) if value.contains('(') => {
            Some("every row is written anew while nobody reads the table")
        }
        None if upper.contains("NOT NULL") => Some("old programs don't fill it"),
        _ => None,
    }
}

#[test]
fn every_migration_only_adds() {
    let mut used = BTreeSet::new();
    for Migration { name, up, is_loose } in migrations() {
        let (statements, mut made) = (statements(&up), BTreeSet::new());
        assert!(!is_loose || statements.len() == 1, "{name}: what is no transaction has to be one statement");
        for statement in statements {
            if let Some(table) = statement.strip_prefix("CREATE TABLE ") {
                made.insert(table.split([' ', '(']).next().unwrap().to_owned());
            }
            let Some(error) = error(&statement, &made, is_loose) else { continue };
            let excepted = EXCEPTIONS
                .iter()
                .find(|(migration, beginning, _)| *migration == name && statement.starts_with(beginning));
            let (migration, beginning, _) =
                excepted.unwrap_or_else(|| panic!("{name}: {statement}: {error}"));
            used.insert((*migration, *beginning));
        }
    }
    assert_eq!(used.len(), EXCEPTIONS.len(), "an exception that nothing needs: {used:#?}");
}

#[test]
fn what_an_upgrade_bears_is_distinguished_from_what_it_does_not() {
    let made = BTreeSet::from(["young".to_owned()]);
    for safe in [
        "CREATE TABLE t (a bigint NOT NULL)",
        "CREATE VIEW v AS SELECT a FROM old",
        "CREATE UNIQUE INDEX i ON young (a)",
        "INSERT INTO young (a) SELECT a FROM old",
        "ALTER TABLE young ALTER COLUMN a SET NOT NULL",
        "ALTER TABLE old ADD COLUMN a text, ADD COLUMN b numeric(3, 1)",
        "alter table old add column a boolean NOT NULL DEFAULT false",
        "ALTER TABLE old SET (fillfactor = 80)",
    ] {
        assert_eq!(error(safe, &made, false), None, "{safe}");
    }
    for unsafe_one in [
        "DROP TABLE old",
        "DROP INDEX i",
        "UPDATE old SET a = 1",
        "INSERT INTO old VALUES (1)",
        "CREATE INDEX i ON old (a)",
        "CREATE INDEX CONCURRENTLY i ON old (a)",
        "CREATE UNIQUE INDEX CONCURRENTLY i ON old (a)",
        "ALTER TABLE old DROP COLUMN a",
        "ALTER TABLE old RENAME TO new",
        "ALTER TABLE old RENAME COLUMN a TO b",
        "ALTER TABLE old ADD COLUMN a text, DROP CONSTRAINT c",
        "ALTER TABLE old ADD COLUMN a text NOT NULL",
        "ALTER TABLE old ADD COLUMN a uuid DEFAULT gen_random_uuid()",
        "ALTER TABLE old ADD COLUMN a bigint REFERENCES young",
        "ALTER TABLE old ALTER COLUMN a SET NOT NULL",
        "ALTER TABLE old ADD CONSTRAINT c CHECK (a > 0) NOT VALID",
    ] {
        assert!(error(unsafe_one, &made, false).is_some(), "{unsafe_one}");
    }
    assert_eq!(error("CREATE INDEX CONCURRENTLY i ON old (a)", &made, true), None);
    let text = "-- A; B\nCREATE TABLE a (b text); CREATE FUNCTION f() AS $$ SELECT 1; $$;\n";
    assert_eq!(statements(text), ["CREATE TABLE a (b text)", "CREATE FUNCTION f() AS body"]);
}

fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
}

/// A prepared statement fails on its connection once its result gets another column. Every program older than the
/// migration would then fail.
#[test]
fn no_statement_takes_all_columns_of_a_table() {
    let mut files = Vec::new();
    sources(&root().join("crates/adapters/adapter-postgres/src"), &mut files);
    for (path, text) in files {
        for returned in text.split("RETURNING ").skip(1) {
            let columns = returned.split('"').next().unwrap();
            assert!(!columns.contains('*'), "{}: RETURNING {columns}", path.display());
        }
    }
}
