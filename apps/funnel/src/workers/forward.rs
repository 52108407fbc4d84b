use std::time::Duration;

use conversion_pixel::Platform;
use conversion_pixel::answer::Verdict;
use conversion_pixel::forwarding::Forwarding;
use conversion_pixel::ports::Task;
use kernel::StoreError;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::StopSignal;

/// How many deliveries one claim takes.
const ROUND: usize = 128;
/// Requests to the platform at once: eight owners whose pixels are dead fill them, and after that places are dealt out by
/// turns as they become free.
const AT_ONCE: usize = 512;
/// How long to wait when nothing is due. News cut it short; it is what finds what another process took in, and retries.
const IDLE: Duration = Duration::from_secs(1);
/// So that deliveries that end together are followed by one claim.
const GATHER: Duration = Duration::from_millis(20);
/// How long to wait after a failure of the database.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// Sends conversions to one platform as they become due, until the stop. `news` wakes it.
///
/// Each platform has a job of its own, so one that hangs delays none of the others. Nothing is claimed that is not sent at
/// once, so nobody stands in a queue behind those who are slow: claims deal out the places that are free.
pub async fn forward(
    forwarding: Forwarding,
    platform: Platform,
    mut news: watch::Receiver<()>,
    mut stop: StopSignal,
) {
    let mut running = JoinSet::new();
    loop {
        while running.try_join_next().is_some() {}
        let mut wait = IDLE;
        let free = AT_ONCE.saturating_sub(running.len()).min(ROUND);
        match claim(&forwarding, platform, free).await {
            Ok(due) => {
                for task in due {
                    let forwarding = forwarding.clone();
                    running.spawn(async move { deliver(&forwarding, &task).await });
                }
            }
            Err(error) => {
                tracing::warn!(cause = ?error, platform = platform.as_str(), "deliveries could not be claimed");
                wait = AFTER_FAILURE;
            }
        }
        tokio::select! {
            stopped = stop.within(wait) => if stopped { break },
            Ok(()) = news.changed() => {}
            // What ended makes room for more of the same pixel.
            Some(_) = running.join_next() => tokio::time::sleep(GATHER).await,
        }
    }
    // What is on its way is brought to its end.
    while running.join_next().await.is_some() {}
}

async fn claim(forwarding: &Forwarding, platform: Platform, free: usize) -> Result<Vec<Task>, StoreError> {
    match u32::try_from(free).unwrap_or_default() {
        0 => Ok(Vec::new()),
        free => forwarding.claim(platform, free).await,
    }
}

async fn deliver(forwarding: &Forwarding, task: &Task) {
    let outcome = forwarding.deliver(task).await;
    if let Err(error) = &outcome {
        tracing::warn!(owner = %task.owner, cause = ?error, "a delivery could not be written; it is tried again");
    }
    let labels = [("platform", task.event.platform.as_str()), ("outcome", name_of(&outcome))];
    metrics::counter!("pixel_deliveries_total", &labels).increment(1);
}

fn name_of(outcome: &Result<Option<Verdict>, StoreError>) -> &'static str {
    match outcome {
        Ok(Some(verdict)) => verdict.as_str(),
        Ok(None) => "not_sent",
        Err(_) => "store_failed",
    }
}
