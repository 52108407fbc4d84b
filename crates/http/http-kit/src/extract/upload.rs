use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;

use super::body::read_body;
use super::wait_turns;
use crate::error::ApiError;

/// The largest upload, in bytes.
pub const UPLOAD_LIMIT: usize = 10 << 20;

/// The raw bytes of a file, whatever the request says that they are.
pub struct Upload(Vec<u8>);

impl Upload {
    /// The bytes.
    pub fn into_inner(self) -> Vec<u8> {
        self.0
    }
}

impl FromRequest for Upload {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = read_body(request, payload, UPLOAD_LIMIT);
        Box::pin(async move {
            wait_turns(2).await;
            // Nobody else has the bytes, so they are taken over and not copied.
            Ok(Self(body.await?.into()))
        })
    }
}
