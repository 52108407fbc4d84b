//! Tests of the path from the hot code to a store, over real files.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod journey;
