//! Tests of the sender over real sockets.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod sending;
