//! Extractors that validate inputs before handlers run. The fields of an input are values that check themselves, and
//! all errors of an input are reported together ([`Faults`]).
//!
//! utoipa recognizes the extractors by the names `Json`, `Query` and `Path`.

mod body;
mod coerce;
mod faults;
mod json;
mod mend;
mod order;
mod pace;
mod path;
mod query;
mod spool;
mod texts;
mod upload;

pub use body::{HeldBody, discard_body, read_body};
pub use faults::{Faults, checked, coded, named, passed, wrong};
pub use json::{EMPTY_BODY_HASH, JSON_LIMIT, Json, fields, parse_json, parse_value, parse_value_by};
pub use order::wait_turns;
pub use path::{DomainName, Path, PathPart};
pub(crate) use query::filters;
pub use query::{Query, parse_query};
pub use spool::{ARCHIVE_LIMIT, FreeSpace, SpoolFolder, Spooled, SpooledFile, free_space};
pub use upload::{UPLOAD_LIMIT, Upload};
