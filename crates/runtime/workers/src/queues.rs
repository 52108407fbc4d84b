use std::time::Duration;

use application::queues::{Backlog, Queue, QueueStore};
use kernel::{Clock, StoreError, UnixTime};

use crate::StopSignal;

/// Interval between measurements.
const PAUSE: Duration = Duration::from_secs(15);

/// Publishes the metrics of all queues, until the process stops. Every worker process measures the same database, so
/// their metrics must not be added up.
pub async fn watch_queues(queues: impl QueueStore, clock: impl Clock, mut stop: StopSignal) {
    loop {
        if let Err(error) = measure(&queues, &clock).await {
            tracing::warn!(cause = ?error, "the queues could not be measured");
        }
        if stop.within(PAUSE).await {
            return;
        }
    }
}

async fn measure(queues: &impl QueueStore, clock: &impl Clock) -> Result<(), StoreError> {
    for queue in Queue::ALL {
        let now = clock.now();
        let backlog = queues.measure(queue, now).await?;
        let mut labels = vec![("queue", queue.as_str())];
        labels.extend(queue.platform().map(|platform| ("platform", platform.as_str())));
        metrics::gauge!("queue_waiting", &labels).set(count(backlog.waiting));
        metrics::gauge!("queue_due", &labels).set(count(backlog.due));
        metrics::gauge!("queue_overdue_seconds", &labels).set(overdue_seconds(&backlog, now));
    }
    Ok(())
}

fn count(number: u64) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// Returns the time since the first entry of a queue became due, in seconds.
fn overdue_seconds(backlog: &Backlog, now: UnixTime) -> f64 {
    let since = backlog.first_due.map_or(0, |due| now.seconds().saturating_sub(due.seconds()));
    count(u64::try_from(since).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_due_yet_is_not_overdue() {
        let now = UnixTime::from_seconds(1_000);
        for (first_due, expected) in [(None, 0.0), (Some(1_001), 0.0), (Some(1_000), 0.0), (Some(400), 600.0)]
        {
            let backlog = Backlog { waiting: 1, due: 0, first_due: first_due.map(UnixTime::from_seconds) };
            assert!((overdue_seconds(&backlog, now) - expected).abs() < f64::EPSILON, "{first_due:?}");
        }
    }
}
