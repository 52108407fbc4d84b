//! Error codes of the landing use-cases.

use crate::wire::ErrorCode;
use landing_draft::domains::DomainError;
use landing_draft::domains::RegistrationError;
use landing_draft::editing::EditError;
use landing_draft::landing::LandingError;
use landing_draft::library::LibraryError;
use landing_draft::ports::{IntakeError, RegisterError};
use landing_draft::publishing::PublishError;

use super::ApiError;

impl From<LandingError> for ApiError {
    fn from(error: LandingError) -> Self {
        let code = match error {
            LandingError::ValidationErrors(errors) => return errors.into(),
            LandingError::SegmentUnknown => ErrorCode::SegmentUnknown,
            LandingError::SegmentNotFound => ErrorCode::SegmentNotFound,
            LandingError::ButtonNotFound => ErrorCode::ButtonNotFound,
            LandingError::SegmentDefaultRequired => ErrorCode::SegmentDefaultRequired,
            LandingError::SegmentNotEmpty => ErrorCode::SegmentNotEmpty,
            LandingError::OrderNotPermutation => ErrorCode::InvalidRequest,
        };
        Self::coded(code, error.to_string())
    }
}

impl From<EditError> for ApiError {
    fn from(error: EditError) -> Self {
        let code = match error {
            EditError::Landing(error) => return error.into(),
            EditError::Store(error) => return error.into(),
            EditError::DomainNotFound => ErrorCode::DomainNotFound,
            EditError::PreconditionFailed => ErrorCode::PreconditionFailed,
            EditError::SameDomain => ErrorCode::CopySameDomain,
            EditError::Busy => ErrorCode::Unavailable,
        };
        Self::coded(code, error.to_string())
    }
}

impl From<PublishError> for ApiError {
    fn from(error: PublishError) -> Self {
        let code = match error {
            PublishError::Store(error) => return error.into(),
            PublishError::DomainNotFound => ErrorCode::DomainNotFound,
            PublishError::VersionNotFound => ErrorCode::VersionNotFound,
            PublishError::PreconditionFailed => ErrorCode::PreconditionFailed,
            PublishError::Busy => ErrorCode::Unavailable,
        };
        Self::coded(code, error.to_string())
    }
}

impl From<DomainError> for ApiError {
    fn from(error: DomainError) -> Self {
        let code = match error {
            DomainError::Store(error) => return error.into(),
            DomainError::NotFound => ErrorCode::DomainNotFound,
            DomainError::NotFailed => ErrorCode::InvalidTransition,
        };
        Self::coded(code, error.to_string())
    }
}

impl From<RegistrationError> for ApiError {
    fn from(error: RegistrationError) -> Self {
        let code = match error {
            RegistrationError::Refused(RegisterError::Store(error)) => return error.into(),
            RegistrationError::Refused(RegisterError::Taken) => ErrorCode::DomainTaken,
            RegistrationError::Refused(RegisterError::CapReached) => ErrorCode::DomainCapReached,
            RegistrationError::Refused(RegisterError::Quarantined(_)) => ErrorCode::HostnameQuarantined,
            RegistrationError::Refused(RegisterError::Unproven) | RegistrationError::ProofMissing(_) => {
                ErrorCode::HostnameUnproven
            }
        };
        Self::coded(code, error.to_string())
    }
}

impl From<LibraryError> for ApiError {
    fn from(error: LibraryError) -> Self {
        let code = match error {
            LibraryError::Store(error) => return error.into(),
            LibraryError::PresetNotFound => ErrorCode::PresetNotFound,
            LibraryError::DomainNotFound => ErrorCode::DomainNotFound,
            LibraryError::NameTaken => ErrorCode::PresetNameTaken,
            LibraryError::BannerEmpty => ErrorCode::NotificationEmpty,
            LibraryError::Incomplete => ErrorCode::PresetIncomplete,
            LibraryError::PreconditionFailed => ErrorCode::PreconditionFailed,
            LibraryError::Busy => ErrorCode::Unavailable,
        };
        Self::coded(code, error.to_string())
    }
}

impl From<IntakeError> for ApiError {
    fn from(error: IntakeError) -> Self {
        match error {
            IntakeError::Store(error) => error.into(),
            IntakeError::Refused(reason) => Self::coded(ErrorCode::InvalidFile, reason),
            IntakeError::Quota(reason) => Self::coded(ErrorCode::FileQuotaReached, reason),
        }
    }
}
