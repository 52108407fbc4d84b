//! The simulation over real sockets.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod engine;
mod events;
mod faults;
mod pixels;
mod program;
mod push;
mod support;
