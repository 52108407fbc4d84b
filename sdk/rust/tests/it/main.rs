//! The SDK, against a service that answers what a test says.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod calls;
#[cfg(test)]
#[path = "../support/server.rs"]
mod server;
