//! Error codes of broadcasts.

use crate::wire::ErrorCode;
use broadcast_gate::campaigns::CampaignError;

use super::ApiError;

impl From<CampaignError> for ApiError {
    fn from(error: CampaignError) -> Self {
        let message = error.to_string();
        let code = match error {
            CampaignError::Invalid(errors) => return errors.into(),
            CampaignError::Store(error) => return error.into(),
            CampaignError::NotFound => ErrorCode::BroadcastNotFound,
            CampaignError::Transition(_) => ErrorCode::InvalidTransition,
            CampaignError::GateClosed => ErrorCode::BroadcastGateClosed,
            CampaignError::NotConnected => ErrorCode::EngineNotConnected,
            CampaignError::Engine(cause) => {
                tracing::warn!(%cause, "an engine failed");
                ErrorCode::EngineError
            }
            CampaignError::Contended => ErrorCode::Unavailable,
            error => return Self::internal(error),
        };
        Self::coded(code, message)
    }
}
