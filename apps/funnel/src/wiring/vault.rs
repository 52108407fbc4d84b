//! The use-cases of the vault and of content requests.

use std::sync::Arc;

use actix_web::web::{Data, ServiceConfig};
use adapter_engine::CachedContent;
use adapter_postgres::{PgRequestStore, PgSales, Pool, Reads};
use content_vault::requests::Requests;
use content_vault::sending::SendAnswers;
use content_vault::vault::Vault;
use runtime::SystemClock;

use super::Engines;

pub(super) struct Vaults {
    vault: Vault,
    requests: Requests,
}

impl Vaults {
    pub(super) fn build(engines: &Engines, pool: &Pool, reads: &Reads) -> Self {
        let engine = CachedContent::new(engines.client(pool), Arc::clone(&engines.content));
        Self {
            vault: Vault::new(Arc::new(engine), Arc::new(reads.store(PgSales::new))),
            requests: Requests::new(Arc::new(PgRequestStore::new(pool.clone())), Arc::new(SystemClock)),
        }
    }

    /// Registers the use-cases for the handlers.
    pub(super) fn register(self, config: &mut ServiceConfig) {
        config.app_data(Data::new(self.vault)).app_data(Data::new(self.requests));
    }
}

/// Builds the use-case that notifies engines of answered requests.
pub(super) fn send_answers(engines: &Engines, pool: &Pool) -> SendAnswers {
    let queue = Arc::new(PgRequestStore::new(pool.clone()));
    SendAnswers::new(queue, Arc::new(engines.client(pool)), Arc::new(SystemClock))
}
