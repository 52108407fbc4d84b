#![doc = include_str!("../README.md")]

pub mod appearance;
pub mod broadcasts;
pub mod deliveries;
mod error;
mod error_code;
pub mod keys;
pub mod landing;
pub mod links;
pub mod members;
pub mod notification;
pub mod paging;
mod patch;
pub mod pixels;
pub mod qr;
mod shown_once;
pub mod stats;
pub mod validation;
pub mod vault;

pub use error::{
    CodedDetail, CodedError, CodedOrDetailError, CodedOrValidationErrors, DetailError, ValidationErrors,
    ValidationItem, ValidationStep,
};
pub use error_code::ErrorCode;
pub use patch::Patch;
pub use shown_once::ShownOnce;
