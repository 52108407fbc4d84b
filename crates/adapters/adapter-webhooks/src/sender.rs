use std::time::{Duration, Instant};

use async_trait::async_trait;
use kernel::{AddressPolicy, UnixTime};
use outgoing_http::{Cause, retry_after};
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use reqwest::{Client, Response};
use tracing::{Instrument as _, field};
use webhooks::answer::KEPT;
use webhooks::ports::WebhookSender;
use webhooks::{Answer, EndpointUrl, NoAnswer, SignedMessage};

/// How long a request may take, from the look-up of the name to the answer.
pub const TIMEOUT: Duration = Duration::from_secs(15);

/// The client could not be set up, for example because the system has no root certificates.
#[derive(Debug, thiserror::Error)]
#[error("the HTTP client for webhooks could not be set up")]
pub struct SenderError(#[source] reqwest::Error);

/// Sends messages over HTTP, one in a request. TLS uses the process's default provider, which the program installs.
pub struct HttpSender {
    client: Client,
    addresses: AddressPolicy,
}

impl HttpSender {
    /// A sender to addresses that this policy accepts, which waits [`TIMEOUT`] for an answer.
    pub fn new(addresses: AddressPolicy) -> Result<Self, SenderError> {
        Self::with_timeout(addresses, TIMEOUT)
    }

    /// A sender with another time limit.
    pub fn with_timeout(addresses: AddressPolicy, timeout: Duration) -> Result<Self, SenderError> {
        let client = outgoing_http::client(addresses)
            .timeout(timeout)
            .referer(false)
            // Many servers compress unasked, so the client can read it.
            .gzip(true)
            // No connection is kept to an endpoint that gets one message a day.
            .pool_idle_timeout(Duration::from_secs(30))
            .pool_max_idle_per_host(8)
            .build()
            .map_err(SenderError)?;
        Ok(Self { client, addresses })
    }

    async fn post(&self, url: &EndpointUrl, message: &SignedMessage) -> Answer {
        // An address that is a number is resolved by nobody.
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
                // A date is compared with the moment of sending, at most 15 seconds ago.
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
        // The trace is not propagated: the endpoint belongs to somebody else.
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

/// The part of the body that is kept. A body that breaks off is an answer all the same: the status came. A body that is still encoded
/// after the client has read it, by `br` for example, is left out.
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
