//! Request bodies, limited in length, time, and total memory.

use std::sync::LazyLock;
use std::time::Instant;

use crate::wire::ErrorCode;
use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use offload::{Gate, LIGHT, Limits, Place};

use super::pace::Pace;
use crate::error::ApiError;

/// Memory limits of bodies of the administration API, for the whole process.
pub(super) static BODIES: LazyLock<Gate> = LazyLock::new(|| {
    let limits = Limits { room: 128 << 20, room_each: 48 << 20, waiting: 256, waiting_each: 64 };
    Gate::new("large bodies", limits)
});

/// The body of a request.
pub(super) struct Incoming {
    payload: Payload,
    is_packed: bool,
    /// Announced length; 0 if unknown.
    announced: usize,
    limit: usize,
    /// Bytes that are read and discarded before the connection is closed.
    patience: usize,
    seen: usize,
    pace: Pace,
}

impl Incoming {
    /// Prepares a body of at most `limit` bytes. A larger body of up to `patience` bytes is read
    /// and discarded, because most clients read the response only after sending everything.
    pub(super) fn of(request: &HttpRequest, payload: &mut Payload, limit: usize, patience: usize) -> Self {
        let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        Self {
            announced: announced.and_then(|text| text.parse::<usize>().ok()).unwrap_or(0),
            is_packed: request.headers().get_all(header::CONTENT_ENCODING).any(|coding| coding != "identity"),
            payload: payload.take(),
            limit,
            patience,
            seen: 0,
            pace: Pace::new(),
        }
    }

    /// Rejects a body based on its headers.
    pub(super) fn check(&self) -> Result<(), ApiError> {
        if self.is_packed {
            // Compressed bodies are never unpacked, so there are no decompression bombs.
            let said = "the body must not be compressed";
            return Err(ApiError::coded(ErrorCode::UnsupportedMediaType, said));
        }
        if self.announced > self.patience { Err(self.too_large()) } else { Ok(()) }
    }

    /// Returns the maximum size: the announced length, or else the limit.
    pub(super) fn expected(&self) -> usize {
        if self.announced == 0 { self.limit } else { self.announced.min(self.limit) }
    }

    /// Returns the next bytes; `None` at the end.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>, ApiError> {
        self.check()?;
        let late = |_| ApiError::detail(408, "Request Timeout");
        loop {
            let began = Instant::now();
            let came = tokio::time::timeout(self.pace.patience(), self.payload.next()).await;
            let Some(chunk) = came.map_err(late)? else {
                return if self.seen > self.limit { Err(self.too_large()) } else { Ok(None) };
            };
            let chunk = chunk.map_err(|_| ApiError::detail(400, "The body could not be read"))?;
            self.pace.count(began.elapsed(), chunk.len());
            self.seen = self.seen.saturating_add(chunk.len());
            if self.seen > self.patience {
                return Err(self.too_large());
            }
            if self.seen.max(self.announced) <= self.limit {
                return Ok(Some(chunk));
            }
        }
    }

    /// Reads and discards the rest.
    pub(super) async fn discard(&mut self) -> Result<(), ApiError> {
        while self.next().await?.is_some() {}
        Ok(())
    }

    /// Waits for memory. If there is none, discards the rest.
    pub(super) async fn enter(&mut self, room: &Gate) -> Result<Place, ApiError> {
        match room.enter(self.expected()).await {
            Ok(place) => Ok(place),
            Err(full) => {
                self.discard().await?;
                Err(full.into())
            }
        }
    }

    fn too_large(&self) -> ApiError {
        let message = format!("the body is larger than {} bytes", self.limit);
        ApiError::coded(ErrorCode::PayloadTooLarge, message)
    }
}

/// A body in memory.
pub struct HeldBody {
    pub bytes: Bytes,
    /// Reserved memory. Small bodies need none.
    pub place: Option<Place>,
}

/// Reads a whole body of at most `limit` bytes, once there is memory for it.
pub fn read_body(
    request: &HttpRequest,
    payload: &mut Payload,
    limit: usize,
    room: &Gate,
) -> impl Future<Output = Result<HeldBody, ApiError>> + use<> {
    let mut incoming = Incoming::of(request, payload, limit, limit.saturating_mul(8));
    let room = room.clone();
    async move {
        let (mut bytes, mut place) = (BytesMut::new(), None);
        while let Some(chunk) = incoming.next().await? {
            if place.is_none() && bytes.len().saturating_add(chunk.len()) > LIGHT {
                // Nothing is read while waiting, so TCP stops the sender.
                place = Some(incoming.enter(&room).await?);
                bytes.reserve(incoming.announced.min(limit).saturating_sub(bytes.len()));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(HeldBody { bytes: bytes.freeze(), place })
    }
}

/// Reads and discards a body of at most `limit` bytes.
pub async fn discard_body(
    request: &HttpRequest,
    payload: &mut Payload,
    limit: usize,
) -> Result<(), ApiError> {
    Incoming::of(request, payload, limit, limit.saturating_mul(8)).discard().await
}
