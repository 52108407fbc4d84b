//! Response of an engine, and its parsing.

use std::time::Duration;

use kernel::OwnerId;
use offload::offload_for;
use reqwest::StatusCode;
use serde::de::DeserializeOwned;

use crate::Failure;

/// Response that is neither a rejection of the token nor a server error.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body: Vec<u8>,
}

/// Parser of a response; runs on the CPU pool for a large response, and for each attempt of a call.
pub(crate) trait ReadAnswer<T>: Fn(Answer) -> Result<T, Failure> + Clone + Send + 'static {}

impl<T, F: Fn(Answer) -> Result<T, Failure> + Clone + Send + 'static> ReadAnswer<T> for F {}

/// Parses a response on the CPU pool on behalf of this owner: a list may have megabytes.
pub(crate) async fn read_apart<T: Send + 'static>(
    owner: OwnerId,
    answer: Answer,
    read: impl ReadAnswer<T>,
) -> Result<T, Failure> {
    let read = offload_for(owner.get(), answer.body.len(), move || read(answer)).await;
    read.unwrap_or_else(|lost| Err(Failure::Malformed(lost.to_string())))
}

/// Parses the JSON body of a 2xx response.
pub(crate) fn json<T: DeserializeOwned>(answer: Answer) -> Result<T, Failure> {
    match answer.status.as_u16() {
        200..=299 => serde_json::from_slice(&answer.body).map_err(|error| malformed(&error)),
        429 => Err(Failure::RateLimited(answer.retry_after)),
        status => Err(Failure::Rejected(status)),
    }
}

/// Describes the error without its text, which may quote the response.
fn malformed(error: &serde_json::Error) -> Failure {
    let what = match error.classify() {
        serde_json::error::Category::Data => "a value is missing or has the wrong type",
        _ => "invalid JSON",
    };
    Failure::Malformed(format!("{what}, at line {} column {}", error.line(), error.column()))
}
