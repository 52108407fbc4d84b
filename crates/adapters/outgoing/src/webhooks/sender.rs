use std::time::{Duration, Instant};

use crate::http::{Cause, retry_after};
use async_trait::async_trait;
use kernel::{AddressPolicy, UnixTime};
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use reqwest::{Client, Response};
use tracing::{Instrument as _, field};
use webhooks::answer::KEPT;
use webhooks::ports::WebhookSender;
use webhooks::{Answer, EndpointUrl, NoAnswer, SignedMessage};

/// Time limit of a request, from the name lookup to the response.
pub const TIMEOUT: Duration = Duration::from_secs(15);

/// The HTTP client could not be created, for example because the system has no root certificates.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client for webhooks could not be set up")]
pub struct SenderError(#[source] reqwest::Error);

/// Sends messages over HTTP, one per request. TLS uses the process's default provider, which the program installs.
pub struct HttpSender {
    client: Client,
    addresses: AddressPolicy,
}

impl HttpSender {
    /// Creates a sender to addresses that this policy accepts, with [`TIMEOUT`] as the time limit of a request.
    pub fn new(addresses: AddressPolicy) -> Result<Self, SenderError> {
        Self::with_timeout(addresses, TIMEOUT)
    }

    /// Creates a sender with another time limit.
    pub fn with_timeout(addresses: AddressPolicy, timeout: Duration) -> Result<Self, SenderError> {
        let client = crate::http::client(addresses)
            .timeout(timeout)
            .referer(false)
            // Many servers compress without being asked.
            .gzip(true)
            // Most endpoints get few messages, so idle connections are closed soon.
            .pool_idle_timeout(Duration::from_secs(30))
            .pool_max_idle_per_host(8)
            .build()
            .map_err(SenderError)?;
        Ok(Self { client, addresses })
    }

    async fn post(&self, url: &EndpointUrl, message: &SignedMessage) -> Answer {
        // The resolver never sees an IP address in a URL.
        if !url.is_acceptable(self.addresses) {
            return Answer::none(NoAnswer::ForbiddenAddress);
        }
        let request = self
            .client
            .post(url.as_str())
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", &message.id)
            .header("webhook-timestamp", message.timestamp)
            .header("webhook-signature", &message.signature)
            .body(message.body.clone());
        match request.send().await {
            Ok(response) => {
                let status = response.status().as_u16();
                // A date in the header is compared with the time of sending, at most 15 seconds ago.
                let wait = retry_after(response.headers(), UnixTime::from_seconds(message.timestamp));
                Answer::new(status, &beginning(response).await).asking_to_wait(wait)
            }
            Err(error) => Answer::none(reason(Cause::of(&error))),
        }
    }
}

const fn reason(cause: Cause) -> NoAnswer {
    match cause {
        Cause::Dns => NoAnswer::Dns,
        Cause::Timeout => NoAnswer::Timeout,
        Cause::Tls => NoAnswer::Tls,
        Cause::Refused => NoAnswer::Refused,
        Cause::Connection => NoAnswer::Connection,
    }
}

#[async_trait]
impl WebhookSender for HttpSender {
    async fn send(&self, url: &EndpointUrl, message: &SignedMessage) -> Answer {
        let started = Instant::now();
        // The trace is not propagated: the endpoint belongs to another company.
        let span = tracing::info_span!(
            target: "traces",
            "call",
            otel.kind = "client",
            otel.name = "webhook",
            outcome = field::Empty,
        );
        let answer = self.post(url, message).instrument(span.clone()).await;
        let outcome = answer.verdict().as_str();
        span.record("outcome", outcome);
        metrics::counter!("webhook_requests_total", "outcome" => outcome).increment(1);
        metrics::histogram!("webhook_request_duration_seconds", "outcome" => outcome)
            .record(started.elapsed());
        answer
    }
}

/// Returns the part of the body that is stored. If the body is incomplete, the received part counts, because the status
/// has arrived. A body in an encoding that the client does not support, such as `br`, is left out.
async fn beginning(mut response: Response) -> Vec<u8> {
    let mut bytes = Vec::new();
    if response.headers().contains_key(CONTENT_ENCODING) {
        return bytes;
    }
    while bytes.len() < KEPT {
        match response.chunk().await {
            Ok(Some(chunk)) => bytes.extend(chunk.iter().take(KEPT - bytes.len())),
            Ok(None) | Err(_) => break,
        }
    }
    bytes
}
