//! Error codes of QR codes.

use crate::wire::ErrorCode;
use kernel::{ErrorKind, Location, ValidationErrors};
use offload::Full;
use qr_catalog::code::InvalidSlug;
use qr_catalog::codes::CodeError;
use qr_catalog::ports::RenderError;
use qr_catalog::print::SheetError;

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
            CodeError::Design(errors) => {
                let mut in_body = ValidationErrors::none();
                in_body.absorb(&Location::root().at("design"), errors);
                return in_body.into();
            }
            // Hostnames and slugs are always short enough.
            CodeError::TooLong(error) => return Self::internal(error),
            CodeError::DomainNotFound => ErrorCode::DomainNotFound,
            CodeError::NotFound => ErrorCode::QrNotFound,
            CodeError::LinkNotFound => ErrorCode::SmartLinkNotFound,
            CodeError::PresetNotFound => ErrorCode::PresetNotFound,
            CodeError::SlugTaken => ErrorCode::SlugTaken,
            CodeError::Busy => ErrorCode::Unavailable,
        };
        Self::coded(code, error.to_string())
    }
}

/// The options of a sheet are in the query.
impl From<SheetError> for ApiError {
    fn from(error: SheetError) -> Self {
        let (field, kind) = match error {
            SheetError::TooWide => ("size_mm", ErrorKind::LessThanEqual),
            SheetError::TooMany => ("copies", ErrorKind::TooMany),
        };
        Self::query(ValidationErrors::one(Location::root().at(field), kind, error.to_string()))
    }
}

impl From<RenderError> for ApiError {
    fn from(error: RenderError) -> Self {
        match error.0.downcast::<Full>() {
            Ok(full) => Self::Crowded(*full),
            Err(cause) => Self::internal(RenderError(cause)),
        }
    }
}
