use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::http::{Cause, Resolver, retry_after};
use async_trait::async_trait;
use conversion_pixel::answer::{Answer, Body, NoAnswer, Verdict};
use conversion_pixel::event::Event;
use conversion_pixel::ports::{Destination, PixelSender};
use conversion_pixel::{Platform, TestCode, envelope};
use kernel::{AddressPolicy, Clock};
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::{Client, RequestBuilder, Response, redirect};
use tracing::{Instrument as _, field};

use crate::pixels::Endpoints;

/// Time limit of a request, from the connection to the last byte of the response.
pub const TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum number of bytes read from a response.
pub const MAX_ANSWER: usize = 64 * 1024;

/// The HTTP client could not be created, for example because the system has no root certificates.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client for pixels could not be set up")]
pub struct SenderError(#[source] reqwest::Error);

/// Sends events over HTTP, one per request. TLS uses the process's default provider, which the program installs.
pub struct HttpSender {
    client: Client,
    endpoints: Endpoints,
    clock: Arc<dyn Clock>,
}

impl HttpSender {
    /// Creates a sender to the platforms at `endpoints`, with [`TIMEOUT`] as the time limit of a request.
    pub fn new(endpoints: Endpoints, clock: Arc<dyn Clock>) -> Result<Self, SenderError> {
        Self::with_timeout(endpoints, clock, TIMEOUT)
    }

    /// Creates a sender with another time limit.
    pub fn with_timeout(
        endpoints: Endpoints,
        clock: Arc<dyn Clock>,
        timeout: Duration,
    ) -> Result<Self, SenderError> {
        let client = Client::builder()
            .timeout(timeout)
            // The operator names the platforms, so any address is acceptable.
            .dns_resolver(Arc::new(Resolver::from_system(AddressPolicy::AllowPrivate)))
            // A redirect could carry the token to another server.
            .redirect(redirect::Policy::none())
            .referer(false)
            .no_gzip()
            .build()
            .map_err(SenderError)?;
        Ok(Self { client, endpoints, clock })
    }

    /// Builds the request to a platform; `None` if the stored data is not valid in a request.
    fn request(&self, to: &Destination, event: &Event, test: Option<&TestCode>) -> Option<RequestBuilder> {
        let request = match to.platform {
            Platform::Meta => {
                let request = self.client.post(self.endpoints.meta_events(&to.pixel_id));
                request.body(envelope::meta(event, test, &to.token).ok()?)
            }
            Platform::TikTok => {
                let mut token = HeaderValue::from_str(to.token.expose()).ok()?;
                token.set_sensitive(true);
                let request = self.client.post(self.endpoints.tiktok_track());
                let body = envelope::tiktok(event, test, &to.pixel_id).ok()?;
                request.header(envelope::TIKTOK_TOKEN_HEADER, token).body(body)
            }
        };
        Some(request.header(CONTENT_TYPE, "application/json"))
    }

    async fn answer(&self, platform: Platform, request: RequestBuilder) -> Answer {
        match request.send().await {
            Ok(response) => {
                let status = response.status().as_u16();
                // Neither platform documents `Retry-After`; a proxy in front of a platform may send it.
                let retry_after = retry_after(response.headers(), self.clock.now());
                Answer { retry_after, ..Answer::read(platform, status, &read(response).await) }
            }
            Err(error) => Answer::none(reason(&error)),
        }
    }
}

#[async_trait]
impl PixelSender for HttpSender {
    async fn send(&self, destination: &Destination, event: &Event, test: Option<TestCode>) -> Answer {
        let Some(request) = self.request(destination, event, test.as_ref()) else {
            // A request that can't be built now can't be built later either.
            return Answer { verdict: Verdict::Permanent, ..Answer::NONE };
        };
        let started = Instant::now();
        let platform = destination.platform.as_str();
        // The trace is not propagated: the platform belongs to another company.
        let span = tracing::info_span!(
            target: "traces",
            "call",
            otel.kind = "client",
            otel.name = %format_args!("pixel {platform}"),
            outcome = field::Empty,
        );
        let answer = self.answer(destination.platform, request).instrument(span.clone()).await;
        let (outcome, error) = (answer.verdict.as_str(), answer.failure.map_or("none", NoAnswer::as_str));
        span.record("outcome", outcome);
        let labels = [("platform", platform), ("outcome", outcome), ("error", error)];
        metrics::counter!("pixel_requests_total", &labels).increment(1);
        let labels = [("platform", platform), ("outcome", outcome)];
        metrics::histogram!("pixel_request_duration_seconds", &labels).record(started.elapsed());
        answer
    }
}

/// Returns the reason why no response came. The error itself is not returned, because it may contain the address.
fn reason(error: &reqwest::Error) -> NoAnswer {
    match Cause::of(error) {
        Cause::Dns => NoAnswer::Dns,
        Cause::Timeout => NoAnswer::Timeout,
        Cause::Tls => NoAnswer::Tls,
        Cause::Refused => NoAnswer::Refused,
        Cause::Connection => NoAnswer::Connection,
    }
}

/// Reads the body. A body that is too long or incomplete counts as empty.
async fn read(mut response: Response) -> Body {
    let mut bytes = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) if bytes.len() + chunk.len() <= MAX_ANSWER => bytes.extend_from_slice(&chunk),
            Ok(None) => return Body::read(&bytes),
            Ok(Some(_)) | Err(_) => return Body::Other,
        }
    }
}
