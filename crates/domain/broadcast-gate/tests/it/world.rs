//! In-memory store that satisfies the ports, and a jumping clock.

mod ports;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use broadcast_gate::campaign::Campaign;
use broadcast_gate::gate::{Gate, GateEpoch};
use broadcast_gate::ledger::{Claim, NewRow, RowState, Settlement, Terms, Ticket};
use broadcast_gate::pace::{AccountPace, day_of};
use broadcast_gate::progress::{Planning, Progress, Recent};
use broadcast_gate::screening::History;
use broadcast_gate::state::{AuditEntry, Status};
use broadcast_gate::text::{AccountId, CampaignId, FanId, TextDigest};
use kernel::{Clock, StoreError, UnixTime};

/// 2026-11-20T12:00:00Z.
pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

/// Yields once to other tasks.
pub(crate) async fn pause() {
    let mut waited = false;
    std::future::poll_fn(|_| {
        if std::mem::replace(&mut waited, true) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
}

/// Clock that can be set forward and back. `elapsed` is monotonic.
#[derive(Debug, Default)]
pub(crate) struct JumpingClock {
    shown: AtomicI64,
    elapsed: AtomicI64,
}

impl JumpingClock {
    pub(crate) fn at(now: UnixTime) -> Self {
        Self { shown: AtomicI64::new(now.millis()), elapsed: AtomicI64::new(0) }
    }

    /// Advances the clock, or sets it back. Setting it back does not reduce `elapsed`.
    pub(crate) fn pass(&self, millis: i64) {
        self.shown.fetch_add(millis, Ordering::SeqCst);
        self.elapsed.fetch_add(millis.max(0), Ordering::SeqCst);
    }

    pub(crate) fn elapsed(&self) -> i64 {
        self.elapsed.load(Ordering::SeqCst)
    }
}

impl Clock for JumpingClock {
    fn now(&self) -> UnixTime {
        UnixTime::from_millis(self.shown.load(Ordering::SeqCst))
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) new: NewRow,
    pub(crate) state: RowState,
    pub(crate) lease: i64,
    pub(crate) lease_until: UnixTime,
    pub(crate) not_before: Option<UnixTime>,
    pub(crate) gives_up: bool,
    pub(crate) submitted: Option<(UnixTime, Option<TextDigest>)>,
    pub(crate) unanswered: u32,
    pub(crate) claimed_at: UnixTime,
    pub(crate) claimed_day: i64,
    pub(crate) answered_at: Option<UnixTime>,
    pub(crate) reactions: (bool, bool, bool),
}

impl Row {
    fn is_open(&self) -> bool {
        match self.state {
            RowState::Pending | RowState::Claimed => true,
            RowState::Unknown => !self.gives_up,
            _ => false,
        }
    }

    fn due_at(&self) -> UnixTime {
        match self.state {
            RowState::Claimed => self.lease_until,
            _ => self.not_before.unwrap_or(UnixTime::from_millis(0)),
        }
    }

    fn next_due(&self, another: Option<UnixTime>) -> Option<UnixTime> {
        let due = self.is_open().then(|| self.due_at())?;
        if self.state == RowState::Pending { another.map(|at| at.max(due)) } else { Some(due) }
    }

    fn is_taken(&self) -> bool {
        matches!(self.state, RowState::Claimed | RowState::Sent | RowState::Unknown)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(crate) campaigns: BTreeMap<CampaignId, Campaign>,
    pub(crate) planning: BTreeMap<CampaignId, Planning>,
    pub(crate) rows: BTreeMap<CampaignId, Vec<Row>>,
    pub(crate) audit: BTreeMap<CampaignId, Vec<AuditEntry>>,
    pub(crate) paces: BTreeMap<AccountId, AccountPace>,
    pub(crate) opted_out: BTreeSet<FanId>,
    pub(crate) replies: BTreeMap<FanId, UnixTime>,
    pub(crate) arrivals: BTreeMap<FanId, UnixTime>,
    pub(crate) revenue: BTreeMap<CampaignId, i64>,
    pub(crate) leases: i64,
    pub(crate) gate_epoch: i64,
    pub(crate) gate_open: bool,
}

/// In-memory store. Every call yields before and after its effect, except where nothing may come
/// between.
#[derive(Debug, Clone, Default)]
pub(crate) struct World(Arc<Mutex<Tables>>);

impl World {
    pub(crate) fn open() -> Self {
        let world = Self::default();
        world.switch(true);
        world
    }

    pub(crate) fn tables(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap()
    }

    pub(crate) fn switch(&self, open: bool) {
        let mut tables = self.tables();
        if open && !tables.gate_open {
            tables.gate_epoch += 1;
        }
        tables.gate_open = open;
    }

    async fn atomically<T>(&self, work: impl FnOnce(&mut Tables) -> T) -> Result<T, StoreError> {
        pause().await;
        let result = work(&mut self.tables());
        pause().await;
        Ok(result)
    }
}

impl Tables {
    fn gate(&self) -> Gate {
        if self.gate_open { Gate::Open(GateEpoch::new(self.gate_epoch)) } else { Gate::Closed }
    }

    pub(crate) fn may_send(&self, campaign: CampaignId, gate: GateEpoch) -> bool {
        let found = self.campaigns.get(&campaign);
        self.gate() == Gate::Open(gate)
            && found.is_some_and(|found| found.status == Status::Running && found.gate == Some(gate))
    }

    fn history(&self, campaign: Option<CampaignId>, fan: &FanId, text: Option<TextDigest>) -> History {
        let mut history = History {
            opted_out: self.opted_out.contains(fan),
            replied_at: self.replies.get(fan).copied(),
            ..History::default()
        };
        for (id, row) in self.rows.iter().flat_map(|(id, rows)| rows.iter().map(move |row| (*id, row))) {
            let own = Some(id) == campaign;
            if row.new.fan_id != *fan || !row.is_taken() || (own && row.state == RowState::Claimed) {
                continue;
            }
            let (at, digest) = row.submitted.unwrap_or((row.claimed_at, None));
            history.last_sent_at = history.last_sent_at.max(Some(at));
            if text.is_some() && digest == text {
                history.same_text_at = history.same_text_at.max(Some(at));
            }
            history.sent_by_this |= own;
        }
        history
    }

    fn next_row(&self, campaign: CampaignId, terms: &Terms) -> Result<usize, Box<Claim>> {
        let empty = Vec::new();
        let rows = self.rows.get(&campaign).unwrap_or(&empty);
        let taken = rows.iter().filter(|row| row.is_taken()).count() as u64;
        let today = |row: &&Row| row.is_taken() && row.claimed_day == day_of(terms.now);
        let taken_today = rows.iter().filter(today).count() as u64;
        let another = terms.another_at(taken, taken_today);
        let due = |row: &Row, first: bool| {
            row.is_open()
                && row.due_at() <= terms.now
                && (row.state == RowState::Pending) != first
                && (first || another == Some(terms.now))
        };
        rows.iter()
            .position(|row| due(row, true))
            .or_else(|| rows.iter().position(|row| due(row, false)))
            .ok_or_else(|| {
                let next_due = rows.iter().filter_map(|row| row.next_due(another)).min();
                Box::new(Claim::Idle { open: rows.iter().any(Row::is_open), next_due })
            })
    }

    fn claim(&mut self, account: &AccountId, campaign: CampaignId, terms: &Terms) -> Claim {
        if !self.may_send(campaign, terms.gate) {
            return Claim::Stopped;
        }
        let index = match self.next_row(campaign, terms) {
            Ok(index) => index,
            Err(idle) => return *idle,
        };
        let pace = self.paces.entry(account.clone()).or_default();
        let slot = match pace.take(&terms.pace, terms.now, terms.draw) {
            Ok(slot) => slot,
            Err(until) => return Claim::Paced(until),
        };
        self.leases += 1;
        let lease = self.leases;
        let row = &mut self.rows.get_mut(&campaign).unwrap()[index];
        if row.state == RowState::Claimed && row.submitted.is_some() {
            row.unanswered += 1;
        }
        row.state = RowState::Claimed;
        row.lease = lease;
        row.lease_until = terms.now.plus_seconds(terms.lease_seconds);
        row.claimed_at = terms.now;
        row.claimed_day = slot.day;
        let row = row.clone();
        let text = self.campaigns[&campaign].definition.messages().for_tier(row.new.tier).text();
        Claim::Ticket(Ticket {
            campaign,
            history: self.history(Some(campaign), &row.new.fan_id, text.map(TextDigest::of)),
            fan_id: row.new.fan_id,
            tier: row.new.tier,
            country: row.new.country,
            lease,
            unanswered: row.unanswered,
            slot,
        })
    }

    fn held(&mut self, ticket: &Ticket) -> Option<&mut Row> {
        let rows = self.rows.get_mut(&ticket.campaign)?;
        rows.iter_mut().find(|row| {
            row.new.fan_id == ticket.fan_id && row.lease == ticket.lease && row.state == RowState::Claimed
        })
    }

    fn settle(&mut self, account: &AccountId, ticket: &Ticket, how: &Settlement, now: UnixTime) -> bool {
        let Some(row) = self.held(ticket) else { return false };
        row.state = how.state(ticket.is_repeat());
        match how {
            Settlement::Unknown { retry_at } => {
                row.unanswered += 1;
                (row.not_before, row.gives_up) = (*retry_at, retry_at.is_none());
            }
            Settlement::Deferred { until } => row.not_before = Some(*until),
            _ => {}
        }
        if matches!(row.state, RowState::Pending | RowState::Failed(_) | RowState::Skipped(_)) {
            row.submitted = None;
        }
        row.answered_at = how.is_answer().then_some(now);
        let pace = self.paces.entry(account.clone()).or_default();
        if how.gives_slot_back() {
            pace.give_back(&ticket.slot);
        }
        if let Settlement::Returned { hold_until: Some(until) } = how {
            pace.hold(*until);
        }
        true
    }

    pub(crate) fn progress(&self, id: CampaignId, now: UnixTime) -> Progress {
        let mut progress = Progress {
            planning: self.planning.get(&id).cloned().unwrap_or_default(),
            revenue_cents: self.revenue.get(&id).copied().unwrap_or_default(),
            ..Progress::default()
        };
        let since = self.campaigns[&id].alarms_since;
        let mut answered: Vec<&Row> = Vec::new();
        for row in self.rows.get(&id).into_iter().flatten() {
            progress.matched += 1;
            match &row.state {
                RowState::Pending => {
                    progress.pending += 1;
                    progress.waiting += u64::from(row.not_before.is_some_and(|at| at > now));
                }
                RowState::Claimed => progress.pending += 1,
                RowState::Sent => progress.sent += 1,
                RowState::Skipped(reason) => *progress.screened.entry(*reason).or_default() += 1,
                RowState::Failed(_) => progress.failed += 1,
                RowState::Unknown => progress.unknown += 1,
            }
            progress.taken += u64::from(row.is_taken());
            progress.taken_today += u64::from(row.is_taken() && row.claimed_day == day_of(now));
            progress.under_way += u64::from(row.is_taken() && row.is_open());
            progress.replied += u64::from(row.reactions.0);
            progress.purchased += u64::from(row.reactions.2);
            answered.extend(
                row.answered_at.is_some_and(|at| since.is_none_or(|since| at >= since)).then_some(row),
            );
        }
        answered.sort_by_key(|row| std::cmp::Reverse(row.answered_at));
        for row in answered.iter().take(Recent::WINDOW as usize) {
            progress.recent.answered += 1;
            progress.recent.failed += u32::from(matches!(row.state, RowState::Failed(_)));
            progress.recent.opted_out += u32::from(row.reactions.1);
        }
        progress
    }
}
