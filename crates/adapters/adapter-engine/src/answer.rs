//! Answers of an engine and functions to read them.

use std::time::Duration;

use kernel::OwnerId;
use offload::offload_for;
use reqwest::StatusCode;
use serde::de::DeserializeOwned;

use crate::Failure;

/// An answer other than a token refusal or a server error.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body: Vec<u8>,
}

/// Function that reads an answer. A large answer is read on a separate thread. The function is
/// called again for each attempt.
pub(crate) trait ReadAnswer<T>: Fn(Answer) -> Result<T, Failure> + Clone + Send + 'static {}

impl<T, F: Fn(Answer) -> Result<T, Failure> + Clone + Send + 'static> ReadAnswer<T> for F {}

/// Reads an answer for this owner, on a separate thread if it is large: a list may have megabytes.
pub(crate) async fn read_apart<T: Send + 'static>(
    owner: OwnerId,
    answer: Answer,
    read: impl ReadAnswer<T>,
) -> Result<T, Failure> {
    let read = offload_for(owner.get(), answer.body.len(), move || read(answer)).await;
    read.unwrap_or_else(|lost| Err(Failure::Malformed(lost.to_string())))
}

/// Parses the body of a 2xx answer.
pub(crate) fn json<T: DeserializeOwned>(answer: Answer) -> Result<T, Failure> {
    match answer.status.as_u16() {
        200..=299 => serde_json::from_slice(&answer.body).map_err(|error| malformed(&error)),
        429 => Err(Failure::RateLimited(answer.retry_after)),
        status => Err(Failure::Rejected(status)),
    }
}

/// Describes a JSON error without its text, which may quote the answer.
fn malformed(error: &serde_json::Error) -> Failure {
    let what = match error.classify() {
        serde_json::error::Category::Data => "a value is missing or of another kind",
        _ => "it is no JSON",
    };
    Failure::Malformed(format!("{what}, at line {} column {}", error.line(), error.column()))
}
