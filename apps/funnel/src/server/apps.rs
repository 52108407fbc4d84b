use std::io;
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{Server, Service as _, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::{Compress, Condition, from_fn};
use actix_web::web::{self, Data};
use actix_web::{App, HttpServer, guard};
use admin_api::openapi;
use anyhow::Context as _;
use http_kit::deprecation::announce;
use http_kit::fallback::fallback;
use http_kit::management;
use http_kit::management::Vitals;
use http_kit::middleware::{answer_head, observe, render};
use http_kit::transport::{came_by_https, require_https};
use kernel::is_public;
use secrecy::ExposeSecret as _;
use tokio::net::TcpSocket;
use utoipa_swagger_ui::{self as swagger, SwaggerUi};

use super::assistants::assistants;
use super::visitors;
use crate::commands::here;
use crate::config::{Config, ConfigError};
use crate::wiring::{DatabaseVitals, EdgeShared, Services, Shared, live_page_changes};

/// Time that a client has to send the head of its first request. Later heads on the same connection
/// are limited in size only, because actix has no timeout for them.
const HEAD_WAIT: Duration = Duration::from_secs(5);

/// Keep-alive timeout. It is longer than the usual minute of proxies, so that the proxy closes idle
/// connections first and no request is lost.
const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// Connections in the accept queue.
const BACKLOG: u32 = 1024;

/// A listener that accepts connections as soon as its server is polled.
pub(super) struct Bound {
    pub(super) address: SocketAddr,
    pub(super) server: Server,
    pub(super) door: ListenerHandle,
}

/// A second handle of a listening socket. The server can't close its socket before it ends, but
/// this handle can.
pub(super) struct ListenerHandle(TcpStream);

impl ListenerHandle {
    fn of(listener: &TcpListener) -> io::Result<Self> {
        // `TcpStream` only serves to call `shutdown`, which is the same for listeners.
        Ok(Self(OwnedFd::from(listener.try_clone()?).into()))
    }

    /// Refuses new connections, so that clients connect to another process. Existing connections
    /// continue.
    pub(super) fn close(&self) {
        if let Err(error) = self.0.shutdown(Shutdown::Both) {
            tracing::debug!(%error, "a listening socket can't be closed early");
        }
    }
}

/// Listening addresses of a process. They are bound before anything is created, so that a conflict
/// leaves no trace, and accept connections only once the server runs.
pub(super) struct Reserved {
    pub(super) api: Option<Address>,
    pub(super) edge: Option<Address>,
    pub(super) dashboard: Option<Address>,
    pub(super) management: Address,
}

/// A bound socket and the variable that named its address.
pub(super) struct Address {
    variable: &'static str,
    address: SocketAddr,
    socket: TcpSocket,
}

impl Reserved {
    pub(super) fn of(config: &Config) -> anyhow::Result<Self> {
        let Config { roles, api_addr, edge_addr, dashboard_addr, management_addr, .. } = config;
        let api = roles.api.then_some(("FUNNEL_API_ADDR", *api_addr));
        let edge = roles.edge.then_some(("FUNNEL_EDGE_ADDR", *edge_addr));
        let dashboard = roles.dashboard.then_some(("FUNNEL_DASHBOARD_ADDR", *dashboard_addr));
        let management = ("FUNNEL_MANAGEMENT_ADDR", *management_addr);
        distinct(&[api, edge, dashboard, Some(management)])?;
        let reserve = |given: Option<_>| given.map(Address::reserve).transpose();
        let (api, edge, dashboard) = (reserve(api)?, reserve(edge)?, reserve(dashboard)?);
        Ok(Self { api, edge, dashboard, management: Address::reserve(management)? })
    }
}

/// Warns if other machines may reach the management listener, which requires no key.
pub(super) fn warn_of_open_management(address: SocketAddr) {
    if is_open(address.ip()) {
        tracing::warn!(
            %address,
            "the management listener needs no key and other networks may reach it: \
             set FUNNEL_MANAGEMENT_ADDR to a loopback or private address, or block the port with a firewall"
        );
    }
}

/// Returns whether the internet may reach a listener at `address`: an unspecified or public
/// address.
fn is_open(address: IpAddr) -> bool {
    let address = address.to_canonical();
    address.is_unspecified() || is_public(address)
}

/// Rejects duplicate addresses. Port 0 is a different port each time.
fn distinct(addresses: &[Option<(&'static str, SocketAddr)>]) -> Result<(), ConfigError> {
    let mut seen: Vec<(&str, SocketAddr)> = Vec::new();
    for (variable, address) in addresses.iter().flatten().filter(|(_, address)| address.port() != 0) {
        if let Some((other, _)) = seen.iter().find(|(_, other)| other == address) {
            return Err(ConfigError::new(*variable, format!("is the address of {other}")));
        }
        seen.push((variable, *address));
    }
    Ok(())
}

impl Address {
    fn reserve((variable, address): (&'static str, SocketAddr)) -> anyhow::Result<Self> {
        let bind = || {
            let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
            // Otherwise the address stays in use for a while after a stop.
            socket.set_reuseaddr(true)?;
            socket.bind(address)?;
            Ok::<_, io::Error>(socket)
        };
        let socket = bind().with_context(|| format!("{variable}: {address} can't be listened on"))?;
        Ok(Self { variable, address, socket })
    }

    fn listen(self) -> anyhow::Result<(ListenerHandle, TcpListener)> {
        let Self { variable, address, socket } = self;
        let listen = || {
            let listener = socket.listen(BACKLOG)?.into_std()?;
            Ok::<_, io::Error>((ListenerHandle::of(&listener)?, listener))
        };
        listen().with_context(|| format!("{variable}: {address} can't be listened on"))
    }
}

/// Starts the dashboard, a client of the API at `api`.
pub(super) fn dashboard(reserved: Address, api: SocketAddr, shared: &Shared) -> anyhow::Result<Bound> {
    let api = here(api);
    let (door, listener) = reserved.listen()?;
    let settings = dashboard::Settings {
        api: format!("http://{api}"),
        session_key: Some(*shared.keys.sessions.expose_secret()),
        trusted_proxies: shared.config.trusted_proxies.clone(),
    };
    let dashboard::Bound { address, server } = dashboard::listen(settings, listener)?;
    Ok(Bound { address, server, door })
}

macro_rules! bind {
    ($reserved:expr, |$address:ident| $factory:expr) => {{
        let (door, listener) = $reserved.listen()?;
        let $address = listener.local_addr()?;
        // Otherwise the second part of a streamed response waits about 40 ms for the client's delayed
        // acknowledgement.
        let server = HttpServer::new($factory)
            .tcp_nodelay(true)
            .disable_signals()
            .shutdown_timeout(1)
            .client_request_timeout(HEAD_WAIT)
            .keep_alive(KEEP_ALIVE)
            .listen(listener)?;
        Ok(Bound { address: $address, server: server.run(), door })
    }};
}

pub(super) fn api(reserved: Address, shared: &Shared) -> anyhow::Result<Bound> {
    let shared = shared.clone();
    bind!(reserved, |address| move || api_app(&shared, address))
}

pub(super) fn edge(reserved: Address, edge: EdgeShared) -> anyhow::Result<Bound> {
    let (door, listener) = reserved.listen()?;
    let address = listener.local_addr()?;
    let app = move || App::new().configure(::edge::routes(edge.services()));
    Ok(Bound { address, server: visitors::serve(listener, HEAD_WAIT, KEEP_ALIVE, app)?, door })
}

pub(super) fn management(reserved: Address, shared: &Shared) -> anyhow::Result<Bound> {
    let shared = shared.clone();
    bind!(reserved, |address| move || {
        let vitals: Arc<dyn Vitals> = Arc::new(DatabaseVitals::new(&shared));
        App::new()
            .app_data(Data::from(vitals))
            .app_data(Data::new(shared.metrics.clone()))
            .configure(management::routes)
            .default_service(web::to(fallback))
            .wrap(from_fn(render))
            .wrap(from_fn(observe))
            .wrap(from_fn(answer_head))
    })
}

/// Builds the API of one worker, with a pool of its own.
fn api_app(
    shared: &Shared,
    address: SocketAddr,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody + use<>>,
        Error = actix_web::Error,
        InitError = (),
    > + use<>,
> {
    let services = Services::build(shared, &shared.pool());
    let origin = shared.config.dashboard_origin.as_deref();
    let trusted = shared.config.trusted_proxies.clone();
    let docs = SwaggerUi::new("/api/docs/{_:.*}").config(swagger::Config::from(openapi::PATH));
    App::new()
        .app_data(Data::new(shared.in_flight.clone()))
        .app_data(shared.known_paths.clone())
        .app_data(shared.document.clone())
        .app_data(shared.notices.clone())
        .app_data(Data::from(live_page_changes(shared)))
        .configure(|config| services.register(config))
        .configure(::edge::file_routes)
        .service(admin_api::scope(shared.additions.operations))
        .configure(|config| assistants(config, address))
        .service(web::redirect("/api/docs", "/api/docs/"))
        .service(docs)
        .service(web::resource(openapi::PATH).guard(guard::Get()).to(openapi::show))
        .default_service(web::to(fallback))
        .wrap(from_fn(render))
        .wrap(from_fn(announce))
        .wrap(Condition::new(origin.is_some(), cors(origin.unwrap_or_default())))
        .wrap(Compress::default())
        .wrap(from_fn(observe))
        .wrap(from_fn(answer_head))
        .wrap_fn(move |request, service| {
            let is_trusted =
                |peer: IpAddr| trusted.iter().any(|network| network.contains(&peer.to_canonical()));
            let by_https = came_by_https(request.request(), is_trusted);
            let answer = service.call(request);
            async move {
                let mut answer = answer.await?;
                if by_https {
                    require_https(answer.headers_mut());
                }
                Ok(answer)
            }
        })
}

/// Lets the dashboard call all operations and read the headers that it needs.
fn cors(origin: &str) -> Cors {
    Cors::default()
        .allowed_origin(origin)
        .allowed_methods(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
        .allowed_headers([header::AUTHORIZATION, header::CONTENT_TYPE, header::IF_MATCH])
        .allowed_headers(["idempotency-key", "x-request-id"])
        .expose_headers([
            "deprecation",
            "etag",
            "idempotency-replayed",
            "ratelimit",
            "ratelimit-policy",
            "retry-after",
            "sunset",
            "x-data-as-of",
            "x-request-id",
        ])
        .max_age(600)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_management_listener_at_every_or_a_public_address_is_open() {
        for (address, open) in [
            ("0.0.0.0", true),
            ("::", true),
            ("::ffff:0.0.0.0", true),
            ("203.0.114.7", true),
            ("2a01:4f8::1", true),
            ("127.0.0.1", false),
            ("::1", false),
            ("10.1.2.3", false),
            ("192.168.0.5", false),
            ("fd00::1", false),
        ] {
            assert_eq!(is_open(address.parse().unwrap()), open, "{address}");
        }
    }
}
