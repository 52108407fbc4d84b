use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;
use offload::Place;

use super::body::{BODIES, HeldBody, read_body};
use super::wait_turns;
use crate::error::ApiError;

/// The largest upload, in bytes.
pub const UPLOAD_LIMIT: usize = 10 << 20;

/// The raw bytes of a file, whatever the request says that they are.
pub struct Upload {
    bytes: Vec<u8>,
    place: Option<Place>,
}

impl Upload {
    /// The bytes, and their place among the bodies that are held: keep it for as long as what is made of the bytes.
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
            // Nobody else has the bytes, so they are taken over and not copied.
            Ok(Self { bytes: bytes.into(), place })
        })
    }
}
