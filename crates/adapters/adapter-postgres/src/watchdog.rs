//! Connections to a server that hangs: it refuses nothing, and answers nothing either.

use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::select;
use tokio::time::{Instant, sleep, timeout};

use crate::ConnectError;

/// How long a statement may go without an answer before the server is asked whether it lives.
const SILENCE_LIMIT: Duration = Duration::from_secs(3);
/// How long the server may take to say so. It says so by an answer, or by refusing us.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);
/// For how long a sign of life holds for all connections of a pool.
const FRESH: Duration = Duration::from_secs(1);
/// No statement takes longer, however well the server is otherwise: the way to it may have gone bad.
const LONGEST: Duration = Duration::from_secs(60);

/// Whether a server lives, asked by many and found out by one of them at a time.
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

/// Asks something that is answered by the server itself: a pooler before it lets everybody in.
async fn ask(database_url: &str) -> Result<(), ConnectError> {
    let (client, connection) = crate::connect(database_url).await?;
    let driver = tokio::spawn(connection);
    let asked = client.simple_query("SELECT 1").await;
    driver.abort();
    asked.map(drop).map_err(ConnectError::Unreachable)
}

/// What a connection waits for.
#[derive(Default)]
pub(crate) struct Waiting(Mutex<Option<Statements>>);

/// Statements without an answer, and since when there was none. One whose caller has left is counted
/// until the connection is taken from its pool again.
#[derive(Clone, Copy)]
struct Statements {
    count: u32,
    since: Instant,
}

impl Waiting {
    /// For how long there was no answer; nothing when none is waited for.
    pub(crate) fn time(&self) -> Option<Duration> {
        let statements = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        statements.map(|statements| statements.since.elapsed())
    }

    /// Counts nothing any more: whoever had the connection before has left, with or without an answer.
    pub(crate) fn begin_anew(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Counts a statement that is sent. It is no sign of life: where many share a connection, one or another sends all the time.
    pub(crate) fn sent(&self) {
        let mut statements = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Statements { count, since } =
            statements.unwrap_or_else(|| Statements { count: 0, since: Instant::now() });
        *statements = Some(Statements { count: count.saturating_add(1), since });
    }

    /// Counts a statement that was answered.
    pub(crate) fn answered(&self) {
        let mut statements = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = statements.map_or(0, |statements| statements.count.saturating_sub(1));
        *statements = (count > 0).then(|| Statements { count, since: Instant::now() });
    }
}

/// Drives a connection to its end, or gives it up when its server does not answer any more. Whoever waits for an answer is
/// then gets the error that the connection is closed.
pub(crate) async fn drive(connection: impl Future, waiting: Arc<Waiting>, pulse: Arc<HealthProbe>) {
    select(pin!(connection), pin!(silence(&waiting, &pulse))).await;
}

/// Returns when no answer is to be hoped for.
async fn silence(waiting: &Waiting, pulse: &HealthProbe) {
    loop {
        let waited = waiting.time().unwrap_or_default();
        if waited < SILENCE_LIMIT {
            sleep(SILENCE_LIMIT - waited).await;
        } else if waited >= LONGEST || !pulse.beats().await {
            tracing::warn!(
                seconds = waited.as_secs(),
                "a connection is given up: the database does not answer"
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
