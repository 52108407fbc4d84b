//! Listener of visitors, whose request lines may hold raw bytes. Otherwise the same as `actix_web::HttpServer`, which
//! can't put anything between a connection and the parser.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use actix_http::{HttpService, Protocol, Request};
use actix_server::Server;
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::dev::{AppConfig, ServiceResponse};
use edge::EscapedLines;
use tokio::net::TcpStream;

/// Serves the app of `factory` on a listening socket.
pub(super) fn serve<F, I, S>(
    listener: TcpListener,
    head_wait: Duration,
    keep_alive: Duration,
    factory: F,
) -> io::Result<Server>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<
            Request,
            Config = AppConfig,
            Response = ServiceResponse,
            Error = actix_web::Error,
            InitError = (),
        > + 'static,
    S::Future: 'static,
    S::Service: 'static,
{
    let address = listener.local_addr()?;
    let builder = Server::build().disable_signals().shutdown_timeout(1);
    let stopping = builder.graceful_shutdown_signal();
    let builder = builder.listen("visitors", listener, move || {
        let stopping = stopping.clone();
        let app = factory().into_factory().map_err(|error| error.error_response());
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .keep_alive(keep_alive)
            .client_request_timeout(head_wait)
            .client_disconnect_timeout(Duration::from_secs(1))
            .local_addr(address)
            .finish(map_config(app, |()| AppConfig::default()));
        fn_service(async |stream: TcpStream| {
            // As for the other listeners, see `bind`. A socket that can't do it works, too.
            let _ = stream.set_nodelay(true);
            let peer = stream.peer_addr().ok();
            Ok((EscapedLines::of(stream), Protocol::Http1, peer))
        })
        .and_then(http)
    })?;
    Ok(builder.run())
}
