//! Tables in diesel's DSL, one file per family.

pub(crate) mod audit;
pub(crate) mod auth;
pub(crate) mod broadcasts;
pub(crate) mod codes;
pub(crate) mod conversions;
pub(crate) mod destinations;
pub(crate) mod engine;
pub(crate) mod files;
pub(crate) mod idempotency;
pub(crate) mod landing;
pub(crate) mod links;
pub(crate) mod pixels;
pub(crate) mod requests;
pub(crate) mod sales;
pub(crate) mod secrets;
pub(crate) mod touches;
pub(crate) mod webhooks;
