#![doc = include_str!("../README.md")]

mod admin;
mod database;
mod nodes;
mod server;
mod streaming;
mod template;

pub use database::{TestDatabase, prepare};
pub use nodes::{add_node, is_distributed, make_distributed, waiting_for_locks};
pub use server::{URL_VARIABLE, WORKERS_VARIABLE};
pub use streaming::StreamingPair;
