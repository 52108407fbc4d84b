use std::collections::BTreeMap;

use tokio_postgres::Client;

use super::DistributeError;

/// Layout of a table on a distributed database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Distributed by owner, colocated with `owners`.
    ByOwner,
    /// On the coordinator, known to all nodes.
    Coordinator,
    /// Any other layout.
    Other,
}

/// Tables of a database, with the facts that matter to their distribution.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    /// Whether the database has the Citus extension.
    pub is_distributable: bool,
    /// Tables by name.
    pub tables: Vec<Table>,
    /// Primary keys, unique indexes and exclusion constraints.
    pub unique_keys: Vec<UniqueKey>,
    pub foreign_keys: Vec<ForeignKey>,
    /// Functions and aggregates that statements call but some node lacks, with their argument types.
    pub functions: Vec<String>,
    /// Table and name of each trigger.
    pub triggers: Vec<(String, String)>,
}

#[derive(Debug, Clone)]
pub struct Table {
    pub name: String,
    /// Type of the column `owner_id`, if the table has that column.
    pub owner_type: Option<String>,
    /// Current layout; `None` if Citus does not manage the table.
    pub layout: Option<Layout>,
}

/// Primary key, unique index or exclusion constraint.
#[derive(Debug, Clone)]
pub struct UniqueKey {
    /// Table of the index.
    pub table: String,
    /// Name of the index.
    pub name: String,
    pub primary: bool,
    /// Columns in index order; an expression is `(expression)`.
    pub columns: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct ForeignKey {
    /// Referencing table.
    pub table: String,
    /// Name of the constraint.
    pub name: String,
    /// Referencing columns in key order.
    pub columns: Vec<String>,
    /// Referenced table.
    pub target: String,
    /// Referenced columns, in the same order.
    pub target_columns: Vec<String>,
    /// Definition of the constraint in SQL.
    pub definition: String,
}

const TABLES: &str = "
    SELECT relname::text, (SELECT format_type(atttypid, NULL) FROM pg_attribute
        WHERE attrelid = pg_class.oid AND attname = 'owner_id' AND NOT attisdropped)
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname";

const UNIQUE_KEYS: &str = "
    SELECT of_table.relname::text, of_index.relname::text, indisprimary, ARRAY(
        SELECT coalesce(attname::text, '(expression)')
        FROM unnest(indkey::int2[]) WITH ORDINALITY part (attnum, place)
        LEFT JOIN pg_attribute USING (attnum)
        WHERE place <= indnkeyatts AND (attrelid = indrelid OR attrelid IS NULL)
        ORDER BY place)
    FROM pg_index
    JOIN pg_class of_table ON of_table.oid = indrelid
    JOIN pg_class of_index ON of_index.oid = indexrelid
    WHERE of_table.relnamespace = 'public'::regnamespace AND (indisunique OR indisexclusion)
    ORDER BY 1, 2";

const FOREIGN_KEYS: &str = "
    SELECT of_table.relname::text, conname::text, target.relname::text, pg_get_constraintdef(pg_constraint.oid),
        ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY part (attnum, place)
            JOIN pg_attribute USING (attnum) WHERE attrelid = conrelid ORDER BY place),
        ARRAY(SELECT attname::text FROM unnest(confkey) WITH ORDINALITY part (attnum, place)
            JOIN pg_attribute USING (attnum) WHERE attrelid = confrelid ORDER BY place)
    FROM pg_constraint
    JOIN pg_class of_table ON of_table.oid = conrelid
    JOIN pg_class target ON target.oid = confrelid
    WHERE contype = 'f' AND of_table.relnamespace = 'public'::regnamespace
    ORDER BY 1, 2";

/// Selects each Citus table. Column 2: colocated with `owners` and distributed by `owner_id`. Column 3: on the
/// coordinator.
const LAYOUTS: &str = "
    SELECT relname::text, partmethod = 'h' AND colocationid = (
            SELECT colocationid FROM pg_dist_partition WHERE logicalrelid = 'public.owners'::regclass)
        AND column_to_column_name(logicalrelid, partkey) = 'owner_id', partmethod = 'n' AND repmodel <> 't'
    FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid
    WHERE relnamespace = 'public'::regnamespace";

const TRIGGERS: &str = "
    SELECT relname::text, tgname::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal ORDER BY 1, 2";

const FUNCTIONS: &str = "
    SELECT oid::regprocedure::text FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prokind IN ('a', 'f') AND prorettype <> 'trigger'::regtype
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
    ORDER BY 1";

const KNOWN_FUNCTIONS: &str =
    "SELECT objid::regprocedure::text FROM pg_dist_object WHERE classid = 'pg_proc'::regclass";

const HAS_CITUS: &str = "SELECT count(*) > 0 FROM pg_extension WHERE extname = 'citus'";

impl Catalogue {
    /// Reads the catalogue of the session's database.
    pub async fn read(client: &Client) -> Result<Self, DistributeError> {
        let is_distributable = client.query_one(HAS_CITUS, &[]).await?.get(0);
        let layouts = if is_distributable { layouts(client).await? } else { BTreeMap::new() };
        let mut functions = texts(client, FUNCTIONS).await?;
        if is_distributable {
            let known = texts(client, KNOWN_FUNCTIONS).await?;
            functions.retain(|function| !known.contains(function));
        }
        let triggers = client.query(TRIGGERS, &[]).await?;
        Ok(Self {
            is_distributable,
            tables: tables(client, &layouts).await?,
            unique_keys: unique_keys(client).await?,
            foreign_keys: foreign_keys(client).await?,
            functions,
            triggers: triggers.iter().map(|row| (row.get(0), row.get(1))).collect(),
        })
    }
}

async fn texts(client: &Client, sql: &str) -> Result<Vec<String>, tokio_postgres::Error> {
    Ok(client.query(sql, &[]).await?.iter().map(|row| row.get(0)).collect())
}

async fn layouts(client: &Client) -> Result<BTreeMap<String, Layout>, tokio_postgres::Error> {
    let rows = client.query(LAYOUTS, &[]).await?;
    let layout = |row: &tokio_postgres::Row| match (row.get::<_, Option<bool>>(1), row.get::<_, bool>(2)) {
        (Some(true), _) => Layout::ByOwner,
        (_, true) => Layout::Coordinator,
        _ => Layout::Other,
    };
    Ok(rows.iter().map(|row| (row.get(0), layout(row))).collect())
}

async fn tables(
    client: &Client,
    layouts: &BTreeMap<String, Layout>,
) -> Result<Vec<Table>, tokio_postgres::Error> {
    let rows = client.query(TABLES, &[]).await?;
    let table = |row: &tokio_postgres::Row| {
        let name: String = row.get(0);
        Table { layout: layouts.get(&name).copied(), owner_type: row.get(1), name }
    };
    Ok(rows.iter().map(table).collect())
}

async fn unique_keys(client: &Client) -> Result<Vec<UniqueKey>, tokio_postgres::Error> {
    let rows = client.query(UNIQUE_KEYS, &[]).await?;
    let key = |row: &tokio_postgres::Row| UniqueKey {
        table: row.get(0),
        name: row.get(1),
        primary: row.get(2),
        columns: row.get(3),
    };
    Ok(rows.iter().map(key).collect())
}

async fn foreign_keys(client: &Client) -> Result<Vec<ForeignKey>, tokio_postgres::Error> {
    let rows = client.query(FOREIGN_KEYS, &[]).await?;
    let key = |row: &tokio_postgres::Row| ForeignKey {
        table: row.get(0),
        name: row.get(1),
        target: row.get(2),
        definition: row.get(3),
        columns: row.get(4),
        target_columns: row.get(5),
    };
    Ok(rows.iter().map(key).collect())
}
