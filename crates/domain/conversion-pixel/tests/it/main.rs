//! Tests of the public interface: the reference cases of both platforms.

// Clippy treats helpers as test code only with this attribute.
#![cfg(test)]

mod reference_cases;
