//! Error codes of conversion pixels.

use crate::wire::ErrorCode;
use conversion_pixel::pixels::PixelError;

use super::ApiError;

impl From<PixelError> for ApiError {
    fn from(error: PixelError) -> Self {
        let code = match error {
            PixelError::Store(error) => return error.into(),
            PixelError::ValidationErrors(errors) => return errors.into(),
            PixelError::InvalidPlatform => ErrorCode::InvalidPlatform,
            PixelError::InvalidPixelId => ErrorCode::InvalidPixelId,
            PixelError::InvalidEventMap(_) => ErrorCode::InvalidRequest,
            PixelError::BeyondOwnRights => ErrorCode::BeyondOwnRights,
            PixelError::TokenRequired => ErrorCode::TokenRequired,
            PixelError::SmartLinkNotFound => ErrorCode::SmartLinkNotFound,
            error => return Self::internal(error),
        };
        Self::coded(code, error.to_string())
    }
}
