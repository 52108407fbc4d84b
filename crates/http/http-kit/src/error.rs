//! Conversion of all failures to responses: status, one of three bodies, and headers.

mod broadcasts;
mod conversions;
mod landing;
mod links;
mod pixels;
mod qr;
mod vault;
mod webhooks;

use std::borrow::Cow;

use crate::wire::{
    CodedDetail, CodedError, DetailError, ErrorCode, ValidationErrors as ValidationErrorsBody,
    ValidationItem, ValidationStep,
};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use auth_scopes::{Denied, KeyError, MemberError, SessionError};
use kernel::{Step, StoreError, ValidationErrors};
use offload::Full;

use super::rate_limit::LimitScope;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Seconds that a client should wait before a retry after a 503.
const RETRY_UNAVAILABLE: u64 = 2;

/// Seconds that a client should wait before a retry when the service is at capacity.
const RETRY_CROWDED: u64 = 2;

/// Part of a request with an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Body,
    Query,
    Path,
}

impl Part {
    fn as_str(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Query => "query",
            Self::Path => "path",
        }
    }
}

/// Reason for an authentication failure. The texts are part of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AuthFailure {
    /// The `Authorization` header is missing.
    #[error("Not authenticated")]
    Missing,
    /// The header is not of the type `Bearer`.
    #[error("auth required")]
    NotBearer,
    /// The token is malformed, unknown, revoked or expired.
    #[error("Invalid or missing API key")]
    Rejected,
}

/// Any failure of an operation.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// Failure with a code.
    #[error("{message}")]
    Coded {
        /// Code in the contract.
        code: ErrorCode,
        /// Sentence for people.
        message: Cow<'static, str>,
    },
    /// Failure with a fixed sentence.
    #[error("{detail}")]
    Detail { status: StatusCode, detail: &'static str },
    /// Invalid input, with all errors.
    #[error("{errors}")]
    Invalid {
        /// Part of the request with the errors.
        part: Part,
        errors: ValidationErrors,
    },
    /// Unknown caller.
    #[error("{failure}")]
    Unauthenticated {
        failure: AuthFailure,
        /// Whether the operation responds with a code.
        coded: bool,
    },
    /// The path accepts other methods only.
    #[error("Method Not Allowed")]
    MethodNotAllowed {
        /// Accepted methods in the form of the `Allow` header.
        allow: String,
    },
    /// The key or its owner has exceeded the rate limit.
    #[error("too many requests with {whose}")]
    RateLimited {
        whose: LimitScope,
        /// Whole seconds until the next request is allowed.
        retry_after: u64,
    },
    /// Too much of this kind is running or waiting.
    #[error("{0}")]
    Crowded(#[from] Full),
    /// The database is unavailable; a retry may succeed.
    #[error("the service is not available now")]
    Unavailable(#[source] Cause),
    /// Unexpected failure. The cause goes to the log and never into the response.
    #[error("internal error")]
    Internal(#[source] Cause),
}

impl ApiError {
    /// Creates a failure with a code.
    pub fn coded(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self::Coded { code, message: message.into() }
    }

    /// Creates a failure with a fixed sentence.
    pub fn detail(status: u16, detail: &'static str) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self::Detail { status, detail }
    }

    /// Creates the failure for a missing path or resource without a code.
    pub fn not_found() -> Self {
        Self::detail(404, "Not Found")
    }

    /// Creates an unexpected failure.
    pub fn internal(cause: impl Into<Cause>) -> Self {
        Self::Internal(cause.into())
    }

    /// Creates the failure for a query that violates a domain rule.
    pub fn query(errors: ValidationErrors) -> Self {
        Self::Invalid { part: Part::Query, errors }
    }

    /// Returns the response. Bodies of server errors contain `request_id`.
    pub fn answer(&self, request_id: Option<&str>) -> HttpResponse {
        let status = self.status_code();
        let request_id = request_id.filter(|_| status.is_server_error()).map(str::to_owned);
        let mut answer = HttpResponse::build(status);
        match self {
            Self::Unauthenticated { .. } => {
                answer.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
            }
            Self::MethodNotAllowed { allow } => {
                answer.insert_header((header::ALLOW, allow.as_str()));
            }
            Self::RateLimited { retry_after, .. } => {
                answer.insert_header((header::RETRY_AFTER, retry_after.to_string()));
            }
            Self::Crowded(_) => {
                answer.insert_header((header::RETRY_AFTER, RETRY_CROWDED.to_string()));
            }
            Self::Unavailable(_) => {
                answer.insert_header((header::RETRY_AFTER, RETRY_UNAVAILABLE.to_string()));
            }
            Self::Coded { code: ErrorCode::Unavailable, .. } => {
                answer.insert_header((header::RETRY_AFTER, RETRY_UNAVAILABLE.to_string()));
            }
            _ => {}
        }
        match (self.code(), self) {
            (_, Self::Invalid { part, errors }) => answer.json(validation_list(*part, errors)),
            (Some(code), _) => {
                let detail = CodedDetail { code, message: self.to_string() };
                answer.json(CodedError { detail, request_id })
            }
            (None, Self::Internal(_)) => {
                answer.json(DetailError { detail: "Internal Server Error".to_owned(), request_id })
            }
            (None, _) => answer.json(DetailError { detail: self.to_string(), request_id }),
        }
    }

    fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Coded { code, .. } => Some(*code),
            Self::Unauthenticated { coded: true, .. } => Some(ErrorCode::Unauthorized),
            Self::RateLimited { .. } | Self::Crowded(_) => Some(ErrorCode::RateLimited),
            Self::Unavailable(_) => Some(ErrorCode::Unavailable),
            _ => None,
        }
    }
}

fn validation_list(part: Part, errors: &ValidationErrors) -> ValidationErrorsBody {
    let step = |step: &Step| match step {
        Step::Key(key) => ValidationStep::Key(key.clone()),
        Step::Index(index) => ValidationStep::Index(*index),
    };
    let item = |error: &kernel::ValidationError| ValidationItem {
        loc: std::iter::once(ValidationStep::Key(part.as_str().to_owned()))
            .chain(error.location.steps().iter().map(step))
            .collect(),
        msg: error.message.clone(),
        kind: error.kind.as_str().to_owned(),
    };
    ValidationErrorsBody { detail: errors.iter().map(item).collect() }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        let status = match self {
            Self::Detail { status, .. } => return *status,
            Self::Invalid { .. } => 422,
            Self::Unauthenticated { .. } => 401,
            Self::MethodNotAllowed { .. } => 405,
            _ => self.code().map_or(500, ErrorCode::status),
        };
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        self.answer(None)
    }
}

impl From<ValidationErrors> for ApiError {
    fn from(errors: ValidationErrors) -> Self {
        Self::Invalid { part: Part::Body, errors }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::PreconditionFailed => Self::coded(ErrorCode::PreconditionFailed, error.to_string()),
            StoreError::Unavailable(cause) => match cause.downcast::<Full>() {
                Ok(full) => Self::Crowded(*full),
                Err(cause) => Self::Unavailable(StoreError::Unavailable(cause).into()),
            },
            StoreError::Data(_) | StoreError::Failed(_) => Self::Internal(error.into()),
        }
    }
}

impl From<Denied> for ApiError {
    fn from(denied: Denied) -> Self {
        let code = match denied {
            Denied::InsufficientScope(_) => ErrorCode::InsufficientScope,
            Denied::InsufficientRights(_) => ErrorCode::InsufficientRights,
        };
        Self::coded(code, denied.to_string())
    }
}

impl From<KeyError> for ApiError {
    fn from(error: KeyError) -> Self {
        let code = match error {
            KeyError::InvalidScope(_) => ErrorCode::InvalidScope,
            KeyError::ScopeEscalation => ErrorCode::ScopeEscalation,
            KeyError::BeyondOwnRights | KeyError::FirstKey => ErrorCode::BeyondOwnRights,
            KeyError::NotFound => ErrorCode::KeyNotFound,
            KeyError::MemberNotFound => ErrorCode::MemberNotFound,
            KeyError::ValidationErrors(errors) => return errors.into(),
            KeyError::Store(error) => return error.into(),
            // Callers always have an owner, so `OwnerNotFound` occurs only on the command line.
            error => return Self::internal(error),
        };
        Self::coded(code, error.to_string())
    }
}

impl From<MemberError> for ApiError {
    fn from(error: MemberError) -> Self {
        let code = match error {
            MemberError::NotFound => ErrorCode::MemberNotFound,
            MemberError::Escalation => ErrorCode::ScopeEscalation,
            MemberError::BeyondOwnRights => ErrorCode::BeyondOwnRights,
            MemberError::ValidationErrors(errors) => return errors.into(),
            MemberError::Store(error) => return error.into(),
            error => return Self::internal(error),
        };
        Self::coded(code, error.to_string())
    }
}

impl From<SessionError> for ApiError {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::NotFound => Self::coded(ErrorCode::SessionNotFound, error.to_string()),
            SessionError::Store(error) => error.into(),
            error => Self::internal(error),
        }
    }
}

#[cfg(test)]
mod tests;
