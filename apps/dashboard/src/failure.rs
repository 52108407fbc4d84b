//! Failures of screens.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};

/// Reason why a screen can't be shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A write that does not come from a page of the dashboard.
    #[error("a cross-site write")]
    CrossSite,
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
    #[error("no such screen")]
    NotFound,
    /// The form has invalid input; the value is the name of a catalogue message.
    #[error("invalid input: {0}")]
    Unusable(&'static str),
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
            Self::CrossSite => StatusCode::FORBIDDEN,
            Self::SignedOut => StatusCode::UNAUTHORIZED,
            Self::TooOften | Self::Busy(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Unusable(_) => StatusCode::UNPROCESSABLE_ENTITY,
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

    /// Returns the faults of a form as sentences, or `None` for other failures.
    pub(crate) fn faults(&self) -> Option<Vec<String>> {
        let Self::Api(error) = self else { return None };
        let status = error.status()?;
        if !matches!(status, 400 | 409 | 413 | 415 | 422) || self.is_conflict() {
            return None;
        }
        let faults: Vec<String> = error
            .faults()
            .iter()
            .map(|fault| {
                let place = fault.path.trim_start_matches("body.").replace(['_', '.'], " ");
                format!("{place}: {}", fault.message)
            })
            .collect();
        Some(if faults.is_empty() { vec![error.message().to_owned()] } else { faults })
    }
}
