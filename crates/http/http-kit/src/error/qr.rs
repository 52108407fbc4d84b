//! The failures of QR codes, by their codes.

use api_contract::ErrorCode;
use qr_catalog::code::InvalidSlug;
use qr_catalog::codes::CodeError;
use qr_catalog::ports::RasterizeError;

use super::ApiError;

impl From<InvalidSlug> for ApiError {
    fn from(error: InvalidSlug) -> Self {
        Self::coded(ErrorCode::InvalidSlug, error.to_string())
    }
}

impl From<CodeError> for ApiError {
    fn from(error: CodeError) -> Self {
        let code = match error {
            CodeError::Store(error) => return error.into(),
            // A hostname and a slug have a length that fits by far.
            CodeError::TooLong(error) => return Self::internal(error),
            CodeError::DomainNotFound => ErrorCode::DomainNotFound,
            CodeError::NotFound => ErrorCode::QrNotFound,
            CodeError::PresetNotFound => ErrorCode::PresetNotFound,
            CodeError::SlugTaken => ErrorCode::SlugTaken,
            CodeError::Busy => ErrorCode::Unavailable,
        };
        Self::coded(code, error.to_string())
    }
}

impl From<RasterizeError> for ApiError {
    fn from(error: RasterizeError) -> Self {
        Self::internal(error)
    }
}
