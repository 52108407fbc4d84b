//! Common bodies of the API: errors, pages, numbers and optional fields.

mod error;
mod error_code;
mod file;
mod int;
mod named;
pub mod paging;
mod patch;
mod shown_once;

pub use error::{
    CodedDetail, CodedError, CodedOrDetailError, CodedOrValidationErrors, DetailError, FaultType,
    ValidationErrors, ValidationItem, ValidationStep,
};
pub use error_code::ErrorCode;
pub use file::FileContent;
pub use int::{Int, Seconds};
pub use named::Named;
pub use patch::{Given, Patch};
pub use shown_once::ShownOnce;
