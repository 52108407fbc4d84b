#![doc = include_str!("../README.md")]

mod error;
mod error_code;
pub mod keys;
pub mod landing;
mod patch;

pub use error::{CodedDetail, CodedError, DetailError, ValidationErrors, ValidationItem, ValidationStep};
pub use error_code::ErrorCode;
pub use patch::Patch;
