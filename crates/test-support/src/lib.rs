#![doc = include_str!("../README.md")]

mod admin;
mod database;
mod server;
mod template;

pub use database::{TestDatabase, prepare};
pub use server::URL_VARIABLE;
