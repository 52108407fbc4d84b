use std::marker::PhantomData;
use std::ops::Deref;

use crate::wire::ErrorCode;
use crate::wire::validation::{InvalidBody, read_json_by};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;
use kernel::Clock as _;
use offload::{Place, offload};
use runtime::SystemClock;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::body::{BODIES, HeldBody, read_body};
use super::rules::{Ruled, RulesOf, judge};
use super::wait_turns;
use crate::error::{ApiError, Part};
use crate::input::{is_json, media_type};

/// Maximum size of a JSON body, in bytes.
pub const JSON_LIMIT: usize = 1 << 20;

/// Body hash of operations without a body, for the idempotency check.
pub const EMPTY_BODY_HASH: [u8; 32] = [0; 32];

/// A request body of the shape `T` that follows the rules `R`. An empty body counts as `{}` if
/// every field is optional.
#[derive(Debug)]
pub struct Json<T, R> {
    value: T,
    hash: [u8; 32],
    /// Number of received bytes.
    size: usize,
    rules: Ruled<R>,
    /// Reserved memory.
    place: Option<Place>,
}

impl<T, R> Json<T, R> {
    /// Returns the body.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// Converts the body; large bodies are converted on the CPU pool.
    pub async fn convert<U, E>(
        self,
        convert: impl FnOnce(T) -> Result<U, E> + Send + 'static,
    ) -> Result<Json<U, R>, ApiError>
    where
        T: Send + 'static,
        U: Send + 'static,
        E: Into<ApiError> + Send + 'static,
    {
        let Self { value, hash, size, rules, place } = self;
        let converted = offload(size, move || convert(value)).await.map_err(ApiError::internal)?;
        Ok(Json { value: converted.map_err(Into::into)?, hash, size, rules, place })
    }

    /// Returns the SHA-256 of the received bytes, for the idempotency check.
    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }
}

impl<T, R> Deref for Json<T, R> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: ToSchema + DeserializeOwned + Send + 'static, R: RulesOf<T>> FromRequest for Json<T, R> {
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
                let now = SystemClock.now();
                let rules = |body: T| R::faults(&body, now).into_errors();
                let value = read_json_by(&bytes, rules).map_err(invalid)?;
                judge::<T, R>(&value, now, Part::Body)?;
                Ok(Self { value, hash: Sha256::digest(&bytes).into(), size, rules: PhantomData, place })
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
    use crate::extract::ShapeOnly;

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
            let body: Json<_, ShapeOnly> =
                Json { value, hash: [7; 32], size, rules: PhantomData, place: None };
            let converted = body.convert(|_body| Ok::<_, ApiError>(thread::current().id())).await.unwrap();
            assert_eq!(*converted != thread::current().id(), apart, "{size}");
            assert_eq!(*let_go.lock().unwrap(), Some(*converted), "{size}");
            assert_eq!(converted.hash(), [7; 32]);
        }
        let body: Json<_, ShapeOnly> =
            Json { value: (), hash: [0; 32], size: JSON_LIMIT, rules: PhantomData, place: None };
        let refused = body.convert(|()| Err::<(), _>(ApiError::coded(ErrorCode::InvalidRequest, "no")));
        assert!(matches!(refused.await, Err(ApiError::Coded { .. })));
    }
}
