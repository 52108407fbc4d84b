//! From the hot path to a store, over real files.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod journey;
