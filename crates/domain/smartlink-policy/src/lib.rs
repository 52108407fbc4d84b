#![doc = include_str!("../README.md")]

pub mod address;
pub mod config;
pub mod decision;
pub mod host;
pub mod link;
pub mod listing;
pub mod plan;
pub mod policy;
pub mod ports;
pub mod provisioning;
pub mod simulation;
pub mod slot;
pub mod slug;
pub mod smart_link;
pub mod smart_links;
pub mod stamping;
pub mod syncing;
mod text;
pub mod upstream;

#[cfg(test)]
mod testing;
