#![doc = include_str!("../README.md")]

mod admin;
mod database;
mod nodes;
mod server;
mod template;

pub use database::{TestDatabase, prepare};
pub use nodes::is_distributed;
pub use server::{URL_VARIABLE, WORKERS_VARIABLE};
