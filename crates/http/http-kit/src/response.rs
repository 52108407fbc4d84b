//! What a handler answers with when all went well.

use actix_web::body::BoxBody;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Responder};
use api_contract::ShownOnce;
use idempotency::StoredResponse;
use kernel::Fingerprint;
use offload::offload;
use serde::Serialize;

use super::error::ApiError;
use super::precondition::etag;

/// The answer to a request that went well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiResponse {
    status: StatusCode,
    revision: Option<i64>,
    body: Option<String>,
    /// What a repeat of the request is answered with, where it is not the body itself.
    kept: Option<String>,
    replayed: bool,
}

impl ApiResponse {
    /// 200 with a body.
    pub fn ok(body: &impl Serialize) -> Result<Self, ApiError> {
        Self::with_body(StatusCode::OK, body)
    }

    /// 200 with a body that is made of values of `weight` bytes, and written, where that holds up nobody.
    pub async fn ok_of<B: Serialize>(
        weight: usize,
        body: impl FnOnce() -> Result<B, ApiError> + Send + 'static,
    ) -> Result<Self, ApiError> {
        offload(weight, move || Self::ok(&body()?)).await.map_err(ApiError::internal)?
    }

    /// 201 with the new resource.
    pub fn created(body: &impl Serialize) -> Result<Self, ApiError> {
        Self::with_body(StatusCode::CREATED, body)
    }

    /// 201 with a new resource that holds a secret; a repeat of the request is answered without the secret.
    pub fn created_once(body: &impl ShownOnce) -> Result<Self, ApiError> {
        let kept = serde_json::to_string(&body.rest()).map_err(ApiError::internal)?;
        Ok(Self { kept: Some(kept), ..Self::created(body)? })
    }

    /// 200 with a resource that holds a new secret; a repeat of the request is answered without the secret.
    pub fn ok_once(body: &impl ShownOnce) -> Result<Self, ApiError> {
        let kept = serde_json::to_string(&body.rest()).map_err(ApiError::internal)?;
        Ok(Self { kept: Some(kept), ..Self::ok(body)? })
    }

    /// 204.
    pub fn no_content() -> Self {
        Self { status: StatusCode::NO_CONTENT, revision: None, body: None, kept: None, replayed: false }
    }

    /// The same answer with `ETag: "<revision>"`.
    #[must_use]
    pub fn at_revision(self, revision: i64) -> Self {
        Self { revision: Some(revision), ..self }
    }

    /// The same answer with the fingerprint of the resource as its `ETag`.
    #[must_use]
    pub fn at_state(self, state: Fingerprint) -> Self {
        self.at_revision(state.get())
    }

    fn with_body(status: StatusCode, body: &impl Serialize) -> Result<Self, ApiError> {
        let body = serde_json::to_string(body).map_err(ApiError::internal)?;
        Ok(Self { status, body: Some(body), ..Self::no_content() })
    }

    /// What is stored for a repeat of the request.
    pub(super) fn to_stored(&self) -> StoredResponse {
        StoredResponse {
            status: self.status.as_u16(),
            revision: self.revision,
            body: self.kept.clone().or_else(|| self.body.clone()),
        }
    }

    /// The answer to a repeat.
    pub(super) fn replay(stored: StoredResponse) -> Result<Self, ApiError> {
        let status = StatusCode::from_u16(stored.status).map_err(ApiError::internal)?;
        Ok(Self { status, revision: stored.revision, body: stored.body, kept: None, replayed: true })
    }
}

impl Responder for ApiResponse {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status);
        if let Some(revision) = self.revision {
            answer.insert_header((header::ETAG, etag(revision)));
        }
        if self.replayed {
            answer.insert_header(("Idempotency-Replayed", "true"));
        }
        match self.body {
            Some(body) => answer.content_type(header::ContentType::json()).body(body),
            None => answer.finish(),
        }
    }
}
