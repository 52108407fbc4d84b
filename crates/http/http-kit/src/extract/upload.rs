use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;
use offload::Place;

use super::body::{BODIES, HeldBody, read_body};
use super::wait_turns;
use crate::error::ApiError;

/// Maximum size of an upload, in bytes.
pub const UPLOAD_LIMIT: usize = 10 << 20;

/// Raw bytes of a file, regardless of the declared media type.
pub struct Upload {
    bytes: Vec<u8>,
    place: Option<Place>,
}

impl Upload {
    /// Returns the bytes and their reserved memory. Keep the reservation for as long as data
    /// derived from the bytes.
    pub fn into_parts(self) -> (Vec<u8>, Option<Place>) {
        (self.bytes, self.place)
    }
}

impl FromRequest for Upload {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let body = read_body(request, payload, UPLOAD_LIMIT, &BODIES);
        Box::pin(async move {
            wait_turns(2).await;
            let HeldBody { bytes, place } = body.await?;
            // The buffer has one owner, so this converts without copying.
            Ok(Self { bytes: bytes.into(), place })
        })
    }
}
