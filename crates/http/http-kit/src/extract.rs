//! Inputs checked before a handler sees them. The OpenAPI schema of a type is the validator of its shape, so that what is documented
//! and what is enforced can't differ. The rules of a type ([`RulesOf`]) judge the rest, and all errors of an input are reported together.
//!
//! The extractors are called `Json`, `Query` and `Path` because utoipa documents arguments by these names.

mod body;
mod coerce;
mod json;
mod order;
mod pace;
mod path;
mod query;
mod rules;
mod spool;
#[cfg(test)]
mod tests;
mod upload;

pub use body::{HeldBody, discard_body, read_body};
pub use json::{EMPTY_BODY_HASH, JSON_LIMIT, Json};
pub use order::wait_turns;
pub use path::{DomainName, Path, PathPart};
pub use query::Query;
pub(crate) use query::filters;
pub use rules::{Faults, RulesOf, ShapeOnly};
pub use spool::{ARCHIVE_LIMIT, FreeSpace, SpoolFolder, Spooled, SpooledFile, free_space};
pub use upload::{UPLOAD_LIMIT, Upload};
