//! The SDK, against a service that answers what a test says.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod calls;
#[path = "../support/server.rs"]
mod server;
