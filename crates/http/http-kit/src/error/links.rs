//! Error codes of smart links and funnel links.

use crate::wire::ErrorCode;
use kernel::{Location, ValidationErrors};
use smartlink_policy::listing::ListingError;
use smartlink_policy::policy::PolicyError;
use smartlink_policy::ports::EngineError;
use smartlink_policy::provisioning::ProvisionError;
use smartlink_policy::slug::SlugError;
use smartlink_policy::smart_links::SmartLinkError;

use super::ApiError;

impl From<SlugError> for ApiError {
    fn from(error: SlugError) -> Self {
        let code = match error {
            SlugError::Invalid => ErrorCode::InvalidSlug,
            SlugError::Reserved => ErrorCode::SlugReserved,
        };
        Self::coded(code, error.to_string())
    }
}

impl From<PolicyError> for ApiError {
    fn from(error: PolicyError) -> Self {
        match error {
            PolicyError::Shape(inner) => {
                let mut errors = ValidationErrors::none();
                errors.absorb(&Location::root().at("policy"), inner);
                errors.into()
            }
            PolicyError::Invalid(_) => Self::coded(ErrorCode::InvalidPolicy, error.to_string()),
        }
    }
}

impl From<SmartLinkError> for ApiError {
    fn from(error: SmartLinkError) -> Self {
        let code = match error {
            SmartLinkError::Store(error) => return error.into(),
            SmartLinkError::DomainNotFound => ErrorCode::DomainNotFound,
            SmartLinkError::SlugTaken => ErrorCode::SlugTaken,
            SmartLinkError::NotFound => ErrorCode::SmartLinkNotFound,
        };
        Self::coded(code, error.to_string())
    }
}

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> Self {
        let message = error.to_string();
        match error {
            EngineError::NotConnected => Self::coded(ErrorCode::EngineNotConnected, message),
            EngineError::Failed(cause) => {
                tracing::warn!(%cause, "an engine failed");
                Self::coded(ErrorCode::EngineError, message)
            }
            EngineError::BadLink(cause) => {
                tracing::warn!(%cause, "an engine failed");
                Self::coded(ErrorCode::EngineError, message)
            }
        }
    }
}

impl From<ListingError> for ApiError {
    fn from(error: ListingError) -> Self {
        match error {
            ListingError::Engine(error) => error.into(),
            ListingError::Store(error) => error.into(),
        }
    }
}

impl From<ProvisionError> for ApiError {
    fn from(error: ProvisionError) -> Self {
        let code = match error {
            ProvisionError::Engine(error) => return error.into(),
            ProvisionError::Store(error) => return error.into(),
            ProvisionError::DomainNotFound => ErrorCode::DomainNotFound,
            ProvisionError::LinkNotFound => ErrorCode::LinkNotFound,
            ProvisionError::LinkForeign => ErrorCode::LinkForeign,
            ProvisionError::Busy => ErrorCode::Unavailable,
        };
        Self::coded(code, error.to_string())
    }
}
