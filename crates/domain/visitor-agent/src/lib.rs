#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

#[cfg(feature = "rules")]
mod agent;
#[cfg(feature = "rules")]
mod families;
#[cfg(feature = "rules")]
mod models;
#[cfg(feature = "rules")]
mod rules;
mod words;

#[cfg(feature = "rules")]
pub use agent::{Agent, Sender, read, warm_up};
pub use words::{Browser, Device, InApp, Os};
