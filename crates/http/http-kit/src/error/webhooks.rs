//! Error codes of webhooks.

use crate::wire::ErrorCode;
use webhooks::WebhookError;

use super::ApiError;

impl From<WebhookError> for ApiError {
    fn from(error: WebhookError) -> Self {
        let code = match error {
            WebhookError::Store(error) => return error.into(),
            WebhookError::Invalid(errors) => return errors.into(),
            WebhookError::NotFound => ErrorCode::WebhookNotFound,
            WebhookError::DeliveryNotFound => ErrorCode::DeliveryNotFound,
            WebhookError::TooMany => ErrorCode::InvalidRequest,
            WebhookError::BeyondOwnRights(_) | WebhookError::BeyondRightsOfMaker(_) => {
                ErrorCode::BeyondOwnRights
            }
            WebhookError::Busy => ErrorCode::Unavailable,
            error => return Self::internal(error),
        };
        Self::coded(code, error.to_string())
    }
}
