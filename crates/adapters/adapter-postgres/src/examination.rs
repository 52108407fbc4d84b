//! What there is to know of a database before a service runs on it.

use kernel::UnixTime;
use tokio_postgres::Client;

use crate::connection::{ConnectError, connect};
use crate::distribution::{Catalogue, DistributeError, Layout};

/// What a server told of itself and of the way to it.
#[derive(Debug, Clone)]
pub struct Examination {
    /// Its version in PostgreSQL's words, such as `15.20`.
    pub version: String,
    /// The major version.
    pub major: i32,
    /// Whether statements go through TLS; `None` where they take the socket of this machine.
    pub encrypted: Option<bool>,
    /// Whether two connections get the same session of the server: a pooler in transaction mode is in between.
    pub is_pooled: bool,
    /// The server's clock.
    pub now: UnixTime,
    /// Extensions with their versions.
    pub extensions: Vec<(String, String)>,
    /// Where Citus is: what of the layout is not as it has to be. `None` on a server alone.
    pub distribution: Option<Vec<String>>,
    /// Nodes that Citus does not reach, as `host:port`.
    pub lost_nodes: Vec<String>,
}

const ABOUT: &str = "
    SELECT current_setting('server_version'), current_setting('server_version_num')::integer / 10000, pg_backend_pid(),
        inet_server_addr() IS NULL, (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()),
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

const EXTENSIONS: &str =
    "SELECT extname::text, extversion FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY extname";

const LOST_NODES: &str = "
    SELECT DISTINCT to_nodename || ':' || to_nodeport FROM citus_check_cluster_node_health() WHERE result IS NOT TRUE ORDER BY 1";

/// Looks at the database behind this address.
pub async fn examine(database_url: &str) -> Result<Examination, DistributeError> {
    let (first, second) = (session(database_url).await?, session(database_url).await?);
    let (about, beside) = (first.query_one(ABOUT, &[]).await?, second.query_one(ABOUT, &[]).await?);
    let extensions = first.query(EXTENSIONS, &[]).await?;
    let catalogue = Catalogue::read(&first).await?;
    let lost_nodes =
        if catalogue.is_distributable { first.query(LOST_NODES, &[]).await? } else { Vec::new() };
    let is_local: bool = about.get(3);
    Ok(Examination {
        version: about.get(0),
        major: about.get(1),
        encrypted: (!is_local).then(|| about.get::<_, Option<bool>>(4).unwrap_or_default()),
        is_pooled: about.get::<_, i32>(2) == beside.get::<_, i32>(2),
        now: UnixTime::from_millis(beside.get(5)),
        extensions: extensions.iter().map(|row| (row.get(0), row.get(1))).collect(),
        distribution: catalogue.is_distributable.then(|| misplaced(&catalogue)),
        lost_nodes: lost_nodes.iter().map(|row| row.get(0)).collect(),
    })
}

async fn session(database_url: &str) -> Result<Client, ConnectError> {
    let (client, driver) = connect(database_url).await?;
    tokio::spawn(driver);
    Ok(client)
}

/// In one line each, what is to be done about the layout.
fn misplaced(catalogue: &Catalogue) -> Vec<String> {
    let pending = catalogue.pending().map(|table| match table.wanted() {
        Some(Layout::Coordinator) => format!("{} is not known to the nodes", table.name),
        _ => format!("{} is not distributed", table.name),
    });
    catalogue.errors().into_iter().chain(pending).collect()
}
