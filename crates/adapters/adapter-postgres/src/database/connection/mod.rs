//! Connections: TLS if the server wants it, errors with their SQLSTATE, and one small pool for each runtime.

mod named;
mod opening;
mod tls;

use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use diesel_async::{AsyncConnection as _, AsyncPgConnection};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use futures_util::stream::{BoxStream, Stream, StreamExt as _, poll_fn};
use tokio::net::UnixStream;
use tokio_postgres::config::{Host, SslMode, SslNegotiation, TargetSessionAttrs};
use tokio_postgres::error::{DbError, Severity, SqlState};
use tokio_postgres::{AsyncMessage, Client, Config, Connection};
use tokio_postgres_rustls::MakeRustlsConnect;

pub(crate) use self::named::code_of;
use self::opening::{Line, Opening, Wire};
pub use self::tls::WrongParameter;
use self::tls::{Mode, Tls};
use crate::database::note::Note;
use crate::database::watchdog;
use crate::database::watchdog::{HealthProbe, Waiting};

/// Pool of connections that all live on the runtime that first uses the pool.
///
/// diesel-async drives a connection on the runtime that opened it, so every actix worker has a pool of its own. With a
/// shared pool, a busy worker would stall the queries of the others.
pub type Pool = deadpool::managed::Pool<AsyncDieselConnectionManager<AsyncPgConnection>>;

/// Reason why a connection failed.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The address is not a PostgreSQL connection string.
    #[error("the database address is not a valid PostgreSQL connection string")]
    Address(#[source] tokio_postgres::Error),
    /// The server can't be reached, or rejects the connection.
    #[error("the database can't be reached")]
    Unreachable(#[source] tokio_postgres::Error),
    /// `target_session_attrs` needs TCP hosts; a Unix socket cannot be one of several candidates.
    #[error("a Unix socket must be the only host of the address, without target_session_attrs")]
    OneOfSeveral,
    /// The Unix socket of a local server can't be reached.
    #[error("the database can't be reached")]
    Socket(#[source] std::io::Error),
    /// The address leads to a pooler in transaction mode, which gives the session to other clients between statements.
    #[error(
        "no change notifications come through a pooler in transaction mode: use an address that bypasses the pooler"
    )]
    Pooled,
    /// The TLS parameters of the address are invalid.
    #[error(transparent)]
    Tls(#[from] WrongParameter),
    /// The thread that read the certificates was lost.
    #[error("the database's certificates could not be read")]
    Interrupted(#[source] tokio::task::JoinError),
}

impl ConnectError {
    /// Returns whether the server's `pg_hba.conf` rules reject this way to connect
    /// (`invalid_authorization_specification`).
    fn is_of_rules(&self) -> bool {
        matches!(self, Self::Unreachable(error)
            if error.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION))
    }
}

/// Maximum wait for a free connection before a request fails because the database is unavailable.
const POOL_WAIT: Duration = Duration::from_secs(5);

/// Creates a pool of at most `size` connections to `database_url`. The first use opens the first connection.
///
/// A connection is closed when its server stops responding, so no caller waits for ever.
pub fn pool(database_url: &str, size: usize) -> Pool {
    let mut config = ManagerConfig::default();
    // A check before each use costs a quarter of the throughput; a broken connection reports itself.
    config.recycling_method = RecyclingMethod::Fast;
    let pulse = Arc::new(HealthProbe::of(database_url));
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
        let (client, driver) = connect(database_url).await.map_err(bad)?;
        tokio::spawn(driver);
        AsyncPgConnection::try_from(client).await
    }
    .boxed()
}

/// Opens a connection whose statements fail if the server hangs.
async fn attended_connection(
    database_url: &str,
    pulse: Arc<HealthProbe>,
) -> diesel::ConnectionResult<AsyncPgConnection> {
    let bad = |error: ConnectError| diesel::ConnectionError::BadConnection(describe(&error));
    let (client, driver) = connect(database_url).await.map_err(bad)?;
    let waiting = Arc::new(Waiting::default());
    tokio::spawn(watchdog::drive(driver, Arc::clone(&waiting), pulse));
    let mut connection = AsyncPgConnection::try_from(client).await?;
    connection.set_instrumentation(Note::of(waiting));
    Ok(connection)
}

/// Opens one connection outside any pool. The caller polls the driver, which carries notifications.
pub async fn connect(database_url: &str) -> Result<(Client, Driver), ConnectError> {
    let (mut config, tls) = read(database_url)?;
    let unasked = config.get_ssl_negotiation() == SslNegotiation::Direct;
    config.ssl_mode(SslMode::Require).ssl_negotiation(SslNegotiation::Direct);
    if let Some(folder) = socket_folder(&config)? {
        return connect_to_socket(&config, &folder).await;
    }
    if config.get_hosts().is_empty() {
        // Certificates name hosts, and this host is known only by its address.
        for address in config.get_hostaddrs().to_vec() {
            config.host(address.to_string());
        }
    }
    if tls.mode == Mode::Disable {
        return connect_by(&config, Opening::PLAIN).await;
    }
    let demanded = tls.mode > Mode::Prefer;
    let encrypted = Opening { tls: Some(made(tls.clone(), unasked).await?), demanded, unasked };
    // The server's rules may allow only one way, and the server rejects the other before authentication.
    match tls.mode {
        Mode::Allow => match connect_by(&config, Opening::PLAIN).await {
            Err(error) if error.is_of_rules() => connect_by(&config, encrypted).await,
            opened => opened,
        },
        Mode::Prefer => match connect_by(&config, encrypted).await {
            Err(error) if error.is_of_rules() => connect_by(&config, Opening::PLAIN).await,
            opened => opened,
        },
        _ => connect_by(&config, encrypted).await,
    }
}

/// Checks the form of an address and the files that the address names, without connecting.
pub fn check_address(database_url: &str) -> Result<(), ConnectError> {
    let (config, tls) = read(database_url)?;
    if socket_folder(&config)?.is_none() && tls.mode != Mode::Disable {
        tls.config()?;
    }
    Ok(())
}

fn read(database_url: &str) -> Result<(Config, Tls), ConnectError> {
    let (rest, tls) = Tls::take_from(database_url)?;
    let config: Config = rest.parse().map_err(ConnectError::Address)?;
    tls.fits(config.get_ssl_negotiation())?;
    Ok((config, tls))
}

async fn connect_by(config: &Config, opening: Opening) -> Result<(Client, Driver), ConnectError> {
    let (client, connection) = config.connect(opening).await.map_err(ConnectError::Unreachable)?;
    Ok((client, Driver::of(connection)))
}

/// Connects to a local server without TLS, since nobody can intercept a Unix socket.
async fn connect_to_socket(config: &Config, folder: &Path) -> Result<(Client, Driver), ConnectError> {
    let port = config.get_ports().first().unwrap_or(&5432);
    let stream = UnixStream::connect(folder.join(format!(".s.PGSQL.{port}"))).await;
    let opened = config.connect_raw(stream.map_err(ConnectError::Socket)?, Opening::PLAIN.to("")).await;
    let (client, connection) = opened.map_err(ConnectError::Unreachable)?;
    Ok((client, Driver::of(connection)))
}

/// Reads the certificate files for each connection, so that renewed files take effect.
async fn made(tls: Tls, unasked: bool) -> Result<MakeRustlsConnect, ConnectError> {
    let reading = tokio::task::spawn_blocking(move || tls.config());
    let mut config = reading.await.map_err(ConnectError::Interrupted)??;
    if unasked {
        // Without a preceding SSL request, ALPN names the following protocol.
        config.alpn_protocols = vec![b"postgresql".to_vec()];
    }
    Ok(MakeRustlsConnect::new(config))
}

/// Returns the folder of the Unix socket if the address names one.
fn socket_folder(config: &Config) -> Result<Option<PathBuf>, ConnectError> {
    let hosts = config.get_hosts();
    let folder = hosts.iter().find_map(|host| match host {
        Host::Unix(folder) => Some(folder.clone()),
        Host::Tcp(_) => None,
    });
    let any = config.get_target_session_attrs() == TargetSessionAttrs::Any;
    if folder.is_some() && (hosts.len() > 1 || !any) { Err(ConnectError::OneOfSeveral) } else { Ok(folder) }
}

/// Driver of a connection: polled to its end, the driver carries statements and responses. As a stream, it also yields
/// the server's asynchronous messages.
pub struct Driver(BoxStream<'static, Result<AsyncMessage, tokio_postgres::Error>>);

impl Driver {
    fn of<S: Wire>(mut connection: Connection<S, Line<S>>) -> Self {
        Self(poll_fn(move |context| connection.poll_message(context)).boxed())
    }
}

impl Stream for Driver {
    type Item = Result<AsyncMessage, tokio_postgres::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_next_unpin(context)
    }
}

impl Future for Driver {
    type Output = Result<(), tokio_postgres::Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        while let Some(message) = ready!(self.0.poll_next_unpin(context)?) {
            if let AsyncMessage::Notice(notice) = message {
                log_notice(&notice);
            }
        }
        Poll::Ready(Ok(()))
    }
}

/// Logs warnings as warnings; other notices, such as that a table already exists, come at every start.
fn log_notice(notice: &DbError) {
    match notice.parsed_severity() {
        Some(Severity::Warning) => tracing::warn!("{}", notice.message()),
        _ => tracing::debug!("{}", notice.message()),
    }
}

/// Returns the error with its causes, in one line.
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
