//! The database below all stores: connections, transactions, statements, change notifications, migrations.

pub(crate) mod changes;
pub(crate) mod connection;
pub(crate) mod due_owners;
pub(crate) mod error;
pub(crate) mod examination;
pub(crate) mod json;
pub(crate) mod listener;
pub(crate) mod lookups;
pub(crate) mod migrations;
pub(crate) mod note;
pub(crate) mod pg_connection;
pub(crate) mod prepared;
pub(crate) mod queues;
pub(crate) mod random;
pub(crate) mod replica;
pub(crate) mod search;
pub(crate) mod shape;
pub(crate) mod statement;
pub(crate) mod time;
pub(crate) mod transaction;
pub(crate) mod watchdog;
