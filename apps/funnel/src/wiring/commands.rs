//! What the command line works with.

use std::sync::Arc;

use adapter_postgres::{PgDomainStore, PgTouchStore};
use landing_draft::ports::DomainStore;
use touches::TouchStore;

use crate::database::Database;

/// Where touches are stored.
pub fn touch_store(database: &Database) -> Arc<dyn TouchStore> {
    Arc::new(PgTouchStore::new(adapter_postgres::pool(&database.url, 1)))
}

/// The registered domains.
pub fn domain_store(database: &Database) -> Arc<dyn DomainStore> {
    Arc::new(PgDomainStore::new(adapter_postgres::pool(&database.url, 1)))
}
