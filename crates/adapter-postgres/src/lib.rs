#![doc = include_str!("../README.md")]

mod changes;
mod connection;
mod document;
mod domains;
mod drafts;
mod engine_connections;
mod error;
mod idempotency;
pub mod json;
mod keys;
mod listener;
mod members;
mod migrations;
mod owners;
mod presets;
mod provisioning;
mod restriction;
mod rotation;
mod schema;
mod sealing;
mod time;

pub use changes::Change;
pub use connection::{ConnectError, Pool, connect, pool};
pub use domains::PgDomainStore;
pub use drafts::PgDraftStore;
pub use engine_connections::PgEngineConnections;
pub use idempotency::{Claim, Claimed, OnceRequest, PgIdempotencyStore, StoredAnswer};
pub use keys::PgKeyStore;
pub use listener::ChangeListener;
pub use members::PgMemberStore;
pub use migrations::{MigrateError, migrate, pending_migrations};
pub use owners::PgOwnerStore;
pub use presets::PgPresetStore;
pub use provisioning::PgProvisioningQueue;
pub use rotation::{PgSecretRotation, Rotated};
pub use sealing::Sealing;
