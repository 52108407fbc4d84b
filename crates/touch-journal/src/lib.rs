#![doc = include_str!("../README.md")]

mod home;
mod journal;
mod record;
mod segment;
mod shipper;

pub use home::{Home, HomeError};
pub use journal::Journal;
pub use shipper::{Pace, Shipper};
