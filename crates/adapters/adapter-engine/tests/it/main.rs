//! Tests of the client with real sockets and scripted engines.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod answers;
mod beside;
mod messages;
mod network;
mod scripted;
mod simulated;
mod state;
mod support;
mod tries;
