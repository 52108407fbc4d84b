#![doc = include_str!("../README.md")]

mod connection;
mod migrations;

pub use connection::{ConnectError, Pool, connect, pool};
pub use migrations::{MigrateError, migrate, pending_migrations};
