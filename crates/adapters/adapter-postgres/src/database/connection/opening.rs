//! Opening of streams to the server: encryption if configured, and errors with their SQLSTATE.

use std::convert::Infallible;
use std::io;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_util::either::Either;

use super::named::Named;

/// SSLRequest message: its length, then the request code.
const TLS_WANTED: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// Stream that the driver can use.
pub(crate) trait Wire: AsyncRead + AsyncWrite + Unpin + Send + 'static {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Wire for S {}

type Encrypted<S> = <MakeRustlsConnect as MakeTlsConnect<S>>::Stream;
/// Stream that the driver reads and writes.
pub(crate) type Line<S> = Named<Either<Encrypted<S>, S>>;

/// Opens streams. The driver is configured for immediate TLS, so that it passes every stream to this type.
#[derive(Clone)]
pub(crate) struct Opening {
    /// TLS client; `None` leaves the stream unencrypted.
    pub(crate) tls: Option<MakeRustlsConnect>,
    /// Whether a server without TLS is rejected.
    pub(crate) demanded: bool,
    /// Whether TLS starts directly, without an SSLRequest.
    pub(crate) unasked: bool,
}

/// [`Opening`] for one host.
pub(crate) struct OpeningTo {
    opening: Opening,
    host: String,
}

impl Opening {
    /// Leaves streams unencrypted.
    pub(crate) const PLAIN: Self = Self { tls: None, demanded: false, unasked: false };

    pub(crate) fn to(&self, host: &str) -> OpeningTo {
        OpeningTo { opening: self.clone(), host: host.to_owned() }
    }

    async fn is_agreed(&self, stream: &mut impl Wire) -> io::Result<bool> {
        if self.unasked {
            return Ok(true);
        }
        stream.write_all(&TLS_WANTED).await?;
        match stream.read_u8().await? {
            b'S' => Ok(true),
            _ if self.demanded => {
                Err(io::Error::other("the server has no TLS, but sslmode in the address requires it"))
            }
            _ => Ok(false),
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

    fn connect(self, mut stream: S) -> Self::Future {
        async move {
            let plain = |stream| Ok(Named::new(Either::Right(stream)));
            let Some(mut tls) = self.opening.tls.clone() else { return plain(stream) };
            if !self.opening.is_agreed(&mut stream).await? {
                return plain(stream);
            }
            let Ok(tls) = MakeTlsConnect::<S>::make_tls_connect(&mut tls, &self.host);
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
