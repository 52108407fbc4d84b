#![doc = include_str!("../README.md")]

mod bytes;
mod node;
mod run;
mod text;

pub use bytes::mangled;
pub use node::{any_node, mangled_node};
pub use run::{Outcome, fuzz};
pub use text::{any_text, mangled_text};
