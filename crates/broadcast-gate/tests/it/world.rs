//! A store in memory that keeps the promises of the ports, and a clock that jumps.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use async_trait::async_trait;
use broadcast_gate::campaign::{Campaign, Definition};
use broadcast_gate::gate::{Gate, GateEpoch};
use broadcast_gate::ledger::{
    Claim, NewRow, Progress, Reaction, Report, RowState, Settlement, Terms, Ticket,
};
use broadcast_gate::pace::{AccountPace, day_of};
use broadcast_gate::planning::Planning;
use broadcast_gate::ports::{CampaignStore, FanEvents, Figures, GateKeeper, Ledger};
use broadcast_gate::screening::History;
use broadcast_gate::state::{AuditEntry, Status};
use broadcast_gate::stop::Recent;
use broadcast_gate::text::{AccountId, CampaignId, FanId, TextDigest};
use kernel::{Clock, OwnerId, StoreError, UnixTime};

/// 2026-11-20T12:00:00Z.
pub(crate) const NOW: UnixTime = UnixTime::from_seconds(1_795_176_000);

/// Lets another task run.
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

/// A clock that is set forward and back. `elapsed` only goes forward.
#[derive(Debug, Default)]
pub(crate) struct JumpingClock {
    shown: AtomicI64,
    elapsed: AtomicI64,
}

impl JumpingClock {
    pub(crate) fn at(now: UnixTime) -> Self {
        Self { shown: AtomicI64::new(now.millis()), elapsed: AtomicI64::new(0) }
    }

    /// Time passes, or the clock is set; a clock that is set back takes no time back.
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

/// The store. Every call lets others run before and after it, except where nothing may come between.
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

#[async_trait]
impl CampaignStore for World {
    async fn create(
        &self,
        _: OwnerId,
        definition: &Definition,
        now: UnixTime,
    ) -> Result<Campaign, StoreError> {
        self.atomically(|tables| {
            let id = CampaignId::new(i64::try_from(tables.campaigns.len()).unwrap() + 1);
            let campaign = Campaign {
                id,
                definition: definition.clone(),
                status: Status::Draft,
                account: None,
                gate: None,
                launched_at: None,
                alarms_since: None,
                created_at: now,
                updated_at: now,
                revision: 0,
            };
            tables.campaigns.insert(id, campaign.clone());
            campaign
        })
        .await
    }

    async fn find(&self, _: OwnerId, id: CampaignId) -> Result<Option<Campaign>, StoreError> {
        self.atomically(|tables| tables.campaigns.get(&id).cloned()).await
    }

    async fn list(&self, _: OwnerId, _: Option<CampaignId>, _: u32) -> Result<Vec<Campaign>, StoreError> {
        self.atomically(|tables| tables.campaigns.values().rev().cloned().collect()).await
    }

    async fn save(&self, _: OwnerId, moved: &Campaign, entry: &AuditEntry) -> Result<bool, StoreError> {
        self.atomically(|tables| {
            if tables.campaigns[&moved.id].revision != moved.revision - 1 {
                return false;
            }
            tables.campaigns.insert(moved.id, moved.clone());
            tables.audit.entry(moved.id).or_default().push(entry.clone());
            true
        })
        .await
    }

    async fn audit(&self, _: OwnerId, id: CampaignId) -> Result<Vec<AuditEntry>, StoreError> {
        self.atomically(|tables| tables.audit.get(&id).cloned().unwrap_or_default()).await
    }

    async fn accounts_at_work(&self, _: UnixTime) -> Result<Vec<(OwnerId, AccountId)>, StoreError> {
        Ok(Vec::new())
    }

    async fn at_work(&self, _: OwnerId, _: &AccountId, now: UnixTime) -> Result<Vec<Campaign>, StoreError> {
        let at_work = |campaign: &&Campaign| match campaign.status {
            Status::Running => true,
            Status::Scheduled => campaign.definition.start_at().is_none_or(|at| at <= now),
            _ => false,
        };
        self.atomically(|tables| tables.campaigns.values().filter(at_work).cloned().collect()).await
    }
}

#[async_trait]
impl Ledger for World {
    async fn plan(
        &self,
        _: OwnerId,
        campaign: CampaignId,
        next: &Planning,
        rows: &[NewRow],
    ) -> Result<bool, StoreError> {
        self.atomically(|tables| {
            let planning = tables.planning.entry(campaign).or_default();
            if planning.step != next.step - 1 || tables.campaigns[&campaign].status != Status::Running {
                return false;
            }
            *planning = next.clone();
            let kept = tables.rows.entry(campaign).or_default();
            for new in rows {
                if kept.iter().any(|row| row.new.fan_id == new.fan_id) {
                    continue;
                }
                kept.push(Row {
                    state: new.skipped.map_or(RowState::Pending, RowState::Skipped),
                    not_before: new.not_before,
                    new: new.clone(),
                    lease: 0,
                    lease_until: UnixTime::from_millis(0),
                    gives_up: false,
                    submitted: None,
                    unanswered: 0,
                    claimed_at: UnixTime::from_millis(0),
                    claimed_day: 0,
                    answered_at: None,
                    reactions: (false, false, false),
                });
            }
            true
        })
        .await
    }

    async fn histories(
        &self,
        _: OwnerId,
        campaign: Option<CampaignId>,
        fans: &[(FanId, Option<TextDigest>)],
    ) -> Result<Vec<History>, StoreError> {
        self.atomically(|tables| {
            fans.iter().map(|(fan, text)| tables.history(campaign, fan, *text)).collect()
        })
        .await
    }

    async fn claim(
        &self,
        _: OwnerId,
        account: &AccountId,
        campaign: CampaignId,
        terms: &Terms,
    ) -> Result<Claim, StoreError> {
        self.atomically(|tables| tables.claim(account, campaign, terms)).await
    }

    async fn submit(
        &self,
        _: OwnerId,
        account: &AccountId,
        ticket: &Ticket,
        text: Option<TextDigest>,
        gate: GateEpoch,
        now: UnixTime,
    ) -> Result<bool, StoreError> {
        pause().await;
        let mut tables = self.tables();
        if !tables.may_send(ticket.campaign, gate) || !tables.paces[account].honours(&ticket.slot) {
            return Ok(false);
        }
        let Some(row) = tables.held(ticket) else { return Ok(false) };
        row.submitted = Some((now, text));
        // Nobody else runs after this: what the engine sees next began under this very state.
        Ok(true)
    }

    async fn settle(
        &self,
        _: OwnerId,
        account: &AccountId,
        ticket: &Ticket,
        settlement: &Settlement,
        now: UnixTime,
    ) -> Result<bool, StoreError> {
        self.atomically(|tables| tables.settle(account, ticket, settlement, now)).await
    }
}

#[async_trait]
impl Figures for World {
    async fn progress(
        &self,
        _: OwnerId,
        campaign: CampaignId,
        now: UnixTime,
    ) -> Result<Progress, StoreError> {
        self.atomically(|tables| tables.progress(campaign, now)).await
    }

    async fn pace(&self, _: OwnerId, account: &AccountId) -> Result<AccountPace, StoreError> {
        self.atomically(|tables| tables.paces.get(account).copied().unwrap_or_default()).await
    }

    async fn report(&self, _: OwnerId, _: CampaignId) -> Result<Report, StoreError> {
        Ok(Report::default())
    }
}

#[async_trait]
impl FanEvents for World {
    async fn reacted(
        &self,
        _: OwnerId,
        fan: &FanId,
        reaction: Reaction,
        at: UnixTime,
    ) -> Result<(), StoreError> {
        self.atomically(|tables| {
            match reaction {
                Reaction::OptOut => drop(tables.opted_out.insert(fan.clone())),
                Reaction::Reply => drop(tables.replies.insert(fan.clone(), at)),
                Reaction::Purchase { .. } => {}
            }
            let owed = |row: &&mut Row| {
                row.is_taken()
                    && row.new.fan_id == *fan
                    && row.submitted.is_some_and(|(sent_at, _)| Reaction::is_owed_to(sent_at, at))
            };
            let rows =
                tables.rows.iter_mut().flat_map(|(id, rows)| rows.iter_mut().map(move |row| (*id, row)));
            let latest = rows.filter(|(_, row)| owed(row)).max_by_key(|(_, row)| row.submitted);
            let Some((id, row)) = latest else { return };
            match reaction {
                Reaction::Reply => row.reactions.0 = true,
                Reaction::OptOut => row.reactions.1 = true,
                Reaction::Purchase { net_cents } => {
                    row.reactions.2 = true;
                    *tables.revenue.entry(id).or_default() += net_cents;
                }
            }
        })
        .await
    }

    async fn came_online(&self, _: OwnerId, fan: &FanId, at: UnixTime) -> Result<(), StoreError> {
        self.atomically(|tables| tables.arrivals.insert(fan.clone(), at)).await.map(|_| ())
    }

    async fn latest_arrival(&self, _: OwnerId) -> Result<Option<UnixTime>, StoreError> {
        self.atomically(|tables| tables.arrivals.values().max().copied()).await
    }

    async fn arrivals(
        &self,
        _: OwnerId,
        fans: &[FanId],
        since: UnixTime,
    ) -> Result<BTreeSet<FanId>, StoreError> {
        let arrived = |tables: &mut Tables| {
            let came = |fan: &&FanId| tables.arrivals.get(*fan).is_some_and(|at| *at >= since);
            fans.iter().filter(came).cloned().collect()
        };
        self.atomically(arrived).await
    }
}

#[async_trait]
impl GateKeeper for World {
    async fn gate(&self, _: OwnerId) -> Result<Gate, StoreError> {
        self.atomically(|tables| tables.gate()).await
    }
}
