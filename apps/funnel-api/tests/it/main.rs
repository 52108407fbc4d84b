//! The commands, against a service that answers what a test says.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod commands;
#[cfg(test)]
#[path = "../../../../sdk/rust/tests/support/server.rs"]
#[expect(dead_code, reason = "the tests of the SDK use all of it")]
mod server;
