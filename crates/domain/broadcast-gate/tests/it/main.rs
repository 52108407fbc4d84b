//! Integration tests of all use-cases, with an in-memory store and an engine that fails in every
//! way.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod engine;
mod model;
mod serde;
mod stories;
mod world;
