//! Destination checks: whether the addresses that owners entered still work.

use std::sync::Arc;

use adapter_postgres::{PgDestinations, PgDomainStore, PgDraftStore, PgSmartLinkStore, Pool};
use anyhow::Context as _;
use application::destinations::{CheckDue, Destinations, GatherStores, Gathering};
use outgoing::destinations::HttpProber;
use runtime::SystemClock;
use workers::Workers;

use super::Shared;
use super::landings::context;
use crate::config::Config;

/// Builds the prober, limited to the addresses that the configuration allows.
pub fn prober(config: &Config) -> anyhow::Result<HttpProber> {
    // Owners choose these addresses, as with webhooks, but see less of the response.
    HttpProber::new(config.webhook_addresses).context("the client for destination checks could not be built")
}

/// Builds the use-cases of the API.
pub(super) fn destinations(shared: &Shared, pool: &Pool) -> Destinations {
    let store = Arc::new(PgDestinations::new(pool.clone()));
    Destinations::new(store, shared.prober.clone(), Arc::new(SystemClock))
}

/// Starts the job that checks due destinations.
pub(super) fn start_jobs(shared: &Shared, pool: &Pool, workers: &mut Workers) {
    let drafts = Arc::new(PgDraftStore::new(pool.clone(), Arc::clone(&shared.read_drafts)));
    let stores = GatherStores {
        domains: Arc::new(PgDomainStore::new(pool.clone())),
        drafts: drafts.clone(),
        versions: drafts,
        smart_links: Arc::new(PgSmartLinkStore::new(pool.clone())),
    };
    let gathering = Gathering::new(stores, context().cpu);
    let store = Arc::new(PgDestinations::new(pool.clone()));
    let checks = CheckDue::new(store.clone(), store, shared.prober.clone(), gathering, Arc::new(SystemClock));
    workers.start(|stop| workers::check_destinations(checks, stop));
}
