//! Successful responses of handlers.

use crate::wire::ShownOnce;
use actix_web::body::BoxBody;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Responder};
use idempotency::StoredResponse;
use kernel::Fingerprint;
use offload::offload;
use serde::Serialize;

use super::error::ApiError;
use super::precondition::etag;

/// A successful response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiResponse {
    status: StatusCode,
    revision: Option<i64>,
    body: Option<String>,
    /// Body for repetitions of the request, if it differs.
    kept: Option<String>,
    replayed: bool,
}

impl ApiResponse {
    /// Builds a 200 with a body.
    pub fn ok(body: &impl Serialize) -> Result<Self, ApiError> {
        Self::with_body(StatusCode::OK, body)
    }

    /// Builds a 200 with a body from values of `weight` bytes; large ones are built on the CPU
    /// pool.
    pub async fn ok_of<B: Serialize>(
        weight: usize,
        body: impl FnOnce() -> Result<B, ApiError> + Send + 'static,
    ) -> Result<Self, ApiError> {
        offload(weight, move || Self::ok(&body()?)).await.map_err(ApiError::internal)?
    }

    /// Builds a 201 with the new resource.
    pub fn created(body: &impl Serialize) -> Result<Self, ApiError> {
        Self::with_body(StatusCode::CREATED, body)
    }

    /// Builds a 201 with a new resource that contains a secret. Repetitions of the request get no
    /// secret.
    pub fn created_once(body: &impl ShownOnce) -> Result<Self, ApiError> {
        let kept = serde_json::to_string(&body.rest()).map_err(ApiError::internal)?;
        Ok(Self { kept: Some(kept), ..Self::created(body)? })
    }

    /// Builds a 200 with a resource that contains a new secret. Repetitions of the request get no
    /// secret.
    pub fn ok_once(body: &impl ShownOnce) -> Result<Self, ApiError> {
        let kept = serde_json::to_string(&body.rest()).map_err(ApiError::internal)?;
        Ok(Self { kept: Some(kept), ..Self::ok(body)? })
    }

    /// Builds a 204.
    pub fn no_content() -> Self {
        Self { status: StatusCode::NO_CONTENT, revision: None, body: None, kept: None, replayed: false }
    }

    /// Adds `ETag: "<revision>"`.
    #[must_use]
    pub fn at_revision(self, revision: i64) -> Self {
        Self { revision: Some(revision), ..self }
    }

    /// Adds the resource's fingerprint as `ETag`.
    #[must_use]
    pub fn at_state(self, state: Fingerprint) -> Self {
        self.at_revision(state.get())
    }

    fn with_body(status: StatusCode, body: &impl Serialize) -> Result<Self, ApiError> {
        let body = serde_json::to_string(body).map_err(ApiError::internal)?;
        Ok(Self { status, body: Some(body), ..Self::no_content() })
    }

    /// Returns the response to store for repetitions.
    pub(super) fn to_stored(&self) -> StoredResponse {
        StoredResponse {
            status: self.status.as_u16(),
            revision: self.revision,
            body: self.kept.clone().or_else(|| self.body.clone()),
        }
    }

    /// Builds the response to a repetition.
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
