//! Hostile inputs: mangled valid ones, and others that never were valid.

mod bytes;
mod json;
mod run;
mod text;

pub use bytes::mangled;
pub use json::{any_json, mangled_json};
pub use run::{Outcome, fuzz};
pub use text::{any_text, mangled_text};
