use std::ops::Deref;
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::{Bytes, BytesMut};
use actix_web::{FromRequest, HttpRequest};
use api_contract::ErrorCode;
use futures_util::StreamExt as _;
use futures_util::future::LocalBoxFuture;
use kernel::{ErrorKind, Location, ValidationErrors};
use offload::offload;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::{shape::RequestSchema, wait_turns};
use crate::error::{ApiError, Part};

/// The largest JSON body, in bytes.
pub const JSON_LIMIT: usize = 1 << 20;

/// How long a body may stand still before its sender is taken for gone.
const CHUNK_WAIT: Duration = Duration::from_secs(20);

/// What an operation without a body passes to the idempotency check.
pub const EMPTY_BODY_HASH: [u8; 32] = [0; 32];

/// How far a body may lag behind [`SLOWEST`].
const HEAD_START: Duration = Duration::from_secs(30);

/// The slowest that a body may come, in bytes a second. Without it one byte every few seconds would hold a connection for months.
const SLOWEST: usize = 16 << 10;

/// A request body of the shape `T`. An empty body counts as `{}` where every field is optional.
#[derive(Debug)]
pub struct Json<T> {
    value: T,
    hash: [u8; 32],
}

impl<T> Json<T> {
    /// The body.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// SHA-256 of the bytes that came, for the idempotency check.
    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }
}

impl<T> Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: ToSchema + DeserializeOwned + Send + 'static> FromRequest for Json<T> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body_type = request.headers().get(header::CONTENT_TYPE).cloned();
        let body = read_body(request, payload, JSON_LIMIT);
        Box::pin(async move {
            wait_turns(2).await;
            let bytes = body.await?;
            let size = bytes.len();
            if !bytes.is_empty() && !body_type.is_none_or(|value| is_json(value.as_bytes())) {
                return Err(ApiError::coded(
                    ErrorCode::UnsupportedMediaType,
                    "the body must be application/json",
                ));
            }
            let shape = RequestSchema::of::<T>()?;
            let read = move || {
                let value = parse(&bytes, &shape)?;
                Ok(Self { value, hash: Sha256::digest(&bytes).into() })
            };
            offload(size, read).await.map_err(ApiError::internal)?
        })
    }
}

/// Reads a whole body of at most `limit` bytes.
///
/// A somewhat larger one is read to its end and thrown away, because most clients look for the answer only after they
/// have sent everything.
pub fn read_body(
    request: &HttpRequest,
    payload: &mut Payload,
    limit: usize,
) -> impl Future<Output = Result<Bytes, ApiError>> + use<> {
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let announced = announced.and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
    let is_packed = request.headers().get_all(header::CONTENT_ENCODING).any(|coding| coding != "identity");
    let mut payload = payload.take();
    async move {
        if is_packed {
            // What is never unpacked can't be a bomb.
            let said = "the body must not be compressed";
            return Err(ApiError::coded(ErrorCode::UnsupportedMediaType, said));
        }
        let too_large =
            || ApiError::coded(ErrorCode::PayloadTooLarge, format!("the body is larger than {limit} bytes"));
        let patience = limit.saturating_mul(8);
        if announced > patience {
            return Err(too_large());
        }
        let (mut bytes, mut seen) = (BytesMut::with_capacity(announced.min(limit)), 0_usize);
        let late = |_| ApiError::detail(408, "Request Timeout");
        let start = Instant::now();
        while let Some(chunk) =
            tokio::time::timeout(wait_for_more(start.elapsed(), seen), payload.next()).await.map_err(late)?
        {
            let chunk = chunk.map_err(|_| ApiError::detail(400, "The body could not be read"))?;
            seen = seen.saturating_add(chunk.len());
            if seen > patience {
                return Err(too_large());
            }
            if seen <= limit {
                bytes.extend_from_slice(&chunk);
            }
        }
        if seen > limit { Err(too_large()) } else { Ok(bytes.freeze()) }
    }
}

/// How long to wait for more of a body of which `seen` bytes came in `elapsed`; nothing where it is too late.
fn wait_for_more(elapsed: Duration, seen: usize) -> Duration {
    let seconds = u64::try_from(seen / SLOWEST).unwrap_or(u64::MAX);
    let until = HEAD_START.saturating_add(Duration::from_secs(seconds));
    until.saturating_sub(elapsed).min(CHUNK_WAIT)
}

/// `application/json` or a type built upon it, with any parameters.
fn is_json(content_type: &[u8]) -> bool {
    let text = String::from_utf8_lossy(content_type);
    let essence = text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8], shape: &RequestSchema) -> Result<T, ApiError> {
    let invalid = |errors| ApiError::Invalid { part: Part::Body, errors };
    if bytes.is_empty() {
        let empty = Value::Object(Map::new());
        if shape.errors(&empty).is_empty() {
            return finish(empty);
        }
        return Err(invalid(ValidationErrors::one(
            Location::root(),
            ErrorKind::Missing,
            "a body is required",
        )));
    }
    let mut value: Value = serde_json::from_slice(bytes).map_err(|error| {
        invalid(ValidationErrors::one(Location::root(), ErrorKind::JsonInvalid, error.to_string()))
    })?;
    whole_numbers(&mut value);
    shape.errors(&value).into_result().map_err(invalid)?;
    finish(value)
}

/// What a schema can't say, serde still can.
fn finish<T: DeserializeOwned>(value: Value) -> Result<T, ApiError> {
    serde_json::from_value(value).map_err(|error| ApiError::Invalid {
        part: Part::Body,
        errors: ValidationErrors::one(Location::root(), ErrorKind::Value, error.to_string()),
    })
}

/// JSON Schema takes 1.0 for an integer and serde does not, so whole numbers are written as integers.
fn whole_numbers(value: &mut Value) {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap_or(f64::NAN);
            if float.fract() == 0.0 && float.abs() <= EXACT {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "whole and within 53 bits, as just checked"
                )]
                let whole = float as i64;
                *value = whole.into();
            }
        }
        Value::Array(entries) => entries.iter_mut().for_each(whole_numbers),
        Value::Object(fields) => fields.values_mut().for_each(whole_numbers),
        _ => {}
    }
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
