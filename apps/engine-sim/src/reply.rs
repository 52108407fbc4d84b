use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, Responder, ResponseError};
use serde::Serialize;
use serde_json::{Value, json};

/// Reason why the simulation rejects a request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("the token is not that of a connection")]
    Unauthorized,
    #[error("there is no such {0}")]
    NotFound(&'static str),
    #[error("this fan can't be written to")]
    FanUnreachable,
    #[error("the request can't go from its state to this one")]
    InvalidTransition,
    #[error("{0}")]
    Invalid(String),
}

impl Refusal {
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid(message.into())
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Unauthorized => "unauthorized",
            Self::NotFound(_) => "not_found",
            Self::FanUnreachable => "fan_unreachable",
            Self::InvalidTransition => "invalid_transition",
            Self::Invalid(_) => "invalid_request",
        }
    }
}

impl ResponseError for Refusal {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::FanUnreachable | Self::InvalidTransition => StatusCode::CONFLICT,
            Self::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    fn error_response(&self) -> HttpResponse {
        HttpResponse::build(self.status_code())
            .json(json!({"code": self.code(), "message": self.to_string()}))
    }
}

/// A response that can be stored.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reply {
    status: StatusCode,
    body: Value,
}

impl Reply {
    /// Builds a 200 response.
    pub(crate) fn ok(value: &impl Serialize) -> Result<Self, Refusal> {
        let body = serde_json::to_value(value).map_err(|error| Refusal::invalid(error.to_string()))?;
        Ok(Self { status: StatusCode::OK, body })
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        let body = json!({"code": refusal.code(), "message": refusal.to_string()});
        Self { status: refusal.status_code(), body }
    }
}

impl Responder for Reply {
    type Body = actix_web::body::BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::build(self.status).json(self.body)
    }
}
