//! Tests of the path from the hot code to a store, over real files.

// Lints treat helpers as test code only in modules marked `cfg(test)`.
#[cfg(test)]
mod journey;
