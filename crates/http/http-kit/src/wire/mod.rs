//! Common bodies of the API: errors, pages and optional fields. Also checks the shape of request bodies.

mod error;
mod error_code;
mod file;
pub mod paging;
mod patch;
mod shown_once;
pub mod validation;

pub use error::{
    CodedDetail, CodedError, CodedOrDetailError, CodedOrValidationErrors, DetailError, ValidationErrors,
    ValidationItem, ValidationStep,
};
pub use error_code::ErrorCode;
pub use file::FileContent;
pub use patch::Patch;
pub use shown_once::ShownOnce;
