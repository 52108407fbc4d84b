//! Webhooks: events sent to the owners' own servers.

use std::sync::Arc;

use adapter_postgres::{PgKeyStore, PgWebhooks, Pool, Reads};
use anyhow::Context as _;
use application::subscriptions::KeyMakers;
use outgoing::webhooks::HttpSender;
use runtime::{SystemClock, SystemEntropy};
use webhooks::Webhooks;
use webhooks::ports::Lane;
use webhooks::sending::Sending;
use workers::Workers;

use super::Shared;
use crate::config::Config;

/// Connections of the sending jobs.
const POOL_SIZE: usize = 4;

/// Builds the sender, limited to the addresses that the configuration allows.
pub fn webhook_sender(config: &Config) -> anyhow::Result<HttpSender> {
    HttpSender::new(config.webhook_addresses).context("the webhook client could not be built")
}

fn store(shared: &Shared, pool: &Pool) -> Arc<PgWebhooks> {
    Arc::new(PgWebhooks::new(pool.clone(), Arc::clone(&shared.engines.sealing)))
}

/// Builds the lookup of rights of the keys that created endpoints. It reads the primary, so that
/// revoked rights take effect at once.
fn makers(pool: &Pool) -> Arc<KeyMakers> {
    Arc::new(KeyMakers::new(Arc::new(PgKeyStore::new(pool.clone())), Arc::new(SystemClock)))
}

/// Builds the use-cases of the API.
pub(super) fn endpoints(shared: &Shared, pool: &Pool, reads: &Reads) -> Webhooks {
    let log = reads.store(|pool| PgWebhooks::new(pool, Arc::clone(&shared.engines.sealing)));
    Webhooks::new(
        store(shared, pool),
        makers(pool),
        Arc::new(log),
        shared.webhook_sender.clone(),
        shared.config.webhook_addresses,
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
    )
}

/// Starts the jobs that send and purge messages.
pub(super) fn start_jobs(shared: &Shared, workers: &mut Workers) {
    let pool = adapter_postgres::pool(&shared.database_url, POOL_SIZE);
    let (queue, sender) = (store(shared, &pool), shared.webhook_sender.clone());
    let sending = Sending::new(queue, makers(&pool), sender, Arc::new(SystemClock));
    for lane in Lane::ALL {
        let sending = sending.clone();
        workers.start(move |stop| workers::send_webhooks(sending, lane, stop));
    }
    workers.start(|stop| workers::purge_webhooks(sending, stop));
}
