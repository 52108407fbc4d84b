use std::net::IpAddr;
use std::time::Duration;

use application::destinations::ports::{HostBusy, Prober};
use application::destinations::{DestinationUrl, Failure, Look};
use async_trait::async_trait;
use kernel::AddressPolicy;
use outgoing_http::Cause;
use reqwest::header::{ACCEPT, LOCATION};
use reqwest::{Client, Method, Response};
use tokio::time::Instant;
use tracing::{Instrument as _, field};
use url::{Host, Url};

use crate::pace::{NotScheduled, Pace};

/// The most redirects that are followed.
const MAX_REDIRECTS: usize = 10;

/// How long a look may take before its last request begins: with that, it ends within half a minute.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Who asks. The last word is what distinguishes programs from visitors, also to this service's own pages.
const USER_AGENT: &str = concat!("funnel/", env!("CARGO_PKG_VERSION"), " (link check bot)");

/// The client could not be set up, for example because the system has no root certificates.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client for looking at destinations could not be set up")]
pub struct ProberError(#[source] reqwest::Error);

/// How a prober goes about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How long a request may take, from the look-up of the name to the head of the answer.
    pub timeout: Duration,
    /// Between two requests to a host.
    pub pause: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(10), pause: Duration::from_secs(1) }
    }
}

/// Looks at addresses over HTTP. One for a process: hosts are spared by each for itself. TLS uses the process's default provider, which the
/// program installs.
pub struct HttpProber {
    client: Client,
    addresses: AddressPolicy,
    pace: Pace,
}

impl HttpProber {
    /// A prober that connects to addresses which this policy accepts.
    pub fn new(addresses: AddressPolicy) -> Result<Self, ProberError> {
        Self::with(addresses, Limits::default())
    }

    /// A prober with other limits.
    pub fn with(addresses: AddressPolicy, limits: Limits) -> Result<Self, ProberError> {
        let client = outgoing_http::client(addresses)
            .user_agent(USER_AGENT)
            .timeout(limits.timeout)
            .referer(false)
            .no_gzip()
            // Whose body is not read is not asked again over the same connection.
            .pool_max_idle_per_host(0)
            .build()
            .map_err(ProberError)?;
        Ok(Self { client, addresses, pace: Pace::new(limits.pause) })
    }

    async fn walk(&self, url: &Url) -> Result<Look, HostBusy> {
        let latest = Instant::now() + TIMEOUT;
        let (mut url, mut method, mut redirects) = (url.clone(), Method::HEAD, 0);
        loop {
            if !self.is_acceptable(&url) {
                return Ok(Look::Failed(Failure::ForbiddenAddress));
            }
            match self.pace.turn(url.host_str().unwrap_or_default(), latest).await {
                Ok(()) => {}
                Err(NotScheduled::Busy) => return Err(HostBusy),
                Err(NotScheduled::Late) => return Ok(Look::Failed(Failure::Timeout)),
            }
            let look = match self.ask(method.clone(), &url).await {
                Seen::Redirect(next) if redirects < MAX_REDIRECTS => {
                    (url, redirects) = (next, redirects + 1);
                    continue;
                }
                Seen::Redirect(_) => Look::Failed(Failure::Redirects),
                Seen::Look(look) => look,
            };
            if method == Method::GET || !look.asks_for_get() {
                return Ok(look);
            }
            method = Method::GET;
        }
    }

    /// An address that is a number is resolved by nobody, so it is judged here.
    fn is_acceptable(&self, url: &Url) -> bool {
        match url.host() {
            Some(Host::Ipv4(address)) => self.addresses.accepts(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => self.addresses.accepts(IpAddr::V6(address)),
            Some(Host::Domain(_)) => true,
            None => false,
        }
    }

    async fn ask(&self, method: Method, url: &Url) -> Seen {
        let request = self.client.request(method, url.clone()).header(ACCEPT, "text/html,*/*;q=0.8");
        match request.send().await {
            // Nothing of the body is read: the connection is closed with the answer.
            Ok(answer) => match redirect(url, &answer) {
                Some(next) => Seen::Redirect(next),
                None => Seen::Look(Look::Answered(answer.status().as_u16())),
            },
            Err(error) => Seen::Look(Look::Failed(failure(&error))),
        }
    }
}

enum Seen {
    Redirect(Url),
    Look(Look),
}

/// Where an answer sends its reader, if that is a web address. One that leads into an app is an answer like any other.
fn redirect(url: &Url, answer: &Response) -> Option<Url> {
    if !matches!(answer.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = answer.headers().get(LOCATION)?.to_str().ok()?;
    let mut next = url.join(location).ok()?;
    if !matches!(next.scheme(), "https" | "http") || next.host_str().is_none_or(str::is_empty) {
        return None;
    }
    // They would be sent.
    next.set_username("").ok()?;
    next.set_password(None).ok()?;
    Some(next)
}

fn failure(error: &reqwest::Error) -> Failure {
    match Cause::of(error) {
        Cause::Dns => Failure::Dns,
        Cause::Timeout => Failure::Timeout,
        Cause::Tls => Failure::Tls,
        Cause::Refused => Failure::Refused,
        Cause::Connection => Failure::Connection,
    }
}

#[async_trait]
impl Prober for HttpProber {
    async fn look(&self, url: &DestinationUrl) -> Result<Look, HostBusy> {
        // The trace is not propagated: the address is somebody else's.
        let span = tracing::info_span!(
            target: "traces",
            "call",
            otel.kind = "client",
            otel.name = "destination",
            outcome = field::Empty,
        );
        let looked = self.walk(url.as_url()).instrument(span.clone()).await;
        let outcome = looked.map_or("postponed", |look| look.verdict().as_str());
        span.record("outcome", outcome);
        metrics::counter!("destination_looks_total", "outcome" => outcome).increment(1);
        looked
    }
}
