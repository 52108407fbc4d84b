//! Webhooks: endpoints with encrypted secrets, subscribed events, and the delivery queue.
//!
//! Every transaction takes its locks in this order: an endpoint, its deliveries. A transaction that emits events locks
//! endpoints only against deletion.

mod emit;
mod endpoints;
mod log;
mod queue;
mod row;

use std::sync::Arc;

use kernel::OwnerId;

pub(crate) use emit::{emit, has_endpoint, moment};

use crate::secrets::cipher::Place;
use crate::{Pool, Sealing};

/// Webhook endpoints and deliveries on PostgreSQL.
#[derive(Clone)]
pub struct PgWebhooks {
    pool: Pool,
    sealing: Arc<Sealing>,
}

impl PgWebhooks {
    pub fn new(pool: Pool, sealing: Arc<Sealing>) -> Self {
        Self { pool, sealing }
    }
}

/// Encryption context of an endpoint's secret.
const fn secret<'a>(owner: OwnerId, row: &'a [&'a str]) -> Place<'a> {
    Place { purpose: "webhook_endpoints.secret", owner, row }
}

/// Encryption context of the previous secret. It differs from the current one's, so that the ciphertexts can't be
/// swapped.
const fn previous_secret<'a>(owner: OwnerId, row: &'a [&'a str]) -> Place<'a> {
    Place { purpose: "webhook_endpoints.previous_secret", owner, row }
}
