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

/// How often it is looked which accounts are at work. A notification cuts it short.
const LOOK: Duration = Duration::from_secs(1);
/// The longest wait before an account is looked at again. A notification cuts it short; it finds what nobody notifies of.
const IDLE: Duration = Duration::from_secs(5);
/// Messages of one account that this process has under way, at most.
const UNDER_WAY: usize = 32;
/// How long an account waits after a failure of the database.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// An account with something to do.
type Account = (OwnerId, AccountId);

/// What the tasks of accounts receive.
#[derive(Default)]
struct Board {
    at_work: HashSet<Account>,
    /// How often it was woken.
    wakeups: u64,
}

/// Delivers what campaigns have to send, until the stop. `wakeup` wakes it.
///
/// Each account has a task of its own, so that no engine keeps another's account waiting. Processes share the pace of an
/// account through the ledger, and know nothing of each other.
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
            Err(error) => tracing::warn!(cause = ?error, "the accounts at work could not be listed"),
        }
        tokio::select! {
            stopped = stop.within(LOOK) => if stopped { break },
            () = wakeup.notified() => board.send_modify(|board| board.wakeups = board.wakeups.wrapping_add(1)),
        }
    }
    while tasks.join_next().await.is_some() {}
}

/// What serves one account.
struct Task {
    deliver: Deliver,
    clock: Arc<dyn Clock>,
    account: Account,
    board: watch::Receiver<Board>,
    wakeups: u64,
    stop: StopSignal,
    /// The rows that are being dealt with. Each returns whether its slot is free again.
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

    /// Takes row after row, each when the pace has a slot for it, and deals with them side by side. Ends at the stop, or
    /// when the account has nothing to do any more; what is under way is brought to its end.
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
                    tracing::warn!(%owner, cause = ?error, "an account could not be looked at");
                    AFTER_FAILURE
                }
            };
            if !self.pause(wait).await {
                break;
            }
        }
        while self.under_way.join_next().await.is_some() {}
    }

    /// How long it is until `moment`, as far as a clock that may be set can be trusted.
    fn until(&self, moment: UnixTime) -> Duration {
        let millis = moment.millis().saturating_sub(self.clock.now().millis());
        Duration::from_millis(u64::try_from(millis).unwrap_or_default()).min(IDLE)
    }

    /// Waits, and for a place among the rows under way. What ends or is received may cut it short. Returns whether to go on.
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
                // A slot that was given back can be taken at once, and the last row may have been the campaign's.
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

/// Deals with a row. Returns whether its slot is free again.
async fn deal(deliver: Deliver, owner: OwnerId, attempt: Attempt) -> bool {
    let dealt = deliver.attempt(attempt).await;
    if let Err(error) = &dealt {
        tracing::warn!(%owner, cause = ?error, "a row could not be settled; its lease runs out");
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
