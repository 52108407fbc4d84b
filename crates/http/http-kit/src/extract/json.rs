use std::ops::Deref;

use crate::wire::ErrorCode;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use deserr::{Deserr, IntoValue, ValuePointerRef};
use futures_util::future::LocalBoxFuture;
use kernel::{ErrorKind, Location, ValidationErrors};
use offload::{Place, offload};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use validator::Validate;

use super::body::{BODIES, HeldBody, read_body};
use super::faults::Faults;
use super::mend::{read, read_by};
use super::{texts, wait_turns};
use crate::error::{ApiError, Part};
use crate::input::{is_json, media_type};

/// Maximum size of a JSON body, in bytes.
pub const JSON_LIMIT: usize = 1 << 20;

/// Body hash of operations without a body, for the idempotency check.
pub const EMPTY_BODY_HASH: [u8; 32] = [0; 32];

/// A request body. The fields of `T` are values that check themselves ([`Deserr`]); rules over several fields are
/// those of [`Validate`]. An empty body counts as `{}` if every field is optional.
#[derive(Debug)]
pub struct Json<T> {
    value: T,
    hash: [u8; 32],
    /// Number of received bytes.
    size: usize,
    /// Reserved memory.
    place: Option<Place>,
}

impl<T> Json<T> {
    /// Returns the body.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// Converts the body; large bodies are converted on the CPU pool.
    pub async fn convert<U, E>(
        self,
        convert: impl FnOnce(T) -> Result<U, E> + Send + 'static,
    ) -> Result<Json<U>, ApiError>
    where
        T: Send + 'static,
        U: Send + 'static,
        E: Into<ApiError> + Send + 'static,
    {
        let Self { value, hash, size, place } = self;
        let converted = offload(size, move || convert(value)).await.map_err(ApiError::internal)?;
        Ok(Json { value: converted.map_err(Into::into)?, hash, size, place })
    }

    /// Returns the SHA-256 of the received bytes, for the idempotency check.
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

impl<T: Deserr<Faults> + Validate + Send + 'static> FromRequest for Json<T> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body_type = media_type(request);
        let body = read_body(request, payload, JSON_LIMIT, &BODIES);
        Box::pin(async move {
            wait_turns(2).await;
            let HeldBody { bytes, place } = body.await?;
            let size = bytes.len();
            if !bytes.is_empty() && !body_type.is_none_or(|value| is_json(&value)) {
                return Err(ApiError::coded(
                    ErrorCode::UnsupportedMediaType,
                    "the body must be application/json",
                ));
            }
            let read = move || {
                let value = parse_json(&bytes).map_err(|faults| faults.response(Part::Body))?;
                Ok(Self { value, hash: Sha256::digest(&bytes).into(), size, place })
            };
            offload(size, read).await.map_err(ApiError::internal)?
        })
    }
}

/// Parses a JSON body, or returns all its errors.
///
/// # Errors
/// Fails with the errors of the form and of the values; without any, with the errors of the rules over several fields.
pub fn parse_json<T: Deserr<Faults> + Validate>(bytes: &[u8]) -> Result<T, Faults> {
    if bytes.is_empty() {
        let required = || ValidationErrors::one(Location::root(), ErrorKind::Missing, "a body is required");
        return parse_value(Value::Object(Map::new())).map_err(|_| required().into());
    }
    let value: Value = serde_json::from_slice(bytes).map_err(|error| {
        ValidationErrors::one(Location::root(), ErrorKind::JsonInvalid, error.to_string())
    })?;
    parse_value(value)
}

/// Parses a value of a JSON body, or returns all its errors.
///
/// # Errors
/// Fails as [`parse_json`] does.
pub fn parse_value<T: Deserr<Faults> + Validate>(value: Value) -> Result<T, Faults> {
    let (value, unfit) = prepared(value);
    read(value, unfit)
}

/// Parses a value, whose fields follow `rules`, or returns all its errors. Each rule is about one field.
///
/// # Errors
/// Fails with the errors of the form and of `rules`.
pub fn parse_value_by<T: Deserr<Faults>>(
    value: Value,
    rules: impl Fn(&T) -> ValidationErrors,
) -> Result<T, ValidationErrors> {
    let (value, unfit) = prepared(value);
    read_by(value, unfit, &|input, _| rules(input).into()).map_err(Faults::into_errors)
}

/// Returns the value without names that are too long, and the errors of all its names and texts.
fn prepared(mut value: Value) -> (Value, Faults) {
    whole_numbers(&mut value);
    let mut unfit = ValidationErrors::none();
    texts::note_long_names(&value, &mut unfit);
    if !unfit.is_empty() {
        value = texts::without_long_names(&value).into_owned();
    }
    texts::note_nuls(&value, &mut unfit);
    (value, unfit.into())
}

/// Reads the fields of an object.
///
/// # Errors
/// Fails if the value is no object.
pub fn fields<V: IntoValue>(
    value: deserr::Value<V>,
    at: ValuePointerRef<'_>,
) -> Result<Map<String, Value>, Faults> {
    match value {
        deserr::Value::Map(fields) => {
            let fields = deserr::Map::into_iter(fields);
            Ok(fields.map(|(name, field)| (name, Value::from(field.into_value()))).collect())
        }
        _ => Err(Faults::at(at, ErrorKind::ObjectType, "must be an object")),
    }
}

/// Converts whole floats to integers, because clients write 1.0 for an integer.
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
    use std::sync::{Arc, Mutex};
    use std::thread::{self, ThreadId};

    use offload::LIGHT;

    use super::*;

    #[tokio::test]
    async fn a_large_body_is_converted_and_let_go_of_apart() {
        /// Body that records the thread on which it is dropped.
        struct Body(Arc<Mutex<Option<ThreadId>>>);
        impl Drop for Body {
            fn drop(&mut self) {
                *self.0.lock().unwrap() = Some(thread::current().id());
            }
        }
        for (size, apart) in [(0, false), (LIGHT, false), (LIGHT + 1, true), (JSON_LIMIT, true)] {
            let let_go = Arc::default();
            let value = Body(Arc::clone(&let_go));
            let body = Json { value, hash: [7; 32], size, place: None };
            let converted = body.convert(|_body| Ok::<_, ApiError>(thread::current().id())).await.unwrap();
            assert_eq!(*converted != thread::current().id(), apart, "{size}");
            assert_eq!(*let_go.lock().unwrap(), Some(*converted), "{size}");
            assert_eq!(converted.hash(), [7; 32]);
        }
        let body = Json { value: (), hash: [0; 32], size: JSON_LIMIT, place: None };
        let refused = body.convert(|()| Err::<(), _>(ApiError::coded(ErrorCode::InvalidRequest, "no")));
        assert!(matches!(refused.await, Err(ApiError::Coded { .. })));
    }
}
