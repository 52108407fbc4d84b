#![doc = include_str!("../README.md")]

pub mod audit;
pub mod destinations;
pub mod experiments;
pub mod intake;
pub mod operation;
pub mod pulls;
pub mod queues;
pub mod routing;
pub mod snapshots;
pub mod stamping;
pub mod subscriptions;
pub mod transfer;

#[cfg(test)]
mod testing;
