#![doc = include_str!("../README.md")]

pub mod experiments;
pub mod intake;
pub mod routing;
pub mod stamping;

#[cfg(test)]
mod testing;
