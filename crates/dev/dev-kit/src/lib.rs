#![doc = include_str!("../README.md")]

pub mod hostile;
pub mod report;
