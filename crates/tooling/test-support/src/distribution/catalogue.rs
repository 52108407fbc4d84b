use tokio_postgres::Client;

use crate::admin::connect;

/// The tables of a database, as far as their distribution goes.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    /// By name.
    pub tables: Vec<Table>,
    /// Primary keys, unique indexes and exclusions.
    pub unique_keys: Vec<UniqueKey>,
    /// Foreign keys.
    pub foreign_keys: Vec<ForeignKey>,
}

/// A table.
#[derive(Debug, Clone)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// The type of its column `owner_id`, if it has one.
    pub owner_type: Option<String>,
}

/// A primary key, a unique index or an exclusion.
#[derive(Debug, Clone)]
pub struct UniqueKey {
    /// Of which table.
    pub table: String,
    /// The index.
    pub name: String,
    /// Whether it is the primary key.
    pub primary: bool,
    /// The columns in their order; an expression is `(expression)`.
    pub columns: Vec<String>,
}

/// A foreign key.
#[derive(Debug, Clone)]
pub struct ForeignKey {
    /// Of which table.
    pub table: String,
    /// The constraint.
    pub name: String,
    /// The columns in their order.
    pub columns: Vec<String>,
    /// The table that it refers to.
    pub target: String,
    /// The columns there, in the same order.
    pub target_columns: Vec<String>,
    /// The constraint in SQL.
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

impl Catalogue {
    /// Reads the catalogue of the database at this address.
    pub async fn read(url: &str) -> anyhow::Result<Self> {
        let client = connect(url).await?;
        Ok(Self {
            tables: tables(&client).await?,
            unique_keys: unique_keys(&client).await?,
            foreign_keys: foreign_keys(&client).await?,
        })
    }
}

async fn tables(client: &Client) -> anyhow::Result<Vec<Table>> {
    let rows = client.query(TABLES, &[]).await?;
    Ok(rows.iter().map(|row| Table { name: row.get(0), owner_type: row.get(1) }).collect())
}

async fn unique_keys(client: &Client) -> anyhow::Result<Vec<UniqueKey>> {
    let rows = client.query(UNIQUE_KEYS, &[]).await?;
    let key = |row: &tokio_postgres::Row| UniqueKey {
        table: row.get(0),
        name: row.get(1),
        primary: row.get(2),
        columns: row.get(3),
    };
    Ok(rows.iter().map(key).collect())
}

async fn foreign_keys(client: &Client) -> anyhow::Result<Vec<ForeignKey>> {
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
