//! The client over real sockets, against engines that do what the test sets.

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
