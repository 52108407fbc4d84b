use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, IF_MATCH};
use reqwest::redirect::Policy;
use reqwest::{Body, Method, StatusCode, Url};

use crate::deprecation::{self, Deprecation};
use crate::download::Download;
use crate::error::Error;
use crate::progress::{self, Reporting};
use crate::raw::Call;
use crate::response::{REQUEST_ID, Response};
use crate::retry::{self, Attempt};
use crate::secret::Secret;
use crate::settings::{self, Settings};
use crate::{Result, random};

/// Time limit of a response that is read part by part. Each part also has the time limit of a whole call.
const OPEN_ENDED: Duration = Duration::from_hours(24);

/// Outcome of a call.
enum Answer {
    /// Successful response of the service.
    Whole(reqwest::Response),
    /// The object is gone: an attempt without a response has deleted it.
    Deleted(HeaderMap),
}

/// Connection to the service. Cloning is cheap, and clones share their connections.
#[derive(Clone)]
pub struct Client(Arc<Shared>);

struct Shared {
    http: reqwest::Client,
    base: String,
    settings: Settings,
    on_deprecation: Option<deprecation::Hook>,
    reported: deprecation::Reported,
}

/// Builder of a client. Settings that are not set come from the environment.
#[derive(Clone, Default)]
pub struct Builder {
    base_url: Option<String>,
    key: Option<Secret>,
    settings: Settings,
    on_deprecation: Option<deprecation::Hook>,
}

impl Client {
    /// Creates a client of the service at this address, with this API key.
    ///
    /// # Errors
    ///
    /// Fails for an invalid address, and for a key that can't be sent in a header.
    pub fn new(base_url: impl Into<String>, key: impl Into<String>) -> Result<Self> {
        Self::builder().base_url(base_url).key(key).build()
    }

    /// Creates a client with the address in `FUNNEL_API_URL` and the API key in `FUNNEL_API_KEY`.
    ///
    /// # Errors
    ///
    /// Fails like [`Client::new`], and if a variable is not set.
    pub fn from_env() -> Result<Self> {
        Self::builder().build()
    }

    /// Returns a builder for a client with other settings.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Address of the service.
    pub fn base_url(&self) -> &str {
        &self.0.base
    }

    /// Sends a call. Retries the call if a repetition has no second effect.
    ///
    /// # Errors
    ///
    /// Fails if the service rejects the call, can't be reached, or does not respond in time.
    pub async fn send(&self, call: Call) -> Result<Response<Bytes>> {
        let on_progress = call.on_progress.clone();
        match self.answer(call).await? {
            Answer::Whole(answer) => read(answer, on_progress.as_ref()).await,
            Answer::Deleted(headers) => Ok(Response::new(StatusCode::NO_CONTENT, headers, Bytes::new())),
        }
    }

    /// Sends a call like [`Client::send`], and returns the content of the response part by part, for responses that are
    /// too large for memory. The time limit applies to each part, not to the whole response.
    ///
    /// ```no_run
    /// # async fn example(client: funnel_sdk::Client) -> funnel_sdk::Result<()> {
    /// use funnel_sdk::raw::{Call, Method};
    ///
    /// let call = Call::new(Method::GET, "/api/admin/export", &[])?.accept("application/zip");
    /// let mut archive = client.open(call).await?.into_inner();
    /// while let Some(part) = archive.chunk().await? {
    ///     println!("{} bytes", part.len());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`Client::send`]. Later failures are errors of [`Download::chunk`].
    pub async fn open(&self, mut call: Call) -> Result<Response<Download>> {
        call.is_open_ended = true;
        let on_progress = call.on_progress.clone();
        Ok(match self.answer(call).await? {
            Answer::Whole(answer) => {
                let (status, headers) = (answer.status(), answer.headers().clone());
                Response::new(status, headers, Download::of(answer, on_progress))
            }
            Answer::Deleted(headers) => Response::new(StatusCode::NO_CONTENT, headers, Download::empty()),
        })
    }

    /// Retries a call until it succeeds or another attempt is not allowed.
    async fn answer(&self, mut call: Call) -> Result<Answer> {
        if call.keyed && call.idempotency_key.is_none() {
            call.idempotency_key = Some(random::key());
        }
        let mut was_open = false;
        for tried in 1.. {
            let (error, attempt) = match self.attempt(&call).await {
                Ok(answer) if answer.status().is_success() => return Ok(Answer::Whole(answer)),
                // An attempt without a response deleted the object.
                Ok(answer) if was_open && is_gone(&call, answer.status()) => {
                    return Ok(Answer::Deleted(answer.headers().clone()));
                }
                Ok(answer) => {
                    let error = refusal(answer).await;
                    let attempt = Attempt::of_refusal(&error, was_open);
                    (error, attempt)
                }
                Err(error) if error.is_builder() => (Error::transport(error), Attempt::Final),
                Err(error) if error.is_connect() => (Error::transport(error), Attempt::NotDone),
                Err(error) => (Error::transport(error), Attempt::Open),
            };
            was_open |= attempt == Attempt::Open;
            let may_repeat = match attempt {
                Attempt::NotDone => true,
                Attempt::Open => call.is_repeatable(),
                Attempt::Final => false,
            };
            let pause = retry::pause(&self.0.settings, tried, error.retry_after(), random::fraction());
            match pause.filter(|_| may_repeat) {
                Some(pause) => tokio::time::sleep(pause).await,
                None => return Err(error),
            }
        }
        Err(Error::configuration("a call needs an attempt"))
    }

    async fn attempt(&self, call: &Call) -> reqwest::Result<reqwest::Response> {
        let address = format!("{}{}", self.0.base, call.path);
        let mut request = self.0.http.request(call.method.clone(), with_query(address, &call.query));
        if let Some(key) = &call.idempotency_key {
            request = request.header("idempotency-key", key);
        }
        if let Some(etag) = &call.if_match {
            request = request.header(IF_MATCH, etag);
        }
        if let Some(media) = call.accept {
            request = request.header(ACCEPT, media);
        }
        if call.is_open_ended {
            request = request.timeout(OPEN_ENDED);
        }
        if let Some((media, body)) = &call.body {
            request = request.header(CONTENT_TYPE, *media);
            request = match &call.on_progress {
                Some(hook) => request.body(Body::wrap(Reporting::new(body.clone(), hook.clone()))),
                None => request.body(body.clone()),
            };
        }
        let answer = request.send().await?;
        self.0.reported.report(call, answer.headers(), self.0.on_deprecation.as_ref());
        Ok(answer)
    }
}

/// A valid address stays valid with a query.
fn with_query(address: String, query: &[(String, String)]) -> String {
    let Ok(mut url) = Url::parse(&address) else { return address };
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query);
    }
    url.into()
}

fn is_gone(call: &Call, status: StatusCode) -> bool {
    call.method == Method::DELETE && status == StatusCode::NOT_FOUND
}

async fn read(
    mut answer: reqwest::Response,
    on_progress: Option<&progress::Hook>,
) -> Result<Response<Bytes>> {
    let (status, headers) = (answer.status(), answer.headers().clone());
    let Some(hook) = on_progress else {
        let body = answer.bytes().await.map_err(Error::transport)?;
        return Ok(Response::new(status, headers, body));
    };
    let total = answer.content_length();
    let mut body = BytesMut::new();
    while let Some(part) = answer.chunk().await.map_err(Error::transport)? {
        body.extend_from_slice(&part);
        hook.received(body.len() as u64, total);
    }
    Ok(Response::new(status, headers, body.freeze()))
}

async fn refusal(answer: reqwest::Response) -> Error {
    let (status, headers) = (answer.status(), answer.headers().clone());
    let body = answer.bytes().await.unwrap_or_default();
    let request_id = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok());
    Error::refused(status, &body, request_id, retry::retry_after(&headers))
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Client").field("base_url", &self.0.base).finish_non_exhaustive()
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Builder").field("base_url", &self.base_url).finish_non_exhaustive()
    }
}

impl Builder {
    /// Sets the address of the service, such as `https://admin.example`.
    #[must_use]
    pub fn base_url(mut self, address: impl Into<String>) -> Self {
        self.base_url = Some(address.into());
        self
    }

    /// Sets the API key.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(Secret::new(key));
        self
    }

    /// Sets the time limit of an attempt; 30 seconds by default.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.timeout = timeout;
        self
    }

    /// Sets the maximum number of attempts of a call; 4 by default, 1 for no retries.
    #[must_use]
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.settings.attempts = attempts;
        self
    }

    /// Sets the maximum of the first pause between two attempts; half a second by default.
    #[must_use]
    pub fn backoff(mut self, backoff: Duration) -> Self {
        self.settings.backoff = backoff;
        self
    }

    /// Sets a function that is called once for each operation that uses something deprecated. Without the function, the
    /// client logs a warning with `tracing`.
    #[must_use]
    pub fn on_deprecation(mut self, hook: impl Fn(&Deprecation) + Send + Sync + 'static) -> Self {
        self.on_deprecation = Some(Arc::new(hook));
        self
    }

    /// Builds the client.
    ///
    /// # Errors
    ///
    /// Fails like [`Client::from_env`].
    pub fn build(self) -> Result<Client> {
        let base = self.base_url.or_else(|| variable(settings::URL));
        let base = base.ok_or_else(|| missing("address of the service", settings::URL))?;
        let key = self.key.or_else(|| variable(settings::KEY).map(Secret::new));
        let key = key.ok_or_else(|| missing("API key", settings::KEY))?;
        let url = Url::parse(&base).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        if url.is_none_or(|url| url.query().is_some() || url.fragment().is_some()) {
            return Err(Error::configuration(format!("{base} is not the address of a service")));
        }
        let mut bearer = HeaderValue::try_from(format!("Bearer {}", key.expose()))
            .map_err(|_| Error::configuration("the API key has characters that no key has"))?;
        bearer.set_sensitive(true);
        // Keeps a cryptography provider that the program has already installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .default_headers(HeaderMap::from_iter([(AUTHORIZATION, bearer)]))
            .user_agent(concat!("funnel-sdk-rust/", env!("CARGO_PKG_VERSION")))
            .redirect(Policy::none())
            .timeout(self.settings.timeout)
            .read_timeout(self.settings.timeout)
            .build()
            .map_err(Error::transport)?;
        let base = base.trim_end_matches('/').to_string();
        let (settings, on_deprecation) = (self.settings, self.on_deprecation);
        Ok(Client(Arc::new(Shared {
            http,
            base,
            settings,
            on_deprecation,
            reported: deprecation::Reported::default(),
        })))
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn missing(what: &str, variable: &str) -> Error {
    Error::configuration(format!("there is no {what}: set {variable}, or give it to the client"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_shows_the_key() {
        let builder = Client::builder().base_url("http://127.0.0.1:1/").key("al_live_1_secret");
        assert!(!format!("{builder:?}").contains("al_live"));
        assert_eq!(
            format!("{:?}", builder.build().unwrap()),
            "Client { base_url: \"http://127.0.0.1:1\", .. }"
        );
    }

    #[test]
    fn addresses_and_keys_are_checked_at_once() {
        for (base, key) in
            [("admin.example", "k"), ("ftp://x", "k"), ("https://x?y", "k"), ("https://x", "a\nb")]
        {
            assert_eq!(Client::new(base, key).unwrap_err().kind(), crate::Kind::Configuration, "{base}");
        }
    }
}
