#![doc = include_str!("../README.md")]

mod changes;
mod connection;
mod document;
mod domains;
mod drafts;
mod error;
mod idempotency;
pub mod json;
mod listener;
mod migrations;
mod provisioning;
mod schema;
mod time;

pub use changes::Change;
pub use connection::{ConnectError, Pool, connect, pool};
pub use domains::PgDomainStore;
pub use drafts::PgDraftStore;
pub use idempotency::{Claim, Claimed, OnceRequest, PgIdempotencyStore, StoredAnswer};
pub use listener::ChangeListener;
pub use migrations::{MigrateError, migrate, pending_migrations};
pub use provisioning::PgProvisioningQueue;
