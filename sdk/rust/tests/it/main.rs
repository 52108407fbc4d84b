//! Tests of the SDK against a service with prepared responses.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod calls;
mod conditions;
#[path = "../support/server.rs"]
mod server;
