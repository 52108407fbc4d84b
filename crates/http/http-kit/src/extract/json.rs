use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use api_contract::ErrorCode;
use api_contract::validation::{InvalidBody, read_json};
use futures_util::future::LocalBoxFuture;
use offload::{Place, offload};
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::body::{BODIES, HeldBody, read_body};
use super::wait_turns;
use crate::error::{ApiError, Part};
use crate::input::{is_json, media_type};

/// The largest JSON body, in bytes.
pub const JSON_LIMIT: usize = 1 << 20;

/// What an operation without a body passes to the idempotency check.
pub const EMPTY_BODY_HASH: [u8; 32] = [0; 32];

/// A request body of the shape `T`. An empty body counts as `{}` where every field is optional.
#[derive(Debug)]
pub struct Json<T> {
    value: T,
    hash: [u8; 32],
    /// How many bytes came.
    size: usize,
    /// Place among the bodies that are held.
    place: Option<Place>,
}

impl<T> Json<T> {
    /// The body.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// What `convert` makes of the body. What it takes grows with the body, so a large one is converted, and let go of, where
    /// that holds up nobody.
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
                let value = read_json(&bytes).map_err(invalid)?;
                Ok(Self { value, hash: Sha256::digest(&bytes).into(), size, place })
            };
            offload(size, read).await.map_err(ApiError::internal)?
        })
    }
}

fn invalid(error: InvalidBody) -> ApiError {
    match error {
        InvalidBody::Invalid(errors) => ApiError::Invalid { part: Part::Body, errors },
        InvalidBody::Schema(error) => ApiError::internal(error),
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
        /// Reports where it is dropped.
        struct Body(Arc<Mutex<Option<ThreadId>>>);
        impl Drop for Body {
            fn drop(&mut self) {
                *self.0.lock().unwrap() = Some(thread::current().id());
            }
        }
        for (size, apart) in [(0, false), (LIGHT, false), (LIGHT + 1, true), (JSON_LIMIT, true)] {
            let let_go = Arc::default();
            let body = Json { value: Body(Arc::clone(&let_go)), hash: [7; 32], size, place: None };
            let converted = body.convert(|_body| Ok::<_, ApiError>(thread::current().id())).await.unwrap();
            assert_eq!(*converted != thread::current().id(), apart, "{size}");
            assert_eq!(*let_go.lock().unwrap(), Some(*converted), "{size}");
            assert_eq!(converted.hash(), [7; 32]);
        }
        let refused = Json { value: (), hash: [0; 32], size: JSON_LIMIT, place: None }
            .convert(|()| Err::<(), _>(ApiError::coded(ErrorCode::InvalidRequest, "no")));
        assert!(matches!(refused.await, Err(ApiError::Coded { .. })));
    }
}
