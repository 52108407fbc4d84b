//! External inputs of all kinds, with properties that must hold for any input.

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
