//! The commands, against a scripted service.

// Clippy treats the helpers as test code only with an attribute on each module.
#[cfg(test)]
mod commands;
#[cfg(test)]
#[path = "../../../../sdk/rust/tests/support/server.rs"]
#[expect(dead_code, reason = "the tests of the SDK use all of it")]
mod server;
