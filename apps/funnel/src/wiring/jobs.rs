//! Background jobs.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adapter_postgres::{
    Change, ChangeListener, PgAuditLog, PgIdempotencyStore, PgKeyStore, PgProvisioningQueue, PgPulls,
    PgQueues, PgSessionStore, PgTouchStore,
};
use landing_draft::provisioning::ProvisionDomains;
use runtime::SystemClock;
use workers::Workers;

use super::{Shared, broadcasts, conversions, destinations, links, standby, vault, webhooks};

/// Connections of all background jobs together.
const POOL_SIZE: usize = 4;

/// Subscribes to the change notifications of all processes, and applies them in this process.
pub fn listen_for_changes(shared: &Shared, liveness: Arc<AtomicBool>) -> ChangeListener {
    let memory = shared.memory.clone();
    let (provisioning, broadcasts) =
        (Arc::clone(&shared.provisioning_wakeup), Arc::clone(&shared.broadcast_wakeup));
    ChangeListener::start(shared.direct_url.to_string(), liveness, move |change| match change {
        Change::Live(host) => memory.pages.changed(&host),
        Change::Links(host) => memory.links.changed(&host),
        Change::Codes(host) => memory.codes.changed(&host),
        Change::Provisioning => provisioning.notify_one(),
        Change::Broadcasts => broadcasts.notify_one(),
        Change::Anything => {
            memory.anything_changed();
            provisioning.notify_one();
            broadcasts.notify_one();
        }
    })
}

/// Starts the background jobs of an API process.
pub fn start_api_jobs(shared: &Shared, workers: &mut Workers) {
    let keys = PgKeyStore::new(adapter_postgres::pool(&shared.database_url, 1));
    let last_used = Arc::clone(&shared.last_used);
    workers.start(|stop| workers::write_last_used(last_used, keys, SystemClock, stop));
    if let Some(standby) = shared.standby.clone() {
        workers.start(|stop| standby::watch_standby(standby, stop));
    }
    let uploads = shared.assets.files.clone();
    workers.start(|stop| workers::purge_unfinished(uploads, SystemClock, stop));
}

/// Starts the jobs of a worker process.
pub fn start_jobs(shared: &Shared, workers: &mut Workers) {
    let pool = adapter_postgres::pool(&shared.database_url, POOL_SIZE);
    let queue = Arc::new(PgProvisioningQueue::new(pool.clone()));
    let domains = ProvisionDomains::new(queue, Arc::clone(&shared.provisioner), Arc::new(SystemClock));
    let wakeup = Arc::clone(&shared.provisioning_wakeup);
    workers.start(|stop| workers::provision(domains, wakeup, stop));
    let (sync, pulls) = (links::sync(&shared.engines, &pool), Arc::new(PgPulls::links(pool.clone())));
    let pause_seconds = shared.config.engine_pull_seconds.into();
    workers.start(move |stop| workers::sync_links(sync, pulls, Arc::new(SystemClock), pause_seconds, stop));
    conversions::start_jobs(shared, workers);
    broadcasts::start_jobs(shared, workers);
    webhooks::start_jobs(shared, workers);
    destinations::start_jobs(shared, &pool, workers);
    let answers = vault::send_answers(&shared.engines, &pool);
    workers.start(|stop| workers::answer_requests(answers, stop));
    let days = shared.config.touch_retention_days;
    let touches = PgTouchStore::new(pool.clone());
    workers.start(|stop| workers::purge_touches(touches, SystemClock, days, stop));
    let queues = PgQueues::new(pool.clone());
    workers.start(|stop| workers::watch_queues(queues, SystemClock, stop));
    let sessions = PgSessionStore::new(pool.clone());
    workers.start(|stop| workers::purge_sessions(sessions, SystemClock, stop));
    let log = PgAuditLog::new(pool.clone());
    workers.start(|stop| workers::purge_audit(log, SystemClock, stop));
    workers.start(|stop| workers::purge_answers(PgIdempotencyStore::new(pool), SystemClock, stop));
}
