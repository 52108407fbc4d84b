use std::net::IpAddr;
use std::time::Duration;

use crate::http::Cause;
use application::destinations::ports::{HostBusy, Prober};
use application::destinations::{DestinationUrl, Failure, Look};
use async_trait::async_trait;
use kernel::AddressPolicy;
use reqwest::header::{ACCEPT, LOCATION};
use reqwest::{Client, Method, Response};
use tokio::time::Instant;
use tracing::{Instrument as _, field};
use url::{Host, Url};

use crate::destinations::pace::{NotScheduled, Pace};

/// Maximum number of redirects that are followed.
const MAX_REDIRECTS: usize = 10;

/// Time limit for starting the last request of a check. The check then ends within 30 seconds.
const TIMEOUT: Duration = Duration::from_secs(15);

/// User agent. The word "bot" identifies it as a program, also to this service's own pages.
const USER_AGENT: &str = concat!("funnel/", env!("CARGO_PKG_VERSION"), " (link check bot)");

/// The HTTP client could not be created, for example because the system has no root certificates.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client for destination checks could not be set up")]
pub struct ProberError(#[source] reqwest::Error);

/// Timing of a prober.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Timeout of a request, from the name lookup to the headers of the answer.
    pub timeout: Duration,
    /// Pause between two requests to a host.
    pub pause: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(10), pause: Duration::from_secs(1) }
    }
}

/// Checks addresses over HTTP. Use one per process, because each keeps its own pauses between
/// requests to a host. TLS uses the default provider that the program installs.
pub struct HttpProber {
    client: Client,
    addresses: AddressPolicy,
    pace: Pace,
}

impl HttpProber {
    /// Creates a prober that connects only to addresses accepted by this policy.
    pub fn new(addresses: AddressPolicy) -> Result<Self, ProberError> {
        Self::with(addresses, Limits::default())
    }

    /// Creates a prober with other limits.
    pub fn with(addresses: AddressPolicy, limits: Limits) -> Result<Self, ProberError> {
        let client = crate::http::client(addresses)
            .user_agent(USER_AGENT)
            .timeout(limits.timeout)
            .referer(false)
            .no_gzip()
            // Bodies are not read, so connections can't be reused.
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

    /// Returns whether the policy accepts a URL with an IP address. Such a host is not resolved, so
    /// it is checked here.
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
            // The body is not read; the connection closes with the answer.
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

/// Returns the target of a redirect if it is a web address. A redirect to an app counts as a normal
/// answer.
fn redirect(url: &Url, answer: &Response) -> Option<Url> {
    if !matches!(answer.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return None;
    }
    let location = answer.headers().get(LOCATION)?.to_str().ok()?;
    let mut next = url.join(location).ok()?;
    if !matches!(next.scheme(), "https" | "http") || next.host_str().is_none_or(str::is_empty) {
        return None;
    }
    // Credentials in the URL would be sent.
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
        // The trace is not propagated, because the destination belongs to someone else.
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
