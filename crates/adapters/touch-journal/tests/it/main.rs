//! Tests from the request path to a store, with real files.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod journey;
