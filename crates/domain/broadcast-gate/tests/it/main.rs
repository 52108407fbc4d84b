//! Broadcasts as a whole: every use-case on a store in memory and an engine that fails in every way.

// The helpers count as test code only where a module says so.
#[cfg(test)]
mod engine;
#[cfg(test)]
mod model;
mod serde;
#[cfg(test)]
mod stories;
#[cfg(test)]
mod world;
