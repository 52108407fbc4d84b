#![doc = include_str!("../README.md")]

mod admin;
mod database;
pub mod distribution;
mod server;
mod template;

pub use database::{TestDatabase, prepare};
pub use server::URL_VARIABLE;
