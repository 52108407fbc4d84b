#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod agent;
mod families;
mod models;
mod rules;

pub use agent::{Agent, Sender, compile_rules, read, warm_up};
pub use kernel::{Browser, Device, InApp, Os};
