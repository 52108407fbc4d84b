//! Reads from a standby of the database, which may lag some seconds behind.
//!
//! Only reads that need not be current use the standby, and only while its lag is known. If the standby fails or does
//! not find a row, the primary is queried.

mod stores;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};
use diesel_async::RunQueryDsl;
use kernel::{Clock, StoreError, UnixTime};

use crate::Pool;
use crate::database::connection::pool;
use crate::database::error::{connection, failed};
use crate::database::statement::statement;

/// Maximum lag at which the standby is used, in seconds.
pub const LONGEST_LAG_SECONDS: i64 = 30;

/// Marker for an unknown state, or for a server that is no standby.
const UNKNOWN: i64 = i64::MIN;

/// Selects the current WAL insert position. All commits so far precede it, even with asynchronous commits.
const WRITTEN: &str = "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS place";

/// Selects the WAL position that the standby has replayed; null if the server is no standby.
const REPLAYED: &str = "
    SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::bigint END AS place";

#[derive(QueryableByName)]
struct Place {
    #[diesel(sql_type = Nullable<BigInt>)]
    place: Option<i64>,
}

/// WAL position `place` that all commits before the moment `at` precede.
#[derive(Debug, Clone, Copy)]
struct Mark {
    at: UnixTime,
    place: i64,
}

/// Lag of a standby, measured by the clock of this process alone. All pools of a process share one.
///
/// The standby's own timestamp of its last replayed transaction is not enough: it stops if nobody writes, or if the
/// standby has lost the primary.
pub struct Standby {
    primary: Pool,
    standby: Pool,
    clock: Arc<dyn Clock>,
    /// Marks of the primary in the last seconds, oldest first.
    marks: Mutex<VecDeque<Mark>>,
    /// Unix time in milliseconds up to which the standby is complete.
    as_of: AtomicI64,
}

impl Standby {
    /// Creates the state for the standby at `standby_url` of the database at `primary_url`. The standby is used only
    /// after [`look`](Self::look) has found it fresh.
    pub fn new(primary_url: &str, standby_url: &str, clock: Arc<dyn Clock>) -> Self {
        Self {
            primary: pool(primary_url, 1),
            standby: pool(standby_url, 1),
            clock,
            marks: Mutex::default(),
            as_of: AtomicI64::new(UNKNOWN),
        }
    }

    /// Measures the lag; call it every second. If either server does not respond, the known state ages.
    pub async fn look(&self) -> Result<(), StoreError> {
        let at = self.clock.now();
        let written = place(&self.primary, WRITTEN).await;
        if let Ok(Some(place)) = written {
            self.mark(Mark { at, place });
        }
        match place(&self.standby, REPLAYED).await? {
            Some(place) => self.reached(place),
            None => self.as_of.store(UNKNOWN, Ordering::Relaxed),
        }
        written.map(|_| ())
    }

    /// Returns the moment up to which the standby is complete; `None` if that is unknown or too old.
    pub fn as_of(&self) -> Option<UnixTime> {
        let as_of = AtomicI64::load(&self.as_of, Ordering::Relaxed);
        let oldest = self.clock.now().plus_seconds(-LONGEST_LAG_SECONDS).millis();
        (as_of != UNKNOWN && as_of >= oldest).then(|| UnixTime::from_millis(as_of))
    }

    fn mark(&self, mark: Mark) {
        let oldest = mark.at.plus_seconds(-LONGEST_LAG_SECONDS);
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        // After a clock set back, or a shorter WAL after a failover, older marks are invalid.
        marks.retain(|known| known.at >= oldest && known.at <= mark.at && known.place <= mark.place);
        marks.push_back(mark);
    }

    fn reached(&self, place: i64) {
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        let reached = marks.iter().take_while(|mark| mark.place <= place).count();
        if let Some(last) = marks.drain(..reached).next_back() {
            self.as_of.store(last.at.millis(), Ordering::Relaxed);
        }
    }
}

async fn place(pool: &Pool, sql: &'static str) -> Result<Option<i64>, StoreError> {
    let mut connection = connection(pool).await?;
    let found: Place = statement(sql).get_result(&mut connection).await.map_err(failed)?;
    Ok(found.place)
}

/// Source of reads that need not be current: the standby if there is one, otherwise the primary.
#[derive(Clone)]
pub struct Reads {
    primary: Pool,
    standby: Option<(Pool, Arc<Standby>)>,
}

impl Reads {
    /// Creates a source that reads only the primary.
    pub fn of(primary: Pool) -> Self {
        Self { primary, standby: None }
    }

    /// Adds the standby behind `pool`, used while it is fresh.
    #[must_use]
    pub fn beside(self, pool: Pool, standby: Arc<Standby>) -> Self {
        Self { standby: Some((pool, standby)), ..self }
    }

    /// Wraps a store for reads from this source.
    pub fn store<S>(&self, store: impl Fn(Pool) -> S) -> Replicated<S> {
        let copy = self.standby.as_ref().map(|(pool, standby)| (store(pool.clone()), Arc::clone(standby)));
        Replicated { primary: store(self.primary.clone()), copy }
    }
}

/// Store whose reads may come from a standby. Writes and reads that must be current go to the primary.
#[derive(Clone)]
pub struct Replicated<S> {
    primary: S,
    copy: Option<(S, Arc<Standby>)>,
}

impl<S> Replicated<S> {
    /// Reads a value that always exists, such as a sum.
    async fn read<'a, T, E, F>(&'a self, read: impl Fn(&'a S) -> F) -> Result<T, E>
    where
        E: std::fmt::Debug,
        F: Future<Output = Result<T, E>>,
    {
        match self.copied(&read, |_| true).await {
            Some(found) => Ok(found),
            None => read(&self.primary).await,
        }
    }

    /// Reads a value that may be missing. If the standby does not have it, the primary may.
    async fn find<'a, T, E, F>(&'a self, read: impl Fn(&'a S) -> F) -> Result<Option<T>, E>
    where
        E: std::fmt::Debug,
        F: Future<Output = Result<Option<T>, E>>,
    {
        match self.copied(&read, Option::is_some).await {
            Some(found) => Ok(found),
            None => read(&self.primary).await,
        }
    }

    /// Returns the standby's result if the standby is fresh and `will_do` accepts the result.
    async fn copied<'a, T, E, F>(
        &'a self,
        read: impl Fn(&'a S) -> F,
        will_do: impl Fn(&T) -> bool,
    ) -> Option<T>
    where
        E: std::fmt::Debug,
        F: Future<Output = Result<T, E>>,
    {
        let (store, standby) = self.copy.as_ref()?;
        // Before the statement, because the result may or may not include rows replayed during the statement.
        let as_of = standby.as_of()?;
        match read(store).await {
            Ok(found) if will_do(&found) => {
                runtime::data_age::read_as_of(as_of);
                Some(found)
            }
            Ok(_) => None,
            Err(error) => {
                tracing::warn!(cause = ?error, "the read replica failed; the primary is asked instead");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::fixed::FixedClock;

    use super::*;

    fn standby(now: i64) -> Standby {
        let nowhere = "postgres://nobody@127.0.0.1:1/nothing";
        Standby::new(nowhere, nowhere, Arc::new(FixedClock::at(UnixTime::from_seconds(now))))
    }

    #[test]
    fn it_is_as_old_as_the_last_mark_that_it_has_reached() {
        let at = UnixTime::from_seconds;
        let standby = standby(110);
        assert_eq!(standby.as_of(), None);
        for (seconds, place) in [(100, 10), (101, 10), (102, 30)] {
            standby.mark(Mark { at: at(seconds), place });
        }
        for (place, as_of) in [(9, None), (10, Some(at(101))), (29, Some(at(101))), (30, Some(at(102)))] {
            standby.reached(place);
            assert_eq!(standby.as_of(), as_of, "{place}");
        }
    }

    #[test]
    fn what_is_too_old_is_not_read() {
        let at = UnixTime::from_seconds;
        for (now, fresh) in [(130, true), (131, false)] {
            let standby = standby(now);
            standby.mark(Mark { at: at(100), place: 1 });
            standby.reached(1);
            assert_eq!(standby.as_of().is_some(), fresh, "{now}");
        }
    }

    #[test]
    fn marks_are_bounded_and_a_log_that_begins_anew_forgets_them() {
        let standby = standby(0);
        for second in 0..1_000 {
            standby.mark(Mark { at: UnixTime::from_seconds(second), place: second });
        }
        assert_eq!(standby.marks.lock().unwrap().len(), 31);
        standby.mark(Mark { at: UnixTime::from_seconds(1_000), place: 5 });
        assert_eq!(standby.marks.lock().unwrap().len(), 1);
    }
}
