#![doc = include_str!("../README.md")]

pub mod intake;
pub mod routing;
pub mod stamping;

#[cfg(test)]
mod testing;
