//! Tests of the client over real sockets, against scripted and simulated engines.

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
