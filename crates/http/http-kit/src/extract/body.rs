//! Bodies as they come: bounded in length and in the time that they take.

use std::time::{Duration, Instant};

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::{Bytes, BytesMut};
use api_contract::ErrorCode;
use futures_util::StreamExt as _;

use crate::error::ApiError;

/// How long a body may stall before its sender is taken for gone.
const CHUNK_WAIT: Duration = Duration::from_secs(20);

/// How far a body may lag behind [`SLOWEST`].
const HEAD_START: Duration = Duration::from_secs(30);

/// The slowest that a body may come, in bytes a second. Without it one byte every few seconds would hold a connection for months.
const SLOWEST: usize = 16 << 10;

/// The body of a request.
pub(super) struct Incoming {
    payload: Payload,
    is_packed: bool,
    /// What the sender says that it is long; 0 where they say nothing.
    pub(super) announced: usize,
    limit: usize,
    /// How much is read and thrown away before the sender is cut off.
    patience: usize,
    seen: usize,
    start: Option<Instant>,
}

impl Incoming {
    /// A body of at most `limit` bytes. One of up to `patience` is read to its end and thrown away, because most clients look for the
    /// answer only after they have sent everything.
    pub(super) fn of(request: &HttpRequest, payload: &mut Payload, limit: usize, patience: usize) -> Self {
        let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        Self {
            announced: announced.and_then(|text| text.parse::<usize>().ok()).unwrap_or(0),
            is_packed: request.headers().get_all(header::CONTENT_ENCODING).any(|coding| coding != "identity"),
            payload: payload.take(),
            limit,
            patience,
            seen: 0,
            start: None,
        }
    }

    /// What comes next of it; `None` at its end.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        let start = match self.start {
            Some(start) => start,
            None => self.begin()?,
        };
        let late = |_| ApiError::detail(408, "Request Timeout");
        loop {
            let wait = wait_for_more(start.elapsed(), self.seen);
            let Some(chunk) = tokio::time::timeout(wait, self.payload.next()).await.map_err(late)? else {
                return if self.seen > self.limit { Err(self.too_large()) } else { Ok(None) };
            };
            let chunk = chunk.map_err(|_| ApiError::detail(400, "The body could not be read"))?;
            self.seen = self.seen.saturating_add(chunk.len());
            if self.seen > self.patience {
                return Err(self.too_large());
            }
            if self.seen <= self.limit {
                return Ok(Some(chunk));
            }
        }
    }

    fn begin(&mut self) -> Result<Instant, ApiError> {
        if self.is_packed {
            // What is never unpacked can't be a bomb.
            let said = "the body must not be compressed";
            return Err(ApiError::coded(ErrorCode::UnsupportedMediaType, said));
        }
        if self.announced > self.patience {
            return Err(self.too_large());
        }
        Ok(*self.start.insert(Instant::now()))
    }

    fn too_large(&self) -> ApiError {
        let message = format!("the body is larger than {} bytes", self.limit);
        ApiError::coded(ErrorCode::PayloadTooLarge, message)
    }
}

/// Reads a whole body of at most `limit` bytes.
pub fn read_body(
    request: &HttpRequest,
    payload: &mut Payload,
    limit: usize,
) -> impl Future<Output = Result<Bytes, ApiError>> + use<> {
    let mut incoming = Incoming::of(request, payload, limit, limit.saturating_mul(8));
    async move {
        let mut bytes = BytesMut::new();
        while let Some(chunk) = incoming.next().await? {
            if bytes.is_empty() {
                bytes.reserve(incoming.announced.min(limit));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes.freeze())
    }
}

/// How long to wait for more of a body of which `seen` bytes came in `elapsed`; nothing where it is too late.
fn wait_for_more(elapsed: Duration, seen: usize) -> Duration {
    let seconds = u64::try_from(seen / SLOWEST).unwrap_or(u64::MAX);
    let until = HEAD_START.saturating_add(Duration::from_secs(seconds));
    until.saturating_sub(elapsed).min(CHUNK_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_that_trickles_is_given_up() {
        let kib = 1 << 10;
        for (elapsed, seen, wait) in [
            (0, 0, 20),
            (15, 0, 15),
            (29, 100, 1),
            (30, 100, 0),
            (3_600, 4 * kib, 0),
            // As slow as is allowed, and a little slower.
            (60, 30 * 16 * kib, 0),
            (59, 30 * 16 * kib, 1),
            (59, 40 * 16 * kib, 11),
            (60, 1 << 20, 20),
            (u64::MAX, usize::MAX, 0),
        ] {
            let expected = Duration::from_secs(wait);
            assert_eq!(
                wait_for_more(Duration::from_secs(elapsed), seen),
                expected,
                "{elapsed} s, {seen} bytes"
            );
        }
    }
}
