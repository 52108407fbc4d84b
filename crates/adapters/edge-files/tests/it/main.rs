//! Tests of the path from a recorded touch to the store, over real files.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod journey;
