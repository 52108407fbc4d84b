//! Errors of the vault. Its two "not found" errors have fixed sentences.

use crate::wire::ErrorCode;
use content_vault::ports::EngineError;
use content_vault::requests::RequestError;
use content_vault::vault::VaultError;

use super::ApiError;

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> Self {
        let message = error.to_string();
        match error {
            EngineError::NotConnected => Self::coded(ErrorCode::EngineNotConnected, message),
            EngineError::Failed(cause) => {
                tracing::warn!(%cause, "an engine failed");
                Self::coded(ErrorCode::EngineError, message)
            }
            EngineError::Store(error) => error.into(),
            error => Self::internal(error),
        }
    }
}

impl From<VaultError> for ApiError {
    fn from(error: VaultError) -> Self {
        match error {
            VaultError::NotFound => Self::detail(404, "content not found"),
            VaultError::Engine(error) => error.into(),
            VaultError::Store(error) => error.into(),
            error => Self::internal(error),
        }
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::NotFoundOrInvalid => Self::detail(404, "request not found or invalid transition"),
            RequestError::Store(error) => error.into(),
            error => Self::internal(error),
        }
    }
}
