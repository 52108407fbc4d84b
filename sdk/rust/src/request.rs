use std::fmt;
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;

use bytes::Bytes;
use reqwest::Method;

use crate::Result;
use crate::client::Client;
use crate::error::Error;
use crate::operations::Arguments;
use crate::raw::Call;
pub use crate::response::Response;

/// Operation of the API, as a type.
pub trait Operation: 'static {
    /// Result of the operation.
    type Output: Send + 'static;
    /// Id in the OpenAPI document.
    const ID: &'static str;
    /// HTTP method.
    const METHOD: Method;
    /// Path with placeholders in braces.
    const PATH: &'static str;
    /// Whether the operation accepts an `Idempotency-Key`.
    const KEYED: bool;

    /// Parses the body of a successful response.
    ///
    /// # Errors
    ///
    /// Fails if the body does not match the API document.
    fn read(body: Bytes) -> Result<Self::Output>;
}

/// Operation that accepts `If-Match`.
pub trait Conditional: Operation {}

/// Operation that accepts an `Idempotency-Key`.
pub trait Keyed: Operation {}

/// Operation that returns a page of a list.
pub trait Paged: Operation {
    /// Item of the list.
    type Item: Send + 'static;

    /// Splits a page into its items and the cursor of the next page.
    fn split(page: Self::Output) -> (Vec<Self::Item>, Option<String>);

    /// Returns the cursor of the next page.
    fn next_cursor(page: &Self::Output) -> Option<&str>;
}

/// Call that is sent when awaited.
#[must_use = "a request is sent when it is awaited"]
pub struct Request<O> {
    client: Client,
    /// Call, or the reason why it can't be sent.
    call: Result<Call, String>,
    operation: PhantomData<fn() -> O>,
}

impl<O: Operation> Request<O> {
    pub(crate) fn new(client: &Client, arguments: Arguments) -> Self {
        let mut call = arguments.into_call(O::METHOD, O::PATH);
        if let Ok(call) = &mut call {
            call.keyed = O::KEYED;
        }
        Self { client: client.clone(), call, operation: PhantomData }
    }

    pub(crate) fn with_query(self, name: &str, value: impl ToString) -> Self {
        self.change(|call| call.query(name, &value.to_string()))
    }

    fn change(mut self, change: impl FnOnce(Call) -> Call) -> Self {
        self.call = self.call.map(change);
        self
    }

    /// Sends the call, like awaiting the request.
    ///
    /// # Errors
    ///
    /// Fails if the service rejects the call, can't be reached, or sends a response that does not match the API
    /// document.
    pub async fn send(self) -> Result<Response<O::Output>> {
        let call = self.call.map_err(Error::configuration)?;
        self.client.send(call).await?.try_map(O::read)
    }
}

impl<O: Conditional> Request<O> {
    /// Sets the expected `ETag`. If the resource has another `ETag`, the service changes nothing and responds with 412.
    pub fn if_match(self, etag: impl Into<String>) -> Self {
        self.change(|call| call.if_match(etag))
    }
}

impl<O: Keyed> Request<O> {
    /// Sets the `Idempotency-Key`, so that another process can safely repeat the call. Otherwise the call gets a random
    /// key, which all its retries use.
    pub fn idempotency_key(self, key: impl Into<String>) -> Self {
        self.change(|call| call.idempotency_key(key))
    }
}

impl<O: Operation> IntoFuture for Request<O> {
    type Output = Result<Response<O::Output>>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl<O> Clone for Request<O> {
    fn clone(&self) -> Self {
        Self { client: self.client.clone(), call: self.call.clone(), operation: PhantomData }
    }
}

impl<O: Operation> fmt::Debug for Request<O> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Request").field(&O::ID).finish()
    }
}

/// Readers of response bodies, by the kind of the content.
pub(crate) mod read {
    use bytes::Bytes;
    use serde::de::DeserializeOwned;

    use crate::Result;
    use crate::error::Error;

    pub(crate) fn json<T: DeserializeOwned>(body: Bytes) -> Result<T> {
        serde_json::from_slice(&body).map_err(Error::unreadable)
    }

    pub(crate) fn text(body: Bytes) -> Result<String> {
        String::from_utf8(body.into()).map_err(Error::unreadable)
    }

    #[expect(clippy::unnecessary_wraps, reason = "all readers have one signature")]
    pub(crate) fn bytes(body: Bytes) -> Result<Bytes> {
        Ok(body)
    }

    #[expect(clippy::unnecessary_wraps, reason = "all readers have one signature")]
    pub(crate) fn nothing(_: Bytes) -> Result<()> {
        Ok(())
    }
}
