use std::sync::Arc;
use std::time::Duration;

use conversion_pixel::Platform;
use conversion_pixel::answer::Verdict;
use conversion_pixel::forwarding::Forwarding;
use conversion_pixel::ports::Task;
use kernel::StoreError;
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;

use super::StopSignal;

/// How many deliveries one claim takes.
const ROUND: u32 = 128;
/// Deliveries that this process holds at once, sent or waiting for a place: each pixel has a few of them at most.
const MOST_HELD: usize = 4_096;
/// Requests to one platform at once. They are counted apart, so that a platform that hangs takes no place of the other.
const AT_ONCE: usize = 64;
/// How long to wait when nothing is due. News cut it short; it is what finds what another process took in, and retries.
const IDLE: Duration = Duration::from_secs(1);
/// So that deliveries that end together are followed by one claim.
const GATHER: Duration = Duration::from_millis(20);
/// How long to wait after a failure of the database.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// The places of one platform.
struct Lane {
    platform: Platform,
    places: Semaphore,
}

/// Sends conversions to the ad platforms as they become due, until the stop. `news` wakes it.
///
/// A claim deals pixels out by turns and leaves out those that have many under way, so one that is slow or dead keeps
/// nobody waiting. A delivery that waits here for longer than its lease is not sent, and claimed again later.
pub async fn forward(forwarding: Forwarding, news: Arc<Notify>, mut stop: StopSignal) {
    let lanes = Platform::ALL.map(|platform| Lane { platform, places: Semaphore::new(AT_ONCE) });
    let (lanes, mut running) = (Arc::new(lanes), JoinSet::new());
    loop {
        while running.try_join_next().is_some() {}
        let free = u32::try_from(MOST_HELD.saturating_sub(running.len())).unwrap_or(ROUND);
        let (mut wait, mut more) = (IDLE, running.len() >= MOST_HELD);
        match forwarding.claim(free.min(ROUND)).await {
            Ok(due) => {
                more |= !due.is_empty();
                for task in due {
                    let (forwarding, lanes) = (forwarding.clone(), Arc::clone(&lanes));
                    running.spawn(async move { deliver(&forwarding, lanes.as_slice(), &task).await });
                }
            }
            Err(error) => {
                tracing::warn!(cause = ?error, "deliveries could not be claimed");
                wait = AFTER_FAILURE;
            }
        }
        tokio::select! {
            stopped = stop.within(wait) => if stopped { break },
            () = news.notified() => {}
            // What ended makes room for more of the same pixel.
            Some(_) = running.join_next(), if more => tokio::time::sleep(GATHER).await,
        }
    }
    // What is on its way is brought to its end; what waits for a place is not begun.
    lanes.iter().for_each(|lane| lane.places.close());
    while running.join_next().await.is_some() {}
}

async fn deliver(forwarding: &Forwarding, lanes: &[Lane], task: &Task) {
    let lane = lanes.iter().find(|lane| lane.platform == task.event.platform);
    let Some(lane) = lane else { return };
    let Ok(_place) = lane.places.acquire().await else { return };
    let outcome = forwarding.deliver(task).await;
    if let Err(error) = &outcome {
        tracing::warn!(owner = %task.owner, cause = ?error, "a delivery could not be written; it is tried again");
    }
    let labels = [("platform", task.event.platform.word()), ("outcome", word(&outcome))];
    metrics::counter!("pixel_deliveries_total", &labels).increment(1);
}

fn word(outcome: &Result<Option<Verdict>, StoreError>) -> &'static str {
    match outcome {
        Ok(Some(verdict)) => verdict.word(),
        Ok(None) => "not_sent",
        Err(_) => "store_failed",
    }
}
