//! Detection of a hanging server, which accepts connections but does not respond.

use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::select;
use tokio::time::{Instant, sleep, timeout};

use crate::ConnectError;

/// Maximum wait for a response before the server's health is probed.
const SILENCE_LIMIT: Duration = Duration::from_secs(3);
/// Maximum duration of a health probe. A response or a rejection proves that the server is alive.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);
/// Validity of a probe result for all connections of a pool.
const FRESH: Duration = Duration::from_secs(1);
/// Maximum duration of a statement, even if the server is healthy: its network path may be broken.
const LONGEST: Duration = Duration::from_secs(60);

/// Health of a server: many connections ask, and one probe at a time finds out.
pub(crate) struct HealthProbe {
    database_url: String,
    last: tokio::sync::Mutex<Option<(Instant, bool)>>,
}

impl HealthProbe {
    pub(crate) fn of(database_url: &str) -> Self {
        Self { database_url: database_url.to_owned(), last: tokio::sync::Mutex::default() }
    }

    async fn beats(&self) -> bool {
        let mut last = self.last.lock().await;
        if let Some((at, beats)) = *last
            && at.elapsed() < FRESH
        {
            return beats;
        }
        let beats = match timeout(SIGN_OF_LIFE, ask(&self.database_url)).await {
            Ok(Ok(())) => true,
            Ok(Err(ConnectError::Unreachable(error))) => error.as_db_error().is_some(),
            Ok(Err(_)) | Err(_) => false,
        };
        *last = Some((Instant::now(), beats));
        beats
    }
}

/// Runs a query that only the server itself can answer, because a pooler accepts every connection.
async fn ask(database_url: &str) -> Result<(), ConnectError> {
    let (client, connection) = crate::connect(database_url).await?;
    let driver = tokio::spawn(connection);
    let asked = client.simple_query("SELECT 1").await;
    driver.abort();
    asked.map(drop).map_err(ConnectError::Unreachable)
}

/// Unanswered statements of a connection.
#[derive(Default)]
pub(crate) struct Waiting(Mutex<Option<Statements>>);

/// Number of unanswered statements, and the time of the last response. A statement whose caller has left counts until
/// the connection is taken from its pool again.
#[derive(Clone, Copy)]
struct Statements {
    count: u32,
    since: Instant,
}

impl Waiting {
    /// Returns the time since the last response; `None` if no response is expected.
    pub(crate) fn time(&self) -> Option<Duration> {
        let statements = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        statements.map(|statements| statements.since.elapsed())
    }

    /// Resets the count: the previous user of the connection has left, with or without a response.
    pub(crate) fn begin_anew(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Counts a sent statement. Sending does not reset the clock, because on a shared connection some caller sends all
    /// the time.
    pub(crate) fn sent(&self) {
        let mut statements = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Statements { count, since } =
            statements.unwrap_or_else(|| Statements { count: 0, since: Instant::now() });
        *statements = Some(Statements { count: count.saturating_add(1), since });
    }

    /// Counts a response.
    pub(crate) fn answered(&self) {
        let mut statements = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = statements.map_or(0, |statements| statements.count.saturating_sub(1));
        *statements = (count > 0).then(|| Statements { count, since: Instant::now() });
    }
}

/// Drives a connection to its end, or drops it when its server stops responding. Waiting callers then get an error that
/// the connection is closed.
pub(crate) async fn drive(connection: impl Future, waiting: Arc<Waiting>, pulse: Arc<HealthProbe>) {
    select(pin!(connection), pin!(silence(&waiting, &pulse))).await;
}

/// Returns when no response can be expected any more.
async fn silence(waiting: &Waiting, pulse: &HealthProbe) {
    loop {
        let waited = waiting.time().unwrap_or_default();
        if waited < SILENCE_LIMIT {
            sleep(SILENCE_LIMIT - waited).await;
        } else if waited >= LONGEST || !pulse.beats().await {
            tracing::warn!(
                seconds = waited.as_secs(),
                "a connection is closed: the database does not answer"
            );
            return;
        } else {
            sleep(SILENCE_LIMIT).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_is_sent_meanwhile_does_not_hide_that_nothing_is_answered() {
        let waiting = Waiting::default();
        assert_eq!(waiting.time(), None, "nothing is waited for");
        waiting.sent();
        let second = Duration::from_secs(1);
        for seconds in 1..=5 {
            tokio::time::advance(second).await;
            waiting.sent();
            assert_eq!(waiting.time(), Some(seconds * second));
        }
        waiting.answered();
        assert_eq!(waiting.time(), Some(Duration::ZERO), "it lives");
        for _ in 0..5 {
            waiting.answered();
        }
        assert_eq!(waiting.time(), None, "all is answered");
    }
}
