#![doc = include_str!("../README.md")]

pub mod data_age;
mod drain;
mod lookups;
mod system;

pub use drain::{Entered, InFlight};
pub use lookups::Lookups;
pub use system::{SystemClock, SystemEntropy, ThreadEntropy};
