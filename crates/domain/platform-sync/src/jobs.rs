//! Jobs of an account: which are due, and how long a turn may be.

use kernel::UnixTime;
use serde::{Deserialize, Serialize};

use crate::account::AccountState;
use crate::kind::PlatformKind;

/// Default rhythm of reads by the clock, in seconds.
pub const SYNC_SECONDS: u32 = 900;
/// Maximum length of a turn, in seconds.
pub const TURN_SECONDS: i64 = 60;
/// First pause after a failure, in seconds; it doubles with each further one.
const BACKOFF_SECONDS: i64 = 60;
/// Longest pause after failures, in seconds.
const MAX_BACKOFF_SECONDS: i64 = 3_600;

kernel::words! {
    /// Job of an account, the most urgent one first.
    Job {
        /// Passes stored events on.
        Inbox = "inbox",
        /// Finds the links of waiting fans.
        Join = "join",
        /// Reads the balance of the vendor's credits.
        Balance = "balance",
        /// Compares the webhook with what it should be, and repairs it.
        HookCheck = "hook_check",
        /// Reads links and counters from the vendor's stored lists.
        Links = "links",
        /// Reads transactions back to known ones.
        Transactions = "transactions",
        /// Reads chargebacks.
        Chargebacks = "chargebacks",
        /// Compares the earnings of a day.
        Earnings = "earnings",
        /// Reads links from the live lists.
        LinksLive = "links_live",
        /// Reads new and renewed fans.
        FansNew = "fans_new",
        /// Reads all fans.
        Fans = "fans",
        /// Reads all items of the vault.
        Vault = "vault",
        /// Imports the past.
        Import = "import",
    }
}

impl Job {
    /// Returns the rhythm in multiples of the base rhythm; `None` for a job that is due when there is something to do.
    pub const fn multiple(self) -> Option<u32> {
        match self {
            Self::Inbox | Self::Join | Self::Import => None,
            Self::Links => Some(1),
            Self::Transactions | Self::Balance => Some(4),
            Self::FansNew => Some(24),
            Self::Chargebacks | Self::Earnings | Self::LinksLive | Self::Vault | Self::HookCheck => Some(96),
            Self::Fans => Some(672),
        }
    }

    /// Whether the job makes no call that costs credits.
    pub const fn is_free(self) -> bool {
        matches!(self, Self::Inbox | Self::Balance | Self::HookCheck | Self::Links)
    }

    /// Whether a kind of connection has the job. An engine has none: it pushes and is pulled by its own protocol.
    pub const fn is_of(self, kind: PlatformKind) -> bool {
        match kind {
            PlatformKind::Engine => false,
            PlatformKind::Onlyfans => true,
            // Reversals are rows of the transactions, the app's webhook is the operator's, and calls are free.
            PlatformKind::Fanvue => !matches!(
                self,
                Self::Balance | Self::HookCheck | Self::Chargebacks | Self::LinksLive | Self::Earnings
            ),
        }
    }

    /// Whether the job may run while the account is in this state.
    pub const fn may_run(self, state: AccountState) -> bool {
        match state {
            AccountState::Connected | AccountState::Importing => true,
            AccountState::OutOfCredits => self.is_free(),
            AccountState::NeedsLogin | AccountState::Refused => {
                matches!(self, Self::Inbox | Self::Balance | Self::HookCheck)
            }
            AccountState::Disconnected => matches!(self, Self::Inbox),
        }
    }
}

/// Queue row of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobRow {
    /// Job.
    pub job: Job,
    /// Time from which the job may run.
    pub due_at: UnixTime,
    /// Number of failures in a row.
    pub failures: u32,
}

/// End of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnEnd {
    /// All work is done.
    Done,
    /// The turn was long enough; the rest is due at once.
    More,
    /// The turn failed.
    Failed,
    /// The vendor or the purse asked to wait until this moment.
    Wait(UnixTime),
}

impl JobRow {
    /// Returns the rows of a new account. Slow jobs begin at different times, so that accounts do not all read at once:
    /// `spread` is a number of the account.
    pub fn first(kind: PlatformKind, sync_seconds: u32, spread: u64, now: UnixTime) -> Vec<Self> {
        let jobs = Job::ALL.into_iter().filter(|job| job.is_of(kind));
        let row = |job: Job| {
            let offset = job.multiple().map_or(0, |multiple| {
                let every = u64::from(multiple) * u64::from(sync_seconds.max(1));
                i64::try_from(spread % every).unwrap_or_default()
            });
            Self { job, due_at: now.plus_seconds(offset), failures: 0 }
        };
        jobs.map(row).collect()
    }

    /// Returns the row after a turn that ended at `now`. Missed turns are not made up for. `None` for a job without a
    /// rhythm that has nothing to do.
    ///
    /// ```
    /// use kernel::UnixTime;
    /// use platform_sync::{Job, JobRow, TurnEnd};
    ///
    /// let due_at = UnixTime::from_seconds(1_800_000_000);
    /// let row = JobRow { job: Job::Links, due_at, failures: 0 };
    /// let next = row.after(TurnEnd::Done, 900, due_at.plus_seconds(2_000)).unwrap();
    /// assert_eq!(next.due_at, due_at.plus_seconds(2_700));
    /// ```
    pub fn after(self, end: TurnEnd, sync_seconds: u32, now: UnixTime) -> Option<Self> {
        let at = |due_at, failures| Some(Self { job: self.job, due_at, failures });
        match end {
            TurnEnd::More => at(now, 0),
            TurnEnd::Wait(until) => at(until.max(now), self.failures),
            TurnEnd::Failed => {
                let pause = BACKOFF_SECONDS << self.failures.min(10);
                at(now.plus_seconds(pause.min(MAX_BACKOFF_SECONDS)), self.failures.saturating_add(1))
            }
            TurnEnd::Done => {
                let every = i64::from(self.job.multiple()?) * i64::from(sync_seconds.max(1));
                let passed = (now.seconds() - self.due_at.seconds()).max(0);
                at(self.due_at.plus_seconds((passed / every + 1) * every), 0)
            }
        }
    }
}

/// Returns the jobs that may run now, the most urgent one first, then the one that is due for longest.
pub fn due_jobs(rows: &[JobRow], state: AccountState, now: UnixTime) -> Vec<Job> {
    let due = |row: &&JobRow| row.due_at <= now && row.job.may_run(state);
    let mut due: Vec<_> = rows.iter().filter(due).collect();
    due.sort_by_key(|row| (row.job, row.due_at));
    due.into_iter().map(|row| row.job).collect()
}

/// Turn of a job, bounded in time and credits. State is saved after each page, so a turn may end at any page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    started_at: UnixTime,
    credits_left: u64,
}

impl Turn {
    /// Begins a turn that may spend `credits`.
    pub const fn begin(credits: u64, now: UnixTime) -> Self {
        Self { started_at: now, credits_left: credits }
    }

    /// Takes the credits of the next call, or returns `false` if the turn is over.
    pub fn take(&mut self, credits: u64, now: UnixTime) -> bool {
        let Some(left) = self.credits_left.checked_sub(credits) else { return false };
        let in_time = now < self.started_at.plus_seconds(TURN_SECONDS);
        if in_time {
            self.credits_left = left;
        }
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: UnixTime = UnixTime::from_seconds(1_800_000_000);

    fn row(job: Job, due: i64) -> JobRow {
        JobRow { job, due_at: NOW.plus_seconds(due), failures: 0 }
    }

    #[test]
    fn urgent_jobs_come_first_and_a_state_stops_what_makes_no_sense() {
        use AccountState::*;
        let rows = [
            row(Job::Import, -99),
            row(Job::Transactions, -5),
            row(Job::Links, -1),
            row(Job::Vault, 1),
            row(Job::HookCheck, 0),
            row(Job::Inbox, 0),
        ];
        let all = &[Job::Inbox, Job::HookCheck, Job::Links, Job::Transactions, Job::Import][..];
        for (state, expected) in [
            (Connected, all),
            (Importing, all),
            (OutOfCredits, &[Job::Inbox, Job::HookCheck, Job::Links]),
            (NeedsLogin, &[Job::Inbox, Job::HookCheck]),
            (Refused, &[Job::Inbox, Job::HookCheck]),
            (Disconnected, &[Job::Inbox]),
        ] {
            assert_eq!(due_jobs(&rows, state, NOW), expected, "{state}");
        }
    }

    #[test]
    fn a_job_keeps_its_rhythm_and_failures_slow_it_down() {
        let at = |seconds| Some(NOW.plus_seconds(seconds));
        let failed = |failures| JobRow { failures, ..row(Job::Links, 0) };
        for (row, end, now, expected) in [
            (row(Job::Links, 0), TurnEnd::Done, 5, at(900)),
            (row(Job::Links, 0), TurnEnd::Done, 899, at(900)),
            (row(Job::Links, 0), TurnEnd::Done, 900, at(1_800)),
            (row(Job::Links, 60), TurnEnd::Done, 0, at(960)),
            (row(Job::Transactions, 0), TurnEnd::Done, 5, at(3_600)),
            (row(Job::Fans, 0), TurnEnd::Done, 5, at(7 * 86_400)),
            (row(Job::Vault, 0), TurnEnd::Done, 5, at(86_400)),
            (row(Job::Fans, 0), TurnEnd::More, 60, at(60)),
            (row(Job::Fans, 0), TurnEnd::Wait(NOW.plus_seconds(30)), 5, at(30)),
            (row(Job::Fans, 0), TurnEnd::Wait(NOW), 5, at(5)),
            (failed(0), TurnEnd::Failed, 0, at(60)),
            (failed(3), TurnEnd::Failed, 0, at(480)),
            (failed(u32::MAX), TurnEnd::Failed, 0, at(3_600)),
            (failed(3), TurnEnd::Done, 5, at(900)),
            (row(Job::Join, 0), TurnEnd::Done, 5, None),
            (row(Job::Join, 0), TurnEnd::Failed, 0, at(60)),
        ] {
            let next = row.after(end, SYNC_SECONDS, NOW.plus_seconds(now));
            assert_eq!(next.map(|row| row.due_at), expected, "{row:?} {end:?} {now}");
        }
    }

    #[test]
    fn accounts_begin_at_different_times_and_have_the_jobs_of_their_kind() {
        let rows = |kind, spread| JobRow::first(kind, SYNC_SECONDS, spread, NOW);
        let counts = PlatformKind::ALL.map(|kind| rows(kind, 0).len());
        assert_eq!(counts, [0, 13, 8]);
        let of = |spread, job| {
            rows(PlatformKind::Onlyfans, spread).into_iter().find(|row| row.job == job).unwrap().due_at
        };
        assert_ne!(of(1_000, Job::Links), of(1_100, Job::Links));
        assert_eq!((of(1_000, Job::Links), of(1_000, Job::Inbox)), (NOW.plus_seconds(100), NOW));
    }

    #[test]
    fn a_turn_ends_by_time_and_by_credits() {
        let mut turn = Turn::begin(3, NOW);
        assert!(turn.take(2, NOW) && !turn.take(2, NOW) && turn.take(1, NOW.plus_seconds(59)));
        assert!(turn.take(0, NOW.plus_seconds(59)) && !turn.take(0, NOW.plus_seconds(60)));
    }
}
