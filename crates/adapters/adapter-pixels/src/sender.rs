use std::time::{Duration, Instant};

use async_trait::async_trait;
use conversion_pixel::answer::{Answer, Body, Verdict};
use conversion_pixel::event::Event;
use conversion_pixel::ports::{Destination, PixelSender};
use conversion_pixel::{Platform, TestCode, envelope};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::{Client, RequestBuilder, Response, redirect};
use tracing::{Instrument as _, field};

use crate::Endpoints;

/// How long a request may take, from the connection to the last byte of the answer.
pub const TIMEOUT: Duration = Duration::from_secs(5);

/// How much of an answer is read, in bytes.
pub const MAX_ANSWER: usize = 64 * 1024;

/// The client could not be set up, for example because the system has no root certificates.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client for pixels could not be set up")]
pub struct SenderError(#[source] reqwest::Error);

/// Sends events over HTTP, one in a request. TLS uses the process's default provider, which the program installs.
pub struct HttpSender {
    client: Client,
    endpoints: Endpoints,
}

impl HttpSender {
    /// A sender to the platforms at `endpoints`, which waits [`TIMEOUT`] for an answer.
    pub fn new(endpoints: Endpoints) -> Result<Self, SenderError> {
        Self::with_timeout(endpoints, TIMEOUT)
    }

    /// A sender with another time limit.
    pub fn with_timeout(endpoints: Endpoints, timeout: Duration) -> Result<Self, SenderError> {
        let client = Client::builder()
            .timeout(timeout)
            // A redirect could carry the token to another server.
            .redirect(redirect::Policy::none())
            .referer(false)
            .no_gzip()
            .build()
            .map_err(SenderError)?;
        Ok(Self { client, endpoints })
    }

    /// The request to a platform; `None` when it can't be built from what is stored.
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
        let answer = answer(destination.platform, request).instrument(span.clone()).await;
        span.record("outcome", answer.verdict.as_str());
        let labels = [("platform", platform), ("outcome", answer.verdict.as_str())];
        metrics::counter!("pixel_requests_total", &labels).increment(1);
        metrics::histogram!("pixel_request_duration_seconds", &labels).record(started.elapsed());
        answer
    }
}

async fn answer(platform: Platform, request: RequestBuilder) -> Answer {
    // The causes are not returned: they may name the address, and waiting is all that can be done about them.
    let Ok(response) = request.send().await else { return Answer::NONE };
    let (status, retry_after) = (response.status().as_u16(), retry_after(response.headers()));
    Answer { retry_after, ..Answer::read(platform, status, &read(response).await) }
}

/// The seconds of `Retry-After`. Neither platform documents the header; what stands before them may send it. A date is left out.
fn retry_after(headers: &HeaderMap) -> Option<u32> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()
}

/// The body. One that is too long or incomplete counts as empty.
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
