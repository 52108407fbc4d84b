//! Error codes of statistics and deliveries.

use crate::wire::ErrorCode;
use attribution::intake::IntakeError;
use attribution::statistics::StatisticsError;
use conversion_pixel::forwarding::ForwardingError;

use super::ApiError;

impl From<StatisticsError> for ApiError {
    fn from(error: StatisticsError) -> Self {
        let code = match error {
            StatisticsError::Store(error) => return error.into(),
            StatisticsError::Overflow(_) => return Self::internal(error),
            StatisticsError::FanNotFound => return Self::detail(404, "fan not found"),
            StatisticsError::DomainNotFound => ErrorCode::DomainNotFound,
            StatisticsError::LinkNotFound => ErrorCode::LinkNotFound,
        };
        Self::coded(code, error.to_string())
    }
}

impl From<ForwardingError> for ApiError {
    fn from(error: ForwardingError) -> Self {
        match error {
            ForwardingError::Store(error) => error.into(),
            ForwardingError::PixelNotFound => Self::coded(ErrorCode::SmartLinkNotFound, error.to_string()),
            error => Self::internal(error),
        }
    }
}

impl From<IntakeError> for ApiError {
    fn from(error: IntakeError) -> Self {
        match error {
            IntakeError::TooMany => Self::coded(ErrorCode::PayloadTooLarge, error.to_string()),
            IntakeError::Store(error) => error.into(),
        }
    }
}
