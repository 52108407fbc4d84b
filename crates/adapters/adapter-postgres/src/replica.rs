//! Reads from a standby of the database, which may be some seconds behind it.
//!
//! Only what need not be current is read there, and only while it is known how far behind that is. Whatever goes wrong there, and
//! whatever is unknown there, is asked of the database itself.

mod stores;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};
use diesel_async::RunQueryDsl;
use kernel::{Clock, StoreError, UnixTime};

use crate::Pool;
use crate::connection::pool;
use crate::error::{connection, failed};
use crate::statement::statement;

/// How many seconds the standby may be behind to be read.
pub const LONGEST_LAG_SECONDS: i64 = 30;

/// Not known, or known to be no standby.
const UNKNOWN: i64 = i64::MIN;

/// What is committed by now is before this place of the log, also where commits do not wait for the disk.
const WRITTEN: &str = "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS place";

/// Up to which place the standby has taken over the log; null where it is none.
const REPLAYED: &str = "
    SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::bigint END AS place";

#[derive(QueryableByName)]
struct Place {
    #[diesel(sql_type = Nullable<BigInt>)]
    place: Option<i64>,
}

/// What was committed before `at` is before `place`.
#[derive(Debug, Clone, Copy)]
struct Mark {
    at: UnixTime,
    place: i64,
}

/// How far behind a standby is, by the clock of this process alone. One for all pools of a process.
///
/// The standby's own word for it, the time of the last transaction that it took over, would not do: it stops where
/// nobody writes, and where the standby has lost the primary.
pub struct Standby {
    primary: Pool,
    standby: Pool,
    clock: Arc<dyn Clock>,
    /// The last seconds of the primary, the oldest first.
    marks: Mutex<VecDeque<Mark>>,
    /// In milliseconds.
    as_of: AtomicI64,
}

impl Standby {
    /// The standby at `standby_url`, of the database at `primary_url`. It is not read before [`look`](Self::look) has found it
    /// fresh.
    pub fn new(primary_url: &str, standby_url: &str, clock: Arc<dyn Clock>) -> Self {
        Self {
            primary: pool(primary_url, 1),
            standby: pool(standby_url, 1),
            clock,
            marks: Mutex::default(),
            as_of: AtomicI64::new(UNKNOWN),
        }
    }

    /// Looks how far it is; to be called every second. Where one of the two does not answer, what is known of the standby grows
    /// old.
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

    /// The moment up to which it has everything; `None` when that is too long ago, or unknown.
    pub fn as_of(&self) -> Option<UnixTime> {
        let as_of = AtomicI64::load(&self.as_of, Ordering::Relaxed);
        let oldest = self.clock.now().plus_seconds(-LONGEST_LAG_SECONDS).millis();
        (as_of != UNKNOWN && as_of >= oldest).then(|| UnixTime::from_millis(as_of))
    }

    fn mark(&self, mark: Mark) {
        let oldest = mark.at.plus_seconds(-LONGEST_LAG_SECONDS);
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        // A clock that was set back, or a log that begins anew behind a fail-over, makes what is known worthless.
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

/// Where the stores of a worker read what need not be current: from the standby if there is one, else from the database itself.
#[derive(Clone)]
pub struct Reads {
    primary: Pool,
    standby: Option<(Pool, Arc<Standby>)>,
}

impl Reads {
    /// From the database itself.
    pub fn of(primary: Pool) -> Self {
        Self { primary, standby: None }
    }

    /// From the standby behind `pool`, while that is fresh.
    #[must_use]
    pub fn beside(self, pool: Pool, standby: Arc<Standby>) -> Self {
        Self { standby: Some((pool, standby)), ..self }
    }

    /// A store that reads in this way.
    pub fn store<S>(&self, store: impl Fn(Pool) -> S) -> Replicated<S> {
        let copy = self.standby.as_ref().map(|(pool, standby)| (store(pool.clone()), Arc::clone(standby)));
        Replicated { primary: store(self.primary.clone()), copy }
    }
}

/// A store whose reads may come from a standby. What it writes, and what has to be current, concerns the database itself.
#[derive(Clone)]
pub struct Replicated<S> {
    primary: S,
    copy: Option<(S, Arc<Standby>)>,
}

impl<S> Replicated<S> {
    /// What is always there, such as a sum.
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

    /// What may be unknown: what the standby does not know may be too new for it.
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

    /// What the standby answers, if it is fresh and the answer will do.
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
        // Before the statement: what is taken over during it may or may not be in the answer.
        let as_of = standby.as_of()?;
        match read(store).await {
            Ok(found) if will_do(&found) => {
                data_age::read_as_of(as_of);
                Some(found)
            }
            Ok(_) => None,
            Err(error) => {
                tracing::warn!(cause = ?error, "the read replica could not answer; the database is asked");
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
