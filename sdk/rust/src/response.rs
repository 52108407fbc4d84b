use std::ops::Deref;

use reqwest::StatusCode;
use reqwest::header::{ETAG, HeaderMap};

/// Header with the id of a request.
pub(crate) const REQUEST_ID: &str = "x-request-id";

/// Result of a call with its status and headers. Dereferences to the value.
#[derive(Debug, Clone)]
pub struct Response<T> {
    value: T,
    status: StatusCode,
    headers: HeaderMap,
}

impl<T> Response<T> {
    /// Returns the value alone.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// Returns the status, such as 201.
    pub fn status(&self) -> u16 {
        self.status.as_u16()
    }

    /// Returns the version of the resource, for `if_match` of a later change.
    pub fn etag(&self) -> Option<&str> {
        self.headers.get(ETAG)?.to_str().ok()
    }

    /// Returns the id of the request; quote it to support.
    pub fn request_id(&self) -> Option<&str> {
        self.headers.get(REQUEST_ID)?.to_str().ok()
    }

    /// Returns all headers.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    pub(crate) fn try_map<U, E>(self, change: impl FnOnce(T) -> Result<U, E>) -> Result<Response<U>, E> {
        Ok(Response { value: change(self.value)?, status: self.status, headers: self.headers })
    }

    pub(crate) fn new(status: StatusCode, headers: HeaderMap, value: T) -> Self {
        Self { value, status, headers }
    }
}

impl<T> Deref for Response<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
