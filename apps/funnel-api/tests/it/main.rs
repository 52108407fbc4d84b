//! The commands, against a scripted service.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod commands;
#[path = "../../../../sdk/rust/tests/support/server.rs"]
#[expect(dead_code, reason = "the tests of the SDK use all of it")]
mod server;
