//! Everything that comes in from outside, and what must hold of it whatever it is.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod addresses;
mod broadcasts;
mod events;
mod files;
mod labels;
mod secrets;
mod trees;
mod visitors;
