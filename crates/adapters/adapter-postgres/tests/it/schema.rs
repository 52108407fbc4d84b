//! Test that diesel's table declarations match the database.

use std::collections::BTreeSet;
use std::path::Path;

use diesel::sql_types::Text;
use diesel_async::RunQueryDsl;
use test_support::TestDatabase;

/// Returns the lines of all `diesel::table!` declarations: tables with primary keys, and columns with type and
/// nullability.
fn declared() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/schema");
    let mut found = BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let mut table = "";
        for line in text.lines().map(str::trim) {
            if let Some((column, kind)) = line.trim_end_matches(',').split_once(" -> ") {
                found.insert(format!("{table}.{column}: {kind}"));
            } else if let Some((name, key)) = line.strip_suffix(") {").and_then(|line| line.split_once(" ("))
            {
                table = name;
                found.insert(format!("{table} ({key})"));
            }
        }
    }
    found
}

#[derive(diesel::QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

const COLUMNS: &str = "
    SELECT table_name || '.' || column_name || ': ' ||
        CASE is_nullable WHEN 'YES' THEN 'Nullable<' || kind || '>' ELSE kind END AS line
    FROM (
        SELECT *, CASE data_type
            WHEN 'bigint' THEN 'BigInt' WHEN 'integer' THEN 'Integer' WHEN 'smallint' THEN 'SmallInt'
            WHEN 'text' THEN 'Text' WHEN 'boolean' THEN 'Bool' WHEN 'bytea' THEN 'Binary'
            WHEN 'timestamp with time zone' THEN 'Timestamptz' WHEN 'jsonb' THEN 'Jsonb'
            WHEN 'uuid' THEN 'Uuid' WHEN 'date' THEN 'Date' WHEN 'numeric' THEN 'Numeric'
            WHEN 'ARRAY' THEN CASE udt_name WHEN '_text' THEN 'Array<Text>' WHEN '_int8' THEN 'Array<BigInt>' ELSE udt_name END
            ELSE data_type END AS kind
        FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name NOT IN ('__diesel_schema_migrations', 'announcements')
            AND table_name NOT IN (SELECT table_name FROM information_schema.views WHERE table_schema = 'public')
    ) known
    UNION ALL
    SELECT table_name || ' (' || string_agg(column_name, ', ' ORDER BY ordinal_position) || ')'
    FROM information_schema.table_constraints JOIN information_schema.key_column_usage
        USING (constraint_schema, constraint_name, table_schema, table_name)
    WHERE constraint_type = 'PRIMARY KEY' AND table_schema = 'public'
        AND table_name <> '__diesel_schema_migrations'
    GROUP BY table_name";

#[tokio::test]
async fn every_table_is_declared_as_it_is() {
    let database = TestDatabase::create().await.unwrap();
    let pool = adapter_postgres::pool(database.url(), 1);
    let mut connection = pool.get().await.unwrap();
    let lines: Vec<Line> = diesel::sql_query(COLUMNS).load(&mut connection).await.unwrap();
    let real: BTreeSet<_> = lines.into_iter().map(|line| line.line).collect();
    let declared = declared();
    let only_declared: Vec<_> = declared.difference(&real).collect();
    let only_real: Vec<_> = real.difference(&declared).collect();
    assert!(only_declared.is_empty() && only_real.is_empty(), "{only_declared:#?} {only_real:#?}");
    assert!(
        real.contains("drafts.document: Jsonb") && real.contains("drafts (owner_id, hostname)"),
        "{real:#?}"
    );
}

/// Columns with one counter for all owners. By two ids, an owner can estimate how much all owners created in between.
const COUNTED_OVER_ALL_OWNERS: [&str; 19] = [
    "api_keys.key_id",
    "audit_entries.entry_id",
    "broadcast_rows.sequence",
    "broadcasts.broadcast_id",
    "content_requests.request_id",
    "conversions.conversion_id",
    "destinations.destination_id",
    "domains.codes_revision",
    "domains.links_revision",
    "fan_events.sequence",
    "funnel_links.link_id",
    "members.member_id",
    "notification_presets.preset_id",
    "owners.owner_id",
    "pixel_deliveries.delivery_id",
    "qr_codes.code_id",
    "request_answers.sequence",
    "smart_links.smart_link_id",
    "webhook_deliveries.delivery_id",
];

const IDENTITIES: &str = "
    SELECT table_name || '.' || column_name AS line FROM information_schema.columns
    WHERE table_schema = 'public' AND (is_identity = 'YES' OR column_default LIKE 'nextval%')";

#[tokio::test]
async fn no_further_table_numbers_its_rows_over_all_owners() {
    let database = TestDatabase::create().await.unwrap();
    let pool = adapter_postgres::pool(database.url(), 1);
    let mut connection = pool.get().await.unwrap();
    let lines: Vec<Line> = diesel::sql_query(IDENTITIES).load(&mut connection).await.unwrap();
    let counted: BTreeSet<_> = lines.into_iter().map(|line| line.line).collect();
    let known = BTreeSet::from(COUNTED_OVER_ALL_OWNERS.map(str::to_owned));
    assert_eq!(counted, known, "number the rows of a new table for each owner, or name them by a SortableId");
}
