//! How a stream to the server becomes one that is encrypted where it should be, and names errors by their SQLSTATE.

use std::convert::Infallible;
use std::io;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_util::either::Either;

use super::named::Named;

/// Asks a server for TLS: a length, and the number that stands for the question.
const TLS_WANTED: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// A stream that the driver can use.
pub(crate) trait Wire: AsyncRead + AsyncWrite + Unpin + Send + 'static {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Wire for S {}

type Encrypted<S> = <MakeRustlsConnect as MakeTlsConnect<S>>::Stream;
/// What the driver reads and writes.
pub(crate) type Line<S> = Named<Either<Encrypted<S>, S>>;

/// Opens streams. The driver is told to want TLS, and at once, so that every stream comes by here, whatever becomes of it.
#[derive(Clone)]
pub(crate) struct Opening {
    pub(crate) mode: SslMode,
    /// The server is to begin with TLS without being asked.
    pub(crate) unasked: bool,
    pub(crate) rustls: MakeRustlsConnect,
}

/// The same, for one host.
pub(crate) struct OpeningTo {
    opening: Opening,
    host: String,
}

impl Opening {
    pub(crate) fn to(&self, host: &str) -> OpeningTo {
        OpeningTo { opening: self.clone(), host: host.to_owned() }
    }

    async fn is_tls_agreed(&self, stream: &mut impl Wire) -> io::Result<bool> {
        match self.mode {
            SslMode::Disable => return Ok(false),
            _ if self.unasked => return Ok(true),
            _ => {}
        }
        stream.write_all(&TLS_WANTED).await?;
        let answer = stream.read_u8().await?;
        match (answer, self.mode) {
            (b'S', _) => Ok(true),
            (_, SslMode::Prefer) => Ok(false),
            _ => Err(io::Error::other("the server has no TLS, and the address demands it (sslmode)")),
        }
    }
}

impl<S: Wire> MakeTlsConnect<S> for Opening {
    type Stream = Line<S>;
    type TlsConnect = OpeningTo;
    type Error = Infallible;

    fn make_tls_connect(&mut self, host: &str) -> Result<OpeningTo, Infallible> {
        Ok(self.to(host))
    }
}

impl<S: Wire> TlsConnect<S> for OpeningTo {
    type Stream = Line<S>;
    type Error = io::Error;
    type Future = BoxFuture<'static, io::Result<Line<S>>>;

    fn connect(mut self, mut stream: S) -> Self::Future {
        async move {
            if !self.opening.is_tls_agreed(&mut stream).await? {
                return Ok(Named::new(Either::Right(stream)));
            }
            let Ok(tls) = MakeTlsConnect::<S>::make_tls_connect(&mut self.opening.rustls, &self.host);
            Ok(Named::new(Either::Left(tls.connect(stream).await?)))
        }
        .boxed()
    }
}

impl<S: Wire> TlsStream for Line<S> {
    fn channel_binding(&self) -> ChannelBinding {
        match self.stream() {
            Either::Left(encrypted) => encrypted.channel_binding(),
            Either::Right(_) => ChannelBinding::none(),
        }
    }
}
