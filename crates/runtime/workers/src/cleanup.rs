use std::time::Duration;

use application::audit::{AuditLog, KEPT_DAYS};
use idempotency::AnswerRetention;
use kernel::Clock;
use landing_draft::ports::UnfinishedUploads;

use crate::StopSignal;

const EVERY: Duration = Duration::from_secs(60);
/// Pause between two steps of one cleanup, so that the cleanup never delays other work.
const BETWEEN_STEPS: Duration = Duration::from_millis(50);

/// Age at which an unfinished upload is abandoned; no upload takes that long.
const UNFINISHED_AFTER_SECONDS: u32 = 60 * 60;

/// Deletes stored responses that are too old for a replay, in small steps, until the process stops.
pub async fn purge_answers(store: impl AnswerRetention, clock: impl Clock, mut stop: StopSignal) {
    loop {
        let wait = match store.purge_old(clock.now()).await {
            Ok(0) => EVERY,
            Ok(_) => BETWEEN_STEPS,
            Err(error) => {
                tracing::warn!(cause = ?error, "old responses of repeatable requests could not be deleted");
                EVERY
            }
        };
        if stop.within(wait).await {
            return;
        }
    }
}

/// Deletes audit entries after their retention, in small steps, until the process stops.
pub async fn purge_audit(log: impl AuditLog, clock: impl Clock, mut stop: StopSignal) {
    loop {
        let before = clock.now().plus_seconds(-KEPT_DAYS * 24 * 60 * 60);
        let wait = match log.purge(before).await {
            Ok(0) => EVERY,
            Ok(_) => BETWEEN_STEPS,
            Err(error) => {
                tracing::warn!(cause = ?error, "old entries of the audit log could not be deleted");
                EVERY
            }
        };
        if stop.within(wait).await {
            return;
        }
    }
}

/// Deletes unfinished uploads of crashed processes, now and every hour, until the process stops.
pub async fn purge_unfinished(uploads: impl UnfinishedUploads, clock: impl Clock, mut stop: StopSignal) {
    loop {
        let before = clock.now().plus_seconds(-i64::from(UNFINISHED_AFTER_SECONDS));
        if let Err(error) = uploads.purge(before).await {
            tracing::warn!(cause = ?error, "unfinished files could not be deleted");
        }
        if stop.within(Duration::from_secs(UNFINISHED_AFTER_SECONDS.into())).await {
            return;
        }
    }
}
