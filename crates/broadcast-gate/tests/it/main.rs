//! Broadcasts as a whole: every use-case on a store in memory and an engine that fails in every way.

mod engine;
mod model;
mod stories;
mod world;
