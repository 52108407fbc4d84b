//! Failures of screens.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};

/// A write that waits for the answer to a question.
#[derive(Debug)]
pub(crate) struct Unsure {
    pub(crate) question: String,
    /// Path to which the form was sent.
    pub(crate) action: String,
    /// Names and values of the form.
    pub(crate) fields: Vec<(String, String)>,
}

/// Reason why a screen can't be shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A write that does not come from a page of the dashboard.
    #[error("a cross-site write")]
    CrossSite,
    /// The key lacks the right of the screen or the write.
    #[error("forbidden")]
    Forbidden,
    /// There is no session, or its key is no longer valid.
    #[error("signed out")]
    SignedOut,
    #[error("too many failed sign-ins")]
    TooOften,
    /// Too many uploads in progress.
    #[error("{0}")]
    Busy(#[from] offload::Full),
    /// The body of the request did not arrive in time.
    #[error("the request took too long")]
    TooSlow,
    /// The form asks a question that the browser did not ask.
    #[error("not confirmed")]
    Unsure(Unsure),
    #[error("no such screen")]
    NotFound,
    /// The form has invalid input; the value is the name of a catalogue message.
    #[error("invalid input: {0}")]
    Unusable(&'static str),
    /// The named field has no readable date and time.
    #[error("no date and time: {0}")]
    UnusableTime(&'static str),
    /// The API rejected the call or did not respond.
    #[error("the API: {0}")]
    Api(Box<funnel_sdk::Error>),
}

impl From<funnel_sdk::Error> for Failure {
    fn from(error: funnel_sdk::Error) -> Self {
        if error.status() == Some(401) { Self::SignedOut } else { Self::Api(Box::new(error)) }
    }
}

impl ResponseError for Failure {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::Unsure(_) => StatusCode::OK,
            Self::CrossSite | Self::Forbidden => StatusCode::FORBIDDEN,
            Self::SignedOut => StatusCode::UNAUTHORIZED,
            Self::TooOften | Self::Busy(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Unusable(_) | Self::UnusableTime(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Api(error) => match error.status().and_then(|status| StatusCode::from_u16(status).ok()) {
                Some(status) if status.is_client_error() => status,
                _ => StatusCode::BAD_GATEWAY,
            },
        }
    }

    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}

impl Failure {
    /// Returns the API's error code, if it rejected the call.
    pub(crate) fn code(&self) -> Option<&str> {
        match self {
            Self::Api(error) => error.code(),
            _ => None,
        }
    }

    /// Returns whether somebody else changed the draft in the meantime.
    pub(crate) fn is_conflict(&self) -> bool {
        self.code() == Some("precondition_failed")
    }

    /// Returns whether the API rejected the input of a form, which the form can show.
    pub(crate) fn is_of_input(&self) -> bool {
        let Self::Api(error) = self else { return false };
        let is_of_input = error.status().is_some_and(|status| matches!(status, 400 | 409 | 413 | 415 | 422));
        is_of_input && !self.is_conflict()
    }
}
