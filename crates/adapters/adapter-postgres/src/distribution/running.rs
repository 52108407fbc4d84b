use tokio_postgres::Client;

use super::Catalogue;
use crate::database::connection::{ConnectError, connect};
use crate::database::migrations::{LOCK_PAUSE, MIGRATION_LOCK, TRY_MIGRATION_LOCK};

/// Reason why the tables could not be distributed.
#[derive(Debug, thiserror::Error)]
pub enum DistributeError {
    /// The connection to the database failed.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// A statement failed. The transaction of the distribution was rolled back.
    #[error("a statement failed")]
    Statement(#[from] tokio_postgres::Error),
    /// The database lacks the extension or the nodes.
    #[error("{0}")]
    Unprepared(&'static str),
    /// The schema prevents a distribution; the reasons.
    #[error("the tables can't be distributed: {}", .0.join("; "))]
    Unfit(Vec<String>),
}

const NODES: &str = "
    SELECT count(*) FILTER (WHERE groupid = 0) > 0, count(*) FILTER (WHERE shouldhaveshards) > 0 FROM pg_dist_node
    WHERE isactive";

/// Distributes all pending tables by owner in one transaction, and returns their names. Readers and writers of the
/// tables wait meanwhile.
///
/// The address must lead to the coordinator without a pooler. Processes may call this function concurrently, and during
/// migrations: a lock serializes them.
pub async fn distribute(database_url: &str) -> Result<Vec<String>, DistributeError> {
    let (mut client, driver) = connect(database_url).await?;
    tokio::spawn(driver);
    while !client.query_one(TRY_MIGRATION_LOCK, &[&MIGRATION_LOCK]).await?.get::<_, bool>(0) {
        tokio::time::sleep(LOCK_PAUSE).await;
    }
    let catalogue = Catalogue::read(&client).await?;
    let errors = catalogue.errors();
    if !errors.is_empty() {
        return Err(DistributeError::Unfit(errors));
    }
    check_nodes(&client, &catalogue).await?;
    let transaction = client.transaction().await?;
    for statement in catalogue.statements() {
        transaction.batch_execute(&statement).await?;
    }
    transaction.commit().await?;
    let names: Vec<String> = catalogue.pending().map(|table| table.name.clone()).collect();
    truncate_copies(&client).await?;
    Ok(names)
}

async fn check_nodes(client: &Client, catalogue: &Catalogue) -> Result<(), DistributeError> {
    if !catalogue.is_distributable {
        let missing = "Citus is not in this database: `CREATE EXTENSION citus` on every node first";
        return Err(DistributeError::Unprepared(missing));
    }
    let row = client.query_one(NODES, &[]).await?;
    match (row.get(0), row.get(1)) {
        (false, _) => Err(DistributeError::Unprepared(
            "the coordinator is not among the nodes: `SELECT citus_set_coordinator_host(...)` first",
        )),
        (_, false) => Err(DistributeError::Unprepared(
            "no node takes tables: `SELECT citus_add_node(...)` for each worker first",
        )),
        _ => Ok(()),
    }
}

/// Frees the space of rows that were copied from the coordinator to the nodes, including copies that an interrupted run
/// left behind.
async fn truncate_copies(client: &Client) -> Result<(), DistributeError> {
    let copies = "SELECT truncate_local_data_after_distributing_table(logicalrelid) FROM pg_dist_partition
        WHERE partmethod = 'h' AND pg_relation_size(logicalrelid) > 0";
    client.execute(copies, &[]).await?;
    Ok(())
}
