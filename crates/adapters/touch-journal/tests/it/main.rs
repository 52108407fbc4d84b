//! Tests from the request path to a store, with real files.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod journey;
