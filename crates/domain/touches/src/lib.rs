#![doc = include_str!("../README.md")]

pub mod bots;
pub mod ports;
pub mod repeats;
mod touch;

pub use touch::{Act, AdClickId, Click, Source, Touch, TouchId, VisitorDigest};
