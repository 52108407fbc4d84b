#![doc = include_str!("../README.md")]

mod connection;
mod idempotency;
mod migrations;
mod schema;

pub use connection::{ConnectError, Pool, connect, pool};
pub use idempotency::{Claim, Claimed, OnceRequest, PgIdempotencyStore, StoredAnswer};
pub use migrations::{MigrateError, migrate, pending_migrations};
