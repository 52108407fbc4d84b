//! Tests of the prober with real sockets.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod looking;
