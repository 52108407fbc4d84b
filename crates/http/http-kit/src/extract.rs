//! Extractors that validate inputs before handlers run. The OpenAPI schema of a type validates its
//! shape, so documentation and validation can't differ. The rules of a type ([`RulesOf`]) check the
//! rest, and all errors of an input are reported together.
//!
//! utoipa recognizes the extractors by the names `Json`, `Query` and `Path`.

mod body;
mod coerce;
mod json;
mod order;
mod pace;
mod path;
mod query;
mod rules;
mod spool;
mod upload;

pub use body::{HeldBody, discard_body, read_body};
pub use json::{EMPTY_BODY_HASH, JSON_LIMIT, Json};
pub use order::wait_turns;
pub use path::{DomainName, Path, PathPart};
pub(crate) use query::filters;
pub use query::{Query, parse_query};
pub use rules::{Faults, RulesOf, ShapeOnly};
pub use spool::{ARCHIVE_LIMIT, FreeSpace, SpoolFolder, Spooled, SpooledFile, free_space};
pub use upload::{UPLOAD_LIMIT, Upload};
