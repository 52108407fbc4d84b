//! One call with its attempts, over one connection.

use std::sync::Arc;
use std::time::Duration;

use engine_link::BaseUrl;
use kernel::{Clock, Entropy, OwnerId, SortableId};
use outgoing::http::{Cause, Forbidden, Resolver, is_forbidden, retry_after};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, Method, Request, Response, Url};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::time::Instant;

use crate::answer::{Answer, ReadAnswer, read_apart};
use crate::breaker::Verdict;
use crate::key::IdempotencyKey;
use crate::limiter::ConnectionLimiters;
use crate::{EngineSettings, Failure, retry};

/// Shared state of all calls of a process: one HTTP client, and the limiter of each connection.
pub struct EngineTransport {
    http: Client,
    /// Resolver for the check of an address before a call. The HTTP client has its own resolver.
    resolver: Resolver,
    settings: EngineSettings,
    limiters: ConnectionLimiters,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    traceparent: fn() -> Option<String>,
}

/// Call of the protocol, independent of the engine.
pub(crate) struct Call<'a> {
    /// Name in metrics and logs.
    pub(crate) operation: &'static str,
    pub(crate) method: Method,
    pub(crate) path: &'a [&'a str],
    pub(crate) query: Vec<(&'static str, String)>,
    pub(crate) body: Option<serde_json::Value>,
    /// Key that makes a retry of a POST safe. A call without a key changes nothing, or sets a value.
    pub(crate) key: Option<&'a IdempotencyKey>,
    /// Whether the call starts at once or not at all, and has only one attempt. The caller paces such calls, so they
    /// neither wait for a slot of the limiter nor occupy one.
    pub(crate) paced: bool,
}

/// Final failure of a call.
pub(crate) struct Failed {
    pub(crate) failure: Failure,
    /// Whether one of the attempts may have had an effect.
    pub(crate) open: bool,
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Self {
        Self { failure, open: false }
    }
}

impl<'a> Call<'a> {
    pub(crate) fn new(operation: &'static str, method: Method, path: &'a [&'a str]) -> Self {
        Self { operation, method, path, query: Vec::new(), body: None, key: None, paced: false }
    }

    pub(crate) fn get(operation: &'static str, path: &'a [&'a str]) -> Self {
        Self::new(operation, Method::GET, path)
    }

    pub(crate) fn post(
        operation: &'static str,
        path: &'a [&'a str],
        body: serde_json::Value,
        key: &'a IdempotencyKey,
    ) -> Self {
        Self { body: Some(body), key: Some(key), ..Self::new(operation, Method::POST, path) }
    }

    #[must_use]
    pub(crate) fn query(mut self, name: &'static str, value: impl ToString) -> Self {
        self.query.push((name, value.to_string()));
        self
    }
}

impl EngineTransport {
    /// Creates a transport with these limits. Fails if TLS can't be set up; the process must have installed a rustls
    /// crypto provider.
    pub fn new(
        settings: EngineSettings,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Result<Self, reqwest::Error> {
        let http =
            outgoing::http::client(settings.addresses).connect_timeout(settings.connect_timeout).build()?;
        Ok(Self {
            http,
            resolver: Resolver::from_system(settings.addresses),
            settings,
            limiters: ConnectionLimiters::default(),
            clock,
            entropy,
            traceparent: || None,
        })
    }

    /// Adds a trace header to calls: `traceparent` returns the W3C Trace Context header of the current span, if there
    /// is one.
    #[must_use]
    pub fn traced(self, traceparent: fn() -> Option<String>) -> Self {
        Self { traceparent, ..self }
    }

    /// Returns whether the configuration allows an engine at this address, as its name resolves now.
    ///
    /// The check gives an early error message; every new connection is checked again.
    pub(crate) async fn accepts(&self, base_url: &BaseUrl) -> bool {
        let policy = self.settings.addresses;
        match base_url.name_and_port() {
            None => base_url.is_acceptable(policy),
            Some((name, _)) => match self.resolver.addresses(name).await {
                Ok(_) => true,
                // A name that does not resolve at all is not forbidden.
                Err(error) => !error.is::<Forbidden>(),
            },
        }
    }

    pub(crate) fn settings(&self) -> &EngineSettings {
        &self.settings
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    /// Makes a call, and parses its response with `read`, within the call timeout.
    pub(crate) async fn talk<T: Send + 'static>(
        &self,
        owner: OwnerId,
        base_url: &BaseUrl,
        token: &SecretString,
        call: &Call<'_>,
        read: impl ReadAnswer<T>,
    ) -> Result<T, Failed> {
        if !base_url.is_acceptable(self.settings.addresses) {
            return Err(Failure::ForbiddenAddress.into());
        }
        let url = address(base_url, call).ok_or(Failure::InvalidRequest)?;
        let deadline = Instant::now() + self.settings.call_timeout;
        let limiter = self.limiters.of(owner, base_url, &self.settings);
        let permit = if call.paced { limiter.enter_at_once()? } else { limiter.enter(deadline).await? };
        let outcome = self.tries(owner, &url, token, call, deadline, read).await;
        permit.settle(match &outcome {
            Err(failed) if failed.failure.is_the_engines() => Verdict::Dead,
            Err(Failed { failure: Failure::InvalidRequest, .. }) => Verdict::Unknown,
            _ => Verdict::Alive,
        });
        outcome
    }

    async fn tries<T: Send + 'static>(
        &self,
        owner: OwnerId,
        url: &Url,
        token: &SecretString,
        call: &Call<'_>,
        deadline: Instant,
        read: impl ReadAnswer<T>,
    ) -> Result<T, Failed> {
        let request_id = SortableId::generate(self.clock.now(), self.entropy.as_ref()).to_string();
        let (mut tried, mut open) = (0, false);
        loop {
            let request = self.request(url, token, call, &request_id).ok_or(Failure::InvalidRequest)?;
            let answered = tokio::time::timeout_at(deadline, self.once(request)).await;
            let read = match answered.unwrap_or(Err(Failure::TimedOut)) {
                Ok(answer) => read_apart(owner, answer, read.clone()).await,
                Err(failure) => Err(failure),
            };
            let failure = match read {
                Ok(value) => return Ok(value),
                Err(failure) => failure,
            };
            tried += 1;
            open |= failure.leaves_open();
            let operation = call.operation;
            tracing::debug!(
                operation,
                request_id,
                tried,
                outcome = failure.as_str(),
                "a call to an engine failed"
            );
            let left = deadline.saturating_duration_since(Instant::now());
            let wait = retry::wait(&self.settings, tried, &failure, left, self.scatter());
            match wait {
                Some(wait) if !call.paced => tokio::time::sleep(wait).await,
                _ => return Err(Failed { failure, open }),
            }
        }
    }

    fn request(&self, url: &Url, token: &SecretString, call: &Call<'_>, request_id: &str) -> Option<Request> {
        let mut request = Request::new(call.method.clone(), url.clone());
        let headers = request.headers_mut();
        let mut bearer = HeaderValue::try_from(format!("Bearer {}", token.expose_secret())).ok()?;
        bearer.set_sensitive(true);
        headers.insert(AUTHORIZATION, bearer);
        headers.insert("x-request-id", HeaderValue::try_from(request_id).ok()?);
        if let Some(parent) = (self.traceparent)().and_then(|parent| HeaderValue::try_from(parent).ok()) {
            headers.insert("traceparent", parent);
        }
        if let Some(key) = call.key {
            headers.insert("idempotency-key", HeaderValue::try_from(key.as_str()).ok()?);
        }
        if let Some(body) = &call.body {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            *request.body_mut() = Some(serde_json::to_vec(body).ok()?.into());
        }
        Some(request)
    }

    async fn once(&self, request: Request) -> Result<Answer, Failure> {
        let mut response = self.http.execute(request).await.map_err(|error| failure_of(&error))?;
        let status = response.status();
        match status.as_u16() {
            401 | 403 => return Err(Failure::Refused),
            300..=399 => return Err(Failure::Redirected),
            500.. => return Err(Failure::Status(status.as_u16())),
            _ => {}
        }
        let wait = retry_after(response.headers(), self.clock.now());
        let retry_after = wait.map(|seconds| Duration::from_secs(seconds.into()));
        let body = self.body(&mut response).await?;
        Ok(Answer { status, retry_after, body })
    }

    async fn body(&self, response: &mut Response) -> Result<Vec<u8>, Failure> {
        let longest = self.settings.longest_answer;
        if response.content_length().is_some_and(|length| length > u64::try_from(longest).unwrap_or(u64::MAX))
        {
            return Err(Failure::TooLarge);
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|_| Failure::ConnectionClosed)? {
            if body.len() + chunk.len() > longest {
                return Err(Failure::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    /// Returns a random number in [0, 1).
    fn scatter(&self) -> f64 {
        let mut bytes = [0; 4];
        self.entropy.fill(&mut bytes);
        f64::from(u32::from_be_bytes(bytes)) / (f64::from(u32::MAX) + 1.0)
    }
}

fn address(base_url: &BaseUrl, call: &Call<'_>) -> Option<Url> {
    let mut url = base_url.join(call.path)?;
    if !call.query.is_empty() {
        url.query_pairs_mut().extend_pairs(&call.query);
    }
    Some(url)
}

fn failure_of(error: &reqwest::Error) -> Failure {
    if is_forbidden(error) {
        Failure::ForbiddenAddress
    } else if error.is_connect() {
        Failure::Unreachable(Cause::of(error))
    } else if error.is_timeout() {
        Failure::TimedOut
    } else {
        Failure::ConnectionClosed
    }
}
