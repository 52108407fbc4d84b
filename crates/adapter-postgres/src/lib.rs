#![doc = include_str!("../README.md")]

mod changes;
mod connection;
mod document;
mod domains;
mod drafts;
mod error;
mod idempotency;
pub mod json;
mod keys;
mod listener;
mod live;
mod members;
mod migrations;
mod owners;
mod presets;
mod provisioning;
mod restriction;
mod schema;
mod tallies;
mod time;
mod touches;

pub use changes::Change;
pub use connection::{ConnectError, Pool, connect, pool};
pub use domains::PgDomainStore;
pub use drafts::PgDraftStore;
pub use idempotency::{Claim, Claimed, OnceRequest, PgIdempotencyStore, StoredAnswer};
pub use keys::PgKeyStore;
pub use listener::ChangeListener;
pub use live::PgLive;
pub use members::PgMemberStore;
pub use migrations::{MigrateError, migrate, pending_migrations};
pub use owners::PgOwnerStore;
pub use presets::PgPresetStore;
pub use provisioning::PgProvisioningQueue;
pub use touches::PgTouchStore;
