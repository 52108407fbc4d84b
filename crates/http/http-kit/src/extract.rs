//! Inputs checked before a handler sees them. The OpenAPI schema of a type is its validator, so that what is documented
//! and what is enforced can't differ; all errors of an input are reported together.
//!
//! The extractors are called `Json`, `Query` and `Path` because utoipa documents arguments by these names.

mod body;
mod coerce;
mod json;
mod order;
mod pace;
mod path;
mod query;
mod spool;
#[cfg(test)]
mod tests;
mod upload;

pub use body::{HeldBody, discard_body, read_body};
pub use json::{EMPTY_BODY_HASH, JSON_LIMIT, Json};
pub use order::wait_turns;
pub use path::{DomainName, Path, PathPart};
pub use query::Query;
pub use spool::{ARCHIVE_LIMIT, SpoolFolder, Spooled, SpooledFile};
pub use upload::{UPLOAD_LIMIT, Upload};
