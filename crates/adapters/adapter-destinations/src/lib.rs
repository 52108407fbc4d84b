#![doc = include_str!("../README.md")]

mod pace;
mod prober;

pub use prober::{HttpProber, Limits, ProberError};
