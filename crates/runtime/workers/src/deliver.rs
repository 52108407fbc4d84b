use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use broadcast_gate::deliver::{Attempt, Deliver, Next, ProcessedRow};
use broadcast_gate::ledger::Settlement;
use broadcast_gate::text::AccountId;
use kernel::{Clock, OwnerId, StoreError, UnixTime};
use tokio::sync::{Notify, watch};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::Instant;

use crate::StopSignal;

/// Interval of the search for accounts with work. A notification shortens it.
const LOOK: Duration = Duration::from_secs(1);
/// Maximum pause of an account. A notification shortens the pause; the maximum covers changes without a notification.
const IDLE: Duration = Duration::from_secs(5);
/// Maximum number of messages of one account in progress in this process.
const UNDER_WAY: usize = 32;
/// Pause of an account after a failure of the database.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// Account with work.
type Account = (OwnerId, AccountId);

/// State that the tasks of accounts watch.
#[derive(Default)]
struct Board {
    at_work: HashSet<Account>,
    /// Number of wakeups so far.
    wakeups: u64,
}

/// Delivers the messages of campaigns, until the process stops. `wakeup` starts a search at once.
///
/// Each account has a task of its own, so that a slow engine delays no other account. Processes share the pace of an
/// account through the ledger, and need no other contact.
pub async fn deliver(deliver: Deliver, clock: Arc<dyn Clock>, wakeup: Arc<Notify>, mut stop: StopSignal) {
    let (board, mut tasks) = (watch::Sender::new(Board::default()), JoinSet::new());
    let mut served: HashMap<Account, AbortHandle> = HashMap::new();
    loop {
        while tasks.try_join_next().is_some() {}
        served.retain(|_, task| !task.is_finished());
        match deliver.accounts().await {
            Ok(accounts) => {
                let at_work: HashSet<Account> = accounts.into_iter().collect();
                board.send_modify(|board| board.at_work.clone_from(&at_work));
                for account in at_work {
                    served.entry(account.clone()).or_insert_with(|| {
                        tasks.spawn(Task::new(&deliver, &clock, account, &board, &stop).run())
                    });
                }
            }
            Err(error) => {
                tracing::warn!(cause = ?error, "accounts with running campaigns could not be listed")
            }
        }
        tokio::select! {
            stopped = stop.within(LOOK) => if stopped { break },
            () = wakeup.notified() => board.send_modify(|board| board.wakeups = board.wakeups.wrapping_add(1)),
        }
    }
    while tasks.join_next().await.is_some() {}
}

/// Task that serves one account.
struct Task {
    deliver: Deliver,
    clock: Arc<dyn Clock>,
    account: Account,
    board: watch::Receiver<Board>,
    wakeups: u64,
    stop: StopSignal,
    /// Rows in progress. Each returns whether its slot is free again.
    under_way: JoinSet<bool>,
}

impl Task {
    fn new(
        deliver: &Deliver,
        clock: &Arc<dyn Clock>,
        account: Account,
        board: &watch::Sender<Board>,
        stop: &StopSignal,
    ) -> Self {
        let board = board.subscribe();
        let wakeups = board.borrow().wakeups;
        let (deliver, clock, stop) = (deliver.clone(), Arc::clone(clock), stop.clone());
        Self { deliver, clock, account, board, wakeups, stop, under_way: JoinSet::new() }
    }

    /// Claims row after row, each when the pace has a slot, and processes them concurrently. Ends when the process
    /// stops, or when the account has no more work. Then completes the rows in progress.
    async fn run(mut self) {
        loop {
            let (owner, account) = &self.account;
            let wait = match self.deliver.next(*owner, account).await {
                Ok(Next::Attempt(attempt)) => {
                    let wait = self.until(attempt.next_slot());
                    self.under_way.spawn(deal(self.deliver.clone(), *owner, *attempt));
                    wait
                }
                Ok(Next::Moved) => Duration::ZERO,
                Ok(Next::Idle { until }) => until.map_or(IDLE, |until| self.until(until)),
                Err(error) => {
                    tracing::warn!(%owner, cause = ?error, "the next message of an account could not be read");
                    AFTER_FAILURE
                }
            };
            if !self.pause(wait).await {
                break;
            }
        }
        while self.under_way.join_next().await.is_some() {}
    }

    /// Returns the time until `moment`, capped because the clock may be wrong.
    fn until(&self, moment: UnixTime) -> Duration {
        let millis = moment.millis().saturating_sub(self.clock.now().millis());
        Duration::from_millis(u64::try_from(millis).unwrap_or_default()).min(IDLE)
    }

    /// Waits for `wait`, and until a place among the rows in progress is free. A finished row or a notification may
    /// shorten the wait. Returns whether to continue.
    async fn pause(&mut self, wait: Duration) -> bool {
        let end = Instant::now() + wait;
        loop {
            let full = self.under_way.len() >= UNDER_WAY;
            tokio::select! {
                biased;
                () = self.stop.cancelled() => return false,
                changed = self.board.changed() => {
                    let board = self.board.borrow_and_update();
                    if changed.is_err() || !board.at_work.contains(&self.account) {
                        return false;
                    }
                    if std::mem::replace(&mut self.wakeups, board.wakeups) != board.wakeups && !full {
                        return true;
                    }
                }
                // A slot that was given back is free at once, and the last row may have finished its campaign.
                Some(ended) = self.under_way.join_next() => {
                    if ended.unwrap_or(true) || self.under_way.is_empty() {
                        return true;
                    }
                }
                () = tokio::time::sleep_until(end), if !full => return true,
            }
        }
    }
}

/// Processes a row. Returns whether its slot is free again.
async fn deal(deliver: Deliver, owner: OwnerId, attempt: Attempt) -> bool {
    let dealt = deliver.attempt(attempt).await;
    if let Err(error) = &dealt {
        tracing::warn!(%owner, cause = ?error, "the result of a message could not be stored; its lease expires");
    }
    metrics::counter!("broadcast_attempts_total", "outcome" => name_of(&dealt)).increment(1);
    dealt.is_ok_and(|dealt| dealt.settlement.gives_slot_back())
}

fn name_of(dealt: &Result<ProcessedRow, StoreError>) -> &'static str {
    match dealt {
        Err(_) => "store_failed",
        Ok(ProcessedRow { lost: true, .. }) => "lost",
        Ok(ProcessedRow { settlement, .. }) => match settlement {
            Settlement::Sent { .. } => "sent",
            Settlement::Skipped(_) => "skipped",
            Settlement::Failed { .. } => "failed",
            Settlement::Unknown { .. } => "unknown",
            Settlement::Deferred { .. } => "deferred",
            Settlement::Released => "released",
            Settlement::Returned { .. } => "returned",
        },
    }
}
