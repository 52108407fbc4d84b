//! Ledger rows, and their share in the counters of a campaign.

use broadcast_gate::ledger::RowState;
use broadcast_gate::pace::{day_of, start_of_day};
use broadcast_gate::screening::Reason;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use kernel::{StoreError, UnixTime};

use crate::database::error::corrupt;
use crate::database::time::unix_time;
use crate::schema::broadcasts::broadcast_rows;

/// Placeholder timestamp for rows without one.
pub(super) const NEVER: UnixTime = UnixTime::from_millis(0);

/// Columns that the ledger needs of a row.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = broadcast_rows, check_for_backend(diesel::pg::Pg))]
pub(super) struct LedgerRow {
    pub(super) fan_id: String,
    pub(super) tier: Option<String>,
    pub(super) country: Option<String>,
    pub(super) state: String,
    pub(super) detail: Option<String>,
    pub(super) due_at: DateTime<Utc>,
    pub(super) gives_up: bool,
    pub(super) lease: i64,
    pub(super) claimed_at: Option<DateTime<Utc>>,
    pub(super) submitted_at: Option<DateTime<Utc>>,
    pub(super) unanswered: i32,
}

impl LedgerRow {
    /// Returns the row's standing, the basis of the counters.
    pub(super) fn standing(&self) -> Result<Standing, StoreError> {
        Ok(Standing {
            state: state(&self.state, self.detail.as_deref())?,
            due_at: unix_time(self.due_at),
            gives_up: self.gives_up,
            claimed_at: self.claimed_at.map(unix_time),
        })
    }
}

fn state(word: &str, detail: Option<&str>) -> Result<RowState, StoreError> {
    let found = match (word, detail) {
        ("pending", None) => Some(RowState::Pending),
        ("claimed", None) => Some(RowState::Claimed),
        ("sent", None) => Some(RowState::Sent),
        ("unknown", None) => Some(RowState::Unknown),
        ("failed", Some(code)) => Some(RowState::Failed(code.to_owned())),
        ("skipped", Some(reason)) => Reason::parse(reason).map(RowState::Skipped),
        _ => None,
    };
    found.ok_or_else(|| corrupt(format!("the row state {word:?} {detail:?}")))
}

/// Returns the skip reason or the error code that is stored with a state.
pub(super) fn detail(state: &RowState) -> Option<&str> {
    match state {
        RowState::Skipped(reason) => Some(reason.as_str()),
        RowState::Failed(code) => Some(code),
        _ => None,
    }
}

/// Values of a row that decide which counters include it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) state: RowState,
    pub(super) due_at: UnixTime,
    pub(super) gives_up: bool,
    pub(super) claimed_at: Option<UnixTime>,
}

impl Standing {
    fn is_taken(&self) -> bool {
        matches!(self.state, RowState::Claimed | RowState::Sent | RowState::Unknown)
    }

    /// Returns for each plain counter whether it includes the row, in the order of [`Delta::counts`].
    fn counts(&self) -> [bool; 6] {
        let claimed = self.state == RowState::Claimed;
        let unknown = self.state == RowState::Unknown;
        [
            claimed || self.state == RowState::Pending,
            self.state == RowState::Sent,
            matches!(self.state, RowState::Failed(_)),
            unknown,
            self.is_taken(),
            claimed || (unknown && !self.gives_up),
        ]
    }

    /// Returns the tallies that include the row.
    fn tallies(&self) -> impl Iterator<Item = (&'static str, UnixTime)> {
        let state = match &self.state {
            RowState::Pending => Some((WAIT, self.due_at)),
            RowState::Skipped(reason) => Some((reason.as_str(), NEVER)),
            _ => None,
        };
        let day = self.claimed_at.filter(|_| self.is_taken()).map(|at| (DAY, start_of_day(day_of(at))));
        state.into_iter().chain(day)
    }
}

/// Tally of pending rows by due moment.
pub(super) const WAIT: &str = "wait";
/// Tally of taken rows by the day of their claim.
pub(super) const DAY: &str = "day";
/// Tally of sent rows by the hour.
pub(super) const HOUR: &str = "hour";

/// Counter changes that result from changed rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Delta {
    pub(super) matched: i64,
    /// Pending, sent, failed, unknown, taken, under way.
    pub(super) counts: [i64; 6],
    pub(super) tallies: Vec<(&'static str, UnixTime, i64)>,
}

impl Delta {
    /// Counts a new row.
    pub(super) fn added(&mut self, row: &Standing) {
        self.matched += 1;
        self.weigh(row, 1);
    }

    /// Moves a changed row from its old counters to its new ones.
    pub(super) fn changed(&mut self, before: &Standing, after: &Standing) {
        self.weigh(before, -1);
        self.weigh(after, 1);
    }

    /// Raises a tally by `by`.
    pub(super) fn count(&mut self, kind: &'static str, moment: UnixTime, by: i64) {
        match self.tallies.iter_mut().find(|(k, m, _)| (*k, *m) == (kind, moment)) {
            Some((.., rows)) => *rows += by,
            None => self.tallies.push((kind, moment, by)),
        }
    }

    fn weigh(&mut self, row: &Standing, by: i64) {
        for (count, counts) in self.counts.iter_mut().zip(row.counts()) {
            *count += if counts { by } else { 0 };
        }
        for (kind, moment) in row.tallies() {
            self.count(kind, moment, by);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: UnixTime = UnixTime::from_seconds(1_795_176_000);

    fn row(state: RowState) -> Standing {
        Standing { state, due_at: NEVER, gives_up: false, claimed_at: Some(NOON) }
    }

    #[test]
    fn every_state_counts_where_it_belongs() {
        let midnight = start_of_day(day_of(NOON));
        let day = (DAY, midnight, 1);
        for (standing, counts, tallies) in [
            (row(RowState::Pending), [1, 0, 0, 0, 0, 0], vec![(WAIT, NEVER, 1)]),
            (row(RowState::Claimed), [1, 0, 0, 0, 1, 1], vec![day]),
            (row(RowState::Sent), [0, 1, 0, 0, 1, 0], vec![day]),
            (row(RowState::Failed("x".into())), [0, 0, 1, 0, 0, 0], vec![]),
            (row(RowState::Unknown), [0, 0, 0, 1, 1, 1], vec![day]),
            (Standing { gives_up: true, ..row(RowState::Unknown) }, [0, 0, 0, 1, 1, 0], vec![day]),
            (row(RowState::Skipped(Reason::Blocked)), [0; 6], vec![("blocked", NEVER, 1)]),
        ] {
            let mut delta = Delta::default();
            delta.added(&standing);
            assert_eq!((delta.matched, delta.counts, delta.tallies), (1, counts, tallies), "{standing:?}");
        }
    }

    #[test]
    fn a_change_takes_away_what_was_and_adds_what_is() {
        let mut delta = Delta::default();
        delta.changed(&row(RowState::Claimed), &row(RowState::Sent));
        assert_eq!((delta.matched, delta.counts), (0, [-1, 1, 0, 0, 0, -1]));
        assert!(delta.tallies.iter().all(|(.., rows)| *rows == 0));
    }
}
