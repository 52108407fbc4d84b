#![doc = include_str!("../README.md")]

pub mod detail;
pub mod item;
pub mod listing;
pub mod ports;
pub mod request;
pub mod requests;
pub mod sale;
pub mod sending;
pub mod vault;

#[cfg(test)]
mod testing;
