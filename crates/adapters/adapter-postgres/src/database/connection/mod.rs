//! Connections: TLS if the server wants it, and one small pool for each runtime.

mod tls;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use deadpool::managed::{Manager, Metrics, RecycleError, RecycleResult};
use diesel::{ConnectionError, ConnectionResult};
use futures_util::stream::{BoxStream, Stream, StreamExt as _, poll_fn};
use tokio_postgres::config::{Host, SslMode, SslNegotiation, TargetSessionAttrs};
use tokio_postgres::error::{DbError, Severity, SqlState};
use tokio_postgres::tls::{MakeTlsConnect, TlsStream};
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

pub use self::tls::WrongParameter;
use self::tls::{Mode, Tls};
use crate::database::note::Note;
use crate::database::pg_connection::PgConnection;
use crate::database::watchdog;
use crate::database::watchdog::{HealthProbe, Waiting};

/// Pool of connections that all live on the runtime that first uses the pool.
///
/// A connection is driven on the runtime that opened it, so every actix worker has a pool of its own. With a shared
/// pool, a busy worker would stall the queries of the others.
pub type Pool = deadpool::managed::Pool<Opener>;

/// Opens the connections of a pool.
pub struct Opener {
    database_url: String,
    pulse: Arc<HealthProbe>,
}

impl Manager for Opener {
    type Type = PgConnection;
    type Error = ConnectionError;

    /// Opens a connection whose statements fail if the server hangs.
    async fn create(&self) -> ConnectionResult<PgConnection> {
        let (client, driver) = connect(&self.database_url).await.map_err(bad)?;
        let waiting = Arc::new(Waiting::default());
        tokio::spawn(watchdog::drive(driver, Arc::clone(&waiting), Arc::clone(&self.pulse)));
        PgConnection::of(client, Note::of(waiting)).await
    }

    // A statement before each use would cost a quarter of the throughput; a broken connection reports itself.
    async fn recycle(&self, connection: &mut PgConnection, _: &Metrics) -> RecycleResult<ConnectionError> {
        if connection.is_broken() { Err(RecycleError::message("the connection is broken")) } else { Ok(()) }
    }
}

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
    let opener =
        Opener { database_url: database_url.to_owned(), pulse: Arc::new(HealthProbe::of(database_url)) };
    let built = deadpool::managed::Pool::builder(opener)
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

/// Opens a connection outside any pool.
pub(crate) async fn unpooled(database_url: &str) -> ConnectionResult<PgConnection> {
    let (client, driver) = connect(database_url).await.map_err(bad)?;
    tokio::spawn(driver);
    PgConnection::of(client, Note::of(Arc::default())).await
}

fn bad(error: ConnectError) -> ConnectionError {
    ConnectionError::BadConnection(describe(&error))
}

/// Opens one connection outside any pool. The caller polls the driver, which carries notifications.
pub async fn connect(database_url: &str) -> Result<(Client, Driver), ConnectError> {
    let (mut config, tls) = read(database_url)?;
    // Nobody can intercept a Unix socket.
    if is_local(&config)? || tls.mode == Mode::Disable {
        return connect_plain(config).await;
    }
    if config.get_hosts().is_empty() {
        // Certificates name hosts, and this host is known only by its address.
        for address in config.get_hostaddrs().to_vec() {
            config.host(address.to_string());
        }
    }
    config.ssl_mode(if tls.mode > Mode::Prefer { SslMode::Require } else { SslMode::Prefer });
    let is_direct = config.get_ssl_negotiation() == SslNegotiation::Direct;
    let client = tls_client(tls.clone(), is_direct).await?;
    // The server's rules may allow only one way, and the server rejects the other before authentication.
    match tls.mode {
        Mode::Allow => match connect_plain(config.clone()).await {
            Err(error) if error.is_of_rules() => connect_by(&config, client).await,
            opened => opened,
        },
        Mode::Prefer => match connect_by(&config, client).await {
            Err(error) if error.is_of_rules() => connect_plain(config).await,
            opened => opened,
        },
        _ => connect_by(&config, client).await,
    }
}

/// Checks the form of an address and the files that the address names, without connecting.
pub fn check_address(database_url: &str) -> Result<(), ConnectError> {
    let (config, tls) = read(database_url)?;
    if !is_local(&config)? && tls.mode != Mode::Disable {
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

async fn connect_plain(mut config: Config) -> Result<(Client, Driver), ConnectError> {
    config.ssl_mode(SslMode::Disable);
    connect_by(&config, NoTls).await
}

async fn connect_by<T>(config: &Config, tls: T) -> Result<(Client, Driver), ConnectError>
where
    T: MakeTlsConnect<Socket, Stream: Send + 'static>,
{
    let (client, connection) = config.connect(tls).await.map_err(ConnectError::Unreachable)?;
    Ok((client, Driver::of(connection)))
}

/// Reads the certificate files for each connection, so that renewed files take effect.
async fn tls_client(tls: Tls, is_direct: bool) -> Result<MakeRustlsConnect, ConnectError> {
    let reading = tokio::task::spawn_blocking(move || tls.config());
    let mut config = reading.await.map_err(ConnectError::Interrupted)??;
    if is_direct {
        // Without a preceding SSL request, ALPN names the following protocol.
        config.alpn_protocols = vec![b"postgresql".to_vec()];
    }
    Ok(MakeRustlsConnect::new(config))
}

/// Returns whether the address names a Unix socket.
fn is_local(config: &Config) -> Result<bool, ConnectError> {
    let hosts = config.get_hosts();
    let is_local = hosts.iter().any(|host| matches!(host, Host::Unix(_)));
    let any = config.get_target_session_attrs() == TargetSessionAttrs::Any;
    if is_local && (hosts.len() > 1 || !any) { Err(ConnectError::OneOfSeveral) } else { Ok(is_local) }
}

/// Driver of a connection: polled to its end, the driver carries statements and responses. As a stream, it also yields
/// the server's asynchronous messages.
pub struct Driver(BoxStream<'static, Result<AsyncMessage, tokio_postgres::Error>>);

impl Driver {
    fn of<T: TlsStream + Unpin + Send + 'static>(mut connection: Connection<Socket, T>) -> Self {
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
