#![doc = include_str!("../README.md")]

pub mod assign;
pub mod event;
pub mod event_log;
pub mod event_sink;
pub mod explain;
pub mod funnel_stats;
pub mod history;
pub mod intake;
pub mod messages;
pub mod ports;
pub mod spenders;
pub mod statistics;
mod window;

pub use window::Window;

#[cfg(test)]
mod testing;
