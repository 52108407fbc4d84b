//! Examination of a database before a service runs on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use application::operation::{DatabaseExaminer, Examination};
use async_trait::async_trait;
use kernel::{Clock, StoreError, UnixTime};
use secrecy::{ExposeSecret as _, SecretString};
use tokio_postgres::Client;

use crate::database::connection::{ConnectError, connect};
use crate::distribution::{Catalogue, DistributeError, Layout};
use crate::{ChangeListener, Standby, pending_migrations};

/// Interval at which the examination polls for an expected change.
const POLL: Duration = Duration::from_millis(50);

/// Examines a PostgreSQL database.
#[derive(Clone)]
pub struct PgExaminer {
    url: String,
    direct_url: String,
    standby_url: Option<SecretString>,
    clock: Arc<dyn Clock>,
}

impl PgExaminer {
    /// Creates an examiner. `direct_url` bypasses a pooler; `standby_url` leads to the standby, if there is one.
    pub fn new(
        url: &str,
        direct_url: &str,
        standby_url: Option<SecretString>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { url: url.to_owned(), direct_url: direct_url.to_owned(), standby_url, clock }
    }
}

#[async_trait]
impl DatabaseExaminer for PgExaminer {
    async fn examine(&self) -> Result<Examination, StoreError> {
        examine(&self.url).await.map_err(|error| StoreError::Failed(error.into()))
    }

    async fn receive_notification(&self) {
        let alive = Arc::new(AtomicBool::new(false));
        let _listener = ChangeListener::start(self.direct_url.clone(), Arc::clone(&alive), |_| {});
        while !alive.load(Ordering::Acquire) {
            tokio::time::sleep(POLL).await;
        }
    }

    async fn follow_standby(&self) -> Result<(), StoreError> {
        let Some(standby_url) = &self.standby_url else { return Ok(()) };
        let standby = Standby::new(&self.url, standby_url.expose_secret(), Arc::clone(&self.clock));
        loop {
            standby.look().await?;
            if standby.as_of().is_some() {
                return Ok(());
            }
            tokio::time::sleep(POLL).await;
        }
    }

    async fn pending_migrations(&self) -> Result<usize, StoreError> {
        let pending = pending_migrations(&self.direct_url).await;
        pending.map(|pending| pending.len()).map_err(|error| StoreError::Failed(error.into()))
    }
}

const ABOUT: &str = "
    SELECT current_setting('server_version'), current_setting('server_version_num')::integer / 10000, pg_backend_pid(),
        inet_server_addr() IS NULL, (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()),
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

const EXTENSIONS: &str =
    "SELECT extname::text, extversion FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY extname";

const LOST_NODES: &str = "
    SELECT DISTINCT to_nodename || ':' || to_nodeport FROM citus_check_cluster_node_health() WHERE result IS NOT TRUE ORDER BY 1";

/// Examines the database at this address.
async fn examine(database_url: &str) -> Result<Examination, DistributeError> {
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

/// Returns the problems of the layout, one line each.
fn misplaced(catalogue: &Catalogue) -> Vec<String> {
    let pending = catalogue.pending().map(|table| match table.wanted() {
        Some(Layout::Coordinator) => format!("{} is not known to the nodes", table.name),
        _ => format!("{} is not distributed", table.name),
    });
    catalogue.errors().into_iter().chain(pending).collect()
}
