//! Connections: TLS where the server wants it, and one small pool for each runtime.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use diesel_async::{AsyncConnection as _, AsyncPgConnection};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use rustls::ClientConfig;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Connection, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::vigil::{self, Note, Pulse, Waiting};

/// A pool of connections that all live on the runtime that first asks for them.
///
/// diesel-async drives a connection on the runtime that opened it, so every actix worker holds a pool of its own:
/// a shared one lets a busy worker stall the queries of the others.
pub type Pool = deadpool::managed::Pool<AsyncDieselConnectionManager<AsyncPgConnection>>;

/// Why no connection could be made.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The address is not a PostgreSQL connection string.
    #[error("the database address can't be read")]
    Address(#[source] tokio_postgres::Error),
    /// The server can't be reached or refuses us.
    #[error("the database can't be reached")]
    Unreachable(#[source] tokio_postgres::Error),
    /// The address leads to a pooler that gives our session to others between two statements.
    #[error("no news come through a pooler in transaction mode: an address past it is needed")]
    Pooled,
    /// The certificates that the system trusts can't be loaded.
    #[error("TLS can't be set up")]
    Tls(#[source] rustls::Error),
}

/// How long a request waits for a free connection before it is told that the database is unavailable.
const POOL_WAIT: Duration = Duration::from_secs(5);

/// A pool of at most `size` connections to `database_url`. Nothing is opened before the first use. A connection is given up
/// when its server does not answer any more, so nobody waits for ever.
pub fn pool(database_url: &str, size: usize) -> Pool {
    let mut config = ManagerConfig::default();
    // A check before each use costs a quarter of the throughput; a broken connection announces itself.
    config.recycling_method = RecyclingMethod::Fast;
    let pulse = Arc::new(Pulse::of(database_url));
    config.custom_setup = Box::new(move |url| attended_connection(url, Arc::clone(&pulse)).boxed());
    let manager = AsyncDieselConnectionManager::new_with_config(database_url, config);
    let built = deadpool::managed::Pool::builder(manager)
        .max_size(size)
        .wait_timeout(Some(POOL_WAIT))
        .create_timeout(Some(POOL_WAIT))
        .runtime(deadpool::Runtime::Tokio1)
        .build();
    match built {
        Ok(pool) => pool,
        Err(deadpool::managed::BuildError::NoRuntimeSpecified) => {
            unreachable!("the runtime is named two lines above")
        }
    }
}

pub(crate) fn diesel_connection(
    database_url: &str,
) -> BoxFuture<'_, diesel::ConnectionResult<AsyncPgConnection>> {
    async move {
        let bad = |error: ConnectError| diesel::ConnectionError::BadConnection(describe(&error));
        let (client, connection) = connect(database_url).await.map_err(bad)?;
        AsyncPgConnection::try_from_client_and_connection(client, connection).await
    }
    .boxed()
}

/// A connection on which no statement waits for a server that hangs.
async fn attended_connection(
    database_url: &str,
    pulse: Arc<Pulse>,
) -> diesel::ConnectionResult<AsyncPgConnection> {
    let bad = |error: ConnectError| diesel::ConnectionError::BadConnection(describe(&error));
    let (client, connection) = connect(database_url).await.map_err(bad)?;
    let waiting = Arc::new(Waiting::default());
    tokio::spawn(vigil::drive(connection, Arc::clone(&waiting), pulse));
    let mut connection = AsyncPgConnection::try_from(client).await?;
    connection.set_instrumentation(Note(waiting));
    Ok(connection)
}

/// Opens one connection outside any pool. The caller polls the connection half, which carries notifications.
pub async fn connect(
    database_url: &str,
) -> Result<(Client, Connection<Socket, MaybeTlsStream>), ConnectError> {
    let config: Config = database_url.parse().map_err(ConnectError::Address)?;
    let tls = MakeRustlsConnect::new(tls_config()?);
    config.connect(tls).await.map_err(ConnectError::Unreachable)
}

type MaybeTlsStream = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;

/// The certificates that the system trusts are read once for the whole process.
fn tls_config() -> Result<ClientConfig, ConnectError> {
    static CONFIG: OnceLock<Result<ClientConfig, rustls::Error>> = OnceLock::new();
    let config = CONFIG.get_or_init(|| {
        let mut roots = rustls::RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        Ok(ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth())
    });
    config.clone().map_err(ConnectError::Tls)
}

/// The error with its causes, in one line.
fn describe(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}
