//! Integration tests of all use-cases, with an in-memory store and an engine that fails in every
//! way.

// The helpers count as test code only if each module has this attribute.
#[cfg(test)]
mod engine;
#[cfg(test)]
mod model;
mod serde;
#[cfg(test)]
mod stories;
#[cfg(test)]
mod world;
