//! Webhooks: endpoints with their secrets sealed, what they are notified of, and the queue of deliveries.
//!
//! Every transaction takes its locks in this order: an endpoint, its deliveries. Whoever notifies of what happens holds endpoints only so
//! that they are not deleted meanwhile.

mod emit;
mod endpoints;
mod log;
mod queue;
mod row;

use std::sync::Arc;

use kernel::OwnerId;
use sealed_secrets::Place;

pub(crate) use emit::{emit, has_endpoint, moment};

use crate::{Pool, Sealing};

/// Endpoints and deliveries on PostgreSQL.
#[derive(Clone)]
pub struct PgWebhooks {
    pool: Pool,
    sealing: Arc<Sealing>,
}

impl PgWebhooks {
    /// The store on this pool.
    pub fn new(pool: Pool, sealing: Arc<Sealing>) -> Self {
        Self { pool, sealing }
    }
}

/// Where the secret of an endpoint is sealed for.
const fn secret<'a>(owner: OwnerId, row: &'a [&'a str]) -> Place<'a> {
    Place { purpose: "webhook_endpoints.secret", owner, row }
}

/// Where the secret before it is sealed for: another place, so that the two can't change places.
const fn previous_secret<'a>(owner: OwnerId, row: &'a [&'a str]) -> Place<'a> {
    Place { purpose: "webhook_endpoints.previous_secret", owner, row }
}
